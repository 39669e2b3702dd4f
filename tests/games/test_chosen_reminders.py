"""Reminders at the shares of the time that a player chose."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail

from games.models.outage import Pulse
from games.models.seat import Seat
from games.services import clock
from games.services.creation import PRIVATE
from notifications import rhythm
from notifications.delivery import deliver_due
from notifications.models import MailRhythm, Notification
from tests.factories.games import GameFactory
from tests.games.conftest import FRIDAY

pytestmark = pytest.mark.django_db


def waited_for() -> Seat:
    game = GameFactory.create(running=True, terms=PRIVATE._replace(pace=1))
    seat = Seat.objects.filter(game=game).exclude(asked="").select_related("player").first()
    assert seat is not None
    deliver_due()
    mail.outbox.clear()
    return seat


def reminded_of(seat: Seat, traveller: time_machine.Traveller) -> list[int]:
    """After how many hours mails come, where two workers look at the clocks."""
    hours: list[int] = []
    assert seat.player is not None
    for hour in (*range(11, 14), *range(17, 23)):
        now = FRIDAY + timedelta(hours=hour, minutes=1)
        traveller.move_to(now)
        Pulse.objects.update_or_create(pk=1, defaults={"at": now})  # they were looked at all along
        clock.send_reminders()
        clock.send_reminders()
        deliver_due()
        hours += [hour for sent in mail.outbox if sent.to == [seat.player.email]]
        mail.outbox.clear()
    return hours


@pytest.mark.parametrize(
    ("reminders", "hours"),
    [
        (None, [18]),
        ("", []),
        ("quarter", [18]),
        ("half", [12]),
        ("eighth", [21]),
        ("half,quarter,eighth", [12, 18, 21]),
    ],
)
def test_player_is_reminded_once_at_each_share_they_chose(
    traveller: time_machine.Traveller, reminders: str | None, hours: list[int]
) -> None:
    seat = waited_for()
    assert seat.player_id is not None
    if reminders is not None:
        rhythm.choose(MailRhythm(person_id=seat.player_id, reminders=reminders))
    assert reminded_of(seat, traveller) == hours
    posted = Notification.objects.filter(kind=clock.REMINDER, about=seat.reference, owes_webhooks=True)
    assert [row.created_at.hour for row in posted] == [6], "webhooks do not show what a player chose"
