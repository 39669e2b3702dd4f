"""Games of a club on its pages: creating, joining and watching them."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.ladders.clubs import games as club_games
from games.ladders.models.club import Club
from games.models.game import Game
from games.services import joining, lobby
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.people import PersonFactory
from tests.ladders.test_club_games import made
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

OPEN = {"edition": "kessen", "opponent": "open", "side": "east"}


@pytest.fixture
def club() -> Club:
    """One whose games have a clock, and an arbiter."""
    clock = {"pace": 3, "on_time_out": "arbiter", "hold": 5, "reaction": 48}
    return ClubFactory.create(members=["Anna", "Bert"], edition="gmt-2016", **clock)


@pytest.fixture
def anna() -> Client:
    return signed_in(PersonFactory.named("Anna"))


def test_the_form_is_filled_in_as_games_are_in_the_club(club: Club, anna: Client) -> None:
    assert f'href="/games/new/?club={club.slug}"' in text(anna.get(f"/clubs/{club.slug}/"))
    page = text(anna.get(f"/games/new/?club={club.slug}"))
    assert club.name in page
    assert 'name="hold" value="5"' in page
    usual = {"edition": "gmt-2016", "pace": "3", "on_time_out": "arbiter", "reaction": "48"}
    for name, value in usual.items():
        (chosen,) = [
            tag
            for tag in page.split("<input")
            if f'name="{name}"' in tag and "checked" in tag.partition(">")[0]
        ]
        assert f'value="{value}"' in chosen
    assert 'value="computer"' not in page
    assert 'value="myself"' not in page


def test_club_can_be_chosen_for_a_new_game(club: Club, anna: Client) -> None:
    page = text(anna.get("/games/new/"))
    assert f'href="?club={club.slug}"' in page
    assert 'value="arbiter"' not in page
    assert "In a club of yours" not in text(signed_in(PersonFactory.named("Stranger")).get("/games/new/"))


def test_a_member_makes_one_and_its_page_names_the_club(club: Club, anna: Client) -> None:
    sent = anna.post(f"/games/new/?club={club.slug}", OPEN | {"pace": "3", "on_time_out": "arbiter"})
    game = Game.objects.get()
    assert sent["Location"] == f"/games/{game.public_id}/"
    assert (game.pace, game.on_time_out) == (3, "arbiter")
    assert (game.hold, game.reaction) == (5, 48)  # as in the club, because the form left them out
    assert club_games.club_of(game) == club
    assert f'a game of the club <a href="/clubs/{club.slug}/">{club.name}</a>' in text(
        anna.get(sent["Location"])
    )


def test_a_stranger_is_led_to_the_club(club: Club) -> None:
    stranger = signed_in(PersonFactory.named("Stranger"))
    for answer in (
        stranger.get(f"/games/new/?club={club.slug}", follow=True),
        stranger.post(f"/games/new/?club={club.slug}", OPEN, follow=True),
    ):
        assert answer.redirect_chain == [(f"/clubs/{club.slug}/", 302)]
        assert "Only members make games in this club." in text(answer)
    assert not Game.objects.exists()
    assert stranger.get("/games/new/?club=nosuchclub").status_code == 404


def test_other_opponents_cannot_be_sent_in(club: Club, anna: Client) -> None:
    for opponent in ("computer", "myself"):
        assert anna.post(f"/games/new/?club={club.slug}", OPEN | {"opponent": opponent}).status_code == 400
    assert not Game.objects.exists()


def test_a_free_seat_is_for_members_and_others_are_told_so(club: Club) -> None:
    game = made(club, PersonFactory.named("Anna"))
    path = f"/games/{game.public_id}/"
    for browser in (Client(), signed_in(PersonFactory.named("Stranger"))):
        page = text(browser.get(path))
        assert "Only members of the club" in page
        assert "Take the seat, and begin" not in page
        assert f"{path}" not in text(browser.get("/games/open/"))
        assert f"{path}" not in text(browser.get(f"/clubs/{club.slug}/"))
    refused = signed_in(PersonFactory.named("Stranger")).post(f"{path}join/", {"name": "Stranger"})
    assert refused.status_code == 400
    assert Game.objects.get().status == Game.Status.WAITING
    bert = signed_in(PersonFactory.named("Bert"))
    assert path in text(bert.get(f"/clubs/{club.slug}/"))
    assert path in text(bert.get("/games/open/"))
    assert bert.post(f"{path}join/", {"nonce": ""})["Location"] == path
    assert Game.objects.get().status == Game.Status.RUNNING


def test_an_invitation_of_a_stranger_says_how_to_become_a_member(club: Club) -> None:
    stranger = PersonFactory.named("Stranger")
    game = made(club, PersonFactory.named("Anna"), lobby.Invite(stranger.email))
    browser, path = signed_in(stranger), f"/games/{game.public_id}/invitation/"
    page = text(browser.get(path))
    assert "Only members of the club" in page
    assert 'value="accept"' not in page
    assert 'value="decline"' in page
    again = browser.post(path, {"answer": "accept", "nonce": ""}, follow=True)
    assert "answered already" not in text(again)
    MembershipFactory.create(club=club, person=stranger)
    assert 'value="accept"' in text(browser.get(path))
    assert browser.post(path, {"answer": "accept", "nonce": ""})["Location"] == f"/games/{game.public_id}/"


def test_the_club_lists_its_public_games_page_by_page(club: Club) -> None:
    page = text(Client().get(f"/clubs/{club.slug}/"))
    assert "No game of the club is open to the public yet." in page
    games = []
    for number in range(7):
        game = made(club, PersonFactory.named("Anna"), terms=lobby.Terms(is_public=number > 0))
        joining.join(game=game, person=PersonFactory.named("Bert"))
        games.append(game.public_id)
    hidden, *shown = games
    with CaptureQueriesContext(connection) as actual:
        page = text(Client().get(f"/clubs/{club.slug}/"))
    assert not [each for each in actual if "COUNT(" in each["sql"] and '"games_game"' in each["sql"]]
    assert sum(game in page for game in shown) == 5
    assert f"/clubs/{club.slug}/games/" in page
    everything = text(Client().get(f"/clubs/{club.slug}/games/"))
    assert all(game in everything for game in shown)
    assert hidden not in everything + page
