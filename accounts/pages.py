"""Pages of the person who is signed in, in their language and time zone."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache

from accounts.models.person import Person

Params = ParamSpec("Params")


def for_person(
    view: Callable[Concatenate[HttpRequest, Person, Params], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Params], HttpResponse]:
    """Call a view with the person who is signed in; anyone else signs in first. No cache keeps the page."""

    @never_cache
    @wraps(view)
    def page(request: HttpRequest, /, *args: Params.args, **kwargs: Params.kwargs) -> HttpResponse:
        person = request.user
        if not isinstance(person, Person):
            return redirect_to_login(request.get_full_path())
        return view(request, person, *args, **kwargs)

    return page


def speak_to(request: HttpRequest, person: Person) -> None:
    """Show the rest of a request in the person's language and time zone.

    It stays active until the middleware ends the request: LocaleMiddleware, around it, still names the
    language.
    """
    translation.activate(person.reads)
    request.LANGUAGE_CODE = person.reads
    timezone.activate(person.tzinfo)
