"""What each player may add to the randomness of a game before it begins."""

import pytest
from django.test import Client

from accounts.models.person import Person
from games.models.game import Game
from tests.web.browsers import signed_in, text
from tests.web.lobby.new_games import by_mail, create

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def test_a_nonce_can_be_added_when_accepting_an_invitation(browser: Client, friend: str) -> None:
    game = create(browser, invited=friend, side="east", nonce="of-east")
    guest, page = by_mail(friend)
    assert "<details><summary>Add your own randomness" in text(guest.get(page))
    refused = guest.post(page, {"answer": "accept", "nonce": "of west!", "name": "Bungo"})
    assert refused.status_code == 400
    for kept in ('value="of west!"', "<details open><summary>Add your own randomness", 'value="Bungo"'):
        assert kept in text(refused)
    assert not Person.objects.filter(name="Bungo").exists()
    guest.post(page, {"answer": "accept", "nonce": "of-west", "name": "Bungo"})
    game.refresh_from_db()
    assert (game.status, game.nonces) == (Game.Status.RUNNING, ["of-east", "of-west"])


def test_declining_needs_no_nonce(browser: Client, friend: str) -> None:
    game = create(browser, invited=friend)
    guest, page = by_mail(friend)
    guest.post(page, {"answer": "decline", "nonce": "of west!"})
    game.refresh_from_db()
    assert game.status == Game.Status.CALLED_OFF


def test_a_nonce_can_be_added_when_taking_an_open_seat(browser: Client, friend: str) -> None:
    game = create(browser, opponent="open", side="west", nonce="of-west")
    guest = signed_in(Person.objects.at(friend))
    assert "Add your own randomness" in text(guest.get(f"/games/{game.public_id}/"))
    join = f"/games/{game.public_id}/join/"
    refused = guest.post(join, {"nonce": "x" * 65, "name": "Bungo"})
    assert refused.status_code == 400
    for kept in (f'value="{"x" * 65}"', "64 characters", 'value="Bungo"'):
        assert kept in text(refused)
    guest.post(join, {"nonce": "of-east", "name": "Bungo"})
    game.refresh_from_db()
    assert (game.status, game.nonces) == (Game.Status.RUNNING, ["of-east", "of-west"])
