"""What two players send each other about their time depends on nothing that its recipient cannot know."""

from datetime import UTC, datetime
from random import Random

import pytest
import time_machine

from games import engine
from games.engine.side import Side
from games.log import position
from games.models.game import Game
from games.notices import consent
from games.reads import deadlines
from games.services import lobby, pausing
from tests.kit import cached_positions, caches
from tests.kit.table import Table
from tests.kit.twins import twin
from tests.secrecy.mail_backend import drawings_for_pictures

pytestmark = [pytest.mark.django_db, pytest.mark.embedded, pytest.mark.long]

POSITIONS = 25


@pytest.fixture(autouse=True)
def _any_position(monkeypatch: pytest.MonkeyPatch) -> None:
    # The log leads to the hands that were dealt, and would stop the game.
    monkeypatch.setattr(position, "refuse_another", lambda *_: None)


def sent(table: Table, side: Side) -> list[str]:
    """The mails and events to a player who is asked again, and for a pause."""
    caches.empty()
    seat = table.seat(side)
    due = seat.lapses_at or seat.due_at
    assert due is not None
    occasion = deadlines.occasion(due)
    made = (
        consent.asked_again(seat.reference, occasion),
        consent.asked_again_event(seat.reference, occasion),
        consent.pause(seat.reference, "asked.20260306"),
        consent.pause_event(seat.reference, "asked.20260306"),
    )
    assert None not in made
    return [str(each) for each in made]


@time_machine.travel(datetime(2026, 3, 6, 12, tzinfo=UTC), tick=False)
def test_asking_again_and_for_a_pause_is_told_alike_in_twins() -> None:
    table, chooser = Table(5, terms=lobby.Terms(pace=2)), Random(5)
    differing = 0
    with drawings_for_pictures():
        for _ in range(POSITIONS):
            side, *_other = table.asked()
            Game.objects.filter(pk=table.game.pk).update(pause_asked_by=None)
            pausing.ask(seat=table.seat(side.enemy), days=7)
            where = position.load(table.game)
            told = sent(table, side)
            cached_positions.put(table.game, twin(where.rules, where.state, side.enemy, chooser))
            assert sent(table, side) == told
            differing += engine.view(*position.load(table.game), side.enemy) != engine.view(
                *where, side.enemy
            )
            cached_positions.put(table.game, where.state)
            table.submit(side)
    assert differing > POSITIONS / 2
