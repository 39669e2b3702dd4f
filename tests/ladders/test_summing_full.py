"""On PostgreSQL: several workers sum games up at once, and each game is counted once."""

import pytest

from games.ladders.models.statistics import EditionTally, GameSummary
from games.ladders.statistics import intake
from tests.kit.concurrency import at_once, held_up_at
from tests.ladders.archived import kept, taken_in

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

WORKERS = 4


def test_workers_that_sum_up_the_same_games_count_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the first time, when nobody has made the row yet that they lock."""
    monkeypatch.setattr(intake, "GAMES_A_PART", 2)
    games = [taken_in(seed) for seed in (1, 2, 3)]
    assert sum(at_once(*[intake.sum_up] * WORKERS)) == len(games)
    assert GameSummary.objects.count() == EditionTally.objects.get().tally.games == len(games)
    assert intake.first_difference() is None


def test_workers_that_wait_for_one_another_find_what_the_first_has_done() -> None:
    taken_in(1)
    intake.sum_up()
    taken_in(2)
    assert sorted(held_up_at(EditionTally.objects.all(), *[intake.sum_up] * 3)) == [0, 0, 1]
    assert EditionTally.objects.get().tally.games == 2


def test_a_rebuild_beside_workers_comes_to_the_same() -> None:
    taken_in(1)
    intake.sum_up()
    for edition in ("kessen", "gmt-2016"):
        taken_in(2, edition)
    at_once(intake.rebuild, intake.sum_up, intake.rebuild)
    assert intake.first_difference() is None
    before = kept()
    intake.rebuild()
    assert kept() == before
    assert GameSummary.objects.count() == 3
