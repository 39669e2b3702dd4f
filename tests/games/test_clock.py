"""Clocks: deadlines, reminders, claims, more time, and time that does not count."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games.engine.errors import GameIsOver
from games.engine.side import EAST, SIDES, WEST, Side
from games.models.game import Game
from games.models.outage import Pulse
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.reads import deadlines
from games.services import clock, lobby, outages, play, suspension
from games.services.waiting import OVER
from sekigahara.errors.exceptions import Conflict, Frozen, Unacceptable
from tests.kit import replays
from tests.kit.pausing import pause, resume
from tests.kit.table import Table, table_where

pytestmark = [pytest.mark.django_db, pytest.mark.both]

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
WHOLE = timedelta(days=2)
SECOND = timedelta(seconds=1)


class Clock:
    """Time that stands still until it is told to go on, while the service is up."""

    def __init__(self, traveller: time_machine.Traveller) -> None:
        self._traveller = traveller

    def go(self, step: timedelta, *, is_down: bool = False) -> int:
        """Let time pass; how many were told of it.

        Args:
            is_down: nobody looks at the clocks until it has passed.
        """
        end = datetime.now(UTC) + step
        if not is_down:
            assert Pulse.objects.update(at=end), "somebody looked all the while"
        self._traveller.move_to(end)
        return clock.send_reminders()


@pytest.fixture
def time() -> Iterator[Clock]:
    with time_machine.travel(START, tick=False) as traveller:
        clock.send_reminders()
        yield Clock(traveller)


def a_table(on_time_out: OnTimeOut = OnTimeOut.CLAIM, pace: int | None = 2) -> Table:
    return Table(terms=lobby.Terms(pace=pace, on_time_out=on_time_out))


def told(table: Table, side: Side, kind: str) -> int:
    return [row.kind for row in table.announced(side)].count(kind)


def due(table: Table, side: Side) -> datetime | None:
    return table.seat(side).due_at


# ---- deadlines


@pytest.mark.usefixtures("time")
def test_only_sides_that_the_game_waits_for_have_a_deadline() -> None:
    table = a_table()
    assert [due(table, side) for side in SIDES] == [START + WHOLE] * 2
    table.submit(EAST)
    assert [due(table, side) for side in SIDES] == [None, START + WHOLE]


def test_one_turn_of_several_decisions_is_one_waiting_period(time: Clock) -> None:
    table = a_table()
    time.go(timedelta(hours=1))
    for side in SIDES:
        table.submit(side)
    begun = datetime.now(UTC)
    (side,) = table.asked()
    assert due(table, side) == begun + WHOLE
    time.go(timedelta(hours=5))
    table.submit(side)
    assert table.asked() == [side]
    assert due(table, side) == begun + WHOLE


@pytest.mark.usefixtures("time")
def test_a_game_without_a_pace_has_no_deadlines() -> None:
    table = a_table(pace=None)
    assert [due(table, side) for side in SIDES] == [None, None]
    assert table.game.on_time_out == OnTimeOut.NOTHING


def test_unknown_pace_is_refused() -> None:
    with pytest.raises(Unacceptable, match="no-such-pace"):
        a_table(pace=5)


def test_deadlines_end_with_the_game(time: Clock) -> None:
    table = a_table()
    play.resign(seat=table.seat(EAST))
    assert [due(table, side) for side in SIDES] == [None, None]
    assert time.go(10 * WHOLE) == 0


# ---- what is told


def test_a_reminder_goes_out_once_when_a_quarter_of_the_time_is_left(time: Clock) -> None:
    table = a_table()
    table.submit(WEST)
    assert time.go(WHOLE * 0.75 - SECOND) == 0
    assert time.go(SECOND) == 1
    assert time.go(SECOND) == 0
    assert [told(table, side, clock.REMINDER) for side in SIDES] == [1, 0]


def test_the_opponent_is_told_once_that_time_is_over(time: Clock) -> None:
    table = a_table()
    table.submit(WEST)
    time.go(WHOLE - SECOND)
    assert time.go(SECOND) == 1
    assert time.go(WHOLE) == 0
    assert [told(table, side, clock.OVERDUE) for side in SIDES] == [0, 1]


def test_each_waiting_period_has_a_reminder_of_its_own(time: Clock) -> None:
    table = a_table()
    time.go(WHOLE - SECOND)
    for side in SIDES:
        table.submit(side)
    (side,) = table.asked()
    time.go(WHOLE - SECOND)
    assert told(table, side, clock.REMINDER) == 2


# ---- claims


@pytest.mark.parametrize("side", SIDES, ids=lambda side: side.label)
def test_opponent_of_an_overdue_player_can_claim_the_win(time: Clock, side: Side) -> None:
    table = a_table()
    table.submit(side)
    time.go(WHOLE)
    done = clock.claim(seat=table.seat(side))
    game = table.game
    assert (game.status, game.winner, game.victory) == (Game.Status.OVER, side, "time-out")
    assert done.events[-1]["event"] == "game-over"
    assert [told(table, each, OVER) for each in SIDES] == [1, 1]
    assert table.told(side)[-1].type == "time-out"
    with pytest.raises(GameIsOver):
        clock.claim(seat=table.seat(side))
    replays.check_all()


def test_late_answer_before_the_claim_counts(time: Clock) -> None:
    table = a_table()
    table.submit(EAST)
    time.go(2 * WHOLE)
    table.submit(WEST)
    with pytest.raises(Conflict, match="not-overdue"):
        clock.claim(seat=table.seat(EAST))
    assert table.game.status == Game.Status.RUNNING


def test_win_is_claimed_from_the_deadline_on_and_not_by_the_overdue_player(time: Clock) -> None:
    table = a_table()
    table.submit(EAST)
    time.go(WHOLE - SECOND)
    with pytest.raises(Conflict, match="not-overdue"):
        clock.claim(seat=table.seat(EAST))
    time.go(SECOND)
    with pytest.raises(Conflict, match="not-overdue"):
        clock.claim(seat=table.seat(WEST))
    clock.claim(seat=table.seat(EAST))


@pytest.mark.parametrize("policy", [OnTimeOut.NOTHING, OnTimeOut.ARBITER])
def test_a_win_is_announced_and_claimed_only_where_that_was_agreed(time: Clock, policy: OnTimeOut) -> None:
    table = a_table(policy)
    table.submit(EAST)
    time.go(2 * WHOLE)
    assert [told(table, side, clock.OVERDUE) for side in SIDES] == [0, 0]
    with pytest.raises(Conflict, match="no-claim"):
        clock.claim(seat=table.seat(EAST))
    assert table.game.status == Game.Status.RUNNING


# ---- more time


def test_extra_time_is_given_once_a_click_and_limited_in_a_game(time: Clock) -> None:
    table = a_table()
    table.submit(EAST)
    time.go(WHOLE)
    for count in range(1, clock.MOST_EXTENSIONS + 1):
        before = due(table, WEST)
        assert before is not None
        assert clock.give_time(seat=table.seat(EAST), due_at=before)
        assert not clock.give_time(seat=table.seat(EAST), due_at=before)
        assert due(table, WEST) == START + (count + 1) * WHOLE
    last = due(table, WEST)
    assert last is not None
    with pytest.raises(Conflict, match="enough-time-given") as refused:
        clock.give_time(seat=table.seat(EAST), due_at=last)
    assert refused.value.parameters == {"most": clock.MOST_EXTENSIONS}
    with pytest.raises(Conflict, match="not-overdue"):
        clock.claim(seat=table.seat(EAST))


def test_extension_of_an_overdue_player_counts_from_now_with_a_new_reminder(time: Clock) -> None:
    table = a_table()
    table.submit(EAST)
    time.go(5 * WHOLE)
    assert clock.give_time(seat=table.seat(EAST), due_at=START + WHOLE)
    assert due(table, WEST) == START + 6 * WHOLE
    time.go(WHOLE - SECOND)
    assert told(table, WEST, clock.REMINDER) == 1


@pytest.mark.parametrize("is_late", [False, True])
def test_time_given_while_the_clock_stands_is_no_more_than_while_it_runs(time: Clock, is_late: bool) -> None:
    table = a_table()
    table.submit(EAST)
    time.go(2 * WHOLE if is_late else WHOLE / 3)
    pause(table.game)
    time.go(7 * WHOLE)
    assert clock.give_time(seat=table.seat(EAST), due_at=START + WHOLE)
    resume(table.game)
    left = WHOLE if is_late else WHOLE * 2 / 3 + WHOLE
    assert due(table, WEST) == timezone.now() + left


def test_without_a_clock_there_is_no_time_to_give() -> None:
    table = a_table(pace=None)
    with pytest.raises(Conflict, match="no-clock"):
        clock.give_time(seat=table.seat(EAST), due_at=START)


# ---- time that does not count


def test_looks_that_are_never_far_apart_move_no_deadline_however_many(time: Clock) -> None:
    table = a_table()
    table.submit(EAST)
    for _look in range(4):
        assert time.go(outages.SHORTEST_OUTAGE * 0.9, is_down=True) == 0
    assert due(table, WEST) == START + WHOLE


def test_reminder_before_an_outage_is_sent_again_for_the_new_deadline(time: Clock) -> None:
    """The reminder of the old one may not have been sent, and is not sent any more."""
    table = a_table()
    table.submit(EAST)
    time.go(WHOLE * 3 / 4)
    (old,) = (row for row in table.announced(WEST) if row.kind == clock.REMINDER)
    assert time.go(timedelta(days=5), is_down=True) == 1
    assert deadlines.still_due(table.seat(WEST), old.occasion) is None
    new = [row for row in table.announced(WEST) if row.kind == clock.REMINDER and row != old]
    assert [deadlines.still_due(table.seat(WEST), row.occasion) for row in new] == [due(table, WEST)]
    assert clock.send_reminders() == 0


@pytest.mark.usefixtures("time")
def test_outage_moves_the_deadline_and_nothing_is_claimed_before_it_is_moved() -> None:
    table = a_table()
    table.submit(EAST)
    with time_machine.travel(START + 3 * WHOLE, tick=False):
        with pytest.raises(Conflict, match="time-in-doubt"):
            clock.claim(seat=table.seat(EAST))
        assert clock.send_reminders() == 0
        with pytest.raises(Conflict, match="not-overdue"):
            clock.claim(seat=table.seat(EAST))
    assert due(table, WEST) == START + 4 * WHOLE


def test_player_overdue_before_an_outage_stays_overdue(time: Clock) -> None:
    table = a_table()
    table.submit(EAST)
    time.go(WHOLE + SECOND)
    time.go(timedelta(days=5), is_down=True)
    assert due(table, WEST) == START + WHOLE
    clock.claim(seat=table.seat(EAST))


def test_a_short_gap_is_no_outage(time: Clock) -> None:
    table = a_table()
    time.go(outages.SHORTEST_OUTAGE, is_down=True)
    assert due(table, WEST) == START + WHOLE


def test_while_a_game_is_paused_its_clock_stands_and_it_can_be_played(time: Clock) -> None:
    table = a_table()
    time.go(timedelta(hours=12))
    pause(table.game)
    time.go(timedelta(days=9))
    table.submit(EAST)
    with pytest.raises(Conflict, match="paused"):
        clock.claim(seat=table.seat(EAST))
    resume(table.game)
    assert due(table, WEST) == START + WHOLE + timedelta(days=9)
    assert told(table, EAST, clock.OVERDUE) == told(table, WEST, clock.REMINDER) == 0


def test_player_asked_during_a_pause_has_the_whole_time_after_it(time: Clock) -> None:
    table = a_table()
    pause(table.game)
    time.go(timedelta(days=9))
    for side in SIDES:
        table.submit(side)
    (side,) = table.asked()
    time.go(timedelta(days=1))
    resume(table.game)
    assert due(table, side) == datetime.now(UTC) + WHOLE


def test_while_a_game_is_stopped_its_clock_stands(time: Clock) -> None:
    table = a_table()
    suspension.freeze(table.game, "chain-broken")
    time.go(timedelta(days=9))
    with pytest.raises(Frozen):
        clock.claim(seat=table.seat(EAST))
    suspension.thaw(table.game)
    assert due(table, WEST) == START + WHOLE + timedelta(days=9)


def test_a_pause_and_a_stop_at_once_count_once(time: Clock) -> None:
    table = a_table()
    pause(table.game)
    time.go(timedelta(days=1))
    suspension.freeze(table.game, "chain-broken")
    time.go(timedelta(days=1))
    suspension.thaw(table.game)
    time.go(timedelta(days=1))
    resume(table.game)
    assert due(table, WEST) == START + WHOLE + timedelta(days=3)


# ---- secrecy


def test_a_deadline_says_no_more_than_that_the_game_waits(time: Clock) -> None:
    """It moves with public decisions alone: wherever a seat waits, and nowhere else."""
    table = table_where(lambda state: state.week >= 2)
    Game.objects.filter(pk=table.game.pk).update(pace=2, reaction=None)
    for _by in zip(table.wander(), range(40), strict=False):
        time.go(timedelta(minutes=1))
        for seat in Seat.objects.filter(game=table.game):
            assert (seat.due_at is None) or seat.due_at == (seat.waiting_since or START) + WHOLE
