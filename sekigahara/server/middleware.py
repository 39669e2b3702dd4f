"""Middleware for pages only or for the API only, and the redirect to addresses with a final slash."""

from collections.abc import Callable
from typing import Any, TypeAlias, cast

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest, HttpResponseBase, HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import add_never_cache_headers
from django.utils.module_loading import import_string

from sekigahara.errors.problems import problem
from sekigahara.requests.current_request import current_request

GetResponse: TypeAlias = Callable[[HttpRequest], HttpResponseBase]


class PageMiddleware:
    """Applies the middleware of settings.PAGE_MIDDLEWARE to every path outside settings.API_PATH.

    Sessions, forms, messages and frames mean nothing to a program with a token, and would add a fifth to the
    time of an action (`sekigahara/adr/0011-middleware-for-pages-only.md`). Of the hooks of middleware only
    ``process_view`` is supported.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self._bare = get_response
        self._process_view: list[Any] = []
        surrounded: GetResponse = get_response
        for name in reversed(settings.PAGE_MIDDLEWARE):
            layer = import_string(name)(surrounded)
            if hasattr(layer, "process_view"):
                self._process_view.insert(0, layer.process_view)
            surrounded = cast("GetResponse", convert_exception_to_response(layer))
        self._surrounded = surrounded

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request, through the middleware of pages if it is for a page."""
        before = current_request.set(request)
        try:
            return self._for_api(request) if _is_for_api(request) else self._for_page(request)
        finally:
            current_request.reset(before)

    def _for_api(self, request: HttpRequest) -> HttpResponseBase:
        # A redirect would hide from a program that it sends its token where anybody can read it.
        if settings.SECURE_SSL_REDIRECT and not request.is_secure():
            return problem("plain-http")
        return self._bare(request)

    def _for_page(self, request: HttpRequest) -> HttpResponseBase:
        _drop_impossible_session(request)
        return self._surrounded(request)

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponseBase | None:
        """The answer of the first middleware of pages that has one, if the request is for a page."""
        if _is_for_api(request):
            return None
        answers = (process(request, *view) for process in self._process_view)
        return next((answer for answer in answers if answer is not None), None)


def uncached_middleware(get_response: GetResponse) -> GetResponse:
    """Let no cache keep a page, unless its view says how long. What is well-known is no page."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not response.has_header("Cache-Control") and not request.path_info.startswith("/.well-known/"):
            add_never_cache_headers(response)
        return response

    return middleware


def _drop_impossible_session(request: HttpRequest) -> None:
    """Ignore a session cookie with a null character: the database cannot look it up."""
    if "\0" in request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""):
        del request.COOKIES[settings.SESSION_COOKIE_NAME]


def _is_for_api(request: HttpRequest) -> bool:
    return request.path_info.startswith(settings.API_PATH)


class ApiCompression(GZipMiddleware):
    """Compresses what the API answers, if the client allows that; a proxy may do it instead.

    Django's own pads each answer at random, so that its length tells less of what is secret in it (BREACH). A
    stream is never compressed: its events would wait for one another.
    """

    def __init__(self, get_response: GetResponse) -> None:
        if settings.TRUST_FORWARDED_FOR:
            raise MiddlewareNotUsed
        super().__init__(get_response)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, compressed if it is one of the API and no stream."""
        is_stream = response.streaming or response.get("Content-Type", "").startswith("text/event-stream")
        if is_stream or not _is_for_api(request):
            return response
        return super().process_response(request, response)


class RepeatedRedirect(HttpResponsePermanentRedirect):
    """A redirect after which clients send the same request again, with its method and body.

    After a redirect with status 301 they would send a GET, and the body would be lost.
    """

    status_code = 308


class SlashMiddleware(CommonMiddleware):
    """Django's own, with a redirect that keeps method and body."""

    response_redirect_class = RepeatedRedirect
