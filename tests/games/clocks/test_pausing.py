"""A pause by consent: who may ask, what stops the clock, and how it ends."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail

from games.engine.side import EAST, WEST, Side
from games.models.game import Game
from games.reads import pauses
from games.services import clock, outages, pausing
from games.services.pausing import PAUSE
from notifications.delivery import deliver_due
from notifications.models import Notification
from sekigahara.errors.exceptions import Conflict, Frozen
from tests.games.conftest import FRIDAY
from tests.kit.calling import Seated, problem_of
from tests.kit.pausing import pause
from tests.kit.table import Table
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.both]

DAY = timedelta(days=1)


@pytest.fixture
def table(table: Table) -> Table:
    """Nobody has been told of anything."""
    Notification.objects.all().delete()
    return table


def game_of(table: Table) -> Game:
    return Game.objects.get(pk=table.game.pk)


def refused(code: str, table: Table, side: Side = EAST, days: int | None = None) -> None:
    with pytest.raises(Conflict) as refusal:
        pausing.ask(seat=table.seat(side), days=days)
    assert refusal.value.code == code


def told(table: Table) -> list[tuple[str, str]]:
    rows = Notification.objects.filter(kind=PAUSE).order_by("pk").values_list("about", "occasion")
    return [(about.partition(".")[2], occasion.partition(".")[0]) for about, occasion in rows]


def test_clock_stops_when_the_other_agrees_and_not_before(
    table: Table, traveller: time_machine.Traveller
) -> None:
    pausing.ask(seat=table.seat(WEST), days=None)
    assert game_of(table).paused_at is None
    traveller.shift(DAY)
    outages.go_on(datetime.now(UTC))
    for _time in range(2):
        pausing.agree(seat=table.seat(EAST))
    traveller.shift(10 * DAY)
    outages.go_on(datetime.now(UTC))
    assert clock.send_reminders() == 0
    pausing.end(seat=table.seat(EAST))
    assert table.seat(WEST).due_at == FRIDAY + 12 * DAY
    assert game_of(table).pause_asked_by is None
    assert told(table) == [("east", "asked"), ("west", "agreed"), ("west", "ended")]


def test_asking_does_not_save_anybody_from_a_deadline(
    table: Table, traveller: time_machine.Traveller
) -> None:
    traveller.shift(2 * DAY - timedelta(minutes=30))
    outages.go_on(datetime.now(UTC))
    pausing.ask(seat=table.seat(WEST), days=30)
    traveller.shift(timedelta(hours=1))
    outages.go_on(datetime.now(UTC))
    assert table.seat(WEST).due_at == FRIDAY + 2 * DAY


def test_pause_of_some_days_ends_by_itself(table: Table, traveller: time_machine.Traveller) -> None:
    pausing.ask(seat=table.seat(EAST), days=7)
    pausing.agree(seat=table.seat(WEST))
    traveller.shift(7 * DAY - timedelta(minutes=1))
    outages.go_on(datetime.now(UTC))
    assert clock.send_reminders() == 0
    traveller.shift(timedelta(minutes=1))
    assert clock.send_reminders() == 1
    assert table.seat(WEST).due_at == FRIDAY + 9 * DAY
    assert told(table)[2:] == [("east", "ended"), ("west", "ended")]
    assert clock.send_reminders() == 0


def test_declined_pause_is_forgotten_and_the_other_is_told(table: Table) -> None:
    pausing.ask(seat=table.seat(EAST), days=3)
    refused("pause-asked", table, WEST)
    pausing.drop(seat=table.seat(WEST))
    pausing.drop(seat=table.seat(WEST))
    with pytest.raises(Conflict, match="no-pause-asked"):
        pausing.agree(seat=table.seat(WEST))
    pausing.ask(seat=table.seat(EAST), days=3)
    pausing.drop(seat=table.seat(EAST))
    # Whoever asks once more on the same day is shown on the page, and not mailed again.
    assert told(table) == [("west", "asked"), ("east", "declined")]


def test_nobody_agrees_with_themselves(table: Table) -> None:
    pausing.ask(seat=table.seat(EAST), days=3)
    with pytest.raises(Conflict, match="no-pause-asked"):
        pausing.agree(seat=table.seat(EAST))


def test_pause_needs_a_clock_two_people_and_time_away_that_counts(table: Table) -> None:
    Game.objects.update(holidays_count=False)
    refused("no-pauses", table)
    Game.objects.update(holidays_count=True, pace=None)
    refused("no-clock", table)
    Game.objects.update(pace=2, frozen_at=FRIDAY)
    with pytest.raises(Frozen):
        pausing.ask(seat=table.seat(EAST), days=None)


def test_pause_of_an_arbiter_is_ended_by_no_player(table: Table) -> None:
    pause(table.game)
    refused("paused-already", table)
    with pytest.raises(Conflict, match="not-paused"):
        pausing.end(seat=table.seat(EAST))


def test_game_is_played_on_in_a_pause(table: Table) -> None:
    pausing.ask(seat=table.seat(EAST), days=None)
    pausing.agree(seat=table.seat(WEST))
    table.submit(WEST, table.a_bid(WEST))
    assert game_of(table).is_paused_by_players


def test_mail_opens_a_page_on_which_one_tap_agrees(table: Table) -> None:
    pausing.ask(seat=table.seat(EAST), days=7)
    deliver_due()
    (sent,) = mail.outbox
    assert "asks for a pause of 7 days" in str(sent.body)
    link = next(word for word in str(sent.body).split() if word.endswith("/pause/"))
    browser = signed_in(table.people[WEST])
    page = browser.get(link.partition("testserver")[2] or "/" + link.split("/", 3)[3], follow=True)
    assert f"{table.seat(EAST).played_by} asks for a pause of 7 days." in text(page)
    address = f"/games/{table.game.public_id}/pause/"
    assert game_of(table).paused_at is None
    shown = text(browser.post(f"{address}?as=west", {"do": "agree"}, follow=True))
    assert "You have both agreed on a pause until Friday 13 March, 12:00" in shown
    assert "You have both agreed on a pause" in text(browser.get("/games/"))
    shown = text(browser.post(f"{address}?as=west", {"do": "end"}, follow=True))
    assert "There is no pause. The clock runs." in shown
    assert game_of(table).paused_at is None


@pytest.mark.parametrize("days", ["31", "0", "-1", "two", "9" * 30])
def test_page_refuses_a_number_of_days_that_is_none(table: Table, days: str) -> None:
    browser = signed_in(table.people[EAST])
    address = f"/games/{table.game.public_id}/pause/?as=east"
    answer = browser.post(address, {"do": "ask", "days": days}, follow=True)
    assert "A pause has at most 30 days." in text(answer)
    assert game_of(table).pause_asked_by is None


def test_program_asks_and_agrees(table: Table) -> None:
    east, west = Seated(table, EAST), Seated(table, WEST)
    asked = east.post(f"{east.game}pause/", {"do": "ask", "days": 2}).json()
    assert asked["pause"] == {"asked_by": "east", "days": 2, "until": None}
    agreed = west.post(f"{west.game}pause/", {"do": "agree"}).json()
    assert agreed["pause"]["until"] == "2026-03-08T12:00:00Z"
    assert agreed["paused_at"] is not None
    ended = west.post(f"{west.game}pause/", {"do": "end"}).json()
    assert (ended["pause"], ended["paused_at"]) == (None, None)
    problem_of(west.post(f"{west.game}pause/", {"do": "ask", "days": 31}), 400)


def test_nothing_is_said_of_a_pause_that_nobody_asked_for(table: Table) -> None:
    assert pauses.in_words(table.seat(EAST)) == ""
