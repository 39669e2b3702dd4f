"""Finished games for tests and benchmarks, written briefly or made up by the thousand."""

import random
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta

from games.ladders.ratings.fold import Fold, Rated, Table
from games.ladders.ratings.results import LOSS, WIN, GameResult

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)

EAST_WON = (WIN, LOSS)
WEST_WON = (LOSS, WIN)


def result(
    east: int | None = 1,
    west: int | None = 2,
    halves: tuple[int, int] = EAST_WON,
    *,
    days: float = 0,
    game: str = "g",
    edition: str = "kessen",
    week: int = 7,
    victory: str = "points",
) -> GameResult:
    """A game that ended so many days after ``BEGIN``."""
    ended = BEGIN + timedelta(days=days)
    return GameResult(game, ended, edition, (east, west), halves, week, victory)


def fed(results: Iterable[GameResult]) -> tuple[Table, list[Rated]]:
    """A fold from nothing: its table, and what it did with each game."""
    fold = Fold()
    return fold.table, [fold.add(each) for each in results]


def campaigns(
    count: int,
    *,
    strengths: Sequence[float],
    bias: float = 0,
    east_only: int = 0,
    every: timedelta = timedelta(hours=6),
    editions: Sequence[str] = ("kessen",),
    seed: int = 0,
) -> Iterator[GameResult]:
    """Games between players of known strength, one after the other.

    Args:
        strengths: of the players 0, 1, 2, ..., in points.
        bias: what East's strength is raised by in truth, in points.
        east_only: so many of the players, the first, never play West.
    """
    chance = random.Random(seed)
    players = len(strengths)
    for number in range(count):
        west = chance.randrange(east_only, players)
        east = (west + chance.randrange(1, players)) % players
        ahead = strengths[east] + bias - strengths[west]
        won = chance.random() < 1 / (1 + 10 ** (-ahead / 400))
        yield GameResult(
            f"{number:07}",
            BEGIN + number * every,
            chance.choice(editions),
            (east, west),
            EAST_WON if won else WEST_WON,
            7,
            "points",
        )
