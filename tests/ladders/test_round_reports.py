"""A round is told of with the games that began, whatever happened while it was paired."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.ladders import ladders, rounds
from games.ladders.clubs.reports import ROUND_PAIRED
from games.ladders.models.ladder import Ladder
from games.ladders.pairing import pairing
from games.ladders.pairing.pairing import Candidate, Pairing
from notifications.models import Delivery
from tests.kit.clubs import a_club, a_webhook, entered, named

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
NAMES = ("Anna", "Bert", "Cleo", "Dora")


@pytest.mark.parametrize(("leaving", "told"), [(0, [2]), (1, [1]), (4, [])])
def test_games_that_did_not_begin_are_not_counted(
    leaving: int, told: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser = named("Organiser One")
    club = a_club(organiser)
    a_webhook(club)
    ladder = ladders.begin(club=club, by=organiser, rules=ladders.Rules("Free", "kessen", pace=3), now=NOON)
    for name in NAMES:
        entered(club, named(name))
        ladders.take_part(ladder=ladder, person=named(name), most=1, now=NOON)
    pair_up = pairing.pair_up

    def while_some_leave(candidates: Iterable[Candidate], **given: Any) -> list[Pairing]:
        pairings = list(pair_up(list(candidates), **given))
        for name in NAMES[:leaving]:
            ladders.leave(ladder=Ladder.objects.get(), person=named(name), now=NOON)
        return pairings

    monkeypatch.setattr(rounds, "pair_up", while_some_leave)
    rounds.run(NOON + timedelta(days=1))
    bodies = Delivery.objects.filter(type=ROUND_PAIRED).values_list("body", flat=True)
    assert [json.loads(body)["data"]["pairings"] for body in bodies] == told
