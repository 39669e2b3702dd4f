"""What orders cost in strength: a player with orders against the same player without.

Games come in pairs of one seed, in which the orders change sides.
"""

from __future__ import annotations

from statistics import mean
from typing import cast

from games.bots.players import Planner
from games.engine.side import SIDES, Side
from games.rulebook.editions import DEFAULT, ruleset
from games.simulation import arena
from games.simulation.ordering import Book
from games.simulation.processes import in_order
from games.simulation.scores import Score

MEASURED_PLAYER = "ashigaru"
CHUNK = 2
"""Pairs handed to a process at a time."""


def score(games: int, *, seed: int, jobs: int = 1) -> Score:
    """The score of the side with orders.

    Args:
        games: how many, three or more; an odd number counts as one more.
        seed: decides everything.
        jobs: processes; the result is the same.

    Raises:
        ArenaError: a game goes wrong.
    """
    pairs = -(-games // 2)
    seeds = [f"{seed}/{number}" for number in range(pairs)]
    return Score.of([*in_order(pair, seeds, jobs, CHUNK)])


def pair(seed: str) -> float:
    """The share of the two games of a seed that the side with orders won."""
    return mean(_is_won(seed, side) for side in SIDES)


def _is_won(seed: str, ordering: Side) -> bool:
    rules = ruleset(DEFAULT)
    seated = arena.seat(rules, (MEASURED_PLAYER, MEASURED_PLAYER), seed)
    east, west = (cast("Planner", seated[side]) if side == ordering else None for side in SIDES)
    book = Book(rules, (east, west))
    _state, result = arena.ended(arena.play(rules, seated, seed, book, is_checked=False))
    return result.winner == ordering
