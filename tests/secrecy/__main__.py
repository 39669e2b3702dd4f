"""The secrecy of the service at the size of a night: ``python -m tests.secrecy [--games 24] [--seed S]``."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator

import django

from tests.secrecy.memory import LeakError


def main() -> None:
    """Compare, and say how much was compared; exit 1 at the first leak."""
    parser = argparse.ArgumentParser(prog="python -m tests.secrecy", description=__doc__)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--seed", default="nightly")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    told = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.kit.settings")
    django.setup()
    began = time.perf_counter()
    heard: Counter[str] = Counter()
    try:
        for number, found in enumerate(_found(told.seed, told.games, told.jobs), 1):
            heard += found
            sys.stderr.write(f"\r{number} of {told.games} games")
    except LeakError as error:
        sys.exit(f"\nleak: {error}")
    for what, times in sorted(heard.items()):
        sys.stdout.write(f"{times:7d}  {what}\n")
    seconds = time.perf_counter() - began
    sys.stdout.write(f"{heard.total()} answers and mails of {told.games} games in {seconds:.0f} s: alike\n")


def _found(seed: str, games: int, jobs: int) -> Iterator[Counter[str]]:
    from tests.secrecy.night import heard  # needs Django's settings

    tasks = [(seed, number) for number in range(games)]
    if jobs == 1:
        yield from map(heard, tasks)
        return
    # spawned, so that each process makes a database of its own
    with multiprocessing.get_context("spawn").Pool(jobs, django.setup) as pool:
        yield from pool.imap(heard, tasks)


if __name__ == "__main__":
    main()
