"""Finds the club of a page and checks who may see the page."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models.person import Person
from accounts.pages import for_person
from games.ladders.clubs.queries import club_at, standing_of
from games.ladders.models.club import Club
from games.web.clubs import sentences
from sekigahara.errors.exceptions import Refused


def found(slug: str) -> Club:
    """The club with a slug.

    Raises:
        Http404: there is no such club.
    """
    club = club_at(slug)
    if club is None:
        raise Http404
    return club


def for_organiser(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Call a view with the signed-in organiser, the club, and the other parameters of the URL.

    Others get a 404. A member whose POST comes after they lost the role, e.g. by a double click on handing
    over or dissolving, is redirected to the club.
    """

    @for_person
    def page(request: HttpRequest, person: Person, /, slug: str, **parts: str) -> HttpResponse:
        club = found(slug)
        standing = standing_of(club, person)
        if standing.is_organiser:
            return view(request, person, club, **parts)
        is_stranger = standing.membership is None and club.dissolved_at is None
        if is_stranger or request.method != "POST":
            raise Http404
        return redirect("clubs:club", slug)

    return wraps(view)(page)


def done(request: HttpRequest, do: Callable[[], object], success: str) -> bool:
    """Call a service and show a message about its success or refusal.

    Args:
        request: for the message.
        do: the call.
        success: the message on success.

    Returns:
        Whether it succeeded.
    """
    try:
        do()
    except Refused as error:
        messages.error(request, sentences.refused(error))
        return False
    messages.success(request, success)
    return True
