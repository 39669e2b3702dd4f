"""Redirects addresses that lack their final slash."""

from django.http import HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware


class RepeatedRedirect(HttpResponsePermanentRedirect):
    """A redirect after which clients send the same request again, with its method and body.

    After a redirect with status 301 they would send a GET, and the body would be lost.
    """

    status_code = 308


class SlashMiddleware(CommonMiddleware):
    """Django's own, with a redirect that keeps method and body."""

    response_redirect_class = RepeatedRedirect
