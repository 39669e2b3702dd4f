"""Pages of the person who is signed in: their language and time zone, and where a form leads."""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme

from accounts import guests
from accounts.models.person import LONGEST_GOAL, Person
from sekigahara.db import service_time

Params = ParamSpec("Params")


GOAL_FIELD = "next"
"""The field of a form, and the parameter of an address, that names a goal."""


def for_person(
    view: Callable[Concatenate[HttpRequest, Person, Params], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Params], HttpResponse]:
    """Call a view with the person who is signed in; anyone else signs in first. No cache keeps the page."""

    @wraps(view)
    def page(request: HttpRequest, /, *args: Params.args, **kwargs: Params.kwargs) -> HttpResponse:
        person = request.user
        if not isinstance(person, Person):
            return redirect_to_login(request.get_full_path())
        return view(request, person, *args, **kwargs)

    return page


def begin_session(request: HttpRequest, person: Person) -> None:
    """Sign a person in with this browser, whose guest they are no longer."""
    login(request, person, settings.AUTHENTICATION_BACKENDS[0])
    request.session.cycle_key()  # a copy of the cookie is not to become fresh with this browser
    # However much is done in it: a session that is written to would else go on for as long again.
    request.session.set_expiry(service_time.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE))
    request.session.pop(guests.GUEST, None)


def cleared(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let a browser in which somebody has signed out forget what it kept of pages.

    A random word that was promised by its hash and is still to be revealed exists nowhere else, and without
    it the game cannot begin. Where a browser keeps one, the script of the form (`sign_out.js`) says so and
    empties the storage around it, and only the cache is cleared here.
    """
    keeps = bool(request.POST.get("keeps"))
    response["Clear-Site-Data"] = '"cache"' if keeps else '"cache", "storage"'
    return response


def speak_to(request: HttpRequest, person: Person) -> None:
    """Show the rest of a request in the person's language and time zone.

    It stays active until the middleware ends the request: LocaleMiddleware, around it, still names the
    language.
    """
    translation.activate(person.reads)
    request.LANGUAGE_CODE = person.reads
    timezone.activate(person.tzinfo)


def safe_goal(goal: str) -> str:
    """A goal if it is a path of this site, else nothing."""
    is_ours = goal.startswith("/") and url_has_allowed_host_and_scheme(goal, None)
    return goal if is_ours and len(goal) <= LONGEST_GOAL else ""


def goal_named_in(request: HttpRequest) -> str:
    """The goal that a form or an address names; empty for none."""
    return safe_goal(request.POST.get(GOAL_FIELD) or request.GET.get(GOAL_FIELD, ""))


def goal_came_from(request: HttpRequest) -> str:
    """The goal that a request names, or else the page of this site that led to it; empty for none.

    A page does not count as having led to itself, nor do the pages for signing in.
    """
    if (named := goal_named_in(request)) or request.method == "POST":
        return named
    before = urlsplit(request.headers.get("Referer", ""))
    path = before.path + (f"?{before.query}" if before.query else "")
    is_here = before.netloc == request.get_host()
    return safe_goal(path) if is_here and not before.path.startswith((request.path, "/sign-")) else ""
