"""Pages in the language and the time zone of whoever is signed in."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models.person import Person
from accounts.pages import speak_to

View = Callable[[HttpRequest], HttpResponse]


def person_middleware(get_response: View) -> View:
    """Apply what the person has chosen; for everybody else the browser's language and UTC hold.

    It stands after AuthenticationMiddleware, which finds the person, and so after LocaleMiddleware, whose
    choice it overrules. Who only followed a link of a mail is known to its page alone.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            if isinstance(request.user, Person):
                speak_to(request, request.user)
            return get_response(request)

    return middleware
