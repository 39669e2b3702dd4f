"""The time bank: time for the whole game on top of the time for each decision."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.urls import reverse

from games.engine.side import EAST, WEST
from games.models.game import Game
from games.reads.terms import terms_of
from games.services import asking_again, away, clock, lobby, outages
from games.services.clock import REMINDER
from games.services.creation import PRIVATE
from notifications.delivery import deliver_due
from sekigahara.errors.exceptions import Conflict, Unacceptable
from tests.factories.ladders import LadderFactory, pair_round
from tests.kit.pausing import pause, resume
from tests.kit.table import Table
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.both]

HOUR = timedelta(hours=1)
DAY = 24 * HOUR


@pytest.fixture
def table(traveller: time_machine.Traveller) -> Table:
    """A game in which East waits for West, who has a day, and a week for the whole game."""
    del traveller
    table = Table(terms=lobby.Terms(pace=1, time_bank=7))
    table.submit(EAST, table.a_bid(EAST))
    return table


def pass_time(traveller: time_machine.Traveller, span: timedelta) -> int:
    traveller.shift(span)
    outages.go_on(datetime.now(UTC))
    return clock.send_reminders()


def bank(table: Table) -> timedelta:
    seconds = table.seat(WEST).bank_left
    assert seconds is not None
    return timedelta(seconds=seconds)


def left(table: Table) -> timedelta:
    due = table.seat(WEST).due_at
    assert due is not None
    return due - datetime.now(UTC)


def test_deadline_is_after_the_time_for_a_decision_and_the_bank(table: Table) -> None:
    assert (left(table), bank(table)) == (8 * DAY, 7 * DAY)


@pytest.mark.parametrize(("taken", "kept"), [(1, 7), (3, 5), (9, 0)], ids=["in time", "longer", "too late"])
def test_bank_pays_for_what_a_decision_takes_longer(
    table: Table, traveller: time_machine.Traveller, taken: int, kept: int
) -> None:
    pass_time(traveller, taken * DAY)
    table.submit(WEST, table.a_bid(WEST))
    assert bank(table) == kept * DAY


def test_next_decision_has_its_own_day_and_what_is_left(
    table: Table, traveller: time_machine.Traveller
) -> None:
    pass_time(traveller, 3 * DAY)
    table.submit(WEST, table.a_bid(WEST))
    while table.asked() != [WEST]:
        table.submit(table.asked()[0])
    assert (left(table), bank(table)) == (6 * DAY, 5 * DAY)


def test_holiday_takes_nothing_from_the_bank(table: Table, traveller: time_machine.Traveller) -> None:
    now = datetime.now(UTC)
    away.go(person=table.people[WEST], first=None, last=now.date() + 4 * DAY, now=now)
    pass_time(traveller, 5 * DAY)
    table.submit(WEST, table.a_bid(WEST))
    assert bank(table) == 7 * DAY


def test_pause_and_outage_take_nothing_from_the_bank(table: Table, traveller: time_machine.Traveller) -> None:
    pause(table.game)
    pass_time(traveller, 20 * DAY)
    resume(table.game)
    traveller.shift(3 * DAY)
    clock.send_reminders()  # nobody looked at the clocks for three days
    assert left(table) == 8 * DAY
    table.submit(WEST, table.a_bid(WEST))
    assert bank(table) == 7 * DAY


def test_decision_made_during_a_pause_takes_nothing_for_the_pause(
    table: Table, traveller: time_machine.Traveller
) -> None:
    pass_time(traveller, 2 * DAY)
    pause(table.game)
    pass_time(traveller, 20 * DAY)
    table.submit(WEST, table.a_bid(WEST))
    assert bank(table) == 6 * DAY


def test_more_time_refills_what_the_decision_used_and_no_more(
    table: Table, traveller: time_machine.Traveller
) -> None:
    pass_time(traveller, 3 * DAY)
    due = table.seat(WEST).due_at
    assert due is not None
    assert clock.give_time(seat=table.seat(EAST), due_at=due)
    table.submit(WEST, table.a_bid(WEST))
    assert bank(table) == 6 * DAY


def test_player_is_reminded_before_the_bank_runs_and_before_it_is_used_up(
    table: Table, traveller: time_machine.Traveller
) -> None:
    hours = [hour for hour in range(3, 8 * 24, 3) if pass_time(traveller, 3 * HOUR)]
    assert hours == [18, 8 * 24 - 6]
    assert [row.kind for row in table.announced(WEST)].count(REMINDER) == 2


def test_opponent_can_ask_again_after_half_of_the_time_for_the_decision(
    table: Table, traveller: time_machine.Traveller
) -> None:
    pass_time(traveller, 11 * HOUR)
    with pytest.raises(Conflict, match="too-early"):
        asking_again.ask(seat=table.seat(EAST))
    pass_time(traveller, HOUR)
    asking_again.ask(seat=table.seat(EAST))


def test_page_and_mail_say_when_the_bank_runs(table: Table, traveller: time_machine.Traveller) -> None:
    page = reverse("games:game", args=[table.game.public_id])
    deliver_due()
    mail.outbox.clear()
    shown = text(signed_in(table.people[WEST]).get(page))
    assert "(1 day left), and then 1 week from the time bank." in shown.replace("\xa0", " ")
    pass_time(traveller, 18 * HOUR)
    deliver_due()
    (sent,) = mail.outbox
    assert "to answer, and then 1 week from your time bank." in str(sent.body).replace("\xa0", " ")
    pass_time(traveller, DAY)
    shown = text(signed_in(table.people[WEST]).get(page))
    assert "The time bank runs out on" in shown
    assert "(6 days, 6 hours left)" in shown.replace("\xa0", " ")


@pytest.mark.parametrize(("pace", "bank"), [(1, 8), (1, 0)])
def test_bank_that_is_no_choice_is_refused(pace: int, bank: int) -> None:
    with pytest.raises(Unacceptable, match="no-such-time-bank"):
        Table(terms=lobby.Terms(pace=pace, time_bank=bank))


def test_bank_stands_in_the_terms_at_length_and_in_short(table: Table) -> None:
    terms = terms_of(table.game)
    assert "a time bank of 7 days for the whole game." in terms.clock
    assert terms.clock_in_short.startswith("1 day to answer, and a time bank of 7 days")


def test_games_of_a_ladder_have_its_bank() -> None:
    ladder = LadderFactory.create(time_bank=14, players=2)
    pair_round(ladder)
    assert Game.objects.get().time_bank == 14


def test_game_without_a_clock_has_no_bank() -> None:
    table = Table(terms=PRIVATE._replace(time_bank=7))
    assert table.game.time_bank is None
