"""People who say that a program plays for them are marked as bots wherever others see their name."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts.models.person import Person
from games.engine.side import EAST
from games.services import lobby
from notifications.delivery import deliver_due
from tests.factories.games import GameFactory
from tests.kit.calling import Caller, caller_at
from tests.kit.table import Table
from tests.web.browsers import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot() -> Person:
    """Somebody with a name who says so on the page of their settings."""
    person = Person.objects.at("iron@example.org")
    says(person, is_bot=True)
    return Person.objects.get(pk=person.pk)


def says(person: Person, *, is_bot: bool) -> None:
    form = {"name": "Iron Ashigaru", "zone": "UTC", "language": "en", **({"is_bot": "on"} if is_bot else {})}
    assert signed_in(person).post("/me/", form).status_code == 302


def made_by(person: Person, opponent: lobby.Opponent) -> Any:
    return GameFactory.create(creator=person, opponent=opponent, terms=lobby.Terms(is_public=True))


def test_bots_are_marked_in_the_list_of_open_games_and_on_the_page_to_join(bot: Person) -> None:
    game = made_by(bot, lobby.Anybody())
    stranger = signed_in(Person.objects.at("stranger@example.org"))
    for path in ("/games/open/", f"/games/{game.public_id}/"):
        assert "Iron Ashigaru (bot)" in stranger.get(path).content.decode(), path


def test_bots_are_marked_in_invitations_and_mails(bot: Person) -> None:
    made_by(bot, lobby.Invite("friend@example.org"))
    deliver_due()
    (sent,) = mail.outbox
    assert "Iron Ashigaru (bot)" in str(sent.subject) + str(sent.body)


def test_bots_are_marked_on_the_page_of_a_watched_game() -> None:
    table = Table(is_public=True)
    path = f"/games/{table.game.public_id}/"
    assert "(bot)" not in Client().get(path).content.decode()
    says(table.people[EAST], is_bot=True)
    assert "Iron Ashigaru (bot)" in Client().get(path).content.decode()


def test_bots_are_marked_in_the_api_beside_an_unchanged_name(bot: Person) -> None:
    game = made_by(bot, lobby.Anybody())
    (actual,) = Caller().get("games/?list=open").json()["games"]
    assert actual["id"] == game.public_id
    assert actual["players"]["east"] == {
        "kind": "person",
        "name": "Iron Ashigaru",
        "bot": True,
        "character": None,
        "key": bot.key,
        "run_by": "",
    }


def test_nobody_is_one_who_does_not_say_so_and_a_bot_may_take_it_back(bot: Person) -> None:
    assert caller_at("other@example.org").get("me/").json()["bot"] is False
    page = signed_in(bot).get("/me/").content.decode()
    assert 'name="is_bot"' in page
    assert " checked" in page
    says(bot, is_bot=False)
    assert str(Person.objects.get(pk=bot.pk)) == "Iron Ashigaru"


def test_a_bot_without_a_name_is_marked_too(bot: Person) -> None:
    bot.name = ""
    assert str(bot) == "nameless (bot)"
