"""Challenging somebody on the form for a new game: by a link with their key, or by their name."""

import re

import pytest
from django.test import Client

from accounts.models.person import ChallengesFrom, Person
from games.models.game import Game
from games.models.seat import Invitation
from games.services import lobby
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.web.browsers import text
from tests.web.lobby.new_games import INVITE, create

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

FORM = {"edition": "kessen", "side": "west", "name": "Ieyasu Fan", "pace": "3", "rated": "on"}


@pytest.fixture
def open_one() -> Person:
    return PersonFactory.create(name="Otani", challenges_from=ChallengesFrom.ANYONE)


def test_link_with_a_key_asks_for_no_address(browser: Client, open_one: Person) -> None:
    place = f"/games/new/?opponent={open_one.key}"
    page = text(browser.get(place))
    assert "Against" in page
    assert ">Otani</a>" in page
    assert 'name="invited"' not in page
    assert 'name="opponent"' not in page
    begun = browser.post(place, FORM | {"note": "Shall we?"})
    game = Game.objects.get()
    assert begun["Location"] == f"/games/{game.public_id}/"
    invited = Invitation.objects.get()
    assert (invited.person, invited.note, invited.by_name) == (open_one, "Shall we?", True)
    assert (game.pace, game.is_rated) == (3, True)
    waiting = text(browser.get(begun["Location"]))
    assert ">Otani</a></b>; you get a mail" in waiting
    assert open_one.email not in waiting + text(browser.get("/games/"))


def chosen(page: str, name: str) -> list[str]:
    """The values of a field that are chosen on the form."""
    buttons = re.findall(rf'<input type="radio" name="{name}"[^>]*>', page)
    return re.findall(r'value="([^"]*)"', "".join(each for each in buttons if " checked" in each))


def test_challenge_by_a_link_has_the_usual_clock_or_that_of_the_last_game_of_both(
    browser: Client, creator: Person, open_one: Person
) -> None:
    place = f"/games/new/?opponent={open_one.key}"
    page = text(browser.get(place))
    assert chosen(page, "pace") == ["3"]
    assert "there are 3 days for each decision" in page
    for pace, reaction in ((1, 24), (7, 48)):
        terms = lobby.Terms(pace=pace, time_bank=14, reaction=reaction)
        GameFactory.create(creator=creator, joins=open_one, terms=terms)
    GameFactory.create(creator=creator, joins=PersonFactory.create(), terms=lobby.Terms(pace=2))
    page = text(browser.get(place))
    assert [chosen(page, name) for name in ("pace", "time_bank", "reaction")] == [["7"], ["14"], ["48"]]


def test_name_is_taken_in_place_of_an_address(browser: Client, open_one: Person) -> None:
    game = create(browser, invited="Otani")
    assert Invitation.objects.get(seat__game=game).person == open_one


@pytest.mark.parametrize("challenges_from", [ChallengesFrom.MET, ChallengesFrom.NOBODY])
def test_who_does_not_want_it_is_not_challenged(browser: Client, challenges_from: ChallengesFrom) -> None:
    person = PersonFactory.create(name="Otani", challenges_from=challenges_from)
    page = text(browser.get(f"/games/new/?opponent={person.key}"))
    assert "they do not let you challenge them" in page
    assert "Otani" not in page
    refused = browser.post("/games/new/", INVITE | {"invited": "Otani"})
    assert refused.status_code == 400
    assert "You cannot challenge a player of this name" in text(refused)
    assert not Game.objects.exists()


def test_key_of_a_computer_player_chooses_it(browser: Client) -> None:
    page = text(browser.get("/games/new/?opponent=computer-ashigaru"))
    for chosen in ("computer", "ashigaru"):
        assert re.search(rf'value="{chosen}"[^>]*(checked|selected)', page), chosen


def test_everybody_chooses_in_their_settings_who_may_challenge_them(browser: Client, creator: Person) -> None:
    assert "Who may challenge me to a game" in text(browser.get("/me/"))
    browser.post("/me/", {"name": "Ieyasu", "zone": "UTC", "challenges_from": "nobody"})
    creator.refresh_from_db()
    assert creator.challenges_from == ChallengesFrom.NOBODY
    browser.post("/me/", {"name": "Ieyasu", "zone": "UTC"})
    creator.refresh_from_db()
    assert creator.challenges_from == ChallengesFrom.NOBODY, "a form that does not name it changes nothing"
