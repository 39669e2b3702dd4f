"""Addresses that were written without the slash at their end."""

from django.http import HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware


class SentOn(HttpResponsePermanentRedirect):
    """After this redirect clients send the same again. After a plain one they would only look at the right
    address, and what they had to say would be lost without a word."""

    status_code = 308


class SlashMiddleware(CommonMiddleware):
    """Django's own, but who posts something is sent on with it."""

    response_redirect_class = SentOn
