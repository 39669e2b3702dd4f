"""Many games between the same two players; the results are the same on any number of processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from games.bots.levels import Budget
from games.rulebook.editions import ruleset
from games.simulation import arena
from games.simulation.coverage import table, victories
from games.simulation.processes import in_order
from games.simulation.tally import BranchTally

CHUNK = 4
"""Games handed to a process at a time."""


class Pairing(NamedTuple):
    """Who plays what: an edition, East's and West's player by name, and the seed of the whole series.

    Attributes:
        budget: of players that rehearse; None for their own.
    """

    edition: str
    players: tuple[str, str]
    seed: str
    budget: Budget | None = None

    def seed_of(self, number: int) -> str:
        """The seed of one game of the series, counted from 0."""
        return f"{self.seed}/{number}"


class GameOutcome(NamedTuple):
    """The outcome of one game."""

    winner: str
    victory: str
    week: int
    actions: int
    coverage: dict[str, int]


class Wins(Struct):
    """Who won how.

    Attributes:
        wins: by side and kind of victory, with a zero for each that did not occur.
    """

    wins: dict[tuple[str, str], int]

    def wins_of(self, side: str) -> int:
        """The games that side has won."""
        return sum(count for (winner, _), count in self.wins.items() if winner == side)

    def victories(self) -> dict[str, int]:
        """The games by kind of victory, for both sides together."""
        found: dict[str, int] = {}
        for (_, victory), count in self.wins.items():
            found[victory] = found.get(victory, 0) + count
        return found


class SeriesSummary(Wins):
    """The counts of a series.

    Attributes:
        weeks: how many games ended in each week.
    """

    coverage: dict[str, int]
    weeks: Counter[int]
    games: int = 0
    actions: int = 0

    @classmethod
    def empty(cls, edition: str) -> SeriesSummary:
        """The summary before the first game."""
        printed = ruleset(edition).edition
        return cls(dict.fromkeys(victories(printed), 0), dict.fromkeys(table(printed), 0), Counter())

    def add(self, outcome: GameOutcome) -> None:
        """Count one more game."""
        self.games += 1
        self.actions += outcome.actions
        self.wins[outcome.winner, outcome.victory] += 1
        self.weeks[outcome.week] += 1
        for key, count in outcome.coverage.items():
            self.coverage[key] += count

    def zeros(self) -> list[str]:
        """What never occurred."""
        return [key for key, count in self.coverage.items() if not count]


def play_one(pairing: Pairing, number: int) -> GameOutcome:
    """Play one game of a series.

    Raises:
        ArenaError: when it goes wrong, with what is needed to play it again.
    """
    rules, seed = ruleset(pairing.edition), pairing.seed_of(number)
    tally = BranchTally(rules)
    try:
        record = arena.record(rules, arena.seat(rules, pairing.players, seed), seed, tally.add)
    except arena.ArenaError as error:
        raise arena.ArenaError(f"game {number} of seed {pairing.seed}: {error}") from error
    result, actions = record.result, sum(side is not None for side, _ in record.log)
    return GameOutcome(result.winner.label, result.victory, record.state.week, actions, tally.counts)


def play_many(pairing: Pairing, games: int, jobs: int) -> Iterator[GameOutcome]:
    """The outcomes of games 0 to ``games - 1`` in that order, from ``jobs`` processes.

    Raises:
        ArenaError: as ``play_one`` does.
    """
    tasks = [(pairing, number) for number in range(games)]
    return in_order(_task, tasks, jobs, CHUNK)


def _task(task: tuple[Pairing, int]) -> GameOutcome:
    return play_one(*task)
