"""Mails about clocks: correct when they are sent, or not sent at all."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone, translation
from msgspec import to_builtins

from games.engine.side import EAST, WEST, Side
from games.models.game import Game
from games.models.outage import Pulse
from games.models.time_out_policy import OnTimeOut
from games.notices import deadlines
from games.reads.deadlines import asked_until
from games.reads.turn_links import followed
from games.services import clock, lobby, play, suspension
from games.services.clock import OVERDUE, REMINDER
from notifications.models import Notification
from notifications.registry import Message, kind_named
from tests.games.test_notices import link_in, mail_of, sent
from tests.kit.pausing import pause, resume
from tests.kit.table import EMAILS, Table

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

START = datetime(2026, 3, 3, 14, tzinfo=UTC)
WHOLE = timedelta(days=2)
HOUR = timedelta(hours=1)


@pytest.fixture
def time() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def table(time: time_machine.Traveller) -> Table:
    """A game in which East waits for West."""
    assert time is not None
    table = Table(terms=lobby.Terms(pace=2, on_time_out=OnTimeOut.CLAIM))
    table.submit(EAST)
    return table


def row(table: Table, time: time_machine.Traveller, at: datetime, side: Side, kind: str) -> Notification:
    """What a seat is told then, if the service was up."""
    Pulse.objects.update_or_create(pk=1, defaults={"at": at})
    time.move_to(at)
    clock.send_reminders()
    (found,) = (each for each in table.announced(side) if each.kind == kind)
    return found


@pytest.fixture
def reminder(table: Table, time: time_machine.Traveller) -> Notification:
    return row(table, time, START + WHOLE - timedelta(hours=12), WEST, REMINDER)


@pytest.fixture
def overdue(table: Table, time: time_machine.Traveller) -> Notification:
    return row(table, time, START + WHOLE, EAST, OVERDUE)


def opens(mail: Message, table: Table, side: Side) -> bool:
    found = followed(*link_in(mail)[1:])
    return found is not None and found.seat == table.seat(side)


# ---- the turn itself


FOLLOWS = {
    OnTimeOut.NOTHING: ("", ""),
    OnTimeOut.CLAIM: (
        " After that your opponent may claim the win.",
        " Until you do, your opponent may claim the win.",
    ),
    OnTimeOut.ARBITER: (
        " After that an arbiter of the club may decide that you have lost on time.",
        " Until you do, an arbiter of the club may decide that you have lost on time.",
    ),
}


@pytest.mark.parametrize("policy", FOLLOWS)
def test_mails_say_what_follows_before_and_after_the_deadline(
    table: Table, time: time_machine.Traveller, policy: OnTimeOut
) -> None:
    Game.objects.filter(pk=table.game.pk).update(on_time_out=policy)
    before, after = FOLLOWS[policy]
    due = "Thursday 5 March, 14:00 UTC"
    assert asked_until(table.seat(WEST)) == f"You have until {due} to answer.{before}"
    mail = sent(table.announced(WEST)[0])
    for part in (mail.text, mail.html):
        assert f"You have until {due} to answer.{before}" in part
    time.move_to(START + WHOLE)
    assert asked_until(table.seat(WEST)) == f"Your time was over on {due}. You can still answer.{after}"


def test_without_a_clock_it_says_nothing_of_time() -> None:
    assert "You have until" not in sent(Table().announced(WEST)[0]).text


# ---- reminders


def test_a_reminder_says_until_when_and_opens_the_seat(table: Table, reminder: Notification) -> None:
    mail = sent(reminder)
    assert mail.to == EMAILS[WEST]
    assert mail.subject.startswith("West against ")
    assert mail.subject.endswith(": answer by Thursday 5 March, 14:00")
    for part in (mail.text, mail.html):
        assert "You have until Thursday 5 March, 14:00 UTC to answer." in part
        assert "Bid a card" in part
    assert opens(mail, table, WEST)


def test_a_reminder_speaks_of_its_readers_zone(reminder: Notification) -> None:
    with timezone.override("Asia/Tokyo"), translation.override("en"):
        assert sent(reminder).subject.endswith(": answer by Thursday 5 March, 23:00")


def test_nobody_is_reminded_too_late(
    table: Table, reminder: Notification, time: time_machine.Traveller
) -> None:
    pause(table.game)
    resume(table.game)
    assert mail_of(reminder) is not None
    time.move_to(START + WHOLE)
    assert mail_of(reminder) is None
    assert deadlines.reminder_event(reminder.about, reminder.occasion) is None


# ---- that time is over


def test_the_opponent_is_told_what_they_may_do(table: Table, overdue: Notification) -> None:
    mail = sent(overdue)
    assert mail.to == EMAILS[EAST]
    assert mail.subject.startswith("East against ")
    assert mail.subject.endswith(": your opponent is out of time")
    for part in (mail.text, mail.html):
        assert "should have answered by Thursday 5 March, 14:00." in part
        assert "you can claim the win" in part
    assert opens(mail, table, EAST)


# ---- both

EVENTS = {REMINDER: deadlines.reminder_event, OVERDUE: deadlines.overdue_event}
ENDS: dict[str, Callable[[Table], object]] = {
    "answered": lambda table: table.submit(WEST),
    "more time": lambda table: clock.give_time(seat=table.seat(EAST), due_at=START + WHOLE),
    "paused": lambda table: pause(table.game),
    "stopped": lambda table: suspension.freeze(table.game, "chain-broken"),
    "over": lambda table: play.resign(seat=table.seat(EAST)),
}


@pytest.mark.parametrize("kind", ["reminder", "overdue"])
@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_clock_mails_and_events_are_dropped_once_they_are_no_longer_true(
    table: Table, request: pytest.FixtureRequest, kind: str, end: Callable[[Table], object]
) -> None:
    actual: Notification = request.getfixturevalue(kind)
    end(table)
    assert mail_of(actual) is None
    assert EVENTS[actual.kind](actual.about, actual.occasion) is None


@pytest.mark.parametrize("kind", [REMINDER, OVERDUE])
def test_clock_mails_can_be_muted_and_need_a_game(kind: str) -> None:
    known = kind_named(kind)
    assert known is not None
    assert known.optional
    for make in (known.compose, EVENTS[kind]):
        assert make("nosuchgame.east", "20260305T140000000000") is None


@pytest.mark.parametrize("kind", ["reminder", "overdue"])
def test_a_mail_that_can_be_muted_says_how(request: pytest.FixtureRequest, kind: str) -> None:
    assert sent(request.getfixturevalue(kind)).unsubscribe


# ---- webhooks


def test_webhooks_are_told_that_time_runs_out(reminder: Notification, table: Table) -> None:
    event = deadlines.reminder_event(reminder.about, reminder.occasion)
    assert event is not None
    seat = table.seat(WEST)
    assert event.type.name == "game.reminder"
    data = to_builtins(event.data)
    assert (data["side"], data["asked"]) == ("west", seat.asked)
    assert data["due_at"] == "2026-03-05T14:00:00+00:00"
    assert event.text.startswith(f"Your time is running out: game {table.game.public_id}, you play West")


def test_webhooks_are_told_that_the_win_may_be_claimed(overdue: Notification, table: Table) -> None:
    event = deadlines.overdue_event(overdue.about, overdue.occasion)
    assert event is not None
    assert event.type.name == "game.overdue"
    data = to_builtins(event.data)
    assert (data["side"], data["due_at"]) == ("east", "2026-03-05T14:00:00+00:00")
    assert "you may claim the win" in event.text
    assert f"/games/{table.game.public_id}/?as=east" in event.text
