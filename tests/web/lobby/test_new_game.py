"""The form for a new game: valid and invalid input, and double submission."""

import re

import pytest
from django.test import Client

from accounts.models.person import Person
from games.models.game import Game
from notifications.models import Notification
from tests.web.browsers import text
from tests.web.lobby.new_games import INVITE, create

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"email": ""}, "Write the address"),
        ({"email": "no address"}, "valid email"),
        ({"email": "MINE"}, "your own address"),
        ({"opponent": "the devil"}, "valid choice"),
        ({"edition": "none"}, "valid choice"),
        ({"side": "north"}, "valid choice"),
        ({"nonce": "a b"}, "letters, digits"),
        ({"nonce": "x" * 65}, "64 characters"),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_nothing_is_lost(
    browser: Client, creator: Person, changes: dict[str, str], sentence: str
) -> None:
    given = INVITE | {"public": "on", "email": "friend@example.org"} | changes
    given["email"] = given["email"].replace("MINE", creator.email.upper())
    response = browser.post("/games/new/", given)
    page = text(response)
    assert response.status_code == 400
    assert sentence in page
    assert 'name="public" id="id_public" checked' in page.replace("  ", " ")
    assert not Game.objects.exists()


def test_against_a_computer_and_against_oneself_the_game_begins_at_once(browser: Client) -> None:
    computer = create(browser, opponent="computer", computer="ashigaru", email="")
    myself = create(browser, opponent="myself", email="")
    assert {computer.status, myself.status} == {Game.Status.RUNNING}
    assert "Sit down on" in text(browser.get(f"/games/{myself.public_id}/"))


def test_a_form_sent_twice_makes_one_game(browser: Client, friend: str) -> None:
    form = text(browser.get("/games/new/"))
    once = re.search(r'name="once" value="([\w-]+)"', form)
    assert once
    sent = INVITE | {"email": friend, "once": once[1]}
    first = browser.post("/games/new/", sent)
    again = browser.post("/games/new/", sent, follow=True)
    game = Game.objects.get()
    assert first["Location"] == f"/games/{game.public_id}/"
    assert again.redirect_chain == [("/games/", 302)]
    assert "This game was begun already." in text(again)
    assert Notification.objects.filter(kind="games.invitation").count() == 1


def test_a_form_that_was_refused_can_be_sent_again(browser: Client, creator: Person, friend: str) -> None:
    once = "of the form"
    refused = browser.post("/games/new/", INVITE | {"email": creator.email, "once": once})
    assert refused.status_code == 400
    fresh = re.search(r'name="once" value="([\w-]+)"', text(refused))
    assert fresh
    assert fresh[1] != once
    browser.post("/games/new/", INVITE | {"email": friend, "once": fresh[1]})
    assert Game.objects.count() == 1
