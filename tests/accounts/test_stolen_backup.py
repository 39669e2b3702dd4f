"""Whoever has a copy of the database, and nothing else, opens no seat and signs in as nobody."""

import re
from base64 import urlsafe_b64decode
from binascii import Error
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from accounts import links
from accounts.models.person import Person
from accounts.scopes import Scope
from accounts.services import create_token
from accounts.sessions import SessionStore
from games.engine.side import EAST, SIDES, WEST
from games.models.game import Game
from games.models.seat import Invitation
from games.reads import turn_links
from games.services import lobby
from notifications.letters import stop_link
from tests.accounts.conftest import mailed_link, new_browser
from tests.accounts.leaving import stored_texts
from tests.factories.games import GameFactory
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

KEYS = {"the same key": "", "another key": "of the installation in which the copy was restored" * 2}


@pytest.fixture
def table() -> Table:
    """A game whose player has just used everything that opens something."""
    table = Table()
    person = table.people[EAST]
    Person.objects.filter(pk=person.pk).update(name="Anna")
    GameFactory.create(creator=person, opponent=lobby.Invite("invited@example.org"))
    create_token(person=person, name="bot", scopes=[Scope.PLAY])
    new_browser().force_login(person)
    seat_opened = new_browser()
    seat_opened.get(turn_links.turn_link(table.seat(EAST)).removeprefix(settings.SITE_URL))
    asked = new_browser()
    asked.post("/sign-in/", {"email": person.email})
    asked.get(mailed_link())  # followed, and not used yet: its session keeps the token
    return table


def words() -> set[str]:
    """Every word in the copy that could be a key, a token or a part of a link, also inside of other words."""
    found: set[str] = set()
    for _where, text in stored_texts():
        for inner in (text, *opened(text)):
            found.update(re.findall(r"[\w.:=+-]{16,}", inner))
            found.update(re.findall(r"[\w-]{16,}", inner))
    return found


def opened(text: str) -> Iterator[str]:
    """What is in a text that is only encoded, such as one that Django has signed."""
    for part in text.split(":"):
        try:
            yield urlsafe_b64decode(part + "=" * (-len(part) % 4)).decode("latin-1")
        except (Error, ValueError):
            continue


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.usefixtures("table")
def test_nothing_in_a_copy_of_the_database_is_a_key(key: str, settings: Settings) -> None:
    found = words()
    assert len(found) > 50
    if KEYS[key]:
        settings.SECRET_KEY = KEYS[key]
    public_ids = list(Game.objects.values_list("public_id", flat=True))
    invited = list(Invitation.objects.values_list("seat__game__public_id", flat=True))
    assert invited
    for word in found:
        assert links.read(word) is None, word
        assert stop_link(word) is None, word
        assert not any(turn_links.invited(public_id, word) for public_id in invited), word
        for public_id in public_ids:
            assert not any(turn_links.followed(public_id, side.label, word) for side in SIDES), word
        assert not SessionStore().exists(word), word
    tokens = [word for word in found if word.startswith("skg_")] + sorted(found)[:100]
    program = Client()
    for word in tokens:
        headers = {"Authorization": f"Bearer {word}"}
        assert program.get("/api/v1/me/", headers=headers).status_code == 401, word


def test_links_and_cookies_of_before_open_nothing_under_another_key(table: Table, settings: Settings) -> None:
    person, seat = table.people[EAST], table.seat(WEST)
    browser = new_browser()
    browser.force_login(person)
    sign_in, turn = links.new_token(person), turn_links.turn_link(seat).split("/")[-2]
    assert links.read(sign_in) is not None
    assert turn_links.followed(seat.game.public_id, "west", turn) is not None
    assert browser.get("/me/").status_code == 200
    settings.SECRET_KEY = KEYS["another key"]
    assert links.read(sign_in) is None
    assert turn_links.followed(seat.game.public_id, "west", turn) is None
    assert browser.get("/me/").status_code == 302
