"""Asking the opponent again: when it can be done, and what they get."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail

from games.engine.side import EAST, WEST
from games.services import asking_again, away, clock, outages
from games.services.asking_again import ASKED_AGAIN
from notifications import rhythm
from notifications.delivery import deliver_due
from notifications.models import MailRhythm, Notification, Rhythm
from sekigahara.errors.exceptions import Conflict
from tests.games.conftest import FRIDAY
from tests.kit.calling import Seated, problem_of
from tests.kit.pausing import pause
from tests.kit.table import Table
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.both]

DAY = timedelta(days=1)


@pytest.fixture
def table(table: Table, traveller: time_machine.Traveller) -> Table:
    """Of West's two days one has passed."""
    traveller.shift(DAY)
    outages.go_on(datetime.now(UTC))
    deliver_due()
    mail.outbox.clear()
    return table


def refusal(table: Table) -> Conflict:
    with pytest.raises(Conflict) as refused:
        asking_again.ask(seat=table.seat(EAST))
    return refused.value


def choose(table: Table, **chosen: object) -> None:
    rhythm.choose(MailRhythm(person_id=table.people[WEST].pk, **chosen))


def test_opponent_is_mailed_once_more_for_each_deadline(table: Table) -> None:
    asking_again.ask(seat=table.seat(EAST))
    deliver_due()
    (sent,) = mail.outbox
    assert str(sent.subject).endswith("your opponent asks you again")
    assert refusal(table).code == "asked-again-already"
    due = table.seat(WEST).due_at
    assert due is not None
    assert clock.give_time(seat=table.seat(EAST), due_at=due)
    assert refusal(table).code == "too-early"


def test_mail_comes_at_once_whatever_the_rhythm_unless_it_is_never(table: Table) -> None:
    choose(table, rhythm=Rhythm.DAILY, hour=7)
    asking_again.ask(seat=table.seat(EAST))
    deliver_due()
    assert len(mail.outbox) == 1
    Notification.objects.filter(kind=ASKED_AGAIN).delete()
    choose(table, rhythm=Rhythm.NEVER)
    asking_again.ask(seat=table.seat(EAST))
    deliver_due()
    assert len(mail.outbox) == 1


def test_it_is_too_early_before_half_of_the_time(table: Table, traveller: time_machine.Traveller) -> None:
    traveller.shift(-timedelta(minutes=1))
    found = refusal(table)
    assert (found.code, found.parameters["when"]) == ("too-early", "2026-03-07T12:00+00:00")
    page = text(signed_in(table.people[EAST]).get(f"/games/{table.game.public_id}/"))
    assert f"From Saturday 7 March, 12:00 on you can ask {table.seat(WEST).played_by} again." in page


def test_nobody_is_asked_in_quiet_hours_or_on_holiday(table: Table) -> None:
    choose(table, quiet_from=11, quiet_until=14)
    found = refusal(table)
    assert (found.code, found.parameters["when"]) == ("in-quiet-hours", "2026-03-07T14:00+00:00")
    choose(table)
    away.go(person=table.people[WEST], first=None, last=datetime.now(UTC).date() + DAY, now=datetime.now(UTC))
    assert refusal(table).code == "on-holiday"


def test_days_off_do_not_count_for_the_half(table: Table, traveller: time_machine.Traveller) -> None:
    person, today = table.people[WEST], datetime.now(UTC).date()
    table.submit(WEST, table.a_bid(WEST))
    (side,) = table.asked()
    person = table.people[side]
    away.go(person=person, first=today + DAY, last=today + 2 * DAY, now=datetime.now(UTC))
    traveller.shift(2.9 * DAY)
    outages.go_on(datetime.now(UTC))
    # Of two days half of one has passed: that of the beginning, and none of the two days off.
    found = asking_again.refusal(table.seat(side), datetime.now(UTC))
    assert found is not None
    at = (FRIDAY + 4 * DAY).isoformat(timespec="minutes")
    assert (found.code, found.parameters) == ("too-early", {"when": at})


def test_nobody_is_asked_who_is_not_waited_for(table: Table) -> None:
    with pytest.raises(Conflict, match="not-waited-for"):
        asking_again.ask(seat=table.seat(WEST))
    pause(table.game)
    assert refusal(table).code == "paused"


def test_mail_is_dropped_once_they_have_answered(table: Table) -> None:
    asking_again.ask(seat=table.seat(EAST))
    table.submit(WEST, table.a_bid(WEST))
    deliver_due()
    assert not [sent for sent in mail.outbox if "asks you again" in str(sent.subject)]


def test_button_and_program_ask(table: Table) -> None:
    browser, address = signed_in(table.people[EAST]), f"/games/{table.game.public_id}/"
    assert "Ask again" in text(browser.get(address))
    assert "Your opponent has been asked again." in text(
        browser.post(f"{address}ask-again/?as=east", follow=True)
    )
    assert "Ask again" not in text(browser.get(address))
    east = Seated(table, EAST)
    problem = problem_of(east.post(f"{east.game}ask-again/", {}), 409)
    assert problem["code"] == "asked-again-already"
    Notification.objects.filter(kind=ASKED_AGAIN).delete()
    assert east.post(f"{east.game}ask-again/", {}).status_code == 200
    assert Notification.objects.filter(kind=ASKED_AGAIN).count() == 1
