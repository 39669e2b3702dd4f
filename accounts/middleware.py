"""Pages in the language and the time zone of whoever is signed in."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts.models.person import Person

View = Callable[[HttpRequest], HttpResponse]


def person_middleware(get_response: View) -> View:
    """Apply what the person has chosen; for everybody else the browser's language and UTC hold.

    It stands after AuthenticationMiddleware, which finds the person, and so after LocaleMiddleware, whose
    choice it overrules. The API speaks the language it is asked for: a session has no meaning there.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        person = None if request.path.startswith("/api/") else request.user
        if not isinstance(person, Person):
            with timezone.override(None):
                return get_response(request)
        # It stays on: LocaleMiddleware names it in the answer, and chooses anew for each request.
        translation.activate(person.reads)
        request.LANGUAGE_CODE = person.reads
        with timezone.override(person.tzinfo):
            return get_response(request)

    return middleware
