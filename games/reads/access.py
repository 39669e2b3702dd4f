"""Who may see what of a game. To everybody else the game does not exist."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.http import Http404
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models.person import Person
from games.engine.referee import REFEREE
from games.engine.side import EAST, NOBODY, WEST
from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat

LINKS_OUTLIVE_THE_GAME = timedelta(days=30)

EYES = {"east": EAST, "west": WEST, "public": NOBODY, "referee": REFEREE}
"""Through which a game may be looked back at, as addresses name them."""


class OpenedLink(NamedTuple):
    """A turn link that this browser followed.

    Attributes:
        person_id: whose it was.
        at: when it was opened.
        proof: their session hash at that time. It is another one once they have ended all sessions and links.
    """

    person_id: int
    at: datetime
    proof: str


class Visitor(NamedTuple):
    """Whoever asks.

    Attributes:
        person: signed in, or owner of the API token; None for anybody else.
        links: by seat reference, the turn links that opened this browser's session for that seat alone.
    """

    person: Person | None = None
    links: Mapping[str, OpenedLink] = {}


class Viewer(NamedTuple):
    """What a visitor is in a game: the player of a seat, or one of the public.

    Attributes:
        seat: None for the public.
        others: the visitor's other seats in the game; one who plays against themselves has one.
        both: East's seat and West's, as they were read together with the game.
    """

    game: Game
    seat: Seat | None
    others: tuple[Seat, ...] = ()
    both: Sequence[Seat] = ()

    @property
    def side(self) -> int:
        """The side, or NOBODY."""
        return NOBODY if self.seat is None else self.seat.plays

    @property
    def label(self) -> str:
        """``east``, ``west`` or ``public``."""
        return "public" if self.seat is None else self.seat.plays.label

    @property
    def version(self) -> int:
        """How many changes the viewer could see."""
        return self.game.version if self.seat is None else self.seat.version


def viewer_of(visitor: Visitor, public_id: str, wanted: str | None = None) -> Viewer:
    """What a visitor is in a game.

    Args:
        wanted: ``east`` or ``west`` for a seat of theirs, ``public`` to see it as others do. By default
            their seat; of two that is the one that is asked something, East's first.

    Raises:
        Http404: there is no such game, or it is none of theirs; the two cannot be told apart.
    """
    return viewer_among(both_seats.found(public_id), visitor, wanted)


def viewer_among(both: Sequence[Seat], visitor: Visitor, wanted: str | None = None) -> Viewer:
    """What a visitor is in a game whose seats are already loaded.

    Args:
        both: its seats; empty where there is no such game.
        wanted: as for ``viewer_of``.

    Raises:
        Http404: there is no such game, or the visitor may not see it so; the two cannot be distinguished.
    """
    if not both:
        raise Http404
    game = both[0].game
    mine = [seat for seat in both if _holds(visitor, seat)]
    if wanted in (None, ""):
        if mine:
            chosen = next((seat for seat in mine if seat.asked), mine[0])
            return Viewer(game, chosen, tuple(seat for seat in mine if seat is not chosen), both)
    else:
        for seat in mine:
            if seat.plays.label == wanted:
                return Viewer(game, seat, tuple(other for other in mine if other is not seat), both)
        if wanted != "public":
            raise Http404
    if not mine and not (game.is_public and game.length):
        raise Http404
    return Viewer(game, None, tuple(mine), both)


class LookingBack(NamedTuple):
    """Through whose eyes a visitor looks back at a game.

    Attributes:
        viewer: what they are in it.
        wanted: a name of EYES.
        allowed: every name they may want.
    """

    viewer: Viewer
    wanted: str
    allowed: tuple[str, ...]

    @property
    def eyes(self) -> int:
        """A side, NOBODY or REFEREE."""
        return EYES[self.wanted]


def looking_back(visitor: Visitor, public_id: str, wanted: str | None = None) -> LookingBack:
    """Who may step through a game, and as whom: once it is over whoever may see its record sees all of it.

    Args:
        wanted: a name of EYES. While the game runs only ``public`` and the sides they play are theirs; by
            default what `viewer_of` takes them for.

    Raises:
        Http404: there is no such game, or they may not see it so; the two cannot be told apart.
    """
    viewer = viewer_of(visitor, public_id)
    mine = {viewer.label, *(seat.plays.label for seat in viewer.others)}
    allowed = tuple(name for name in EYES if viewer.game.is_over or name in {*mine, "public"})
    if wanted and wanted not in allowed:
        raise Http404
    if wanted in mine - {viewer.label}:
        viewer = viewer_of(visitor, public_id, wanted)
    return LookingBack(viewer, wanted or viewer.label, allowed)


def _holds(visitor: Visitor, seat: Seat) -> bool:
    """Whether the visitor may act for a seat: it is theirs, or a turn link that is still good opened it."""
    if visitor.person is not None and visitor.person.pk == seat.player_id:
        return True
    link = visitor.links.get(seat.reference)
    return link is not None and is_still_open(seat, link)


def is_still_open(seat: Seat, link: OpenedLink) -> bool:
    """Whether a link that was followed still lets that browser act for the seat it was made for."""
    player = seat.player
    if player is None or link.person_id != player.pk:
        return False
    if not constant_time_compare(link.proof, player.get_session_auth_hash()):
        return False
    return (seat.links_after is None or link.at > seat.links_after) and is_link_alive(seat.game, link.at)


def is_link_alive(game: Game, since: datetime) -> bool:
    """Whether a turn link made or opened at some time still serves: until 30 days after the game's end.

    One made after the end serves for 30 days, so that an old player can look at the game again.
    """
    if game.ended_at is None:
        return True
    return timezone.now() < max(game.ended_at, since) + LINKS_OUTLIVE_THE_GAME
