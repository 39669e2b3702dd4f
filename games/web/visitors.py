"""Who asks for a page: a person who is signed in, a browser that followed links of mails, or anybody."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models.person import Person
from accounts.pages import speak_to
from games.models.invitation import Invitation
from games.models.seat import Seat
from games.reads.access import OpenedLink, Viewer, Visitor, viewer_of

SEATS = "seats"
"""In the session: by seat reference, what makes an OpenedLink."""
INVITATIONS = "invitations"
"""In the session: by a game's id, what makes an OpenedByLink for whoever is invited."""
BIDDINGS = "biddings"
"""In the session: by a bidding's id, the same for one of its players."""
EXPIRED = "expired seat"
"""In the session: the seat whose link was followed too late, or was none that opens it."""

Kept = TypeVar("Kept")


class OpenedByLink(NamedTuple):
    """Something beside seats whose link this browser followed: an invitation, a bidding.

    Attributes:
        person_id: whom the link was mailed to.
        proof: their session hash at that time.
    """

    person_id: int
    proof: str


def _as(shape: type[Kept], kept: Any) -> Kept | None:
    """What the session keeps; None for nothing, and for what another release kept in another shape."""
    try:
        return msgspec.convert(kept, shape)
    except msgspec.ValidationError:
        return None


def _opened(request: HttpRequest, key: str, shape: type[Kept]) -> Iterator[tuple[str, Kept]]:
    """By name, what the links that this browser followed have opened, as far as it can still be read."""
    kept = request.session.get(key)
    for name, value in kept.items() if isinstance(kept, dict) else ():
        if (opened := _as(shape, value)) is not None:
            yield name, opened


def person_of(request: HttpRequest) -> Person | None:
    """Who is signed in."""
    return request.user if isinstance(request.user, Person) else None


def visitor_of(request: HttpRequest) -> Visitor:
    """The visitor behind a request."""
    links = {seat: link for seat, link in _opened(request, SEATS, OpenedLink) if timezone.is_aware(link.at)}
    return Visitor(person_of(request), links)


def holds_seat(request: HttpRequest, seat: Seat) -> bool:
    """Whether this browser may act for a seat."""
    try:
        return viewer_of(visitor_of(request), seat.game.public_id, seat.plays.label).seat == seat
    except Http404:
        return False


def viewer_in(request: HttpRequest, public_id: str) -> Viewer:
    """What the visitor is in a game, as ``as`` in the address wants it; the page speaks as the player likes.

    Raises:
        Http404: there is no such game, or it is none of theirs.
    """
    viewer = viewer_of(visitor_of(request), public_id, request.GET.get("as"))
    if viewer.seat is not None and viewer.seat.player is not None:
        speak_to_reader(request, viewer.seat.player)
    return viewer


def to_seat(viewer: Viewer) -> HttpResponse:
    """Back to the page of a game, seen through the same eyes."""
    response = redirect("games:game", viewer.game.public_id)
    response["Location"] += f"?as={viewer.label}" if viewer.others else ""
    return response


def speak_to_reader(request: HttpRequest, owner: Person) -> None:
    """Use the settings of whom a link was mailed to; of whoever has signed in they are used already."""
    if person_of(request) is None:
        speak_to(request, owner)


def open_seat(request: HttpRequest, seat: Seat, player: Person, *, at: datetime | None = None) -> None:
    """Let this browser act for a seat, and for nothing else of its player's.

    Args:
        at: what opens it was done then; whoever has made links void since has this one made void, too. By
            default it is done now.
    """
    opened = visitor_of(request).links
    link = OpenedLink(player.pk, at or timezone.now(), player.get_session_auth_hash())
    request.session[SEATS] = msgspec.to_builtins({**opened, seat.reference: link})


def open_invitation(request: HttpRequest, invitation: Invitation) -> None:
    """Let this browser answer an invitation."""
    _open_by_link(request, INVITATIONS, invitation.seat.game.public_id, invitation.person)


def open_bidding(request: HttpRequest, public_id: str, person: Person) -> None:
    """Let this browser bid for one of the two players."""
    _open_by_link(request, BIDDINGS, public_id, person)


def _open_by_link(request: HttpRequest, key: str, public_id: str, person: Person) -> None:
    request.session[key] = {
        **dict(_opened(request, key, OpenedByLink)),
        public_id: OpenedByLink(person.pk, person.get_session_auth_hash()),
    }


def expired_in(request: HttpRequest) -> Seat | None:
    """The seat that this browser may have a fresh link to mailed."""
    expired = _as(int, request.session.get(EXPIRED)) or 0
    return Seat.objects.select_related("game", "player").filter(pk=expired).first()


def invited_to(request: HttpRequest, public_id: str) -> Person | None:
    """The person whose invitation to a game this browser may answer: by a link, or signed in."""
    return _person_for(request, INVITATIONS, public_id)


def bidder_in(request: HttpRequest, public_id: str) -> Person | None:
    """The person who may be one of the two players of a bidding: by a link, or signed in."""
    return _person_for(request, BIDDINGS, public_id)


def _person_for(request: HttpRequest, key: str, public_id: str) -> Person | None:
    opened = dict(_opened(request, key, OpenedByLink)).get(public_id)
    person = None if opened is None else Person.objects.filter(pk=opened.person_id).first()
    if opened and person and constant_time_compare(opened.proof, person.get_session_auth_hash()):
        return person
    return person_of(request)
