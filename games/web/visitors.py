"""Who asks for a page: a person who is signed in, a browser that followed turn links, or anybody."""

from datetime import datetime

from django.http import HttpRequest
from django.utils import timezone

from accounts.models.person import Person
from games.access import OpenedLink, Visitor
from games.models.seat import Seat

SEATS = "seats"
"""In the session: by seat reference, the player's id and when the link was opened."""


def visitor_of(request: HttpRequest) -> Visitor:
    """The visitor behind a request."""
    person = request.user if isinstance(request.user, Person) else None
    opened = request.session.get(SEATS, {})
    links = {seat: OpenedLink(player, datetime.fromisoformat(at)) for seat, (player, at) in opened.items()}
    return Visitor(person, links)


def open_seat(request: HttpRequest, seat: Seat) -> None:
    """Let this browser act for a seat, and for nothing else of its player's."""
    opened = request.session.get(SEATS, {})
    request.session[SEATS] = {**opened, seat.reference: (seat.player_id, timezone.now().isoformat())}
