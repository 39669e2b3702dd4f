"""The news of a ladder: who is mailed what, and that nobody is mailed it twice."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from django.core import mail

from accounts.models.person import Person
from games.ladders import participation, rounds
from games.ladders.clubs import announcements
from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match, Season
from games.ladders.news import NEWS
from games.models.outage import Pulse
from notifications import services as notifications
from notifications.models import Notification
from notifications.webhooks.models import Delivery
from tests.factories.clubs import ClubFactory, ClubWebhookFactory, MembershipFactory
from tests.factories.ladders import ChallengeLadderFactory, LadderFactory, organiser_of, pair_round
from tests.factories.people import PersonFactory
from tests.kit.clubs import member
from tests.kit.work import do_due_work

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)
SEASON = timedelta(days=28)


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(members=["Anna", "Bert"])


at = partial(time_machine.travel, tick=False)


def told(now: datetime) -> dict[str, list[str]]:
    """The news that are mailed by now, by subject: to whom."""
    mail.outbox.clear()
    with at(now):
        do_due_work()
    names = {person.email: person.name for person in Person.objects.all()}
    found: dict[str, list[str]] = {}
    for message in mail.outbox:
        if Notification.objects.filter(kind=NEWS, subject=message.subject).exists():
            found.setdefault(str(message.subject), []).append(names[message.to[0]])
    return {subject: sorted(people) for subject, people in found.items()}


def opened(club: Club, **given: Any) -> Ladder:
    """A ladder with two players and a season of four weeks, of whose opening everybody is told."""
    with at(NOON):
        made: Ladder = LadderFactory.create(
            club=club, players=["Anna", "Bert"], now=NOON, season_days=SEASON.days, **given
        )
    told(NOON)
    return made


def run(now: datetime) -> None:
    """Turn the seasons that are due; the service was up until then."""
    Pulse.objects.update(at=now)
    with at(now):
        rounds.turn_seasons(now)


def said() -> str:
    return " ".join(str(mail.outbox[0].body).split())


def test_a_new_ladder_is_told_to_the_members_but_not_to_who_opened_it(club: Club) -> None:
    with at(NOON):
        LadderFactory.create(club=club, now=NOON)
    assert told(NOON) == {"A new ladder: Free": ["Anna", "Bert"]}
    assert "There is a new ladder in Friends of Sekigahara. Its first season ends on 1 June 2026." in said()


def test_a_season_is_told_of_in_its_last_week_and_as_it_turns_each_once(club: Club) -> None:
    MembershipFactory.create(club=club, person__name="Only a member")
    ladder = opened(club)
    pair_round(ladder)
    for now in (NOON + DAY, NOON + SEASON - 8 * DAY):
        run(now)
        assert told(now) == {}
    for now, subject in (
        (NOON + SEASON - 7 * DAY, "Free: the last week of season 1"),
        (NOON + SEASON, "Free: season 2 has begun"),
    ):
        for _again in range(3):
            run(now)
        assert told(now) == {subject: ["Anna", "Bert"]}
        run(now + DAY)
        assert told(now + DAY) == {}


def test_the_turn_of_a_season_says_who_won_and_where_its_reader_is(club: Club) -> None:
    ladder = opened(club)
    pair_round(ladder)
    anna = PersonFactory.named("Anna")
    match = Match.objects.get()
    east = 2 if match.east_id == anna.pk else 0
    Match.objects.update(ended_at=NOON + DAY, east_halves=east, west_halves=2 - east, victory="resignation")
    Season.objects.update(tabled=0)
    rounds.run(NOON + 2 * DAY)
    run(NOON + SEASON)
    assert told(NOON + SEASON) == {"Free: season 2 has begun": ["Anna", "Bert"]}
    (to_bert,) = (each for each in mail.outbox if each.to == [PersonFactory.named("Bert").email])
    text = " ".join(str(to_bert.body).split())
    assert "The season before is over. The new one ends on 27 April 2026." in text
    assert "At the top: Anna. Your place: 2." in text


def test_a_game_that_is_still_played_keeps_the_result_open(club: Club) -> None:
    ladder = opened(club)
    pair_round(ladder)
    run(NOON + SEASON)
    told(NOON + SEASON)
    assert "1 game of the season is still played." in said()
    assert "At the top" not in said()


def test_a_season_without_games_is_no_news(club: Club) -> None:
    ladder = opened(club)
    for days in (14, 21, 27, 28, 29, 39):
        run(NOON + days * DAY)
        assert told(NOON + days * DAY) == {}
    assert ladder.seasons.count() == 2


def test_a_season_that_turned_long_ago_is_no_news(club: Club) -> None:
    pair_round(opened(club))
    run(NOON + SEASON + 3 * DAY)
    assert told(NOON + SEASON + 3 * DAY) == {}


def test_closing_a_ladder_is_told_to_its_players_once(club: Club) -> None:
    MembershipFactory.create(club=club, person__name="Only a member")
    ladder = opened(club)
    pair_round(ladder)
    with at(NOON + DAY):
        for _again in range(2):
            participation.close(ladder=ladder, by=organiser_of(club), now=NOON + DAY)
    assert told(NOON + DAY) == {"Free is closed": ["Anna", "Bert"]}
    assert "1 game of the season is still played." in said()
    assert "0 games were played." in said()
    assert "1. Anna, 0 points 1. Bert, 0 points" in said()
    for days in range(2, 60, 7):
        run(NOON + days * DAY)
    assert told(NOON + 60 * DAY) == {}


def test_closing_a_challenge_ladder_says_who_is_at_the_top(club: Club) -> None:
    with at(NOON):
        ladder = ChallengeLadderFactory.create(club=club, players=["Bert", "Anna"], now=NOON)
    told(NOON)
    with at(NOON + DAY):
        participation.close(ladder=ladder, by=organiser_of(club), now=NOON + DAY)
    assert told(NOON + DAY) == {"Challenges is closed": ["Anna", "Bert"]}
    texts = {each.to[0]: " ".join(str(each.body).split()) for each in mail.outbox}
    assert "At the top: Bert. Your place: 2. 1. Bert 2. Anna" in texts[PersonFactory.named("Anna").email]


def test_news_are_muted_by_kind_and_by_club(club: Club) -> None:
    notifications.mute(person=PersonFactory.named("Anna"), kind=NEWS)
    with at(NOON):
        LadderFactory.create(club=club, now=NOON)
    announcements.choose_news(member(club, PersonFactory.named("Bert")), wanted=False)
    assert told(NOON) == {}


def test_webhook_of_the_club_tells_each_step_once(club: Club) -> None:
    ClubWebhookFactory.create(club=club)
    ladder = opened(club)
    pair_round(ladder)
    for now in (NOON + SEASON - 7 * DAY, NOON + SEASON - 7 * DAY, NOON + SEASON):
        run(now)
    participation.close(ladder=ladder, by=organiser_of(club), now=NOON + SEASON + DAY)
    bodies = Delivery.objects.filter(type="club.ladder").order_by("pk").values_list("body", flat=True)
    steps = [(each["step"], each["season"]) for each in (json.loads(body)["data"] for body in bodies)]
    assert steps == [("opened", 1), ("last-week", 1), ("turned", 2), ("closed", 2)]
