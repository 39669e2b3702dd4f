"""Shows pages in the person's language and time zone, and limits how many somebody may ask for."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from accounts import browsers
from accounts.models.person import Person
from accounts.pages import speak_to
from accounts.rate_limits import Limit, count_often, sender_of

GetResponse = Callable[[HttpRequest], HttpResponse]

PAGES = Limit.declare("pages", 600, 60)
"""Of a person, or of an address where nobody is signed in."""

UNLIMITED = {"/healthz", "/readyz"}
"""What monitors ask for, and what needs no page."""


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


def limit_middleware(get_response: GetResponse) -> GetResponse:
    """Answer 429, as a page in words, once somebody has asked for too many pages within a minute.

    A person is counted wherever they are, everybody else by their address. Static files and the API do not
    come here. It has to come after AuthenticationMiddleware.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info in UNLIMITED:
            return get_response(request)
        person = request.user if isinstance(request.user, Person) else None
        who = sender_of(request) if person is None else f"person {person.pk}"
        counted = count_often(PAGES, who)
        if counted is None or not counted.is_over:
            return get_response(request)
        response = render(request, "429.html", {"seconds": counted.seconds}, status=429)
        response["Retry-After"] = str(counted.seconds)
        add_never_cache_headers(response)
        return response

    return middleware
