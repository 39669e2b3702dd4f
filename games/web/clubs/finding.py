"""Which club a page is about, and for whom it is."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models.person import Person
from accounts.pages import for_person
from games.errors import Refused
from games.ladders.clubs.queries import club_at, standing_of
from games.ladders.models.club import Club
from games.web.clubs import sentences


def found(slug: str) -> Club:
    """The club at an address.

    Raises:
        Http404: there is none.
    """
    club = club_at(slug)
    if club is None:
        raise Http404
    return club


def for_organiser(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Call a view with the organiser who is signed in, the club, and the other parts of the address.

    For everybody else it is not there. Whoever posts and is an organiser no longer, as by a second click on
    handing over or on dissolving it, goes to the club.
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


def done(request: HttpRequest, do: Callable[[], object], said: str) -> bool:
    """Do something and say so, or say why it was refused.

    Returns:
        Whether it was done.
    """
    try:
        do()
    except Refused as error:
        messages.error(request, sentences.refused(error))
        return False
    messages.success(request, said)
    return True
