"""What orders cost in strength: a player with orders against the same player without.

Games come in pairs of one seed, in which the orders change sides. A pair counts as one sample, because the
side and the chance of its games are alike.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from math import sqrt
from statistics import mean, stdev
from typing import NamedTuple, cast

from games.bots.players import Planner
from games.engine.side import SIDES, Side
from games.rulebook.editions import DEFAULT, ruleset
from games.simulation import arena
from games.simulation.ordering import Book

PLAYER = "ashigaru"
NORMAL_95 = 1.96
CHUNK = 2
"""Pairs handed to a process at a time."""


class Score(NamedTuple):
    """The score of the side with orders.

    Attributes:
        games: how many were played.
        mean: the share of games that it won.
        low: the lower bound of the interval that holds the true share with a probability of 95 %.
        high: its upper bound.
    """

    games: int
    mean: float
    low: float
    high: float


def score(games: int, *, seed: int, jobs: int = 1) -> Score:
    """Play pairs of games.

    Args:
        games: how many; an odd number counts as one more.
        seed: decides everything.
        jobs: processes; the result is the same.

    Raises:
        ArenaError: a game goes wrong.
        ValueError: fewer than two pairs.
    """
    pairs = -(-games // 2)
    if pairs < 2:
        raise ValueError("an interval needs two pairs")
    seeds = [f"{seed}/{number}" for number in range(pairs)]
    shares = list(_played(seeds, jobs))
    middle, error = mean(shares), stdev(shares) / sqrt(pairs)
    return Score(2 * pairs, middle, middle - NORMAL_95 * error, middle + NORMAL_95 * error)


def _played(seeds: list[str], jobs: int) -> Iterator[float]:
    if jobs == 1:
        yield from map(pair, seeds)
        return
    # spawned, not forked: the parent may run threads, and every system can do it
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(pair, seeds, CHUNK)


def pair(seed: str) -> float:
    """The share of the two games of a seed that the side with orders won."""
    return mean(_is_won(seed, side) for side in SIDES)


def _is_won(seed: str, ordering: Side) -> bool:
    rules = ruleset(DEFAULT)
    seated = arena.seat(rules, (PLAYER, PLAYER), seed)
    east, west = (cast("Planner", seated[side]) if side == ordering else None for side in SIDES)
    latest: arena.Entry | None = None
    for entry in arena.play(rules, seated, seed, Book(rules, (east, west)), is_checked=False):
        latest = entry
    if latest is None or latest.after.result is None:
        raise arena.ArenaError("the game ended without a result")
    return latest.after.result.winner == ordering
