"""Timing several subjects side by side, and judging the ratios between them.

Absolute times say little on a shared machine: the same code is a third slower while a neighbour is busy.
So every round times every subject once, in shuffled order, and a ratio is taken between two subjects of the
same round only. What hurts one of them in that round is likely to hurt the other too, and the median over
the rounds drops the rest.
"""

import gc
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tests.benchmarks.outcome import Cost, Goal, Spread, Table, judged

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
    before: Callable[[], object] | None = None  # done each time before the work, and not timed


class Time(NamedTuple):
    """What a unit of work took, in nanoseconds: by the clock, and of this process' processor time."""

    elapsed: float
    processor: float


def run(
    rounds: int,
    subjects: Sequence[Subject],
    goals: Sequence[Goal] = (),
    *,
    clock: Clock = time.perf_counter_ns,
    processor_clock: Clock = time.process_time_ns,
    seed: int = 0,
) -> Table:
    """Warm every subject up once, time each once a round, and judge the goals.

    The clocks tell nanoseconds, `seed` decides the order inside the rounds. Raises ValueError for no rounds,
    two subjects of one name, a goal about a subject that is not there (all three before anything is timed),
    or a subject that did no work.
    """
    _check(rounds, subjects, goals)
    clocks = (clock, processor_clock)
    for subject in subjects:
        _prepare(subject)
        subject.work()
    shuffled = list(subjects)
    order = random.Random(seed)
    series: dict[str, list[Time]] = {subject.name: [] for subject in subjects}
    for _ in range(rounds):
        order.shuffle(shuffled)
        for subject in shuffled:
            series[subject.name].append(_time_of(subject, clocks))
    return Table(
        rounds,
        tuple(
            Cost(subject.name, subject.source, Spread.of([time.elapsed for time in series[subject.name]]))
            for subject in subjects
        ),
        tuple(judged(goal, _ratios(goal, series[goal.over], series[goal.under])) for goal in goals),
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


def _prepare(subject: Subject) -> None:
    if subject.before is not None:
        subject.before()


def _time_of(subject: Subject, clocks: tuple[Clock, Clock]) -> Time:
    """A unit's time. The collector is off meanwhile: one subject must not pay for another's garbage."""
    _prepare(subject)
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        begin = [clock() for clock in clocks]
        units = subject.work()
        elapsed, processor = (clock() - began for clock, began in zip(clocks, begin, strict=True))
    finally:
        if was_enabled:
            gc.enable()
    if units < 1 or elapsed < 1:
        raise ValueError(f"{subject.name!r} did too little to time: {units} units in {elapsed} ns")
    return Time(elapsed / units, processor / units)


def _ratios(goal: Goal, over: Sequence[Time], under: Sequence[Time]) -> list[float]:
    which = 1 if goal.is_processor_time else 0
    return [a[which] / b[which] for a, b in zip(over, under, strict=True)]
