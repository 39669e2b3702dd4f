"""Outages: what is extended by one, what a wrong clock cannot do, and what an operator can do about it."""

import logging
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.management.base import CommandError

from games.engine.side import EAST, WEST
from games.ladders import tasks as ladder_tasks
from games.ladders.arbitration import overdue
from games.ladders.bidding import sealed_bids
from games.ladders.models.bidding import Bidding
from games.ladders.models.challenge import Challenge, ChallengeRules
from games.ladders.models.ladder import Entrant
from games.models.outage import Outage, Pulse
from games.models.time_out_policy import OnTimeOut
from games.services import clock, lobby, outages
from sekigahara.errors.exceptions import Conflict
from tests.factories.ladders import NOW, BiddingFactory, ChallengeFactory, ChallengeLadderFactory
from tests.kit.commands import output_of
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.both]

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
WHOLE = timedelta(days=2)
HOUR = timedelta(hours=1)


@pytest.fixture
def table() -> Table:
    """A game in which East waits for West, begun while the service was up."""
    with time_machine.travel(START, tick=False):
        outages.go_on(START)
        table = Table(terms=lobby.Terms(pace=2, on_time_out=OnTimeOut.CLAIM))
        table.submit(EAST)
    return table


def due(table: Table) -> datetime | None:
    return table.seat(WEST).due_at


def manage(at: datetime, *arguments: str) -> str:
    """What `manage.py outages` says at a time."""
    with time_machine.travel(at, tick=False):
        return output_of("outages", *arguments)


# ---- what is extended


def test_an_outage_is_stored_and_said_in_one_line(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert outages.catch_up(START + 5 * HOUR)
    stored = Outage.objects.get()
    assert (stored.since, stored.until, stored.count) == (START, START + 5 * HOUR, 1)
    (line,) = [told.getMessage() for told in caplog.records if told.name == outages.__name__]
    assert "down from 2026-03-01 12:00:00+00:00 until 2026-03-01 17:00:00+00:00, 1 deadlines" in line
    assert manage(START + 5 * HOUR) == (
        f"{stored.pk}: 2026-03-01 12:00 to 2026-03-01 17:00 UTC, found, 1 times moved\n"
    )
    assert due(table) == START + WHOLE + 5 * HOUR


def test_player_asked_during_an_outage_gets_the_lost_time(table: Table) -> None:
    """Pages worked, the worker did not, and nobody was mailed."""
    with time_machine.travel(START + 3 * HOUR, tick=False):
        table.submit(WEST)
        (asked,) = table.asked()
        assert table.seat(asked).due_at == START + 3 * HOUR + WHOLE
    assert outages.catch_up(START + 5 * HOUR)
    assert table.seat(asked).due_at == START + 5 * HOUR + WHOLE


def test_a_gap_beyond_the_bound_moves_nothing_and_stops_what_the_time_decides(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    late = START + outages.LONGEST_GAP + HOUR
    with time_machine.travel(late, tick=False):
        assert clock.send_reminders() == 0
        with pytest.raises(Conflict, match="time-in-doubt"):
            clock.claim(seat=table.seat(EAST))
        table.submit(WEST)  # the game itself goes on
    assert "the clocks stand still" in caplog.text
    assert not Outage.objects.exists()
    assert Pulse.objects.get().at == START


@pytest.mark.parametrize("answer", ["add", "go on"])
def test_an_operator_decides_what_a_long_gap_was(table: Table, answer: str) -> None:
    late = START + outages.LONGEST_GAP + HOUR
    assert not outages.catch_up(late)
    assert "The clocks stand still" in manage(late)
    if answer == "add":
        manage(late, "--add", "2026-03-01T12:00", "2026-03-08T12:00")
        assert due(table) == START + WHOLE + timedelta(days=7)
    else:
        manage(late, "--go-on")
        assert due(table) == START + WHOLE
    assert "stand still" not in manage(late)
    assert outages.catch_up(late + HOUR / 60)


def test_a_clock_that_went_back_stops_what_the_time_decides_until_it_is_right(table: Table) -> None:
    outages.go_on(START + 4 * WHOLE)
    with time_machine.travel(START + 2 * WHOLE, tick=False):
        assert clock.send_reminders() == 0
        with pytest.raises(Conflict, match="time-in-doubt"):
            clock.claim(seat=table.seat(EAST))
    assert "in the future" in manage(START + 2 * WHOLE)
    assert due(table) == START + WHOLE
    with time_machine.travel(START + 4 * WHOLE, tick=False):
        clock.claim(seat=table.seat(EAST))


@pytest.mark.parametrize("is_ahead", [True, False])
def test_while_the_time_is_in_doubt_no_ladder_acts(is_ahead: bool) -> None:
    bidding = BiddingFactory.create()
    ladder = ChallengeLadderFactory.create(players=3)
    made = ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1)
    late = max(bidding.due_at, made.answer_by) + HOUR
    outages.go_on(late + outages.LONGEST_GAP if is_ahead else late - outages.LONGEST_GAP - HOUR)
    entered = list(Entrant.objects.order_by("pk").values_list("place", "left_at"))
    with time_machine.travel(late, tick=False):
        assert sealed_bids.look() == 0
        assert overdue.tell_arbiters() == 0
        assert ladder_tasks.run_ladders() == 0
    assert Bidding.objects.get().opened_at is None
    assert Bidding.objects.get().called_off_at is None
    assert Challenge.objects.get().is_unanswered
    assert list(Entrant.objects.order_by("pk").values_list("place", "left_at")) == entered


# ---- undoing


def moved() -> dict[str, Any]:
    """All that an outage moves in competitions."""
    return {
        "bids": Bidding.objects.values_list("due_at", "is_reminded").get(),
        "challenges": Challenge.objects.values_list("answer_by", "is_reminded").get(),
        "idle": sorted(Entrant.objects.filter(place__isnull=False).values_list("waiting_since", flat=True)),
        "dropped": ChallengeRules.objects.values_list("dropped_until", flat=True).get(),
    }


def test_undoing_moves_back_what_is_as_it_was_moved(table: Table) -> None:
    assert outages.catch_up(START + 5 * HOUR)
    key = str(Outage.objects.get().pk)
    assert manage(START + 6 * HOUR, "--undo", key).startswith("1 of 1 times were moved back.")
    assert due(table) == START + WHOLE
    assert "taken back 2026-03-01 18:00" in manage(START + 6 * HOUR)
    with pytest.raises(CommandError, match="taken back already"):
        manage(START + 6 * HOUR, "--undo", key)


def test_undoing_leaves_deadlines_alone_that_have_changed_since(table: Table) -> None:
    assert outages.catch_up(START + 5 * HOUR)
    extended = START + WHOLE + 5 * HOUR
    with time_machine.travel(START + 6 * HOUR, tick=False):
        assert clock.give_time(seat=table.seat(EAST), due_at=extended)
    assert outages.undo(Outage.objects.get(), START + 7 * HOUR) == 0
    assert due(table) == extended + WHOLE


def test_undoing_takes_nobody_by_surprise(table: Table) -> None:
    """A deadline that would have passed is left a day, with a reminder; one that was nearer stays."""
    down = timedelta(days=3)
    assert outages.catch_up(START + down)
    at = START + WHOLE + HOUR
    assert outages.undo(Outage.objects.get(), at) == 1
    assert due(table) == at + outages.LEFT_AFTER_UNDO
    assert not table.seat(WEST).is_reminded


def test_deadlines_of_competitions_are_moved_and_moved_back() -> None:
    bidding = BiddingFactory.create(ladder__now=NOW)
    ChallengeFactory.create(ladder=ChallengeLadderFactory.create(players=3), challenger=3, challenged=1)
    ChallengeRules.objects.update(dropped_until=NOW - HOUR)
    since = max(bidding.paired_at, NOW)
    before = moved()
    outages.go_on(since)
    assert outages.catch_up(since + 2 * HOUR)
    after = moved()
    assert after["bids"][0] == before["bids"][0] + 2 * HOUR
    assert after["challenges"][0] == before["challenges"][0] + 2 * HOUR
    assert after["idle"] == [each + 2 * HOUR for each in before["idle"]]
    assert after["dropped"] == before["dropped"] + 2 * HOUR
    stored = Outage.objects.get()
    assert outages.undo(stored, since + 3 * HOUR) == stored.count
    assert moved() == before


# ---- by hand


def test_an_outage_that_nobody_noticed_is_added_for_those_whose_time_ran_in_it(table: Table) -> None:
    """Mail did not leave, say, while everything else worked."""
    now = START + 10 * HOUR
    outages.go_on(now)
    with time_machine.travel(START + 6 * HOUR, tick=False):
        table.submit(WEST)
        (asked,) = table.asked()
        due_at = table.seat(asked).due_at
    said = manage(now, "--add", "2026-03-01T13:00", "2026-03-01T17:00")
    assert "2026-03-01 13:00 to 2026-03-01 17:00 UTC, by hand" in said
    assert table.seat(asked).due_at == due_at, "they were asked after it"
    manage(now, "--add", "2026-03-01T17:00", "2026-03-01T20:00")
    assert due_at is not None
    assert table.seat(asked).due_at == due_at + 2 * HOUR
    assert Pulse.objects.get().at == now


@pytest.mark.parametrize(
    ("times", "why"),
    [
        (("2026-03-01T17:00", "2026-03-01T13:00"), "begins before it ends"),
        (("2026-03-01T17:00", "2026-03-02T13:00"), "it has ended"),
        (("2026-03-01T11:00", "2026-03-01T13:00"), "has counted already"),
        (("yesterday", "2026-03-01T13:00"), "no time: yesterday"),
        (("2016-03-01T12:00", "2026-03-01T12:00"), "too long ago"),
        (("0001-01-01T00:00+14:00", "2026-03-01T12:00"), "too long ago"),
    ],
)
def test_invalid_outage_is_refused_in_words(table: Table, times: tuple[str, str], why: str) -> None:
    assert outages.catch_up(START + 5 * HOUR)
    with pytest.raises(CommandError, match=why):
        manage(START + 8 * HOUR, "--add", *times)
    assert due(table) == START + WHOLE + 5 * HOUR
