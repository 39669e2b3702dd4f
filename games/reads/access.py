"""Who may see which games, and from which viewpoint. Others get the same 404 as for a missing game."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.http import Http404

from accounts.models.person import Person
from games.engine.referee import REFEREE
from games.engine.side import EAST, NOBODY, WEST
from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat
from games.reads.competition import competition
from games.reads.link_lifetime import OpenedLink, is_still_open

VIEWPOINTS = {"east": EAST, "west": WEST, "public": NOBODY, "referee": REFEREE}
"""The viewpoints from which a finished game can be seen, by their names in addresses."""


class Visitor(NamedTuple):
    """Who sends a request.

    Attributes:
        person: who is signed in, or owns the API token; None for others.
        links: by seat reference, the turn links that this browser followed.
        holder: the player whose pass came with the request, so that they are not read again; None without.
    """

    person: Person | None = None
    links: Mapping[str, OpenedLink] = {}
    holder: Person | None = None


class Viewer(NamedTuple):
    """A visitor's role in a game: the player of a seat, or the public.

    Attributes:
        game: that is viewed.
        seat: of the player; None for the public.
        others: the visitor's other seats in the game, if they play both sides.
        both: East's seat and West's, read together with the game.
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


def viewer_of(visitor: Visitor, public_id: str, viewpoint: str | None = None) -> Viewer:
    """Find a visitor's role in a game.

    Args:
        visitor: who sends the request.
        public_id: of the game.
        viewpoint: ``east`` or ``west`` for one of their seats, ``public`` to see it as spectators do. By
            default their seat; of two seats the one that must decide, East's first.

    Raises:
        Http404: there is no such game, or they may not see it. The responses are identical.
    """
    return viewer_among(both_seats.found(public_id), visitor, viewpoint)


def viewer_among(both: Sequence[Seat], visitor: Visitor, viewpoint: str | None = None) -> Viewer:
    """Find a visitor's role in a game whose seats are already loaded.

    Args:
        both: the seats; empty if there is no such game.
        visitor: who sends the request.
        viewpoint: as for ``viewer_of``.

    Raises:
        Http404: there is no such game, or they may not see it. The responses are identical.
    """
    if not both:
        raise Http404
    game = both[0].game
    mine = [seat for seat in both if _holds(visitor, seat)]
    if viewpoint in (None, ""):
        if mine:
            chosen = next((seat for seat in mine if seat.asked), mine[0])
            return Viewer(game, chosen, tuple(seat for seat in mine if seat is not chosen), both)
    else:
        for seat in mine:
            if seat.plays.label == viewpoint:
                return Viewer(game, seat, tuple(other for other in mine if other is not seat), both)
        if viewpoint != "public":
            raise Http404
    if not mine and not (game.length and _may_watch(visitor, game)):
        raise Http404
    return Viewer(game, None, tuple(mine), both)


class ReplayAccess(NamedTuple):
    """The viewpoint from which a visitor steps through a game.

    Attributes:
        viewer: their role in the game.
        viewpoint: a key of ``VIEWPOINTS``.
        allowed: all viewpoints open to them.
    """

    viewer: Viewer
    viewpoint: str
    allowed: tuple[str, ...]

    @property
    def audience(self) -> int:
        """A side, NOBODY or REFEREE."""
        return VIEWPOINTS[self.viewpoint]


def replay_access(visitor: Visitor, public_id: str, viewpoint: str | None = None) -> ReplayAccess:
    """Find the viewpoint from which a visitor may step through a game.

    Once the game is over, everybody who may see it may see all of it.

    Args:
        visitor: who sends the request.
        public_id: of the game.
        viewpoint: a key of ``VIEWPOINTS``. While the game runs, only ``public`` and the visitor's sides are
            allowed. By default that of ``viewer_of``.

    Raises:
        Http404: there is no such game, or they may not see it so. The responses are identical.
    """
    both = both_seats.found_with_players(public_id)
    viewer = viewer_among(both, visitor)
    mine = {viewer.label, *(seat.plays.label for seat in viewer.others)}
    allowed = tuple(name for name in VIEWPOINTS if viewer.game.is_over or name in {*mine, "public"})
    if viewpoint and viewpoint not in allowed:
        raise Http404
    if viewpoint in mine - {viewer.label}:
        viewer = viewer_among(both, visitor, viewpoint)
    return ReplayAccess(viewer, viewpoint or viewer.label, allowed)


def _may_watch(visitor: Visitor, game: Game) -> bool:
    if game.is_public or visitor.person is None:
        return game.is_public
    return competition().may_watch(game, visitor.person)


def _holds(visitor: Visitor, seat: Seat) -> bool:
    """Whether the visitor may act for a seat: it is theirs, or a valid turn link opened it."""
    if visitor.person is not None and visitor.person.pk == seat.player_id:
        return True
    link = visitor.links.get(seat.reference)
    if visitor.holder is not None and visitor.holder.pk == seat.player_id:
        seat.player = visitor.holder
    return link is not None and is_still_open(seat, link)
