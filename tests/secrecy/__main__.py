"""The secrecy of the service at the size of a night: ``python -m tests.secrecy [--games 24] [--seed S]``.

With ``--machine [--examples 100]`` hypothesis decides what is done next, in every edition, and says by which
short script it came to a leak. With ``--orders [--steps 40000]`` both sides give orders of every kind, and
statements are compared too.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator

import django

from tests.secrecy.memory import LeakError

Task = tuple[str, int]
Watched = Callable[[Task], Counter[str]]


def main() -> None:
    """Compare, and say how much was compared; exit 1 at the first leak."""
    parser = argparse.ArgumentParser(prog="python -m tests.secrecy", description=__doc__)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--machine", action="store_true", help="let hypothesis drive instead")
    parser.add_argument("--examples", type=int, default=100, help="so many games are driven")
    parser.add_argument("--orders", action="store_true", help="compare games with orders instead")
    parser.add_argument("--steps", type=int, default=40_000, help="so many of these are told")
    parser.add_argument("--seed", default="nightly")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    told = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.kit.settings")
    django.setup()
    began = time.perf_counter()
    heard: Counter[str] = Counter()
    tasks, watched = _tasks(told)
    try:
        for number, found in enumerate(_found(watched, tasks, told.jobs), 1):
            heard += found
            sys.stderr.write(f"\r{number} of {len(tasks)}")
    except LeakError as error:
        sys.exit(f"\nleak: {error}")
    for what, times in sorted(heard.items()):
        sys.stdout.write(f"{times:7d}  {what}\n")
    told_alike = heard.total() - heard["examples"] - heard["steps"]
    seconds = time.perf_counter() - began
    sys.stdout.write(f"{told_alike} answers and mails in {seconds:.0f} s: alike\n")


def _tasks(told: argparse.Namespace) -> tuple[list[Task], Watched]:
    """What is to be compared in one go each, and how."""
    from tests.secrecy import long_run  # needs Django's settings

    if told.orders:
        count = -(-told.steps // long_run.STEPS_AT_ONCE)
        return [(told.seed, number) for number in range(count)], long_run.heard_by_orders
    count = -(-told.examples // long_run.EXAMPLES) if told.machine else told.games
    tasks = [(told.seed, number) for number in range(count)]
    return tasks, long_run.heard_by_machine if told.machine else long_run.heard


def _found(watched: Watched, tasks: list[Task], jobs: int) -> Iterator[Counter[str]]:
    if jobs == 1:
        yield from map(watched, tasks)
        return
    # spawned, so that each process makes a database of its own
    with multiprocessing.get_context("spawn").Pool(jobs, django.setup) as pool:
        yield from pool.imap(watched, tasks)


if __name__ == "__main__":
    main()
