"""A match between two computer players, in pairs of games.

Games 2k and 2k + 1 are a pair: one deal and one chance, with the sides swapped. The players' own draws belong
to the sides, so what both players do alike is the same in both games.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import NamedTuple

from games.engine.side import EAST, SIDES
from games.rulebook.editions import ruleset
from games.simulation import arena
from games.simulation.coverage import victories
from games.simulation.processes import in_order
from games.simulation.series import Pairing, Wins

TURN_BEGINS = "level"
"""The decision with which a player's turn begins."""


class MatchGame(NamedTuple):
    """The outcome of one game.

    Attributes:
        share: what the match's first player has won of it, 0 or 1.
        turns: the processor time of the first and of the second player, in seconds for each turn: all that is
            asked from one decision on a level to the next. What is asked before belongs to the first turn.
    """

    winner: str
    victory: str
    share: float
    turns: tuple[list[float], list[float]]


class Times(NamedTuple):
    """The processor time that a player takes, in seconds."""

    turn: float
    longest_turn: float
    game: float


class Match(Wins):
    """The counts of a match.

    Attributes:
        shares: what the first player has won of each pair.
        turns: as those of a game.
    """

    shares: list[float]
    turns: tuple[list[float], list[float]]

    @classmethod
    def empty(cls, edition: str) -> Match:
        """The counts before the first game."""
        return cls(dict.fromkeys(victories(ruleset(edition).edition), 0), [], ([], []))

    @property
    def games(self) -> int:
        """The games so far."""
        return 2 * len(self.shares)

    def add(self, pair: tuple[MatchGame, MatchGame]) -> None:
        """Count one more pair."""
        self.shares.append(sum(game.share for game in pair) / 2)
        for game in pair:
            self.wins[game.winner, game.victory] += 1
            for number, turns in enumerate(game.turns):
                self.turns[number].extend(turns)

    def times(self) -> tuple[Times, Times]:
        """The times of the first and of the second player."""
        first, second = (
            Times(sum(turns) / len(turns), max(turns), sum(turns) / self.games) for turns in self.turns
        )
        return first, second


def play_pairs(pairing: Pairing, pairs: int, jobs: int) -> Generator[tuple[MatchGame, MatchGame], None, None]:
    """The pairs of a match in their order; closing this ends the match.

    Args:
        pairing: its first player is East in the first game of each pair.
        jobs: processes; the outcomes are the same, the times are measured.

    Raises:
        ArenaError: as ``play_one`` does.
    """
    return in_order(_pair, [(pairing, pair) for pair in range(pairs)], jobs)


def _pair(task: tuple[Pairing, int]) -> tuple[MatchGame, MatchGame]:
    pairing, pair = task
    return play_one(pairing, 2 * pair), play_one(pairing, 2 * pair + 1)


def play_one(pairing: Pairing, number: int) -> MatchGame:
    """Play one game of a match.

    Raises:
        ArenaError: when it goes wrong, with what is needed to play it again.
    """
    rules, deal = ruleset(pairing.edition), pairing.seed_of(number // 2)
    one, other = pairing.players
    # the match of a player with itself would be every game twice, were the players' own draws alike too
    own = pairing.seed_of(number) if one == other else deal
    first = SIDES[number % 2]
    names = (one, other) if first == EAST else (other, one)
    seated = arena.seat(rules, names, own, have_characters=True, budget=pairing.budget)
    asked: tuple[list[tuple[str, float]], ...] = ([], [])

    def note(entry: arena.Played) -> None:
        if entry.side is not None:
            asked[entry.side].append((entry.decision, entry.seconds))

    try:
        _state, result = arena.ended(arena.play(rules, seated, deal, is_checked=False), note)
    except arena.ArenaError as error:
        raise arena.ArenaError(f"game {number} of seed {pairing.seed}: {error}") from error
    turns = by_turn(asked[first]), by_turn(asked[first.enemy])
    return MatchGame(result.winner.label, result.victory, float(result.winner == first), turns)


def by_turn(asked: Iterable[tuple[str, float]]) -> list[float]:
    """The time of each turn of a player in one game.

    Args:
        asked: the word of every decision of that player, and the time that it took.
    """
    turns = [0.0]
    is_begun = False
    for decision, seconds in asked:
        if decision == TURN_BEGINS:
            if is_begun:
                turns.append(0.0)
            is_begun = True
        turns[-1] += seconds
    return turns
