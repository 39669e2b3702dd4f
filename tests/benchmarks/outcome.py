"""What came of measuring: goals, the numbers found for them, and the verdicts."""

import json
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Literal


class UnexpectedAnswerError(Exception):
    """The service did not answer as it has to; the message says what it answered."""


Verdict = Literal["stretch", "must", "MISSED", "-"]


@dataclass(frozen=True, slots=True)
class Goal:
    """A number we want to know. Without `must` it is told but not judged.

    Mostly it is a ratio: the cost of a unit of `over` divided by the cost of a unit of `under`. Without these
    it is found in another way, and given to `judged`.
    """

    id: str
    what: str
    over: str = ""
    under: str = ""
    must: float | None = None
    stretch: float | None = None
    is_processor_time: bool = False  # of this process alone, however long it waited for others
    is_more_better: bool = False
    is_exact: bool = False  # a count, which no noise excuses: the worst is judged, not the median


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
    found: Spread
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Table:
    """The outcome of a run, or of several."""

    rounds: int
    costs: tuple[Cost, ...]
    rows: tuple[Row, ...]

    @property
    def missed(self) -> tuple[Row, ...]:
        """The rows whose `must` was missed."""
        return tuple(row for row in self.rows if row.verdict == "MISSED")

    def __add__(self, other: "Table") -> "Table":
        return Table(self.rounds, self.costs + other.costs, self.rows + other.rows)

    def __str__(self) -> str:
        """The goals, one a line, under a heading."""
        heading = ("id", "what", "found", "min..max", "must", "stretch", "verdict")
        return aligned([heading, *(_row_cells(row) for row in self.rows)])

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
        return aligned([heading, *cells])

    def show(self, path: Path | None) -> None:
        """Print the outcome, and write all of it to a file, if there is one, as JSON with nanoseconds."""
        say(f"{self.costs_text()}\n\n{self}")
        if path is None:
            return
        document = {"python": platform.python_version(), "machine": platform.machine(), **asdict(self)}
        path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def judged(goal: Goal, series: Sequence[float]) -> Row:
    """What became of a goal whose number was found so in each round."""
    found = Spread.of(series)
    if not goal.is_exact:
        return Row(goal, found, _verdict(goal, found.median))
    return Row(goal, found, _verdict(goal, found.min if goal.is_more_better else found.max))


def _verdict(goal: Goal, found: float) -> Verdict:
    if goal.must is None:
        return "-"
    if not _reaches(goal, found, goal.must):
        return "MISSED"
    return "stretch" if goal.stretch is not None and _reaches(goal, found, goal.stretch) else "must"


def _reaches(goal: Goal, found: float, limit: float) -> bool:
    return found >= limit if goal.is_more_better else found <= limit


def _row_cells(row: Row) -> tuple[str, ...]:
    goal, found = row.goal, row.found
    must, stretch = (("-" if limit is None else f"{limit:g}") for limit in (goal.must, goal.stretch))
    spread = f"{_number(found.min)}..{_number(found.max)}"
    return (goal.id, goal.what, _number(found.median), spread, must, stretch, row.verdict)


def _number(found: float) -> str:
    return f"{found:.0f}" if found >= 1_000 else f"{found:.3g}"


def _time(ns: float) -> str:
    return f"{ns:.1f} ns" if ns < 1_000 else f"{ns / 1_000:.2f} µs"


def say(line: str) -> None:
    """Print a line at once, for somebody who waits for the next one."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def aligned(lines: Sequence[Sequence[str]]) -> str:
    """Lines of cells as a table for a terminal."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = (
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines
    )
    return "\n".join(line.rstrip() for line in padded)
