"""Beginning a game in a browser: creating, inviting, answering, joining, calling off."""

import re
import uuid

import pytest
from django.core import mail
from django.test import Client

from accounts.models.block import Block
from accounts.models.person import Person
from games.models.game import Game
from games.models.invitation import Invitation
from games.models.seat import Seat
from games.services import lobby
from games.turn_links import invitation_link
from notifications.delivery import deliver_due
from notifications.models import Notification

pytestmark = pytest.mark.django_db

INVITE = {"edition": "kessen", "opponent": "invite", "side": "west"}


@pytest.fixture
def creator() -> Person:
    """Another one in each test: limits are counted in a cache that outlives it."""
    return Person.objects.at(f"creator-{uuid.uuid4()}@example.org")


@pytest.fixture
def friend(creator: Person) -> str:
    """The address of who is invited."""
    return creator.email.replace("creator", "friend")


@pytest.fixture
def browser(creator: Person) -> Client:
    client = Client()
    client.force_login(creator)
    return client


def create(browser: Client, **changes: str) -> Game:
    response = browser.post("/games/new/", INVITE | {"email": f"{uuid.uuid4()}@example.org"} | changes)
    assert response.status_code == 302, response.content.decode()
    return Game.objects.get(public_id=response["Location"].split("/")[2])


def mailed_path(address: str) -> str:
    """The path of the link in the newest mail to an address."""
    deliver_due()
    text = [str(sent.body) for sent in mail.outbox if sent.to == [address]][-1]
    link = re.search(r"http://testserver(/[ti]/\S+)", text)
    assert link, text
    return link[1]


def test_an_invitation_is_accepted_from_the_mail_without_an_account(browser: Client, friend: str) -> None:
    game = create(browser, email=friend)
    guest = Client()
    arrived = guest.get(mailed_path(friend))
    assert arrived["Location"] == f"/games/{game.public_id}/invitation/"
    assert arrived["Referrer-Policy"] == "no-referrer"
    assert "Accept" in guest.get(arrived["Location"]).content.decode()
    accepted = guest.post(arrived["Location"], {"answer": "accept"})
    assert accepted["Location"] == f"/games/{game.public_id}/"
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert guest.get(accepted["Location"]).status_code == 200
    assert guest.get("/me/").status_code == 302, "a link of one game must not sign anybody in"
    assert Seat.objects.get(game=game, side=0).player == Person.objects.get(email=friend)


def test_following_the_link_alone_answers_nothing(browser: Client, friend: str) -> None:
    game = create(browser, email=friend)
    scanner = Client()
    scanner.get(mailed_path(friend), follow=True)
    game.refresh_from_db()
    assert game.status == Game.Status.WAITING


def test_who_declines_and_blocks_is_invited_no_more_and_the_other_cannot_tell(
    browser: Client, friend: str
) -> None:
    first = create(browser, email=friend)
    guest = Client()
    page = guest.get(mailed_path(friend))["Location"]
    answered = guest.post(page, {"answer": "block"}, follow=True)
    assert "You declined" in answered.content.decode()
    assert Block.objects.count() == 1
    assert "was declined" in browser.get(f"/games/{first.public_id}/").content.decode()
    second = create(browser, email=friend)
    assert "invitation is on its way" in browser.get(f"/games/{second.public_id}/").content.decode()
    invited = Person.objects.get(email=friend)
    assert Notification.objects.filter(recipient=invited, kind="games.invitation").count() == 1
    guest.force_login(invited)
    assert second.public_id not in guest.get("/games/").content.decode()


def test_an_answered_invitation_says_so_on_the_second_click(browser: Client, friend: str) -> None:
    create(browser, email=friend)
    guest = Client()
    page = guest.get(mailed_path(friend))["Location"]
    guest.post(page, {"answer": "accept"})
    again = guest.post(page, {"answer": "decline"}, follow=True).content.decode()
    assert "answered already" in again
    assert "the game has begun" in again


@pytest.mark.parametrize(
    ("changes", "told"),
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
    browser: Client, creator: Person, changes: dict[str, str], told: str
) -> None:
    given = INVITE | {"public": "on", "email": "friend@example.org"} | changes
    given["email"] = given["email"].replace("MINE", creator.email.upper())
    response = browser.post("/games/new/", given)
    page = response.content.decode()
    assert response.status_code == 400
    assert told in page
    assert 'name="public" id="id_public" checked' in page.replace("  ", " ")
    assert not Game.objects.exists()


def test_the_limit_of_invitations_is_told_with_the_time(browser: Client) -> None:
    for number in range(20):
        create(browser, email=f"friend-{number}@example.org")
    response = browser.post("/games/new/", INVITE | {"email": "friend@example.org"})
    assert response.status_code == 400
    assert "Try again in" in response.content.decode()


def test_who_invites_is_counted_by_where_they_are_too(
    monkeypatch: pytest.MonkeyPatch, browser: Client, friend: str
) -> None:
    monkeypatch.setattr(lobby, "INVITATIONS_FROM", lobby.INVITATIONS_FROM._replace(most=1))
    create(browser, email=friend)
    other = Client()
    other.force_login(Person.objects.at("puppet@example.org"))
    refused = other.post("/games/new/", INVITE | {"email": friend})
    assert refused.status_code == 400
    assert "Try again in" in refused.content.decode()


def test_an_open_game_is_joined_once(browser: Client) -> None:
    game = create(browser, opponent="open", email="")
    others = []
    for number in range(2):
        client = Client()
        client.force_login(Person.objects.at(f"other-{number}@example.org"))
        others.append(client)
    for client in others:
        assert game.public_id in client.get("/games/open/").content.decode()
    assert game.public_id not in browser.get("/games/open/").content.decode()
    page = f"/games/{game.public_id}/"
    assert "Take the seat" in others[0].get(page).content.decode()
    assert others[0].post(f"{page}join/")["Location"] == page
    late = others[1].post(f"{page}join/", follow=True)
    assert "was faster" in late.content.decode()
    assert others[1].get(page).status_code == 404


def test_a_stranger_signs_in_to_join_and_comes_back(browser: Client) -> None:
    game = create(browser, opponent="open", email="")
    page = Client().get(f"/games/{game.public_id}/").content.decode()
    assert f"/sign-in/?next=/games/{game.public_id}/" in page


def test_against_a_computer_and_against_oneself_the_game_begins_at_once(browser: Client) -> None:
    computer = create(browser, opponent="computer", computer="ashigaru", email="")
    myself = create(browser, opponent="myself", email="")
    assert {computer.status, myself.status} == {Game.Status.RUNNING}
    assert "Sit down on" in browser.get(f"/games/{myself.public_id}/").content.decode()


def test_a_game_nobody_joined_is_called_off_by_its_creator_alone(browser: Client) -> None:
    game = create(browser)
    stranger = Client()
    stranger.force_login(Person.objects.at("stranger@example.org"))
    path = f"/games/{game.public_id}/call-off/"
    assert stranger.post(path).status_code == 404
    assert "called off" in browser.post(path, follow=True).content.decode()
    guest = Client()
    assert "called off" in guest.get(mailed_path_of_invitation(game), follow=True).content.decode()


def mailed_path_of_invitation(game: Game) -> str:
    """The link somebody still has in an old mail."""
    invitation = Invitation.objects.select_related("seat__game", "person").get(seat__game=game)
    return invitation_link(invitation).removeprefix("http://testserver")
