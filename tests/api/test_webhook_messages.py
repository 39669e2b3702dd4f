"""Messages about a game are as the OpenAPI document describes them.

Those of ladders and clubs are held against it wherever a test receives them.
"""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine.side import EAST, LABELS
from games.models.game import Game
from games.models.seat import Seat
from games.notices import webhook_events
from games.services.suspension import STOPPED
from notifications.webhooks.bodies import body_of
from notifications.webhooks.event_types import Event
from tests.api.published import check_message
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def check(event: Event | None) -> str:
    """Hold what would be posted against the document; its type."""
    assert event is not None
    check_message(json.loads(body_of(event, timezone.now(), "standard")))
    return event.type


def test_messages_of_a_running_game_are_as_described(table: Table) -> None:
    seat = table.seat(EAST)
    about, told_at = f"{table.game.public_id}.{LABELS[EAST]}", str(seat.told_at)
    waiting = [
        check(webhook_events.waiting(name, about, told_at))
        for name in ("game.started", "game.your-phase", "game.window")
    ]
    assert waiting == ["game.started", "game.your-phase", "game.window"]
    assert check(webhook_events.frozen(about, "goes-on")) == "game.goes-on"
    Game.objects.filter(pk=table.game.pk).update(frozen_at=timezone.now())
    assert check(webhook_events.frozen(about, STOPPED)) == "game.stopped"


def test_messages_of_time_are_as_described(table: Table) -> None:
    seat = Seat.objects.select_related("game").get(pk=table.seat(EAST).pk)
    due_at = (timezone.now() + timedelta(days=1)).isoformat()
    reminder = webhook_events._event("game.reminder", seat, asked=seat.asked, due_at=due_at)
    assert check(reminder) == "game.reminder"
    assert check(webhook_events._event("game.overdue", seat, due_at=due_at)) == "game.overdue"
