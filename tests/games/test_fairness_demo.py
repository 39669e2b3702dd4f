"""The operator who tries to choose: it works where it can be done, and nowhere else."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.engine.chance import Grade
from games.management.commands._fairness import Attempt, FairnessReport, demonstrate
from games.management.commands.fairness_demo import said

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def test_only_where_a_nonce_follows_that_cannot_be_known_nothing_is_chosen() -> None:
    report = demonstrate(tries=400, games=6)
    by_grade = {attempt.grade: attempt for attempt in report.attempts}
    assert set(by_grade) == set(Grade)
    assert {grade: report.is_chosen(attempt) for grade, attempt in by_grade.items()} == {
        Grade.UNPROVED: True,
        Grade.SERVER_WITH_LAST: True,
        Grade.NOBODY: False,
    }
    assert report.by_chance < report.draws / 10


@pytest.mark.parametrize(("reached", "is_chosen"), [(0, False), (2, False), (12, True), (40, True)])
def test_luck_is_not_reported_as_a_choice(reached: int, *, is_chosen: bool) -> None:
    attempt = Attempt(Grade.NOBODY, 40, reached, 40_000)
    assert FairnessReport(17, 1000, [attempt]).is_chosen(attempt) is is_chosen


def test_the_command_says_how_far_the_operator_came() -> None:
    attempts = [Attempt(Grade.UNPROVED, 40, 40, 2000), Attempt(Grade.NOBODY, 40, 1, 1900)]
    lines = said(FairnessReport(17, 1000, attempts))
    assert "By chance alone: 17 of 1000 opening hands." in lines
    assert "unproved: in 40 of 40 games, with 2000 tries in all: chosen" in lines
    assert "nobody: in 1 of 40 games, with 1900 tries in all: no better than chance" in lines


@pytest.mark.parametrize("few", [{"tries": 0}, {"games": 0}])
def test_the_command_tries_something(few: dict[str, int]) -> None:
    with pytest.raises(CommandError, match="at least"):
        call_command("fairness_demo", **few)
