"""Timing several subjects side by side, and judging the ratios between them.

Absolute times say little on a shared machine: the same code is a third slower while a neighbour is busy.
So every round times every subject once, in shuffled order, and a ratio is taken between two subjects of the
same round only. What hurts one of them in that round is likely to hurt the other too, and the median over
the rounds drops the rest.
"""

import gc
import json
import platform
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Literal

Verdict = Literal["stretch", "must", "MISSED", "-"]

#: Nanoseconds since any fixed moment, never running backwards.
Clock = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that can be timed.

    `work` does a fixed amount of work and returns how many units (plies, moves, copies) that was. Work of
    roughly 10 to 50 ms suits: long beside the clock's grain and an interrupt, short enough for many rounds.
    """

    name: str
    work: Callable[[], int]
    source: str = ""  # the package and version it comes from; empty for our own code


@dataclass(frozen=True, slots=True)
class Goal:
    """A ratio we want to know: the cost of a unit of `over` divided by the cost of a unit of `under`.

    Without `must` it is told but not judged.
    """

    id: str
    what: str
    over: str
    under: str
    must: float | None = None
    stretch: float | None = None


@dataclass(frozen=True, slots=True)
class Spread:
    """The middle and the ends of a series, one value a round."""

    median: float
    min: float
    max: float

    @classmethod
    def of(cls, series: Sequence[float]) -> "Spread":
        return cls(median(series), min(series), max(series))


@dataclass(frozen=True, slots=True)
class Cost:
    """What a unit of a subject's work costs, in nanoseconds."""

    name: str
    source: str
    ns: Spread


@dataclass(frozen=True, slots=True)
class Row:
    """A goal and what became of it."""

    goal: Goal
    ratio: Spread
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Table:
    """The outcome of a run."""

    rounds: int
    costs: tuple[Cost, ...]
    rows: tuple[Row, ...]

    @property
    def missed(self) -> tuple[Row, ...]:
        """The rows whose `must` was missed."""
        return tuple(row for row in self.rows if row.verdict == "MISSED")

    def __str__(self) -> str:
        """The goals, one a line, under a heading."""
        heading = ("id", "what", "ratio", "min..max", "must", "stretch", "verdict")
        return _aligned([heading, *(_row_cells(row) for row in self.rows)])

    def costs_text(self) -> str:
        """The cost of a unit of every subject, one a line: for information, not for judging."""
        heading = ("subject", "a unit", "min..max", "from")
        cells = [
            (
                cost.name,
                _time(cost.ns.median),
                f"{_time(cost.ns.min)}..{_time(cost.ns.max)}",
                cost.source or "-",
            )
            for cost in self.costs
        ]
        return _aligned([heading, *cells])

    def write_json(self, path: Path) -> None:
        """Write the whole outcome to `path`. Costs are in nanoseconds a unit."""
        document = {"python": platform.python_version(), "machine": platform.machine(), **asdict(self)}
        path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def run(
    rounds: int,
    subjects: Sequence[Subject],
    goals: Sequence[Goal] = (),
    *,
    clock: Clock = time.perf_counter_ns,
    seed: int = 0,
) -> Table:
    """Warm every subject up once, time each once a round, and judge the goals.

    `clock` tells nanoseconds, `seed` decides the order inside the rounds. Raises ValueError for no rounds,
    two subjects of one name, a goal about a subject that is not there (all three before anything is timed),
    or a subject that did no work.
    """
    _check(rounds, subjects, goals)
    for subject in subjects:
        subject.work()
    shuffled = list(subjects)
    order = random.Random(seed)
    series: dict[str, list[float]] = {subject.name: [] for subject in subjects}
    for _ in range(rounds):
        order.shuffle(shuffled)
        for subject in shuffled:
            series[subject.name].append(_cost(subject, clock))
    return Table(
        rounds,
        tuple(Cost(subject.name, subject.source, Spread.of(series[subject.name])) for subject in subjects),
        tuple(_judged(goal, series[goal.over], series[goal.under]) for goal in goals),
    )


def _check(rounds: int, subjects: Sequence[Subject], goals: Sequence[Goal]) -> None:
    if rounds < 1:
        raise ValueError(f"at least one round is needed, not {rounds}")
    names = {subject.name for subject in subjects}
    if len(names) < len(subjects):
        raise ValueError("two subjects have the same name")
    for goal in goals:
        for name in (goal.over, goal.under):
            if name not in names:
                raise ValueError(f"goal {goal.id} is about {name!r}, which is not among the subjects")


def _cost(subject: Subject, clock: Clock) -> float:
    """Nanoseconds a unit. The collector is off meanwhile: one subject must not pay for another's garbage."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        begin = clock()
        units = subject.work()
        elapsed = clock() - begin
    finally:
        if was_enabled:
            gc.enable()
    if units < 1 or elapsed < 1:
        raise ValueError(f"{subject.name!r} did too little to time: {units} units in {elapsed} ns")
    return elapsed / units


def _judged(goal: Goal, over: Sequence[float], under: Sequence[float]) -> Row:
    ratio = Spread.of([a / b for a, b in zip(over, under, strict=True)])
    return Row(goal, ratio, _verdict(goal, ratio.median))


def _verdict(goal: Goal, ratio: float) -> Verdict:
    if goal.must is None:
        return "-"
    if ratio > goal.must:
        return "MISSED"
    return "stretch" if goal.stretch is not None and ratio <= goal.stretch else "must"


def _row_cells(row: Row) -> tuple[str, ...]:
    goal, ratio = row.goal, row.ratio
    must, stretch = (("-" if limit is None else f"{limit:g}") for limit in (goal.must, goal.stretch))
    spread = f"{ratio.min:.3g}..{ratio.max:.3g}"
    return (goal.id, goal.what, f"{ratio.median:.3g}", spread, must, stretch, row.verdict)


def _time(ns: float) -> str:
    return f"{ns:.1f} ns" if ns < 1_000 else f"{ns / 1_000:.2f} µs"


def _aligned(lines: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = (
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines
    )
    return "\n".join(line.rstrip() for line in padded)
