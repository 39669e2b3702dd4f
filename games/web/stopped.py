"""The page that replaces all pages of a game while it is stopped."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.middleware import GetResponse
from games.services import suspension
from sekigahara.errors.exceptions import BrokenLog, Frozen


class StoppedMiddleware:
    """Shows a page that says a game is stopped, in place of the view that found it stopped."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Respond to a stopped game; stop one whose log proved broken. The API has its own handler."""
        if not isinstance(exception, Frozen):
            return None
        if isinstance(exception, BrokenLog):
            suspension.stop(exception)
        return render(request, "games/stopped.html", status=409)
