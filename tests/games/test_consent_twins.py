"""What two players send each other about their time depends on nothing that its recipient cannot know."""

from datetime import UTC, datetime
from random import Random

import pytest
import time_machine

from games import engine
from games.engine.side import SIDES, Side
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.notices import consent
from games.reads import deadlines
from games.services import lobby, pausing
from games.services.take_back import can_be_asked_for
from tests.kit import cached_positions, caches
from tests.kit.table import Table
from tests.kit.twins import twin
from tests.secrecy.mail_backend import drawings_for_pictures

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

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


def told_of_take_back(table: Table, asker: Side) -> list[object]:
    """Whether a side can ask to take its latest action back, and what the other is told once it has."""
    caches.empty()
    mine, other = table.seat(asker), table.seat(asker.enemy)
    can_be_asked = can_be_asked_for(mine, other)
    asked = [
        str(make(other.reference, str(mine.version))) for make in (consent.take_back, consent.take_back_event)
    ]
    return [can_be_asked, "None" in asked, asked]


@time_machine.travel(datetime(2026, 3, 6, 12, tzinfo=UTC), tick=False)
def test_asking_to_take_back_is_possible_and_told_alike_in_twins() -> None:
    table, chooser = Table(5), Random(5)
    possible = 0
    with drawings_for_pictures():
        for _ in range(4 * POSITIONS):
            side, *_other = table.asked()
            table.submit(side)
            Seat.objects.filter(game=table.game).update(take_back_asked=table.version(side))
            where = position.load(table.game)
            told = told_of_take_back(table, side)
            for hidden in SIDES:
                cached_positions.put(table.game, twin(where.rules, where.state, hidden, chooser))
                assert told_of_take_back(table, side) == told
                cached_positions.put(table.game, where.state)
            possible += told[0] is True
    assert possible > 3
