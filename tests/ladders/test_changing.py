"""Changing the rules of a ladder: what changes, when, and who is told."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail

from games.ladders import changing, participation, rounds
from games.ladders.changing import ANNOUNCED_FOR, LaterRules
from games.ladders.models.ladder import Ladder
from sekigahara.errors.exceptions import Conflict, Unacceptable
from tests.factories.ladders import LadderFactory, organiser_of
from tests.factories.people import PersonFactory
from tests.kit.work import do_due_work

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
OTHER = LaterRules(pace=7, season_days=56, hours_between=24)


@pytest.fixture
def ladder() -> Ladder:
    made: Ladder = LadderFactory.create(players=["Anna"], now=NOON)
    return made


def changed(ladder: Ladder, rules: LaterRules = OTHER, name: str = "Free") -> Ladder:
    changing.change(ladder=ladder, by=organiser_of(ladder.club), name=name, rules=rules, now=NOON)
    ladder.refresh_from_db()
    return ladder


def test_rules_change_a_week_later_and_the_name_at_once(ladder: Ladder) -> None:
    assert changed(ladder, name="Freer").name == "Freer"
    for now, pace in ((NOON + ANNOUNCED_FOR - timedelta(seconds=1), 3), (NOON + ANNOUNCED_FOR, 7)):
        rounds.run(now)
        ladder.refresh_from_db()
        assert ladder.pace == pace
    assert (ladder.season_days, ladder.coming_terms, ladder.coming_at) == (56, None, None)


def test_running_season_keeps_its_end(ladder: Ladder) -> None:
    end = ladder.seasons.get().ends_at
    changed(ladder)
    rounds.run(NOON + ANNOUNCED_FOR)
    assert ladder.seasons.get().ends_at == end


def test_change_is_announced_in_sentences_and_mailed_to_the_players(ladder: Ladder) -> None:
    with time_machine.travel(NOON, tick=False):
        do_due_work()
        mail.outbox.clear()
        changed(ladder)
        do_due_work()
    (letter,) = mail.outbox
    assert (letter.subject, letter.to) == ("Free: its rules change", [PersonFactory.named("Anna").email])
    said = " ".join(str(letter.body).split())
    assert "Rules of Free change on 9 March 2026." in said
    assert "Games that begin from then on have 7 days for each decision." in said
    assert "Seasons that begin from then on last 56 days." in said
    assert "round of pairing" not in said


def test_name_alone_is_no_news(ladder: Ladder) -> None:
    rules = changing.rules_of(ladder)
    assert changed(ladder, rules, "Freer").coming_terms is None


def test_change_is_taken_back_by_asking_for_what_holds(ladder: Ladder) -> None:
    before = changing.rules_of(ladder)
    changed(ladder)
    assert changing.rules_of(ladder) == OTHER
    assert changed(ladder, before).coming_at is None


def test_impossible_and_closed_are_refused(ladder: Ladder) -> None:
    with pytest.raises(Unacceptable):
        changed(ladder, OTHER._replace(season_days=1))
    LadderFactory.create(club=ladder.club, name="Taken", now=NOON)
    with pytest.raises(Unacceptable, match="ladder-name-taken"):
        changed(ladder, name="Taken")
    participation.close(ladder=ladder, by=organiser_of(ladder.club), now=NOON)
    with pytest.raises(Conflict, match="ladder-closed"):
        changed(ladder)
