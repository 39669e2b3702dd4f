"""The form at a moment of a finished game, and the page of the game that begins there."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts import guests
from accounts.models.person import Person
from games.engine.side import EAST, WEST
from games.models.game import Game
from games.models.seat import Seat
from games.services import lobby, play
from tests.factories.games import GameFactory
from tests.kit.table import Table
from tests.web.browsers import address, read, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

FORM = 'action="/games/{game}/moments/{number}/fork/?as={viewpoint}"'


@pytest.fixture
def finished() -> Table:
    table = Table(7, is_public=True)
    table.play_on(until=lambda state: state.week >= 2)
    play.resign(seat=table.seat(WEST))
    return table


def has_form(browser: Client, table: Table, number: int, viewpoint: str = "east") -> bool:
    page = read(browser.get(f"/games/{table.game.public_id}/moments/{number}/?as={viewpoint}"))
    return FORM.format(game=table.game.public_id, number=number, viewpoint=viewpoint) in page


def send(browser: Client, table: Table, number: int, viewpoint: str = "east", **fields: str) -> Any:
    terms = {"side": "east", "opponent": "ashigaru"} | fields
    return browser.post(f"/games/{table.game.public_id}/moments/{number}/fork/?as={viewpoint}", terms)


def test_the_form_is_at_every_moment_but_the_last(finished: Table) -> None:
    browser, last = signed_in(finished.people[EAST]), finished.version(EAST)
    assert has_form(browser, finished, 1)
    assert has_form(browser, finished, last - 1)
    assert not has_form(browser, finished, last)
    assert not has_form(browser, Table(8), 1)


def test_the_form_offers_the_side_and_the_opponent_that_one_had() -> None:
    player = Person.objects.at("alone@example.org")
    game = GameFactory.create(creator=player, side="west", opponent=lobby.Computer("ashigaru"))
    play.resign(seat=Seat.objects.select_related("game").get(game=game, player=player))
    page = text(signed_in(player).get(f"/games/{game.public_id}/moments/1/"))
    assert '<option value="west" selected>' in page
    assert '<option value="ashigaru" selected>' in page
    assert '<option value="random"' not in page


def test_one_plays_on_and_both_pages_lead_to_the_other(finished: Table) -> None:
    browser = signed_in(finished.people[EAST])
    landed = send(browser, finished, 9, side="west")
    game = Game.objects.get(source=finished.game)
    assert landed["Location"] == f"/games/{game.public_id}/"
    assert Seat.objects.get(game=game, player=finished.people[EAST]).plays == WEST
    page = read(browser.get(landed["Location"]))
    there = f"/games/{finished.game.public_id}/moments/{game.source_moment}/?as=referee#moment"
    assert f'<a href="{there}">' in page
    assert "for practice" in page
    assert "The record as a file" not in page
    old = text(browser.get(f"/games/{finished.game.public_id}/"))
    assert f'<a href="{landed["Location"]}">From moment {game.source_moment}</a>' in old
    assert landed["Location"] not in text(signed_in(finished.people[WEST]).get(address(finished.seat(WEST))))
    assert landed["Location"] in text(browser.get("/games/"))


def test_my_games_name_the_week_that_a_game_was_played_on_from(finished: Table) -> None:
    browser, told = signed_in(finished.people[EAST]), "Played on from week {} of a finished game."
    assert "Played on from" not in text(browser.get("/games/"))
    send(browser, finished, finished.version(EAST) - 1)
    assert told.format(2) in text(browser.get("/games/"))
    guest = Client()
    send(guest, finished, 4, "referee")
    assert told.format(1) in text(guest.get("/games/"))


def test_a_visitor_becomes_a_guest_and_may_play_both_sides(finished: Table) -> None:
    browser = Client()
    landed = send(browser, finished, 4, "referee", side="both")
    mine = Seat.objects.filter(player=browser.session[guests.GUEST][0])
    assert [seat.plays for seat in mine.order_by("side")] == [EAST, WEST]
    page = text(browser.get(landed["Location"]))
    assert re.search("Switch to (East|West)", page)
    assert "You play as a guest" in page
    assert "Your first week" not in page


def test_a_game_that_runs_is_not_played_on(finished: Table) -> None:
    table = Table(8)
    browser = signed_in(table.people[EAST])
    landed = send(browser, table, 1)
    assert landed["Location"] == f"/games/{table.game.public_id}/moments/1/?as=east"
    assert "still being played" in text(browser.get(landed["Location"]))
    assert send(browser, table, 1, "referee").status_code == 404
    assert not Game.objects.exclude(source=None).exists()


@pytest.mark.parametrize(
    ("number", "fields"),
    [(0, {}), (999, {}), (1, {"side": "north"}), (1, {"opponent": "nobody"}), (1, {"opponent": ""})],
)
def test_nonsense_begins_nothing(finished: Table, number: int, fields: dict[str, str]) -> None:
    assert send(signed_in(finished.people[EAST]), finished, number, **fields).status_code == 404
    assert not Game.objects.exclude(source=None).exists()


def test_a_fork_from_the_last_moment_is_refused_in_words(finished: Table) -> None:
    browser, last = signed_in(finished.people[EAST]), finished.version(EAST)
    landed = send(browser, finished, last)
    assert "the game was over" in text(browser.get(landed["Location"]))


def test_a_private_game_is_played_on_by_its_players_alone() -> None:
    table = Table(9)
    play.resign(seat=table.seat(WEST))
    assert send(Client(), table, 1).status_code == 404
    assert send(signed_in(table.people[WEST]), table, 1).status_code == 302


def test_a_guest_who_plays_enough_is_told(finished: Table) -> None:
    browser = Client()
    for _ in range(3):
        send(browser, finished, 2, side="both")
    assert send(browser, finished, 2)["Location"] == "/games/"
    assert "3 games at a time" in text(browser.get("/games/"))


def test_a_fork_has_a_replay_and_no_record(finished: Table) -> None:
    browser = signed_in(finished.people[EAST])
    path = send(browser, finished, 9, side="both")["Location"]
    assert browser.get(f"{path}history/").status_code == 200
    assert browser.get(f"{path}moments/1/").status_code == 200
    for part in ("record.json", "verify/"):
        assert browser.get(f"{path}{part}")["Location"].startswith(path)
        assert "no record" in text(browser.get(path))
