"""A game with both its seats, in one statement: what every request about a game begins with."""

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar

from games.models.game import Game
from games.models.seat import Seat
from sekigahara.plain_sql import Select

_TEXT = """
    SELECT {{game}}, {{east}}, {{west}} FROM games_game game
    JOIN games_seat east ON east.game_id = game.id AND east.side = 0
    JOIN games_seat west ON west.game_id = game.id AND west.side = 1
    WHERE game.{} = %s
"""
_Found = tuple[Game, Seat, Seat]
_BY_PUBLIC_ID = Select[_Found](_TEXT.format("public_id"), game=Game, east=Seat, west=Seat)
_BY_ID = Select[_Found](_TEXT.format("id"), game=Game, east=Seat, west=Seat)


_locked: ContextVar[dict[int, list[Seat]] | None] = ContextVar("found and locked", default=None)
"""By the game's primary key."""


@contextlib.contextmanager
def locking() -> Iterator[None]:
    """In a transaction: what is found within the block is locked, and need not be read again for that."""
    token = _locked.set({})
    try:
        yield
    finally:
        _locked.reset(token)


def is_locking() -> bool:
    """Whether that is so here."""
    return _locked.get() is not None


def found(public_id: str) -> list[Seat]:
    """East's seat and West's with the game, one instance for both; empty where there is no such game."""
    kept = _locked.get()
    seats = [seat for row in _BY_PUBLIC_ID.rows(public_id, lock=kept is not None) for seat in _together(*row)]
    if kept is not None and seats:
        kept[seats[0].game_id] = seats
    return seats


def locked(game_id: int) -> list[Seat]:
    """The same by primary key, and nobody else can lock them before the transaction ends.

    On SQLite, which knows no locks of rows, the transaction itself has locked everything by now.
    """
    # Given away once only: whoever has them may change them.
    kept = (_locked.get() or {}).pop(game_id, None)
    return kept or [seat for row in _BY_ID.rows(game_id, lock=True) for seat in _together(*row)]


def _together(game: Game, east: Seat, west: Seat) -> tuple[Seat, Seat]:
    east.game = west.game = game
    return east, west
