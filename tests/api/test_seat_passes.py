"""What scripts of a game's page may do with the pass they were given: act for that seat, nothing else."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.test import Client

from games.engine.side import EAST, WEST
from games.models.seat import Seat
from games.reads import seat_pass
from games.services import link_renewal
from games.web.link_sessions import LINK_SESSION
from sekigahara.db import service_time
from tests.kit.calling import Caller
from tests.kit.passes import new_pass
from tests.kit.table import Table
from tests.web.browsers import by_link, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

READS = ("view", "options", "history", "record", "orders", "stream/?once=true")


@pytest.fixture
def table() -> Table:
    return Table(1)


def holder(text: str) -> Caller:
    return Caller(Authorization=f"Seat {text}")


def seat_of(table: Table, side: int = EAST) -> Seat:
    return Seat.objects.select_related("game", "player").get(game=table.game, side=side)


def path(table: Table, rest: str) -> str:
    rest = rest if "/" in rest else f"{rest}/"
    return f"games/{table.game.public_id}/{rest}"


def tag(table: Table) -> str:
    return f'"east.{table.version(EAST)}.page"'


def test_the_page_gives_a_pass_with_which_its_scripts_read_and_act(table: Table) -> None:
    page = text(signed_in(table.people[EAST]).get(f"/games/{table.game.public_id}/"))
    (given,) = re.findall(r'data-pass="([^"]+)"', page)
    caller = holder(given)
    for read in READS:
        assert caller.get(path(table, read)).status_code == 200, read
    view = caller.get(path(table, "view")).json()
    assert view["view"]["viewer"] == "east"
    previewed = caller.post(path(table, "preview/?draw=tall"), table.any_action(EAST))
    assert previewed.status_code == 200
    done = caller.post(path(table, "actions"), table.any_action(EAST), **{"If-Match": tag(table)})
    assert done.status_code == 201


def pass_in(browser: Client, table: Table) -> Caller:
    """Whoever copied the pass of a page that a browser shows."""
    (given,) = re.findall(
        r'data-pass="([^"]+)"', text(browser.get(f"/games/{table.game.public_id}/?as=east"))
    )
    return holder(given)


def all_refused(caller: Caller, table: Table) -> bool:
    reads = [caller.get(path(table, read)).status_code for read in READS]
    acts = caller.post(path(table, "actions"), table.any_action(EAST), **{"If-Match": tag(table)})
    return {*reads, acts.status_code, caller.post(path(table, "resign")).status_code} == {401}


@pytest.mark.parametrize("opened", ["signed in", "by a link"])
def test_a_pass_dies_with_the_session_of_its_page(table: Table, opened: str) -> None:
    browser = signed_in(table.people[EAST]) if opened == "signed in" else by_link(seat_of(table))
    elsewhere = signed_in(table.people[EAST])
    stolen, other = pass_in(browser, table), pass_in(elsewhere, table)
    assert stolen.get(path(table, "view")).status_code == 200
    browser.post("/sign-out/")
    assert all_refused(stolen, table)
    assert other.get(path(table, "view")).status_code == 200, "the other browser goes on"
    Session.objects.all().delete()
    assert all_refused(other, table)


def test_a_pass_dies_when_its_session_expires(table: Table) -> None:
    caller = pass_in(by_link(seat_of(table)), table)
    later = timedelta(seconds=LINK_SESSION)
    assert later < seat_pass.PASS_LIFETIME
    with time_machine.travel(service_time.now() + later + timedelta(minutes=1), tick=False):
        assert all_refused(caller, table)


def test_a_pass_costs_no_statement_more_than_reading_its_player(
    table: Table, django_assert_num_queries: Any
) -> None:
    caller = holder(new_pass(seat_of(table)))
    view, actions, body, version = (
        path(table, "view"),
        path(table, "actions"),
        table.any_action(EAST),
        tag(table),
    )
    known = caller.get(view)["ETag"]
    with django_assert_num_queries(2):  # the holder with the session; the game with its seats
        assert caller.get(view, **{"If-None-Match": known}).status_code == 304
    with django_assert_num_queries(7):  # these two, and how an action is written on SQLite
        assert caller.post(actions, body, **{"If-Match": version}).status_code == 201


def test_spectators_and_finished_games_have_none(table: Table) -> None:
    table.game.is_public = True
    table.game.save(update_fields=["is_public"])
    address = f"/games/{table.game.public_id}/"
    assert "data-pass" not in text(signed_in(table.people[EAST]).get(f"{address}?as=public"))
    assert "data-pass" in text(signed_in(table.people[EAST]).get(address))
    holder(new_pass(seat_of(table))).post(path(table, "resign"))
    assert "data-pass" not in text(signed_in(table.people[EAST]).get(address))


def test_a_pass_opens_nothing_but_its_seat(table: Table) -> None:
    other = Table(2)
    caller = holder(new_pass(seat_of(table)))
    for address in ("me/", "games/", "me/stream/?once=true", "games/next/"):
        assert caller.get(address).status_code == 401, address
    for read in READS:
        assert caller.get(path(other, read)).status_code in (401, 404), read
        there = path(table, read)
        there += "&as=west" if "?" in there else "?as=west"
        assert caller.get(there).status_code in (401, 404), read
    acted = caller.post(path(other, "actions"), other.any_action(EAST), **{"If-Match": tag(other)})
    assert acted.status_code == 401


def test_forged_and_expired_passes_are_refused(table: Table) -> None:
    good = new_pass(seat_of(table))
    for bad in ("", "x", good[:-1], good[1:], f"{good}x", good.swapcase(), "a:b:c"):
        assert holder(bad).get(path(table, "view")).status_code == 401, bad
    with time_machine.travel(service_time.now() + seat_pass.PASS_LIFETIME - timedelta(minutes=1), tick=False):
        assert holder(good).get(path(table, "view")).status_code == 200
    with time_machine.travel(service_time.now() + seat_pass.PASS_LIFETIME + timedelta(minutes=1), tick=False):
        assert holder(good).get(path(table, "view")).status_code == 401


def test_a_pass_ends_with_the_links_the_sessions_and_the_seat_of_its_player(table: Table) -> None:
    good = new_pass(seat_of(table))
    link_renewal.revoke(seat=seat_of(table))
    assert holder(good).get(path(table, "view")).status_code == 401
    fresh = new_pass(seat_of(table))
    assert holder(fresh).get(path(table, "view")).status_code == 200
    Seat.objects.filter(pk=seat_of(table).pk).update(player=table.people[WEST])
    assert holder(fresh).get(path(table, "view")).status_code == 401
