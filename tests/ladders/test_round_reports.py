"""A round is told of with the games that began, whatever happened while it was paired."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError

from games.ladders import participation, rounds, starting
from games.ladders.clubs.webhook_events import ROUND_PAIRED
from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match
from games.ladders.pairing import matchmaking
from games.ladders.pairing.matchmaking import Candidate, Pairing
from notifications.webhooks.models import Delivery
from tests.factories.clubs import ClubFactory, ClubWebhookFactory
from tests.factories.ladders import LadderFactory
from tests.factories.people import PersonFactory

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
WEEK, SECOND = timedelta(weeks=1), timedelta(seconds=1)
NAMES = ("Anna", "Bert", "Cleo", "Dora")


@pytest.fixture
def club() -> Club:
    """With a webhook, and four members who take part in a weekly ladder."""
    club = ClubFactory.create()
    ClubWebhookFactory.create(club=club)
    LadderFactory.create(club=club, players=NAMES, now=NOON, hours_between=168)
    return club


def games_told() -> list[int]:
    """Of each round that was told of."""
    bodies = Delivery.objects.filter(type=ROUND_PAIRED.name).values_list("body", flat=True)
    return [json.loads(body)["data"]["pairings"] for body in bodies]


@pytest.mark.parametrize(("leaving", "told"), [(0, [2]), (1, [1]), (4, [])])
@pytest.mark.usefixtures("club")
def test_games_that_did_not_begin_are_not_counted(
    leaving: int, told: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    pair_up = matchmaking.pair_up

    def while_some_leave(candidates: Iterable[Candidate], **given: Any) -> list[Pairing]:
        pairings = list(pair_up(list(candidates), **given))
        for name in NAMES[:leaving]:
            participation.leave(ladder=Ladder.objects.get(), person=PersonFactory.named(name), now=NOON)
        return pairings

    monkeypatch.setattr(rounds, "pair_up", while_some_leave)
    rounds.run(NOON + WEEK)
    assert games_told() == told


@pytest.mark.both
@pytest.mark.parametrize("end", [OperationalError, SystemExit])
@pytest.mark.usefixtures("club")
def test_a_round_that_is_broken_off_is_gone_on_with_soon(
    end: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = []

    def begin(**given: Any) -> Any:
        begun.append(given)
        if len(begun) == 2:
            raise end
        return starting.begin(**given)

    monkeypatch.setattr(rounds, "begin", begin)
    with pytest.raises(end):
        rounds.run(NOON + WEEK)
    assert (Match.objects.count(), games_told()) == (1, [])
    assert rounds.run(NOON + WEEK + rounds.ROUND_LEASE - SECOND) == 0, "whoever has begun it may be at it"
    assert rounds.run(NOON + WEEK + rounds.ROUND_LEASE) == 1
    players = {each for match in Match.objects.all() for each in (match.east, match.west)}
    assert players == {PersonFactory.named(name) for name in NAMES}
    assert games_told() == [2]
    ladder = Ladder.objects.get()
    assert (ladder.round, ladder.next_round_at) == (1, NOON + 2 * WEEK + rounds.ROUND_LEASE)


@pytest.mark.usefixtures("club")
def test_two_who_pair_one_round_begin_no_game_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first takes longer than its lease, so that another goes on with the round meanwhile."""
    for name in NAMES:
        participation.take_part(
            ladder=Ladder.objects.get(), person=PersonFactory.named(name), most=4, now=NOON
        )
    begin = vars(rounds)["_begin"]

    def slowly(*given: Any) -> Any:
        monkeypatch.setattr(rounds, "_begin", begin)
        rounds.run(NOON + WEEK + rounds.ROUND_LEASE)
        return begin(*given)

    monkeypatch.setattr(rounds, "_begin", slowly)
    rounds.run(NOON + WEEK)
    pairs = [frozenset(pair) for pair in Match.objects.values_list("east", "west")]
    assert len(pairs) == len(set(pairs)) == 6
    assert games_told() == [6]
