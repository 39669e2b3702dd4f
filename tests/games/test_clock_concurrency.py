"""Several workers that check clocks at once act as one; and claims at the moment of an action."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games.engine.side import EAST, WEST
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.services import away, clock, lobby
from games.services.clock import OVERDUE, REMINDER
from notifications.models import Notification
from tests.kit.concurrency import held_up
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]


@pytest.fixture
def table() -> Table:
    """A game in which East waits for West."""
    clock.send_reminders()
    table = Table(terms=lobby.Terms(pace=2, on_time_out=OnTimeOut.CLAIM))
    table.submit(EAST, table.a_bid(EAST))  # without a wish by which West would be asked again
    return table


def due_in(table: Table, left: timedelta) -> None:
    Seat.objects.filter(game=table.game, side=WEST).update(due_at=timezone.now() + left)


@pytest.mark.parametrize(
    ("left", "kind"), [(timedelta(hours=1), REMINDER), (timedelta(hours=-1), OVERDUE)], ids=["soon", "over"]
)
def test_simultaneous_workers_notify_once(table: Table, left: timedelta, kind: str) -> None:
    due_in(table, left)
    actual = held_up(table.game.pk, clock.send_reminders, clock.send_reminders, clock.send_reminders)
    assert sorted(actual) == [0, 0, 1]
    assert Notification.objects.filter(kind=kind).count() == 1


def test_simultaneous_claims_end_the_game_once(table: Table) -> None:
    due_in(table, timedelta(hours=-1))
    seat = table.seat(EAST)
    outcomes = held_up(table.game.pk, *2 * [lambda: clock.claim(seat=seat)])
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Done", "GameIsOver"]
    assert (table.game.winner, table.game.victory) == (EAST, "time-out")


def test_simultaneous_claim_and_answer_are_one_of_the_two(table: Table) -> None:
    due_in(table, timedelta(hours=-1))
    seat, bid, version = table.seat(EAST), table.a_bid(WEST), table.version(WEST)
    claimed, answered = held_up(
        table.game.pk, lambda: clock.claim(seat=seat), lambda: table.submit(WEST, bid, version=version)
    )
    names = type(claimed).__name__, type(answered).__name__
    assert names in {("Done", "GameIsOver"), ("Conflict", "Done")}
    assert table.game.is_over == (names[0] == "Done")


def test_extra_time_given_twice_at_once_counts_once(table: Table) -> None:
    seat, due_at = table.seat(EAST), table.seat(WEST).due_at
    assert due_at is not None
    given = held_up(table.game.pk, *2 * [lambda: clock.give_time(seat=seat, due_at=due_at)])
    assert sorted(given) == [False, True]
    assert table.seat(WEST).due_at == due_at + timedelta(days=2)


def test_holiday_at_the_moment_of_a_claim_leaves_one_of_the_two(table: Table) -> None:
    """A claim of a deadline that has passed is not undone, and the holiday is taken all the same."""
    due_in(table, timedelta(hours=-1))
    seat, person, now = table.seat(EAST), table.people[WEST], timezone.now()
    claimed, gone = held_up(
        table.game.pk,
        lambda: clock.claim(seat=seat),
        lambda: away.go(person=person, first=None, last=now.date() + timedelta(days=3), now=now),
    )
    assert (type(claimed).__name__, type(gone).__name__) == ("Done", "TimeAway")
    assert table.game.is_over


def test_answer_at_the_moment_a_holiday_begins_is_given_its_days(table: Table) -> None:
    """Whichever comes first: the deadline that the answer sets for the person who goes leaves them out."""
    now = timezone.now()
    bid, version = table.a_bid(WEST), table.version(WEST)
    last = now.date() + timedelta(days=3)
    outcomes = held_up(
        table.game.pk,
        lambda: table.submit(WEST, bid, version=version),
        lambda: away.go(person=table.people[EAST], first=None, last=last, now=now),
        lambda: away.go(person=table.people[WEST], first=None, last=last, now=now),
    )
    assert [type(each).__name__ for each in outcomes] == ["Done", "TimeAway", "TimeAway"]
    (side,) = table.asked()
    due_at = table.seat(side).due_at
    assert due_at is not None
    midnight = datetime.combine(last, datetime.min.time(), UTC) + timedelta(days=1)
    assert due_at == midnight + timedelta(days=2)
