"""The secrecy of the service at the size of a night: ``python -m tests.secrecy [--games 24] [--seed S]``."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter

import django

from tests.secrecy.memory import LeakError

# Also in every process that is spawned, before anything of ours is read there.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.kit.settings")
django.setup()


def main() -> None:
    """Compare, and say how much was compared; exit 1 at the first leak."""
    parser = argparse.ArgumentParser(prog="python -m tests.secrecy", description=__doc__)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--seed", default="nightly")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    told = parser.parse_args()
    began = time.perf_counter()
    heard: Counter[str] = Counter()
    with multiprocessing.get_context("spawn").Pool(told.jobs, _prepare) as pool:
        tasks = [(told.seed, number) for number in range(told.games)]
        try:
            for number, found in enumerate(pool.imap(_heard, tasks), 1):
                heard += found
                sys.stderr.write(f"\r{number} of {told.games} games")
        except LeakError as error:
            sys.exit(f"\nleak: {error}")
    for what, times in sorted(heard.items()):
        sys.stdout.write(f"{times:7d}  {what}\n")
    seconds = time.perf_counter() - began
    sys.stdout.write(f"{heard.total()} answers and mails of {told.games} games in {seconds:.0f} s: alike\n")


def _prepare() -> None:
    from tests.secrecy import night  # needs Django's settings

    night.prepare()


def _heard(task: tuple[str, int]) -> Counter[str]:
    from tests.secrecy import night  # needs Django's settings

    return night.heard(*task)


if __name__ == "__main__":
    main()
