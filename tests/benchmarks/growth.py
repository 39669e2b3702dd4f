"""How the pages of a ladder, and what is worked out beside them, grow with its members and games.

``manage.py bench --growth`` makes a club of each size in a database of its own, on PostgreSQL, and prints
what each page takes: by the clock, of processor time in this process, and in how many statements. What
matters are the last columns: with what power of the number of games that grows, 0 for what does not depend on
it, 1 for what takes each game once. The clock counts other work of the machine too; the quickest of some
rounds is told.
"""

import json
import math
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Final, NamedTuple

from tests.benchmarks.installation import installation
from tests.benchmarks.outcome import say

SIZES: Final = ((1_000, 20_000), (3_000, 60_000), (10_000, 200_000))
"""Members, and finished games of one season."""
ROUNDS: Final = 15
MOST_PROCESSOR: Final = 50.0
"""Milliseconds of this process that a page may take at the largest size."""


class Subject(NamedTuple):
    """Something to time.

    Attributes:
        rounds: how often; the quickest counts.
        is_page: somebody waits for it, so that it must not grow.
    """

    name: str
    work: Callable[[], object]
    rounds: int = ROUNDS
    is_page: bool = True


@dataclass(frozen=True, slots=True)
class Taken:
    """What a subject took at one size, in milliseconds; pages also how many statements."""

    name: str
    is_page: bool
    elapsed: float
    processor: float
    statements: int


def main() -> int:
    """Measure each size in a process of its own, and print what came of it.

    Returns:
        1 where a page grew: it took more than it may, or another number of statements.
    """
    measured = []
    for members, games in SIZES:
        command = [sys.executable, "-m", "tests.benchmarks.growth", str(members), str(games)]
        told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        measured.append([Taken(**json.loads(line)) for line in told.splitlines()])
    sys.stdout.write("\n".join(_lines(measured)) + "\n")
    grown = [*_grown(measured)]
    sys.stdout.write("".join(f"MISSED: {each}\n" for each in grown))
    return 1 if grown else 0


def measure(members: int, games: int) -> Iterator[Taken]:
    """Make a club of that size, and time everything."""
    with installation():
        # These read settings and models, which are there only now.
        from tests.benchmarks.growth_subjects import subjects

        yield from map(_timed, subjects(members, games))


def _timed(subject: Subject) -> Taken:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    statements = 0
    if subject.rounds > 1:
        subject.work()  # what is made once in a process is no part of a page
        with CaptureQueriesContext(connection) as captured:
            subject.work()
        statements = len(captured)
    times = []
    for _round in range(subject.rounds):
        clocks = time.perf_counter(), time.process_time()
        subject.work()
        times.append((time.perf_counter() - clocks[0], time.process_time() - clocks[1]))
    elapsed, processor = (1_000 * min(each[kind] for each in times) for kind in (0, 1))
    return Taken(subject.name, subject.is_page, elapsed, processor, statements)


def _lines(measured: list[list[Taken]]) -> Iterator[str]:
    sizes = [f"{members:,}/{games:,}" for members, games in SIZES]
    yield "Milliseconds by the clock, and of processor time in this process; SQL statements; powers of both"
    heads = "".join(f"{size:>18}" for size in sizes)
    yield f"{'members/finished games':<31}{heads}{'SQL':>5}{'clock':>8}{'processor':>11}"
    for of_sizes in zip(*measured, strict=True):
        cells = "".join(f"{each.elapsed:>10,.0f}{each.processor:>8,.0f}" for each in of_sizes)
        first, last = of_sizes[0], of_sizes[-1]
        statements = (
            "/".join(dict.fromkeys(str(each.statements) for each in of_sizes)) if first.is_page else "-"
        )
        clock, processor = _power(first.elapsed, last.elapsed), _power(first.processor, last.processor)
        yield f"{first.name:<31}{cells}{statements:>5}{clock:>8.2f}{processor:>11.2f}"


def _power(first: float, last: float) -> float:
    """Of the number of games: what was taken grew with it."""
    return math.log(last / first) / math.log(SIZES[-1][1] / SIZES[0][1])


def _grown(measured: list[list[Taken]]) -> Iterator[str]:
    for of_sizes in zip(*measured, strict=True):
        last = of_sizes[-1]
        if not last.is_page:
            continue
        if last.processor > MOST_PROCESSOR:
            yield f"{last.name}: {last.processor:.0f} ms of processor, more than {MOST_PROCESSOR:.0f}"
        if len({each.statements for each in of_sizes}) > 1:
            yield f"{last.name}: another number of statements at another size"


if __name__ == "__main__":
    for taken in measure(*map(int, sys.argv[1:3])):
        say(json.dumps(asdict(taken)))
