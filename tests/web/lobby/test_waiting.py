"""A game without an opponent: its page, calling it off, and its deletion."""

import zoneinfo

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models.person import Person
from games.models.game import Game
from games.models.seat import Invitation
from games.reads.turn_links import invitation_link
from games.services import retention
from tests.web.browsers import path_of, text
from tests.web.lobby.new_games import by_mail, create, mailed_path

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def test_the_waiting_page_names_the_invited_person_or_the_address_to_share(
    browser: Client, friend: str
) -> None:
    invited = create(browser, invited=friend)
    assert friend in text(browser.get(f"/games/{invited.public_id}/"))
    shared = create(browser, opponent="open", invited="")
    page = text(browser.get(f"/games/{shared.public_id}/"))
    assert f"<code>http://testserver/games/{shared.public_id}/</code>" in page
    assert "The fingerprint (SHA-256)" in page


def test_both_read_in_their_own_time_until_when_a_game_waits(
    browser: Client, creator: Person, friend: str
) -> None:
    game = create(browser, invited=friend)
    guest, page = by_mail(friend)
    readers = {"Asia/Tokyo": (browser, f"/games/{game.public_id}/"), "America/Lima": (guest, page)}
    for zone, (client, path) in readers.items():
        Person.objects.filter(email=creator.email if client is browser else friend).update(zone=zone)
        until = timezone.localtime(game.created_at + retention.OPEN_FOR, zoneinfo.ZoneInfo(zone))
        assert date_format(until, "DATETIME_FORMAT") in text(client.get(path)), zone


def test_the_link_to_a_game_that_was_forgotten_says_so(browser: Client, creator: Person, friend: str) -> None:
    game = create(browser, invited=friend)
    path = mailed_path(friend)
    Game.objects.update(created_at=game.created_at - retention.OPEN_FOR)
    retention.forget_unbegun()
    response = Client().get(path, follow=True)
    assert response.status_code == 404
    assert "because it never started" in text(response)
    assert browser.get(f"/games/{game.public_id}/").status_code == 404
    assert browser.post(f"/games/{game.public_id}/call-off/").status_code == 404


def mailed_path_of_invitation(game: Game) -> str:
    """The link somebody still has in an old mail."""
    invitation = Invitation.objects.select_related("seat__game", "person").get(seat__game=game)
    return path_of(invitation_link(invitation))


def test_a_game_is_called_off_once_and_a_second_click_says_the_same(browser: Client) -> None:
    game = create(browser)
    for _click in range(2):
        response = browser.post(f"/games/{game.public_id}/call-off/", follow=True)
        assert "The game was called off." in text(response)
    assert "Game called off" in text(browser.get(f"/games/{game.public_id}/"))
    assert "called off" in text(Client().get(mailed_path_of_invitation(game), follow=True))


def test_a_game_that_has_begun_is_not_called_off(browser: Client, friend: str) -> None:
    game = create(browser, invited=friend)
    guest, page = by_mail(friend)
    guest.post(page, {"answer": "accept"})
    response = browser.post(f"/games/{game.public_id}/call-off/", follow=True)
    assert response.redirect_chain == [(f"/games/{game.public_id}/", 302)]
    assert "you can resign it" in text(response)
