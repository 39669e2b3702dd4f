"""The page of a game whose player has both sides: alone, or with somebody beside them on the same device."""

import re

import pytest
from django.test import Client

from accounts.models.person import Person
from games.models.game import Game
from games.services import lobby
from tests.factories.games import GameFactory
from tests.web.browsers import signed_in, text
from tests.web.test_game_page import heading

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.fixture
def alone() -> tuple[Game, Client]:
    person = Person.objects.at("alone@example.org")
    game = GameFactory.create(creator=person, opponent=lobby.Myself())
    return game, signed_in(person)


def bid_as(browser: Client, address: str, side: str) -> None:
    """Bid for the side that is asked first."""
    page = text(browser.get(address))
    assert f'action="?as={side}#main"' in page
    card = re.search(r'name="card" value="([\w-]+)"', page)
    version = re.search(r'data-version="(\d+)"', page)
    assert card
    assert version
    sent = {"version": version[1], "card": card[1], "wish": "first", "do": "bid"}
    done = browser.post(f"{address}?as={side}", sent)
    assert done["Location"] == f"{address}#main"


def test_a_player_of_both_sides_changes_seats_with_the_game(alone: tuple[Game, Client]) -> None:
    game, browser = alone
    address = f"/games/{game.public_id}/"
    assert "Switch to West" in text(browser.get(address))
    assert "Switch to East" in text(browser.get(f"{address}?as=west"))
    for side in ("east", "west"):
        bid_as(browser, address, side)
    assert "Choose the movement level" in text(browser.get(address))


def test_two_who_share_a_device_hand_it_over_before_the_other_hand_is_shown(
    alone: tuple[Game, Client],
) -> None:
    game, browser = alone
    address = f"/games/{game.public_id}/"
    browser.post(f"{address}hot-seat/?as=east", {"to": "east"})
    bid_as(browser, address, "east")
    for asked in ("", "?as=west"):
        page = text(browser.get(f"{address}{asked}"))
        assert heading(page) == "Hand over to West"
        assert 'name="card"' not in page
    given = browser.post(f"{address}hot-seat/", {"to": "west"})
    assert 'name="card"' in text(browser.get(given["Location"]))
    assert heading(text(browser.get(f"{address}?as=east"))) == "Hand over to East"
    browser.post(f"{address}hot-seat/?as=west", {"to": "nobody"})
    assert "Switch to West" in text(browser.get(f"{address}?as=east"))


def test_a_player_of_both_sides_reads_who_won(alone: tuple[Game, Client]) -> None:
    game, browser = alone
    browser.post(f"/games/{game.public_id}/resign/?as=west")
    assert heading(text(browser.get(f"/games/{game.public_id}/"))) == "East won"
