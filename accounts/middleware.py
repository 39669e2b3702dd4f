"""Shows pages in the language and the time zone of the person who is signed in."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models.person import Person
from accounts.pages import speak_to

View = Callable[[HttpRequest], HttpResponse]


def person_middleware(get_response: View) -> View:
    """Activate the person's own language and time zone; others get the browser's language and UTC.

    It has to come after AuthenticationMiddleware, which finds the person, and after LocaleMiddleware, whose
    choice it overrides. Someone who followed a link of a mail is not signed in: the page they opened applies
    their choice itself.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            if isinstance(request.user, Person):
                speak_to(request, request.user)
            return get_response(request)

    return middleware
