"""Many rounds one after another: what nobody sees in one of them."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from games.ladders.pairing.matchmaking import Candidate, is_rematch, pair_up

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_season_of_twelve() -> None:
    """Half of them wait each day, for up to two games, most of them long enough to be given a rematch.

    As nearly always others are there, nobody meets the same opponent twice in a row; sides stay even; and all
    of them come to play about as much, though the ratings of some are far from all others.
    """
    chance = random.Random(7)
    club = {
        name: Candidate(id=name, rating=rating * 1000, slots=1, difference=0, since=BEGIN)
        for name, rating in enumerate([900, 1200, *range(1400, 1600, 25), 1900, 2300])
    }
    rematches = 0
    played: Counter[int] = Counter()
    differences: Counter[int] = Counter()
    for number in range(60):
        now = BEGIN + timedelta(days=number)
        here = [
            replace(one, slots=chance.randint(1, 2), since=now - timedelta(hours=chance.randint(0, 400)))
            for one in club.values()
            if chance.random() < 0.5
        ]
        before = dict(club)
        for game in pair_up(here, now=now, number=number):
            east, west = club[game.east], club[game.west]
            rematches += is_rematch(before[east.id], before[west.id])
            club[east.id] = replace(east, difference=east.difference + 1, recent=(west.id, *east.recent))
            club[west.id] = replace(west, difference=west.difference - 1, recent=(east.id, *west.recent))
            played.update([east.id, west.id])
        differences.update(abs(one.difference) for one in club.values())
    assert rematches <= 2  # on a day when few were there
    assert min(played[name] for name in club) > max(played.values()) // 2
    assert max(differences) <= 2
    assert differences[2] < differences.total() // 20
