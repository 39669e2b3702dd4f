"""The work of an analysis, in pieces of a few seconds, so that it can be interrupted after each of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

from msgspec import Struct, field

from games.analysis import luck, turning_points
from games.analysis.course import Turn, course_of
from games.analysis.graves import GraveDeed, grave_deeds
from games.analysis.luck import DrawLuck, Luck
from games.analysis.rehearsing import Stage
from games.analysis.turning_points import MEASURED, Screened, TurningPoint
from games.engine.history import LogItem
from games.engine.ruleset import Ruleset
from games.engine.side import LABELS

METHOD = 5
"""The version of what is rehearsed, and how. An analysis by another is made again when it is asked for."""


class Found(Struct):
    """What is found so far.

    Attributes:
        draws: the luck of each draw, in order.
        screened: what each turn seemed to cost, in order.
        measured: the turns that were measured, in order.
    """

    draws: list[DrawLuck] = field(default_factory=list)
    screened: list[Screened] = field(default_factory=list)
    measured: list[TurningPoint] = field(default_factory=list)


class WeekLuck(Struct, frozen=True):
    """The luck of a side in one week; its set-up belongs to the first."""

    week: int
    luck: Luck


class SideLuck(Struct, frozen=True):
    """The luck of a side, in all and by week."""

    total: Luck
    weeks: list[WeekLuck]


class AnalysisResult(Struct, frozen=True):
    """What a game was about.

    Attributes:
        east, west: their luck.
        turning_points: in the order of the game; often none.
        turns: how many turns were looked at.
        grave: answers that were grave although another was legal.
    """

    east: SideLuck
    west: SideLuck
    turning_points: list[TurningPoint]
    turns: int
    grave: list[GraveDeed] = field(default_factory=list)


class Analyst:
    """Analyses one finished game.

    Args:
        rules: of the game.
        log: all of it.

    Raises:
        CorruptLog: naming the first entry that does not fit.
    """

    def __init__(self, rules: Ruleset, log: Sequence[LogItem]) -> None:
        self._rules = rules
        self._stage = Stage.of(rules)
        self._course = course_of(rules, log)

    @property
    def total(self) -> int:
        """How many pieces of work there are. Those that turn out not to be needed count too."""
        return len(self._course.draws) + len(self._course.turns) + MEASURED

    def do_next(self, found: Found) -> bool:
        """Do one piece of work. Return whether there was any left.

        Args:
            found: what is found so far, to which it is added.
        """
        draws, turns = self._course.draws, self._course.turns
        if len(found.draws) < len(draws):
            found.draws.append(luck.of_draw(self._stage, draws[len(found.draws)]))
        elif len(found.screened) < len(turns):
            found.screened.append(turning_points.screened(self._stage, turns[len(found.screened)]))
        else:
            return self._measure_next(found)
        return True

    def _measure_next(self, found: Found) -> bool:
        chosen = turning_points.worth_measuring(found.screened)
        if len(found.measured) == len(chosen):
            return False
        index = chosen[len(found.measured)]
        turn, best = self._course.turns[index], found.screened[index]
        found.measured.append(turning_points.measured(self._stage, turn, best, self._moment_before(turn)))
        return True

    def _moment_before(self, turn: Turn) -> int:
        return sum(step.seen[turn.side] for step in self._course.steps[: turn.step])

    def result(self, found: Found) -> AnalysisResult:
        """The result, once nothing is left to do."""
        points = turning_points.chosen(found.measured)
        east, west = (luck_of(label, found.draws) for label in LABELS)
        grave = grave_deeds(self._rules, self._course)
        return AnalysisResult(east, west, points, len(self._course.turns), grave)


def done(found: Found) -> int:
    """How many pieces of work are done."""
    return len(found.draws) + len(found.screened) + len(found.measured)


def luck_of(label: str, draws: Sequence[DrawLuck]) -> SideLuck:
    """The luck of a side, in all and in each week in which it drew, by all draws in their order."""
    own = [each for each in draws if each.side == label]
    weeks = [
        WeekLuck(week, luck.together(each.luck for each in rows))
        for week, rows in groupby(own, key=attrgetter("week"))
    ]
    return SideLuck(luck.together(each.luck for each in own), weeks)
