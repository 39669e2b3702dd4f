"""How long a round of the free-pairing ladder takes: ``python -m tests.benchmarks.pairing`` prints it.

Nothing is asserted: the time depends on the machine, and a round is made by a worker, where nobody waits.
"""

from __future__ import annotations

import random
import time
from datetime import UTC, datetime, timedelta

from games.ladders.pairing.matchmaking import Candidate, pair_up
from tests.benchmarks.outcome import say

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def crowd(size: int, slots: int, seed: int = 1) -> list[Candidate]:
    """So many candidates with up to so many slots each, as a busy club has them."""
    chance = random.Random(seed)
    return [
        Candidate(
            id=name,
            rating=round(chance.gauss(1_500_000, 250_000)),
            slots=chance.randint(1, slots),
            difference=chance.randint(-1, 1),
            since=NOW - timedelta(hours=chance.randint(1, 400)),
            blocked=frozenset(chance.sample(range(size), 2)) - {name},
            recent=tuple(other for other in chance.sample(range(size), 6) if other != name),
        )
        for name in range(size)
    ]


def main() -> None:
    """Time one round of each size, and print how many games of those that slots allow it made."""
    for size, slots in ((32, 1), (32, 3), (100, 1), (100, 3), (300, 1), (300, 3), (1_000, 1), (1_000, 3)):
        candidates = crowd(size, slots)
        start = time.perf_counter()
        games = pair_up(candidates, now=NOW, number=1)
        seconds = time.perf_counter() - start
        rating = {candidate.id: candidate.rating for candidate in candidates}
        apart = sum(abs(rating[game.east] - rating[game.west]) for game in games) // len(games)
        say(
            f"{size:5} candidates, up to {slots} games each: {seconds:6.2f} s, {len(games)} of"
            f" {sum(candidate.slots for candidate in candidates) // 2} games,"
            f" {apart / 1000:.0f} points apart on average"
        )


if __name__ == "__main__":
    main()
