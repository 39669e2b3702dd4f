"""The form for a new game: valid and invalid input, and double submission."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models.person import Person
from games.engine.chance import Grade
from games.models.game import Game
from games.services import offers
from notifications.models import Notification
from tests.web.browsers import text
from tests.web.lobby.new_games import INVITE, create, offered

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"invited": ""}, "Enter the name or the address"),
        ({"invited": "no@address"}, "valid email"),
        ({"invited": "Nobody Known"}, "cannot challenge a player of this name"),
        ({"invited": "x\0"}, "Null characters"),
        ({"invited": "MINE"}, "That is you."),
        ({"opponent": "the devil"}, "valid choice"),
        ({"edition": "none"}, "valid choice"),
        ({"side": "north"}, "valid choice"),
        ({"nonce": "a b!"}, "letters, digits"),
        ({"nonce": "x" * 65}, "64 characters"),
    ],
)
def test_an_invalid_new_game_is_refused_in_words_and_nothing_is_lost(
    browser: Client, creator: Person, changes: dict[str, str], sentence: str
) -> None:
    given = INVITE | {"public": "on", "invited": "friend@example.org"} | changes
    given["invited"] = given["invited"].replace("MINE", creator.email.upper())
    response = browser.post("/games/new/", given)
    page = text(response)
    assert response.status_code == 400
    assert sentence in page
    assert 'name="public" id="id_public" checked' in page.replace("  ", " ")
    assert not Game.objects.exists()


def unfolded(page: str) -> bool:
    return '<details class="more" open>' in page


def test_one_choice_and_one_button_begin_a_game_as_the_page_says_it_will_be(browser: Client) -> None:
    page = text(browser.get("/games/new/?opponent=computer"))
    assert not unfolded(page)
    assert page.index(">Begin<") < page.index("More choices") < page.index('name="edition"')
    assert "the edition is Kessen, there is no clock, and the game is neither public nor rated." in page
    form = {
        **dict(re.findall(r'<input type="radio" name="(\w+)" value="([^"]*)"[^>]* checked', page)),
        "computer": "ashigaru",
        "offer": offered(page),
    }
    assert form["opponent"] == "computer"
    assert browser.post("/games/new/", form).status_code == 302
    game = Game.objects.get()
    terms = (game.edition, game.pace, game.is_public, game.is_rated)
    assert terms == ("kessen", None, False, False)


@pytest.mark.parametrize("opponent", ["", "the-devil", "open", "myself"])
def test_a_link_may_choose_the_opponent(browser: Client, opponent: str) -> None:
    page = text(browser.get("/games/new/", {"opponent": opponent}))
    chosen = re.findall(r'name="opponent" value="(\w+)"[^>]* checked', page)
    assert chosen == [opponent if opponent in ("open", "myself") else "invite"]


@pytest.mark.parametrize(
    ("changes", "is_unfolded"),
    [({"side": "east"}, True), ({"nonce": "a b!"}, True), ({"side": "random"}, False)],
)
def test_chosen_and_wrong_fields_are_unfolded(
    browser: Client, changes: dict[str, str], is_unfolded: bool
) -> None:
    page = text(browser.get("/games/new/"))
    usual = dict(re.findall(r'<input type="radio" name="(\w+)" value="([^"]*)"[^>]* checked', page))
    hold = {"hold": re.findall(r'name="hold" value="(\d+)"', page)[0]}
    refused = browser.post("/games/new/", usual | hold | {"opponent": "invite", "invited": ""} | changes)
    assert refused.status_code == 400
    assert unfolded(text(refused)) == is_unfolded


def test_against_a_computer_and_against_oneself_the_game_begins_at_once(browser: Client) -> None:
    computer = create(browser, opponent="computer", computer="ashigaru", invited="")
    myself = create(browser, opponent="myself", invited="")
    assert {computer.status, myself.status} == {Game.Status.RUNNING}
    assert "Switch to" in text(browser.get(f"/games/{myself.public_id}/"))


def test_a_form_sent_twice_makes_one_game(browser: Client, friend: str) -> None:
    offer = offered(text(browser.get("/games/new/")))
    sent = INVITE | {"invited": friend, "offer": offer}
    first = browser.post("/games/new/", sent)
    again = browser.post("/games/new/", sent, follow=True)
    game = Game.objects.get()
    assert first["Location"] == f"/games/{game.public_id}/"
    assert again.redirect_chain == [("/games/", 302)]
    assert "This game has started already." in text(again)
    assert Notification.objects.filter(kind="games.invitation").count() == 1


def test_a_form_that_was_refused_keeps_its_offer_and_can_be_sent_again(
    browser: Client, creator: Person, friend: str
) -> None:
    offer = offered(text(browser.get("/games/new/")))
    refused = browser.post(
        "/games/new/", INVITE | {"invited": creator.email, "offer": offer, "nonce": "mine"}
    )
    assert refused.status_code == 400
    assert offered(text(refused)) == offer
    assert 'value="mine"' in text(refused)
    browser.post("/games/new/", INVITE | {"invited": friend, "offer": offer})
    assert Game.objects.count() == 1


def test_the_game_is_the_one_whose_fingerprint_was_on_the_form(browser: Client) -> None:
    page = text(browser.get("/games/new/"))
    shown = re.search(r"id <code>(\w+)</code>.* is <code>(\w{64})</code>", page)
    assert shown
    game = create(browser, opponent="computer", computer="random", invited="", offer=offered(page), nonce="x")
    assert (game.public_id, game.commitment) == shown.groups()
    assert game.grade == Grade.SERVER_WITH_LAST


@pytest.mark.parametrize("offer", ["nonsense", "OLD"])
def test_an_offer_that_is_too_old_is_replaced_and_the_nonce_with_it(
    browser: Client, friend: str, offer: str
) -> None:
    with time_machine.travel(datetime.now(UTC) - timedelta(days=1, minutes=1)):
        old = offers.make().text
    given = INVITE | {"invited": friend, "nonce": "too-early", "offer": offer.replace("OLD", old)}
    refused = browser.post("/games/new/", given)
    page = text(refused)
    assert refused.status_code == 400
    assert "open for too long" in page
    assert friend in page
    assert "too-early" not in page  # the service knew it before it made the new offer
    assert offered(page) not in ("nonsense", old)
    assert not Game.objects.exists()
    browser.post("/games/new/", given | {"offer": offered(page)})
    assert Game.objects.count() == 1
