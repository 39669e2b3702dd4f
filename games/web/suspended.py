"""What pages of a game say while it is stopped, whichever of them was asked for."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from games.errors import BrokenLog, Frozen
from games.services import suspension

GetResponse = Callable[[HttpRequest], HttpResponse]


class StoppedMiddleware:
    """Says in words that a game is stopped, to whoever may see that there is such a game."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page, where a view met such a game, or found that it has to be stopped; the API has its own."""
        if not isinstance(exception, Frozen):
            return None
        if isinstance(exception, BrokenLog):
            suspension.stop(exception)
        response = render(request, "games/stopped.html", status=409)
        add_never_cache_headers(response)
        return response
