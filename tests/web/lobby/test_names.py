"""People without a name are asked for one where others are about to see it."""

import re

import pytest
from django.core import mail
from django.test import Client

from accounts.models.person import Person
from games.models.game import Game
from games.models.seat import Seat
from notifications.delivery import deliver_due
from tests.web.browsers import signed_in, text
from tests.web.lobby.new_games import INVITE, by_mail, create

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def test_nameless_people_are_asked_for_a_name_before_others_see_it(
    browser: Client, creator: Person, friend: str
) -> None:
    field = 'name="name"'
    assert field in text(browser.get("/games/new/"))
    create(browser, invited=friend, name="Chikuzen")
    assert field not in text(browser.get("/games/new/"))
    guest, page = by_mail(friend)
    assert "Chikuzen" in str(mail.outbox[-1].subject)
    assert field in text(guest.get(page))
    refused = guest.post(page, {"answer": "accept", "name": "win.example.com"})
    assert refused.status_code == 400
    assert "Leave out addresses" in text(refused)
    guest.post(page, {"answer": "accept", "name": "Bungo"})
    named = Person.objects.filter(name__in=("Chikuzen", "Bungo"))
    assert set(named) == {creator, Person.objects.get(email=friend)}


def test_a_name_is_not_changed_by_the_way(browser: Client, creator: Person, friend: str) -> None:
    Person.objects.filter(pk=creator.pk).update(name="Chikuzen")
    create(browser, invited=friend, name="Bungo")
    creator.refresh_from_db()
    assert creator.name == "Chikuzen"


def test_a_name_can_be_given_when_taking_a_seat(browser: Client, friend: str) -> None:
    game = create(browser, opponent="open")
    guest = signed_in(Person.objects.at(friend))
    assert 'name="name"' in text(guest.get(f"/games/{game.public_id}/"))
    refused = guest.post(f"/games/{game.public_id}/join/", {"name": "a@b.org"}, follow=True)
    assert "Leave out addresses" in text(refused)
    assert Seat.objects.filter(game=game, player=None).exists()
    guest.post(f"/games/{game.public_id}/join/", {"name": "Bungo"})
    assert Seat.objects.get(game=game, player__email=friend).played_by == "Bungo"


def test_an_invitation_says_who_invites(browser: Client, creator: Person, friend: str) -> None:
    fields = INVITE | {"invited": friend, "name": ""}
    refused = browser.post("/games/new/", fields)
    assert refused.status_code == 400
    assert "The person you invite is told who you are: choose a name." in text(refused)
    assert not Game.objects.exists()
    assert browser.post("/games/new/", fields | {"opponent": "open"}).status_code == 302
    create(browser, invited=friend, name="Chikuzen")
    by_mail(friend)
    assert mail.outbox[-1].subject == "Chikuzen invites you to a game of Sekigahara"


@pytest.mark.parametrize(("pace", "most"), [("", None), ("1", "about five months"), ("3", "about 14 months")])
def test_an_invitation_says_how_long_a_game_takes(
    browser: Client, friend: str, pace: str, most: str | None
) -> None:
    create(browser, invited=friend, pace=pace)
    guest, page = by_mail(friend)
    usual = (
        "A game takes about seven weeks if both of you answer twice a day, and about four weeks with orders"
        " given in advance."
    )
    for shown in (text(guest.get(page)), str(mail.outbox[-1].body)):
        assert usual in shown
        assert ("If both always used all the time" in shown) == (most is not None)
        assert most is None or f"it would take {most}." in shown


def test_a_newcomer_is_asked_for_a_name_when_signing_in(browser: Client, friend: str) -> None:
    newcomer = Client()
    newcomer.post("/sign-in/", {"email": friend, "next": "/games/new/"})
    deliver_due()
    (link,) = re.findall(r"http://testserver(/sign-in/\S+)", str(mail.outbox[-1].body))
    assert 'name="name"' in text(newcomer.get(link, follow=True))
    refused = newcomer.post("/sign-in/finish/", {"name": "win.example.com"})
    assert refused.status_code == 400
    assert "Leave out addresses" in text(refused)
    assert newcomer.post("/sign-in/finish/", {"name": "Bungo"})["Location"] == "/games/new/"
    assert Person.objects.get(email=friend).name == "Bungo"
    assert 'name="name"' not in text(newcomer.get("/games/new/"))
