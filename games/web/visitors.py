"""Who asks for a page: a person who is signed in, a browser that followed links of mails, or anybody."""

from datetime import datetime

from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models.person import Person
from accounts.pages import speak_to
from games.access import OpenedLink, Viewer, Visitor, viewer_of
from games.models.invitation import Invitation
from games.models.seat import Seat

SEATS = "seats"
"""In the session: by seat reference, what makes an OpenedLink."""
INVITATIONS = "invitations"
"""In the session: by a game's id, the id of the invited person and their session hash at that time."""
EXPIRED = "expired seat"
"""In the session: the seat whose link was followed too late, or was none that opens it."""


def person_of(request: HttpRequest) -> Person | None:
    """Who is signed in."""
    return request.user if isinstance(request.user, Person) else None


def visitor_of(request: HttpRequest) -> Visitor:
    """The visitor behind a request."""
    opened = request.session.get(SEATS, {})
    links = {
        seat: OpenedLink(player, datetime.fromisoformat(at), proof)
        for seat, (player, at, proof) in opened.items()
    }
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


def speak_to_reader(request: HttpRequest, owner: Person) -> None:
    """Use the settings of whom a link was mailed to; of whoever has signed in they are used already."""
    if person_of(request) is None:
        speak_to(request, owner)


def open_seat(request: HttpRequest, seat: Seat, player: Person) -> None:
    """Let this browser act for a seat, and for nothing else of its player's."""
    opened = request.session.get(SEATS, {})
    proof = player.get_session_auth_hash()
    request.session[SEATS] = {**opened, seat.reference: (player.pk, timezone.now().isoformat(), proof)}


def open_invitation(request: HttpRequest, invitation: Invitation) -> None:
    """Let this browser answer an invitation."""
    opened = request.session.get(INVITATIONS, {})
    person = invitation.person
    request.session[INVITATIONS] = {
        **opened,
        invitation.seat.game.public_id: (person.pk, person.get_session_auth_hash()),
    }


def invited_to(request: HttpRequest, public_id: str) -> Person | None:
    """The person whose invitation to a game this browser may answer: by a link, or signed in."""
    invited, proof = request.session.get(INVITATIONS, {}).get(public_id, (None, ""))
    person = Person.objects.filter(pk=invited).first() if invited else None
    if person is not None and constant_time_compare(proof, person.get_session_auth_hash()):
        return person
    return person_of(request)
