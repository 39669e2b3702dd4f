"""What the interpreter itself costs: no engine written in Python gets below these."""

from collections.abc import Callable
from copy import deepcopy
from itertools import repeat

from tests.benchmarks.measure import Subject

#: As many things as our own state has places for: 48 blocks and 55 cards a side.
PIECES = 2 * (48 + 55)


class _Piece:
    __slots__ = ("ident", "place", "shown")

    def __init__(self, ident: int, place: int, shown: bool) -> None:
        self.ident = ident
        self.place = place
        self.shown = shown


def all_floors() -> list[Subject]:
    """The floors: a call, a write to a slot, and three ways to copy a whole state."""
    pieces = [_Piece(ident, ident % 50, False) for ident in range(PIECES)]
    flat: list[list[int]] = [
        [piece.ident for piece in pieces],
        [piece.place for piece in pieces],
        [piece.shown for piece in pieces],
    ]
    return [
        Subject("floor: function call", _call),
        Subject("floor: slot write", _slot_write),
        _copying("floor: deepcopy of a state", 10, lambda: deepcopy(pieces)),
        _copying(
            "floor: by hand over objects", 500, lambda: [_Piece(p.ident, p.place, p.shown) for p in pieces]
        ),
        _copying("floor: by hand over flat lists", 5_000, lambda: [part.copy() for part in flat]),
    ]


def _copying(name: str, times: int, copy: Callable[[], object]) -> Subject:
    def work() -> int:
        for _ in repeat(None, times):
            copy()
        return times

    return Subject(name, work)


def _nothing() -> None:
    return None


def _call() -> int:
    call, times = _nothing, 50_000
    # Ten in a row, so that the loop's own cost is a tenth of itself.
    for _ in repeat(None, times):
        call(), call(), call(), call(), call(), call(), call(), call(), call(), call()
    return 10 * times


def _slot_write() -> int:
    piece, times = _Piece(0, 0, False), 100_000
    for _ in repeat(None, times):
        piece.place = piece.place = piece.place = piece.place = piece.place = 1
        piece.place = piece.place = piece.place = piece.place = piece.place = 2
    return 10 * times
