"""The page of one's time away, and what others are shown of it."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from accounts.models.person import Person
from accounts.time_away import Holiday, read
from games.engine.side import EAST, WEST
from games.services import away, lobby
from notifications.delivery import deliver_due
from tests.kit.table import Table
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.both]

FRIDAY = datetime(2026, 3, 6, 12, tzinfo=UTC)
TODAY = FRIDAY.date()
DAY = timedelta(days=1)


@pytest.fixture
def table() -> Table:
    with time_machine.travel(FRIDAY, tick=False):
        table = Table(terms=lobby.Terms(pace=2))
        table.submit(EAST, table.a_bid(EAST))
        return table


def the_person(table: Table) -> Person:
    return Person.objects.get(pk=table.people[WEST].pk)


@time_machine.travel(FRIDAY, tick=False)
def test_person_goes_on_holiday_and_comes_back(table: Table) -> None:
    browser = signed_in(table.people[WEST])
    assert "You have 30 of 30 days left in 2026." in text(browser.get("/me/away/"))
    shown = text(browser.post("/me/away/", {"first": "", "last": "2026-03-08"}, follow=True))
    assert "You are away until" in shown
    assert "You have 27 of 30 days left in 2026." in shown
    assert read(the_person(table).time_away).holidays == (Holiday(TODAY, TODAY + 2 * DAY),)
    shown = text(browser.post("/me/away/", {"end": "2026-03-06"}, follow=True))
    assert "You have 29 of 30 days left in 2026." in shown


@time_machine.travel(FRIDAY, tick=False)
def test_page_says_why_a_holiday_is_refused(table: Table) -> None:
    browser = signed_in(table.people[WEST])
    answer = browser.post("/me/away/", {"first": "", "last": "2026-05-30"})
    assert answer.status_code == 400
    assert "There are 30 days of holiday in a year" in text(answer)
    assert not the_person(table).time_away


@time_machine.travel(FRIDAY, tick=False)
def test_person_takes_weekends_off(table: Table) -> None:
    browser = signed_in(table.people[WEST])
    shown = text(browser.post("/me/away/", {"weekends": "off"}, follow=True))
    assert "Saturdays and Sundays do not count for you." in shown
    assert read(the_person(table).time_away).weekends


@time_machine.travel(FRIDAY, tick=False)
def test_opponent_reads_until_when_a_player_is_away(table: Table) -> None:
    away.go(person=table.people[WEST], first=None, last=TODAY + 3 * DAY, now=timezone.now())
    browser = signed_in(table.people[EAST])
    sentence = f"{table.seat(WEST).played_by} is away until Monday 9 March."
    assert sentence in text(browser.get(f"/games/{table.game.public_id}/"))
    assert sentence in text(browser.get("/games/"))


@time_machine.travel(FRIDAY, tick=False)
def test_player_who_is_asked_reads_who_is_away_on_page_list_and_mail(table: Table) -> None:
    for side in (EAST, WEST):
        away.go(person=table.people[side], first=None, last=TODAY + 3 * DAY, now=timezone.now())
    name = table.seat(EAST).played_by
    browser = signed_in(table.people[WEST])
    deliver_due()
    told = next(sent.body for sent in mail.outbox if sent.to == [table.people[WEST].email])
    for shown in (
        text(browser.get(f"/games/{table.game.public_id}/")),
        text(browser.get("/games/")),
        " ".join(str(told).split()),
    ):
        assert "You are away until Monday 9 March, and those days do not count." in shown
        assert f"{name} is away until Monday 9 March." in shown
