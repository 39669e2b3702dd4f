"""The daily digest as an event of webhooks."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models.person import Person
from games.engine.side import EAST
from games.ladders.arbitration import questions
from games.ladders.digests import daily, notices
from notifications import services
from notifications.models import Notification
from notifications.webhooks.signing import body_of
from tests.api.published import check_message
from tests.factories.clubs import MembershipFactory
from tests.ladders.case import Case
from tests.ladders.digested import DAY, EVENING, LATE, case, now, written

__all__ = ["case", "now"]

pytestmark = pytest.mark.django_db


def event_for(person: Person) -> dict[str, Any] | None:
    """The data of the event about somebody's latest digest, held against the published description."""
    row = Notification.objects.filter(kind=daily.DIGEST, recipient=person).latest("pk")
    event = notices.digest_event(row.about, row.occasion)
    if event is None:
        return None
    message = json.loads(body_of(event, timezone.now(), "standard"))
    check_message(message)
    data: dict[str, Any] = message["data"]
    return data


def test_webhooks_are_told_how_many_are_late_and_have_joined(case: Case, now: time_machine.Traveller) -> None:
    written(now, EVENING + LATE - timedelta(hours=1))
    MembershipFactory.create(club=case.club, person__name="Ashigaru New")
    questions.ask(seat=case.seat(EAST), text="May I?")
    written(now, EVENING + LATE)
    told = event_for(case.organiser)
    assert told is not None
    assert [(each["late"], each["joined"]) for each in told["clubs"]] == [(2, 1)]
    assert "question" not in json.dumps(told)
    told = event_for(case.arbiter)
    assert told is not None
    assert [(each["late"], each["joined"]) for each in told["clubs"]] == [(2, 0)]


def test_webhooks_are_told_nothing_because_somebody_asks(case: Case, now: time_machine.Traveller) -> None:
    written(now, EVENING + LATE)
    now.shift(timedelta(minutes=1))
    services.mute(person=case.arbiter, kind=questions.ASKED)
    questions.ask(seat=case.seat(EAST), text="May I?")
    letter = written(now, EVENING + LATE + DAY)[case.arbiter.email]
    assert "1 question" in str(letter.body)
    assert event_for(case.arbiter) is None
