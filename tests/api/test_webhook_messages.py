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
from games.notices import deadlines, seats, turns
from games.notices.game_events import game_event
from games.services.suspension import STOPPED
from notifications.registry import Event
from notifications.webhooks.signing import body_of
from tests.api.published import check_message
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def check(event: Event | None) -> str:
    """Hold what would be posted against the document; its type."""
    assert event is not None
    check_message(json.loads(body_of(event, timezone.now(), "standard")))
    return event.type.name


def test_messages_of_a_running_game_are_as_described(table: Table) -> None:
    seat = table.seat(EAST)
    about, told_at = f"{table.game.public_id}.{LABELS[EAST]}", str(seat.told_at)
    waiting = [
        check(turns.waiting_event(each, about, told_at))
        for each in (turns.GAME_STARTED, turns.GAME_YOUR_PHASE, turns.GAME_WINDOW)
    ]
    assert waiting == ["game.started", "game.your-phase", "game.window"]
    assert check(seats.frozen_event(about, "goes-on")) == "game.goes-on"
    Game.objects.filter(pk=table.game.pk).update(frozen_at=timezone.now())
    assert check(seats.frozen_event(about, STOPPED)) == "game.stopped"


def test_messages_of_time_are_as_described(table: Table) -> None:
    seat = Seat.objects.select_related("game").get(pk=table.seat(EAST).pk)
    due_at = (timezone.now() + timedelta(days=1)).isoformat()
    reminder = game_event(deadlines.GAME_REMINDER, seat, asked=seat.asked, due_at=due_at)
    assert check(reminder) == "game.reminder"
    assert check(game_event(deadlines.GAME_OVERDUE, seat, due_at=due_at)) == "game.overdue"
