"""Passes: with one, the scripts of a game's page call the API for a seat, and for nothing else.

A pass names the seat and the session of the browser that got it, and is signed. It needs no row of its own:
it ends with that session, and like links in mails with revoked links and when somebody else gets the seat.
"""

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from django.core import signing
from django.db.models import Exists

from accounts.models.person import Person
from accounts.sessions import going_on
from games.models.seat import Seat
from games.reads.access import Visitor
from games.reads.link_lifetime import OpenedLink
from sekigahara.db import service_time

SALT = "seat pass"
MICROSECONDS = 1_000_000
PASS_LIFETIME = timedelta(days=2)
"""How long a pass is good. A page that is open for longer is loaded again."""


class _Signed(NamedTuple):
    """What a pass says. It is not compressed, and has numbers for times, so that all passes are equally long.

    Attributes:
        seat: its reference.
        person_id: of its player.
        at: when the page was made, in microseconds.
        proof: the session hash of the player then.
        session: the browser's, by its key as it is stored.
    """

    seat: str
    person_id: int
    at: int
    proof: str
    session: str


class SeatPass(NamedTuple):
    """A valid pass.

    Attributes:
        seat: the reference of the seat that it opens, if its player still is who they were.
        link: how the seat was opened.
        session: of the browser that got it, by its key as it is stored.
        player: who got it, as they are now.
    """

    seat: str
    link: OpenedLink
    session: str
    player: Person

    @property
    def visitor(self) -> Visitor:
        """Who sends a request with it: nobody but the player of this seat."""
        return Visitor(None, {self.seat: self.link}, self.player)


def issue(seat: Seat, session: str) -> str:
    """A pass for a seat to its present player.

    Args:
        seat: with its player. The caller has checked that the visitor may act for it.
        session: of the visitor's browser, by its key as it is stored.
    """
    player = seat.player
    if player is None:
        raise ValueError("nobody has this seat")
    at = round(service_time.now().timestamp() * MICROSECONDS)
    proof = player.get_session_auth_hash()
    return signing.dumps(_Signed(seat.reference, player.pk, at, proof, session), salt=SALT)


def read(text: str) -> SeatPass | None:
    """Read a pass; None if it is not one, is too old, or its session has ended.

    Whether it still opens its seat is decided where the seat is found.
    """
    try:
        content: Any = signing.loads(text, salt=SALT)
    except signing.BadSignature:
        return None
    try:
        found = msgspec.convert(content, _Signed)
    except msgspec.ValidationError:  # another release signed it in another form
        return None
    at = datetime.fromtimestamp(found.at / MICROSECONDS, tz=UTC)
    if service_time.now() - at >= PASS_LIFETIME:
        return None
    # The player is needed in any case, to see whether they have ended their links.
    player = Person.objects.filter(Exists(going_on([found.session])), pk=found.person_id).first()
    if player is None:
        return None
    return SeatPass(found.seat, OpenedLink(player.pk, at, found.proof), found.session, player)
