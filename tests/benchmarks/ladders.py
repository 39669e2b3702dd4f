"""How long a ladder takes to be made again: `python -m tests.benchmarks.ladders [RESULTS ...]`."""

import argparse
import random
import sys
import time
from datetime import timedelta

from games.ladders.ratings.fold import Fold
from games.ladders.ratings.results import GameResult
from tests.ladders.finished import campaigns

SIZES = (20_000, 200_000)
GAMES_OF_A_PLAYER = 50
"""On the average: a larger service has more players, not players of more games."""
EDITIONS = ("kessen", "gmt-2016", "gmt-2011", "manual")


def results(count: int) -> list[GameResult]:
    """So many finished games over ten years, of players of every strength."""
    chance = random.Random(count)
    strengths = [chance.gauss(1500, 250) for _player in range(2 * count // GAMES_OF_A_PLAYER)]
    every = timedelta(days=3650) / count
    return [*campaigns(count, strengths=strengths, bias=30, editions=EDITIONS, every=every)]


def fold(finished: list[GameResult]) -> tuple[float, Fold]:
    """Feed them all to a new fold: how many seconds of processor time that took, and the fold."""
    made = Fold()
    began = time.process_time()
    for each in finished:
        made.add(each)
    return time.process_time() - began, made


def main(arguments: list[str]) -> None:
    """Fold as many results as asked for, and print what that took."""
    parser = argparse.ArgumentParser(prog="tests.benchmarks.ladders", description=main.__doc__)
    parser.add_argument("results", type=int, nargs="*", default=SIZES, help="how many (20000 200000)")
    sys.stdout.write(f"{'results':>9}{'standings':>11}{'seconds':>9}{'µs a result':>13}\n")
    for count in parser.parse_args(arguments).results:
        seconds, made = fold(results(count))
        standings = len(made.table.standings)
        sys.stdout.write(f"{count:9,}{standings:11,}{seconds:9.1f}{seconds / count * 1e6:13.0f}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
