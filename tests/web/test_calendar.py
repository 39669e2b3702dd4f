"""The calendar of a person's deadlines, as calendar programs read it, and the page with its address."""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from django.test import Client
from icalendar import Calendar, Event

from accounts.closing import close
from accounts.models.person import Person
from accounts.services import end_everything, renew_calendar
from games.engine.side import EAST, WEST
from games.ladders.models.season import Season
from games.models.game import Game
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.reads.calendar_address import address_of
from games.services import lobby, play
from games.services.creation import Terms
from tests.factories.ladders import LadderFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller, token_of
from tests.kit.table import Table
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
IN_THREE_DAYS = Terms(pace=3, on_time_out=OnTimeOut.CLAIM)


def calendar_path(person: Person) -> str:
    """Where a calendar program reads; made now, if it was not."""
    if person.calendar_at is None:
        renew_calendar(person=person)
    return urlsplit(address_of(person) or "").path


def entries(person: Person) -> list[Event]:
    """What a calendar program finds, in order."""
    answer = Client().get(calendar_path(person))
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return Calendar.from_ical(answer.content).events


def table() -> Table:
    """A game that waits for both bids."""
    with time_machine.travel(NOON, tick=False):
        return Table(0, terms=IN_THREE_DAYS)


def test_a_game_that_waits_has_an_entry_that_ends_at_its_deadline() -> None:
    game = table()
    (entry,) = entries(game.people[WEST])
    assert entry.end == NOON + timedelta(days=3)
    assert b"DTEND:20260504T120000Z" in entry.to_ical()
    assert game.seat(EAST).played_by in str(entry["SUMMARY"])
    assert str(entry["URL"]).endswith(f"/games/{game.game.public_id}/?as=west")
    assert not entry.alarms.times
    answer = Client().get(calendar_path(game.people[WEST]))
    assert answer["Content-Language"] == game.people[WEST].language
    assert b"/t/" not in answer.content, "no link in it opens a seat"


def test_an_entry_keeps_its_name_at_the_next_decision() -> None:
    game = table()
    before = entries(game.people[EAST])
    with time_machine.travel(NOON + timedelta(days=1), tick=False):
        for side in (EAST, WEST):
            game.submit(side, game.a_bid(side))
        waited = next(side for side in (EAST, WEST) if game.seat(side).waiting_since)
    (after,) = entries(game.people[waited])
    names = {each["UID"] for each in before} if waited == EAST else {after["UID"]}
    assert names == {after["UID"]}
    assert after.end == NOON + timedelta(days=4)


def test_a_game_that_waits_for_the_other_has_no_entry() -> None:
    game = table()
    game.submit(WEST, game.a_bid(WEST))
    assert entries(game.people[WEST]) == []


@pytest.mark.parametrize("stopped", ["paused_at", "frozen_at"])
def test_a_stopped_clock_has_no_entry(stopped: str) -> None:
    game = table()
    Game.objects.filter(pk=game.game.pk).update(**{stopped: NOON})
    assert entries(game.people[WEST]) == []


def test_a_game_to_check_in_to_leads_there() -> None:
    players = PersonFactory.create(name="Aki"), PersonFactory.create(name="Benkei")
    game = lobby.create_between(players, edition="kessen", terms=IN_THREE_DAYS)
    (entry,) = entries(players[0])
    due_at = Seat.objects.get(game=game, player=players[0]).due_at
    assert due_at is not None
    assert str(entry["URL"]).endswith(f"/games/{game.public_id}/check-in/")
    assert entry.end == due_at.replace(microsecond=0)


def test_a_ladder_has_entries_for_its_next_round_and_the_end_of_its_season() -> None:
    ladder = LadderFactory.create(players=["Aki", "Benkei"])
    season = Season.objects.get(ladder=ladder)
    aki = ladder.entrants.get(person__name="Aki").person
    ends = {each.end for each in entries(aki)}
    assert ends == {each.replace(microsecond=0) for each in (ladder.next_round_at, season.ends_at)}
    club = Client().get(f"/clubs/{ladder.club.slug}/calendar.ics")
    assert {each.end for each in Calendar.from_ical(club.content).events} == ends
    again = Client().get(f"/clubs/{ladder.club.slug}/calendar.ics", headers={"If-None-Match": club["ETag"]})
    assert (again.status_code, again["Cache-Control"]) == (304, "public, max-age=3600")
    ladder.entrants.filter(person=aki).update(left_at=NOON)
    assert entries(aki) == []


def test_an_unchanged_calendar_is_not_sent_again() -> None:
    game = table()
    path = calendar_path(game.people[EAST])
    first = Client().get(path)
    again = Client().get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert b"REFRESH-INTERVAL;VALUE=DURATION:PT1H" in first.content
    assert b"X-PUBLISHED-TTL:PT1H" in first.content
    play.resign(seat=game.seat(WEST))
    assert Client().get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_new_address_makes_the_old_one_void() -> None:
    person = PersonFactory.create(name="Aki")
    browser = signed_in(person)
    assert ".ics" not in text(browser.get("/me/calendar/"))
    paths = []
    for _time in range(2):
        browser.post("/me/calendar/")
        person.refresh_from_db()
        paths.append(calendar_path(person))
        assert paths[-1] in text(browser.get("/me/calendar/"))
    assert [Client().get(path).status_code for path in paths] == [404, 200]
    assert Client().get(paths[1].replace(".ics", "x.ics")).status_code == 404
    browser.post("/me/calendar/", {"end": "yes"})
    assert Client().get(paths[1]).status_code == 404


def test_a_program_makes_and_ends_the_address() -> None:
    person = PersonFactory.create(name="Aki")
    program = Caller(token_of(person))
    made = program.send("PATCH", "me/", {"calendar": True}).json()["calendar"]
    assert program.get("me/").json()["calendar"] == made
    assert Client().get(urlsplit(made).path).status_code == 200
    assert program.send("PATCH", "me/", {"calendar": False}).json()["calendar"] is None
    assert Client().get(urlsplit(made).path).status_code == 404


@pytest.mark.parametrize("leave", [close, end_everything])
def test_an_address_dies_with_the_account_or_all_links(leave: object) -> None:
    person = PersonFactory.create(name="Aki")
    path = calendar_path(person)
    leave(person=person)  # type: ignore[operator]
    assert Client().get(path).status_code == 404
