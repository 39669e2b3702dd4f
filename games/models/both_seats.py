"""A game with both its seats, in one statement: what every request about a game begins with."""

import contextlib
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from typing import NamedTuple

from games.models.game import Game
from games.models.seat import Seat
from sekigahara.db.statements import Select

_TEXT = """
    SELECT {{game}}, {{east}}, {{west}} FROM games_game game
    JOIN games_seat east ON east.game_id = game.id AND east.side = 0
    JOIN games_seat west ON west.game_id = game.id AND west.side = 1
    WHERE game.{} = %s
"""
_Found = tuple[Game, Seat, Seat]
_BY_PUBLIC_ID = Select[_Found](_TEXT.format("public_id"), game=Game, east=Seat, west=Seat)
_BY_ID = Select[_Found](_TEXT.format("id"), game=Game, east=Seat, west=Seat)


class _Hold(NamedTuple):
    """How what is found is kept to be changed.

    Attributes:
        watches: it is watched instead of locked.
        kept: what was found, by the game's primary key.
    """

    watches: bool
    kept: dict[int, list[Seat]]

    @property
    def by(self) -> dict[str, bool]:
        """What `Select` is told of it."""
        return {"watch": self.watches, "lock": not self.watches}


_hold: ContextVar[_Hold | None] = ContextVar("how what is found is kept", default=None)


@contextlib.contextmanager
def holding(*, watch: bool = False) -> Iterator[None]:
    """What is found within the block is kept to be changed, and need not be read again for that.

    Args:
        watch: instead of locking it, which needs a transaction, watch it: saving it raises ``Overtaken``
            where somebody else has changed it meanwhile.
    """
    token = _hold.set(_Hold(watch, {}))
    try:
        yield
    finally:
        _hold.reset(token)


def is_holding() -> bool:
    """Whether that is so here."""
    return _hold.get() is not None


def found(public_id: str) -> list[Seat]:
    """East's seat and West's with the game, one instance for both; empty where there is no such game."""
    hold = _hold.get()
    if hold is None:
        return _seats(_BY_PUBLIC_ID.rows(public_id))
    seats = _seats(_BY_PUBLIC_ID.rows(public_id, **hold.by))
    if seats:
        hold.kept[seats[0].game_id] = seats
    return seats


def to_change(game_id: int) -> list[Seat]:
    """The same by primary key, and nobody else can change them before it is done, or not unnoticed.

    They are locked until the transaction ends, unless it is within ``holding(watch=True)``, where nothing but
    one block of ``together`` may save them. On SQLite, which knows no locks of rows, the transaction itself
    has locked everything by now.
    """
    hold = _hold.get()
    if hold is None:
        return _seats(_BY_ID.rows(game_id, lock=True))
    # Given away once only: whoever has them may change them.
    return hold.kept.pop(game_id, None) or _seats(_BY_ID.rows(game_id, **hold.by))


def _seats(rows: Iterable[_Found]) -> list[Seat]:
    return [seat for row in rows for seat in _together(*row)]


def _together(game: Game, east: Seat, west: Seat) -> tuple[Seat, Seat]:
    east.game = west.game = game
    return east, west
