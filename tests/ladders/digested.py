"""A club of whose people digests are written."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from games.engine.side import EAST, WEST
from games.ladders.arbitration import overdue
from games.ladders.digests import daily
from games.ladders.models.club import Club, ClubGame
from games.models.game import Game
from games.models.outage import Pulse
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from notifications.delivery import deliver_due
from notifications.models import Notification
from tests.factories.people import PersonFactory
from tests.kit.table import Table
from tests.ladders.case import CLOCK, Case

BEGIN = datetime(2026, 3, 2, 12, tzinfo=UTC)
EVENING = BEGIN.replace(hour=18)
"""Of that day, when digests come."""
LATE = timedelta(days=3)
"""Both players of a case are late on the evening so long after."""
DAY = timedelta(days=1)


@pytest.fixture
def now() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(BEGIN, tick=False) as traveller:
        yield traveller


@pytest.fixture
def case(now: time_machine.Traveller) -> Case:
    """A case of whose people no mail is left to be sent, a few hours before the first digest."""
    case = Case()
    written(now, BEGIN)
    now.shift(timedelta(minutes=1))
    return case


def written(now: time_machine.Traveller, at: datetime) -> dict[str, EmailMultiAlternatives]:
    """The digests that are mailed at some time, by recipient, after the worker has looked every few hours."""
    while True:
        mail.outbox.clear()
        Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
        overdue.tell_arbiters()
        daily.write_due()
        deliver_due()
        if timezone.now() == at:
            break
        now.move_to(min(timezone.now() + timedelta(hours=6), at))
    ids = set(Notification.objects.filter(kind=daily.DIGEST).values_list("message_id", flat=True))
    found = [letter for letter in mail.outbox if letter.extra_headers["Message-ID"] in ids]
    assert len({letter.to[0] for letter in found}) == len(found)
    return {letter.to[0]: letter for letter in found}  # type: ignore[misc]


def singly(kind: str) -> set[str]:
    """Who was sent a mail of a kind."""
    sent = Notification.objects.filter(kind=kind, status=Notification.Status.SENT)
    return set(sent.values_list("recipient__email", flat=True))


def late_game(club: Club, seed: int) -> Table:
    """Another game of a club, between others, in which both are late three days later."""
    table = Table(seed, terms=CLOCK)
    for seat in (table.seat(EAST), table.seat(WEST)):
        seat.player = PersonFactory.named(f"{seat.plays.label.title()} {seed}")
        Seat.objects.filter(pk=seat.pk).update(player=seat.player)
    Game.objects.filter(pk=table.game.pk).update(on_time_out=OnTimeOut.ARBITER)
    ClubGame.objects.create(game=table.game, club=club)
    return table


def html_of(letter: EmailMultiAlternatives) -> str:
    ((content, _type),) = letter.alternatives
    return str(content)
