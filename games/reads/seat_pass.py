"""Passes: with one, the scripts of a game's page call the API for a seat, and for nothing else.

A pass names the seat and how it was opened, and is signed. It needs no row: a seat that is given to somebody
else, revoked links and ended sessions make it void like the links in mails.
"""

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from django.core import signing

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
    """

    seat: str
    person_id: int
    at: int
    proof: str


class SeatPass(NamedTuple):
    """A valid pass.

    Attributes:
        seat: the reference of the seat that it opens, if its player still is who they were.
        link: how the seat was opened.
    """

    seat: str
    link: OpenedLink

    @property
    def visitor(self) -> Visitor:
        """Who sends a request with it: nobody but the player of this seat."""
        return Visitor(None, {self.seat: self.link})


def issue(seat: Seat) -> str:
    """A pass for a seat to its present player.

    Args:
        seat: with its player. The caller has checked that the visitor may act for it.
    """
    player = seat.player
    if player is None:
        raise ValueError("nobody has this seat")
    at = round(service_time.now().timestamp() * MICROSECONDS)
    return signing.dumps(_Signed(seat.reference, player.pk, at, player.get_session_auth_hash()), salt=SALT)


def read(text: str) -> SeatPass | None:
    """Read a pass; None if it is not one, or is too old.

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
    return SeatPass(found.seat, OpenedLink(found.person_id, at, found.proof))
