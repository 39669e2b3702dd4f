"""Open games: who sees them, and who can join."""

import re

import pytest
from django.test import Client

from accounts.models.person import Block, Person
from games.models.game import Game
from games.models.seat import Seat
from tests.web.browsers import signed_in, text
from tests.web.lobby.new_games import create

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def test_an_open_game_is_joined_once(browser: Client) -> None:
    game = create(browser, opponent="open", invited="")
    others = [signed_in(Person.objects.at(f"other-{number}@example.org")) for number in range(2)]
    for client in others:
        assert game.public_id in text(client.get("/games/open/"))
    assert game.public_id not in text(browser.get("/games/open/"))
    page = f"/games/{game.public_id}/"
    assert "Take the seat" in text(others[0].get(page))
    assert others[0].post(f"{page}join/")["Location"] == page
    late = others[1].post(f"{page}join/", follow=True)
    assert "Someone else took the seat" in text(late)
    assert others[1].get(page).status_code == 404


def test_a_second_click_on_a_free_seat_leads_to_the_game_too(browser: Client) -> None:
    game = create(browser, opponent="open", invited="")
    guest = signed_in(Person.objects.at("guest@example.org"))
    for _click in range(2):
        assert guest.post(f"/games/{game.public_id}/join/")["Location"] == f"/games/{game.public_id}/"


def test_signing_in_again_leads_back_to_the_open_game(browser: Client) -> None:
    game = create(browser, opponent="open", invited="")
    page, path = f"/games/{game.public_id}/", f"/games/{game.public_id}/join/"
    assert f"/sign-in/?next={page}" in text(Client().get(page))
    assert Client().post(path)["Location"] == f"/sign-in/?next={path}"
    guest = signed_in(Person.objects.at("guest@example.org"))
    assert "Take the seat" in text(guest.get(path, follow=True))


def test_an_open_game_looks_taken_to_a_blocked_person(browser: Client, creator: Person) -> None:
    blocked = Person.objects.at("blocked@example.org")
    other = signed_in(Person.objects.at("other@example.org"))
    taken, kept = (create(browser, opponent="open", invited="") for _ in range(2))
    other.post(f"/games/{taken.public_id}/join/")
    Block.objects.create(person=creator, blocked=blocked)

    def actual(game: Game) -> list[tuple[int, str]]:
        guest, path = signed_in(blocked), f"/games/{game.public_id}/"
        answers = [
            guest.get(path),
            guest.get(f"{path}join/", follow=True),
            guest.post(f"{path}join/", {"name": "Bungo"}, follow=True),
            guest.get(f"{path}invitation/"),
            guest.get("/games/open/"),
        ]
        own = re.compile(rf'{game.public_id}|(?<=name="csrfmiddlewaretoken" value=")\w+')
        return [(answer.status_code, own.sub("", text(answer))) for answer in answers]

    assert actual(kept) == actual(taken)
    assert Seat.objects.filter(game=kept, player=None).exists()
