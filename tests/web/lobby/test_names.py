"""People without a name are asked for one where others are about to see it."""

import pytest
from django.core import mail
from django.test import Client

from accounts.models.person import Person
from games.models.seat import Seat
from tests.web.browsers import signed_in, text
from tests.web.lobby.new_games import by_invitation, create

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def test_who_has_no_name_is_asked_for_one_where_others_are_about_to_see_it(
    browser: Client, creator: Person, friend: str
) -> None:
    field = 'name="name"'
    assert field in text(browser.get("/games/new/"))
    create(browser, email=friend, name="Chikuzen")
    assert field not in text(browser.get("/games/new/"))
    guest, page = by_invitation(friend)
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
    create(browser, email=friend, name="Bungo")
    creator.refresh_from_db()
    assert creator.name == "Chikuzen"


def test_who_takes_a_seat_may_say_their_name(browser: Client, friend: str) -> None:
    game = create(browser, opponent="open")
    guest = signed_in(Person.objects.at(friend))
    assert 'name="name"' in text(guest.get(f"/games/{game.public_id}/"))
    refused = guest.post(f"/games/{game.public_id}/join/", {"name": "a@b.org"}, follow=True)
    assert "Leave out addresses" in text(refused)
    assert Seat.objects.filter(game=game, player=None).exists()
    guest.post(f"/games/{game.public_id}/join/", {"name": "Bungo"})
    assert Seat.objects.get(game=game, player__email=friend).played_by == "Bungo"
