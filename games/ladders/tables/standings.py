"""The table of a season: points, tie-breaks and places.

``standings`` makes it from the results alone. A win is worth 2 points, a tie 1, a loss nothing. Players level
on points are separated by the tie-breaks, in order; each applies only among those whom all previous ones
left level. Players who are level on all of them share a place; they are listed by their ids,
which means nothing. The order of the input does not matter.
"""

from __future__ import annotations

import enum
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.engine.side import EAST, SIDES, WEST, Side
from games.ladders.ratings.results import LOSS, TIE, WIN, GameResult


class TieBreak(enum.StrEnum):
    """What separates players who are level, in this order. The words are stored, and are codes of the API."""

    HEAD_TO_HEAD = "head-to-head"
    SONNEBORN_BERGER = "sonneborn-berger"
    WINS = "wins"
    WINS_AS_LESS_FAVOURED = "wins-as-less-favoured"

    @property
    def called(self) -> str:
        """What people call it, in English; translated where it is shown."""
        return TIE_BREAK_NAMES[self]

    @property
    def explanation(self) -> str:
        """One line for the foot of a table, in English; translated where it is shown."""
        return TIE_BREAK_EXPLANATIONS[self]


def gettext_noop(text: str) -> str:
    """Marks a sentence for those who translate, as Django's function of that name does, without Django."""
    return text


TIE_BREAK_NAMES: Final[Mapping[TieBreak, str]] = {
    TieBreak.HEAD_TO_HEAD: gettext_noop("Head to head"),
    TieBreak.SONNEBORN_BERGER: gettext_noop("Sonneborn-Berger"),
    TieBreak.WINS: gettext_noop("Wins"),
    TieBreak.WINS_AS_LESS_FAVOURED: gettext_noop("Wins as less favoured"),
}
TIE_BREAK_EXPLANATIONS: Final[Mapping[TieBreak, str]] = {
    TieBreak.HEAD_TO_HEAD: gettext_noop("Games won against those who are level, less games lost to them."),
    TieBreak.SONNEBORN_BERGER: gettext_noop(
        "For each game, the points it brought times the points of the opponent, added up."
    ),
    TieBreak.WINS: gettext_noop("Games won."),
    TieBreak.WINS_AS_LESS_FAVOURED: gettext_noop("Games won with the side that won fewer games this season."),
}


@dataclass(frozen=True, slots=True)
class Tally:
    """Games won, tied and lost: of a player, or against one opponent."""

    wins: int = 0
    ties: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.ties + self.losses

    @property
    def points(self) -> int:
        return WIN * self.wins + TIE * self.ties


@dataclass(frozen=True, slots=True)
class TableRow:
    """One player's line.

    Attributes:
        place: from 1; those who share one have the same, and the next place is higher by their number.
        player: the id.
        tally: of all games.
        tie_breaks: the value of each tie-break, higher is better, in the order they count. Head to head
            counts the games among the level players, and is 0 for a player who was level with no one.
    """

    place: int
    player: int
    tally: Tally
    tie_breaks: Mapping[TieBreak, int]

    @property
    def points(self) -> int:
        return self.tally.points


Values: TypeAlias = dict[int, int]


def standings(players: Iterable[int], results: Iterable[GameResult]) -> list[TableRow]:
    """The table of a season, the best first.

    Args:
        players: the ids of all who take part; those who have not finished a game are in the table too.
        results: the season's games. Those with someone who is not in ``players`` are left out, and so are
            those against computer players.
    """
    season = _Season(sorted(set(players)), results)
    points = {player: season.tally(player).points for player in season.players}
    found: dict[int, dict[TieBreak, int]] = {player: {} for player in season.players}
    groups = _split(season.players, points)
    for tie_break in TieBreak:
        split: list[list[int]] = []
        for group in groups:
            values = season.values(tie_break, group)
            for player in group:
                found[player][tie_break] = values[player]
            split.extend(_split(group, values))
        groups = split
    rows: list[TableRow] = []
    for group in groups:
        place = len(rows) + 1
        rows.extend(TableRow(place, player, season.tally(player), found[player]) for player in group)
    return rows


class _Season:
    """The games of those who take part, counted in the ways tie-breaks need."""

    def __init__(self, players: list[int], results: Iterable[GameResult]) -> None:
        self.players = players
        known = set(players)
        games = [
            (result.persons, result.halves)
            for result in results
            if result.persons is not None and known.issuperset(result.persons)
        ]
        scores: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        self._wins_by: dict[Side, Counter[int]] = {side: Counter() for side in SIDES}
        for persons, halves in games:
            for side in SIDES:
                scores[persons[side], persons[side.enemy]].append(halves[side])
                self._wins_by[side][persons[side]] += halves[side] == WIN
        # By player, so that counting one player reads only their own games.
        self._met: defaultdict[int, dict[int, Tally]] = defaultdict(dict)
        for (one, other), own in scores.items():
            self._met[one][other] = Tally(own.count(WIN), own.count(TIE), own.count(LOSS))
        self._tallies = {player: _sum(self._met[player].values()) for player in players}
        east, west = (self._wins_by[side].total() for side in SIDES)
        self._less_favoured = None if east == west else EAST if east < west else WEST

    def tally(self, player: int) -> Tally:
        """The tally of all games of a player."""
        return self._tallies[player]

    def values(self, tie_break: TieBreak, group: Sequence[int]) -> Values:
        """The value of a tie-break for each of the players who are still level."""
        level = frozenset(group)
        return {player: _COUNTED[tie_break](self, player, level) for player in group}

    def head_to_head(self, player: int, level: AbstractSet[int]) -> int:
        """Not points: with them, a player who has met the others more often would be ahead for that reason
        alone. A game that both lost was not lost to anybody.
        """
        met = self._met[player].items()
        return sum(tally.wins - self._met[other][player].wins for other, tally in met if other in level)

    def sonneborn_berger(self, player: int, _level: AbstractSet[int]) -> int:
        return sum(tally.points * self._tallies[other].points for other, tally in self._met[player].items())

    def wins(self, player: int, _level: AbstractSet[int]) -> int:
        return self._tallies[player].wins

    def wins_as_less_favoured(self, player: int, _level: AbstractSet[int]) -> int:
        return 0 if self._less_favoured is None else self._wins_by[self._less_favoured][player]


_COUNTED: Final[Mapping[TieBreak, Callable[[_Season, int, AbstractSet[int]], int]]] = {
    TieBreak.HEAD_TO_HEAD: _Season.head_to_head,
    TieBreak.SONNEBORN_BERGER: _Season.sonneborn_berger,
    TieBreak.WINS: _Season.wins,
    TieBreak.WINS_AS_LESS_FAVOURED: _Season.wins_as_less_favoured,
}


def _sum(tallies: Iterable[Tally]) -> Tally:
    met = list(tallies)
    return Tally(
        sum(tally.wins for tally in met), sum(tally.ties for tally in met), sum(tally.losses for tally in met)
    )


def _split(group: Sequence[int], values: Values) -> list[list[int]]:
    """Those of equal value together, the highest first, in each the order of the group."""
    equal: defaultdict[int, list[int]] = defaultdict(list)
    for player in group:
        equal[values[player]].append(player)
    return [equal[value] for value in sorted(equal, reverse=True)]
