"""The menu of every page: what it leads to, and how many games wait."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models.person import Person
from games.engine.side import EAST, SIDES, WEST
from games.models.game import Game
from games.models.seat import Seat
from games.services import play
from games.services.lobby import Myself
from tests.factories.games import GameFactory
from tests.kit.table import Table
from tests.web.browsers import by_link, signed_in, text

pytestmark = pytest.mark.django_db

COUNTING = "count(DISTINCT seat.game_id)"


def counted(browser: Client, path: str = "/rules/") -> tuple[str, int]:
    """A page, and how often the waiting games were counted for it."""
    with CaptureQueriesContext(connection) as asked:
        page = text(browser.get(path))
    return page, sum(COUNTING in each["sql"] for each in asked)


def test_the_menu_counts_the_games_that_wait_for_me() -> None:
    tables = [Table(seed) for seed in range(2)]
    for side in SIDES:
        waits = sum(bool(table.seat(side).waiting_since) for table in tables)
        page, times = counted(signed_in(tables[0].people[side]))
        assert times == 1
        assert (f"My games ({waits} waiting)" in page) == bool(waits)
        assert (f"Menu ({waits})" in page) == bool(waits)
    Seat.objects.update(waiting_since=None)
    page, _times = counted(signed_in(tables[0].people[EAST]))
    assert ">My games<" in page
    assert ">Menu<" in page


def test_a_game_of_both_sides_counts_once_and_one_that_is_over_not_at_all() -> None:
    person = Person.objects.at("alone@example.org")
    game = GameFactory.create(creator=person, opponent=Myself())
    assert "My games (1 waiting)" in counted(signed_in(person))[0]
    play.resign(seat=Seat.objects.select_related("game").get(game=game, side=EAST))
    assert ">My games<" in counted(signed_in(person))[0]


def test_a_game_that_is_suspended_or_called_off_waits_for_nobody() -> None:
    table = Table()
    side = next(side for side in SIDES if table.seat(side).waiting_since)
    browser = signed_in(table.people[side])
    for status in (Game.Status.CALLED_OFF, Game.Status.RUNNING):
        Game.objects.update(status=status)
        assert ("(1 waiting)" in counted(browser)[0]) == (status == Game.Status.RUNNING)
    Game.objects.update(frozen_at=table.seat(side).waiting_since)
    assert "waiting)" not in counted(browser)[0]


def test_nothing_is_counted_for_anybody_who_is_not_signed_in() -> None:
    table = Table()
    guest = Client()
    guest.post("/play/")
    for browser in (Client(), by_link(table.seat(WEST)), guest):
        page, times = counted(browser)
        assert (times, "waiting)" in page) == (0, False)
        assert 'href="/games/new/"' not in page


def test_signed_in_people_can_start_a_game_from_every_page() -> None:
    browser = signed_in(Person.objects.at("known@example.org"))
    assert '<a href="/games/new/">New game</a>' in text(browser.get("/rules/"))
    assert '<a href="/games/new/" aria-current="page">New game</a>' in text(browser.get("/games/new/"))
