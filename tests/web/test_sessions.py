"""Sessions written by another release: values that cannot be read are ignored."""

from typing import Any

import pytest
from django.test import Client

from accounts.models.person import Person
from games.engine.side import EAST
from games.reads.turn_links import invitation_link
from games.services import lobby
from games.web.visitors import EXPIRED, INVITATIONS, SEATS
from tests.factories.games import GameFactory
from tests.kit.table import Table
from tests.web.browsers import address, by_link, link, path_of, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

AT = "2026-05-01T12:00:00+00:00"
JUNK = [None, True, 0, -1, 3.5, 10**30, "", "x", "1", [], ["x"], {}, {"x": None}]
WORN = [
    *JUNK,
    [1],
    [1, AT],
    [1, "proof"],
    ["1", AT, "proof"],
    [1, "yesterday", "proof"],
    [1, AT.partition("+")[0], "proof"],
    [1, AT, None],
    [None, AT, "proof"],
    {"person": 1, "at": AT},
]
"""Of what one link opened."""


def keep(browser: Client, key: str, kept: Any) -> None:
    session = browser.session
    session[key] = kept
    session.save()


def test_junk_in_place_of_all_opened_seats_is_none() -> None:
    table = Table()
    seat = address(table.seat(EAST))
    for junk in JUNK:
        browser = Client()
        keep(browser, SEATS, junk)
        assert browser.get(seat).status_code == 404, repr(junk)
        assert browser.get("/games/")["Location"].startswith("/sign-in/"), repr(junk)
        browser.get(link(table.seat(EAST)))
        assert browser.get(seat).status_code == 200, repr(junk)


def test_a_seat_that_cannot_be_read_is_not_open_and_those_beside_it_are() -> None:
    table, other = Table(), Table(1)
    lost = address(other.seat(EAST))
    for junk in WORN:
        browser = by_link(table.seat(EAST))
        keep(browser, SEATS, {**browser.session[SEATS], other.seat(EAST).reference: junk, "": junk})
        assert browser.get(lost).status_code == 404, repr(junk)
        assert browser.get(address(table.seat(EAST))).status_code == 200, repr(junk)
        assert other.game.public_id not in text(browser.get("/games/")), repr(junk)
        browser.get(link(other.seat(EAST)))
        for opened in (table, other):
            assert browser.get(address(opened.seat(EAST))).status_code == 200, repr(junk)


def test_a_time_without_a_zone_opens_nothing_even_with_the_right_proof() -> None:
    table = Table()
    browser = by_link(table.seat(EAST))
    (reference, (person, at, proof)) = next(iter(browser.session[SEATS].items()))
    keep(browser, SEATS, {reference: [person, at.replace("+00:00", "").removesuffix("Z"), proof]})
    assert browser.get(address(table.seat(EAST))).status_code == 404


def test_junk_in_place_of_an_expired_seat_is_none() -> None:
    for junk in JUNK:
        browser = Client()
        keep(browser, EXPIRED, junk)
        assert browser.get("/link/expired/").status_code == 404, repr(junk)
        assert browser.post("/link/expired/").status_code == 404, repr(junk)


def test_junk_in_place_of_invitations_is_none() -> None:
    creator = Person.objects.at("creator@example.org")
    game = GameFactory.create(creator=creator, opponent=lobby.Invite("g@example.org"))
    page = f"/games/{game.public_id}/invitation/"
    invited = path_of(invitation_link(game.seats.get(player=None).invitation))
    for junk in (*WORN, *({game.public_id: worn} for worn in WORN)):
        browser = Client()
        keep(browser, INVITATIONS, junk)
        assert browser.get(page)["Location"].startswith("/sign-in/"), repr(junk)
        assert browser.get(f"/games/{game.public_id}/").status_code == 404, repr(junk)
        browser.get(invited)
        assert browser.get(page).status_code == 200, repr(junk)
