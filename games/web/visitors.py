"""Who asks for a page: a person who is signed in, a browser that followed links of mails, or anybody."""

import functools
from collections.abc import Callable
from datetime import datetime
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models.person import Person
from games.access import OpenedLink, Visitor
from games.models.invitation import Invitation
from games.models.seat import Seat

Arguments = ParamSpec("Arguments")

SEATS = "seats"
"""In the session: by seat reference, the player's id and when the link was opened."""
INVITATIONS = "invitations"
"""In the session: by a game's id, the id of the invited person."""


def person_of(request: HttpRequest) -> Person | None:
    """Who is signed in."""
    return request.user if isinstance(request.user, Person) else None


def signed_in(
    view: Callable[Concatenate[HttpRequest, Person, Arguments], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Arguments], HttpResponse]:
    """A view for people who are signed in, which is given the person; others sign in first."""

    @functools.wraps(view)
    def asked(request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponse:
        person = person_of(request)
        if person is None:
            return redirect_to_login(request.get_full_path())
        return view(request, person, *args, **kwargs)

    return asked


def visitor_of(request: HttpRequest) -> Visitor:
    """The visitor behind a request."""
    opened = request.session.get(SEATS, {})
    links = {seat: OpenedLink(player, datetime.fromisoformat(at)) for seat, (player, at) in opened.items()}
    return Visitor(person_of(request), links)


def open_seat(request: HttpRequest, seat: Seat) -> None:
    """Let this browser act for a seat, and for nothing else of its player's."""
    opened = request.session.get(SEATS, {})
    request.session[SEATS] = {**opened, seat.reference: (seat.player_id, timezone.now().isoformat())}


def open_invitation(request: HttpRequest, invitation: Invitation) -> None:
    """Let this browser answer an invitation."""
    opened = request.session.get(INVITATIONS, {})
    request.session[INVITATIONS] = {**opened, invitation.seat.game.public_id: invitation.person_id}


def invited_to(request: HttpRequest, public_id: str) -> Person | None:
    """The person whose invitation to a game this browser may answer: by a link, or signed in."""
    invited = request.session.get(INVITATIONS, {}).get(public_id)
    if invited is not None:
        return Person.objects.filter(pk=invited).first()
    return person_of(request)
