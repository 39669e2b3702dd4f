"""On PostgreSQL: several workers fold at once, while games end."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from games.ladders.models.rating import RatedGame, RatingFold
from games.ladders.ratings import intake
from games.ladders.ratings.check import first_difference
from games.ladders.ratings.intake import rebuild
from games.models.game import Game
from tests.factories.people import PersonFactory
from tests.ladders.rating_games import Quick, fold_all, snapshot

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

WORKERS = 4


def test_workers_that_fold_at_once_come_to_the_same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the first time, when nobody has made the row yet that they lock; some results come late."""
    quick = Quick([PersonFactory.named(f"Ashigaru {name}") for name in ("One", "Two", "Three", "Four")])
    games = list(quick.season(48))
    Game.objects.filter(pk__in=[game.pk for game in games]).update(status=Game.Status.RUNNING)
    monkeypatch.setattr(intake, "RESULTS_A_FOLD", 5)
    assert not RatingFold.objects.exists()
    barrier = Barrier(WORKERS)

    def worker(number: int) -> int:
        """End every fourth game, and fold."""
        try:
            barrier.wait()
            done = 0
            for game in games[number::WORKERS]:
                Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
                done += fold_all()
            return done
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WORKERS) as pool:
        folded = sum(pool.map(worker, range(WORKERS)))
    assert folded >= len(games)
    assert RatedGame.objects.filter(is_folded=True).count() == len(games)
    assert first_difference() is None
    at_once = snapshot()
    rebuild()
    assert snapshot() == at_once
