"""Holidays and weekends off in games: what deadlines they move, and what they do not."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine

from games.engine.side import EAST, WEST
from games.models.game import Game
from games.services import away, clock, outages
from tests.games.conftest import FRIDAY
from tests.kit.pausing import pause, resume
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.both]

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
TODAY = FRIDAY.date()


def due(table: Table) -> datetime | None:
    return table.seat(WEST).due_at


def go(table: Table, last: date, first: date | None = None) -> None:
    person = table.seat(WEST).player
    assert person is not None
    away.go(person=person, first=first, last=last, now=datetime.now(UTC))


def test_running_deadline_moves_with_a_holiday_and_back(table: Table) -> None:
    go(table, TODAY + 3 * DAY)
    # Half of this day was left, a whole one and half of another; all of it is there from the fifth day on.
    assert due(table) == datetime(2026, 3, 12, tzinfo=UTC)
    assert table.seat(EAST).due_at is None
    person = table.seat(WEST).player
    assert person is not None
    away.come_back(person=person, first=TODAY, now=FRIDAY)
    assert due(table) == datetime(2026, 3, 9, tzinfo=UTC)  # today is off still


def test_planned_holiday_moves_the_deadline_that_it_would_meet(table: Table) -> None:
    go(table, TODAY + 9 * DAY, first=TODAY + 7 * DAY)
    assert due(table) == FRIDAY + 2 * DAY
    go(table, TODAY + 3 * DAY, first=TODAY + DAY)
    assert due(table) == FRIDAY + 5 * DAY


def test_next_deadline_leaves_out_the_days_off_of_its_own_side_only(table: Table) -> None:
    go(table, TODAY + 6 * DAY, first=TODAY + DAY)
    table.submit(WEST, table.a_bid(WEST))
    (side,) = table.asked()
    pace = 2 * DAY if side == EAST else 8 * DAY
    assert table.seat(side).due_at == FRIDAY + pace


def test_deadline_within_the_hour_stays(table: Table, traveller: time_machine.Traveller) -> None:
    traveller.move_to(FRIDAY + 2 * DAY - HOUR)
    outages.go_on(datetime.now(UTC))
    go(table, TODAY + 9 * DAY)
    assert due(table) == FRIDAY + 2 * DAY
    person = table.seat(WEST).player
    assert person is not None
    away.come_back(person=person, first=TODAY + 2 * DAY, now=datetime.now(UTC))
    assert due(table) == FRIDAY + 2 * DAY


def test_weekends_off_count_from_the_next_decision_on(
    table: Table, traveller: time_machine.Traveller
) -> None:
    traveller.move_to(FRIDAY + HOUR)
    for side in (EAST, WEST):
        person = table.seat(side).player
        assert person is not None
        away.take_weekends(person=person, are_off=True, now=FRIDAY + HOUR)
    assert due(table) == FRIDAY + 2 * DAY
    table.submit(WEST, table.a_bid(WEST))
    (side,) = table.asked()
    assert table.seat(side).due_at == FRIDAY + HOUR + 4 * DAY


def test_holidays_do_not_count_where_that_was_agreed(table: Table) -> None:
    Game.objects.update(holidays_count=False)
    go(table, TODAY + 3 * DAY)
    assert due(table) == FRIDAY + 2 * DAY


def test_holiday_planned_during_a_pause_costs_no_time(
    table: Table, traveller: time_machine.Traveller
) -> None:
    pause(table.game)
    go(table, TODAY + 4 * DAY, first=TODAY + DAY)
    traveller.move_to(FRIDAY + 10 * DAY)
    outages.go_on(datetime.now(UTC))
    resume(table.game)
    assert due(table) == FRIDAY + 12 * DAY


def test_outage_during_a_holiday_takes_nothing(table: Table, traveller: time_machine.Traveller) -> None:
    go(table, TODAY + 3 * DAY)
    before = due(table)
    traveller.move_to(FRIDAY + DAY)
    assert outages.catch_up(datetime.now(UTC))
    assert before is not None
    # Half a day of the gap was today, which is off, like the other half.
    assert due(table) == before


def test_more_time_is_counted_without_days_off(table: Table) -> None:
    go(table, TODAY + 3 * DAY)
    seat, until = table.seat(EAST), due(table)
    assert until is not None
    assert clock.give_time(seat=seat, due_at=until)
    assert due(table) == until + 2 * DAY
