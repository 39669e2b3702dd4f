"""The limits on games and invitations, with the waiting time."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models.person import Person
from accounts.rate_limits import waiting_time
from games.models.game import Game
from games.services import lobby
from tests.factories.games import GameFactory
from tests.web.browsers import signed_in, text
from tests.web.lobby.new_games import INVITE, create, offered

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def is_put_off(response: Any) -> bool:
    """Whether a game was not made now, and it is told when it can be."""
    seconds = int(response["Retry-After"])
    actual = f"no game was created. Try again in {waiting_time(seconds)}."
    return response.status_code == 429 and 0 < seconds <= 24 * 60 * 60 and actual in text(response)


def test_the_limit_of_invitations_is_told_with_the_time(browser: Client) -> None:
    for number in range(lobby.INVITATIONS.most):
        create(browser, invited=f"friend-{number}@example.org")
    assert is_put_off(browser.post("/games/new/", INVITE | {"invited": "friend@example.org"}))


def test_the_limit_of_new_games_says_when_to_retry_and_keeps_the_form(
    monkeypatch: pytest.MonkeyPatch, browser: Client, creator: Person, friend: str
) -> None:
    monkeypatch.setattr(lobby, "GAMES", lobby.GAMES._replace(most=1))
    GameFactory.create(creator=creator, opponent=lobby.Myself())
    offer = offered(text(browser.get("/games/new/")))
    given = INVITE | {"invited": friend, "public": "on", "nonce": "my-luck", "offer": offer}
    response = browser.post("/games/new/", given)
    assert is_put_off(response)
    page = text(response)
    for kept in (f'value="{friend}"', 'value="my-luck"', 'name="public" id="id_public" checked'):
        assert kept in page
    assert re.search(r'value="west"[^>]* checked', page)
    assert offered(page) == offer
    assert Game.objects.count() == 1


def test_invitations_are_also_limited_by_network_address(
    monkeypatch: pytest.MonkeyPatch, browser: Client, friend: str
) -> None:
    monkeypatch.setattr(lobby, "INVITATIONS_FROM", lobby.INVITATIONS_FROM._replace(most=1))
    create(browser, invited=friend)
    other = signed_in(Person.objects.at("puppet@example.org"))
    assert is_put_off(other.post("/games/new/", INVITE | {"invited": friend}))
