"""Shows pages in the person's language and time zone, and limits how many somebody may ask for."""

from collections.abc import Callable
from functools import lru_cache
from time import thread_time
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import is_valid_path
from django.utils import timezone
from django.utils.translation import get_language

from accounts import browsers
from accounts.models.person import Person
from accounts.pages import speak_to
from accounts.processor_time import charge, is_followed, of_browser, of_sender
from accounts.rate_limits import Limit, count_often, spend
from sekigahara.errors.problems import problem
from sekigahara.requests.figures import MONITORED
from sekigahara.requests.never_refused import NEVER_REFUSED

GetResponse = Callable[[HttpRequest], HttpResponse]

PAGES = Limit.declare("pages", 600, 60)
"""Of a person, or of an address where nobody is known."""


def person_middleware(get_response: GetResponse) -> GetResponse:
    """Activate the person's own language and time zone; others get the browser's language and UTC.

    It has to come after AuthenticationMiddleware, which finds the person, and after LocaleMiddleware, whose
    choice it overrides. Someone who followed a link of a mail is not signed in: the page they opened applies
    their choice itself.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            if isinstance(request.user, Person):
                speak_to(request, request.user)
                browsers.note_visit(request, request.user)
            return get_response(request)

    return middleware


class LimitMiddleware:
    """Answers 429, as a page in words, once somebody has asked for too many pages within a minute, or for
    pages that took too long.

    A person is counted wherever they are, as is the reader of a mail; everybody else by their address. Static
    files and the API do not come here. It has to come after AuthenticationMiddleware.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Count a page, and charge what it took."""
        if request.path_info in MONITORED:
            return self._get_response(request)
        begun = thread_time()
        spender = of_browser(request)
        counted = count_often(PAGES, spender[1])
        if counted is not None and counted.is_over:
            return _refusal(counted.seconds)
        if (wait := spend(*spender)) and _is_unknown(request):  # no view will be asked
            return _refusal(wait)
        request.spender = spender  # type: ignore[attr-defined] # for process_view
        response = self._get_response(request)
        charge(spender, begun)
        return response

    def process_view(self, request: HttpRequest, view: Any, *_arguments: Any) -> HttpResponse | None:
        """Refuse a page to somebody who has used up their processor time."""
        spender = getattr(request, "spender", None)
        if spender is None or request.method in getattr(view, NEVER_REFUSED, ()):
            return None
        wait = spend(*spender)
        return _refusal(wait) if wait and not is_followed(request) else None


def _is_unknown(request: HttpRequest) -> bool:
    """Whether no page has this path, nor would have it with a final slash if it must not be refused."""
    if is_valid_path(request.path_info):
        return False
    match = is_valid_path(f"{request.path_info}/")
    return not match or request.method not in getattr(match.func, NEVER_REFUSED, ())


def unknown_api_path_middleware(get_response: GetResponse) -> GetResponse:
    """Charge the sender for paths that the API does not have, and refuse them once the budget is overdrawn.

    It has to come before SlashMiddleware, so that what is only redirected is not refused.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        begun = thread_time()
        response = get_response(request)
        if request.resolver_match is not None or not request.path_info.startswith(settings.API_PATH):
            return response
        sender = of_sender(request)
        wait = spend(*sender)
        charge(sender, begun)
        if response.status_code == 404 and wait:
            response = problem("throttled")
            response["Retry-After"] = str(wait)
        return response

    return middleware


def _refusal(seconds: int) -> HttpResponse:
    response = HttpResponse(_page(get_language(), seconds), status=429)
    response["Retry-After"] = str(seconds)
    return response


@lru_cache(maxsize=200)
def _page(language: str, seconds: int) -> str:  # noqa: ARG001 - the active one
    """The page of a refusal. It is the same for everybody, and takes no time: who gets it asks a lot."""
    return render_to_string("429.html", {"seconds": seconds})
