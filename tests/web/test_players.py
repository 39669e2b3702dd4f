"""The page of a person: who finds it, and what it says to whom."""

import random
import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models.person import Block, PageShows, Person
from games.engine.side import EAST, WEST
from games.ladders.ratings.results import TIME_OUT
from games.models.game import Game
from games.models.seat import Seat, Tempo
from games.services import lobby
from games.services.tempo import measure_next
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.games import GameFactory, act
from tests.factories.people import PersonFactory
from tests.ladders.finished import BEGIN
from tests.ladders.rating_games import Quick
from tests.web.browsers import by_link, shown, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

SOON = BEGIN + timedelta(days=60)
PUBLIC = lobby.Terms(is_public=True)


def path(person: Person) -> str:
    return f"/players/{person.key}/"


@pytest.fixture
def people() -> list[Person]:
    """One has won a public and a private game against Two and lost another, on time; and is in a club."""
    return [PersonFactory.named(f"Ashigaru {name}") for name in ("One", "Two", "Three")]


@pytest.fixture
def games(people: list[Person]) -> list[Game]:
    one, two, _three = people
    quick = Quick(people)
    games = [
        quick.game(one, two, days=1, is_public=True),
        quick.game(two, one, days=2, winner=WEST),
        quick.game(one, two, days=3, winner=WEST, victory=TIME_OUT),
    ]
    Game.objects.update(is_rated=False)
    ClubFactory.create(founder=one)
    return games


def visitors(people: list[Person]) -> Iterator[tuple[str, Client]]:
    yield "nobody", Client()
    yield "stranger", signed_in(people[2])


@pytest.mark.parametrize("shows", PageShows)
def test_stranger_reads_what_the_person_chose(
    people: list[Person], games: list[Game], shows: PageShows
) -> None:
    Person.objects.filter(pk=people[0].pk).update(page_shows=shows)
    for _who, browser in visitors(people):
        page = shown(path(people[0]), browser)
        assert "<h1>Ashigaru One</h1>" in page
        assert (games[0].public_id in page) == (shows != PageShows.NOTHING)
        assert ("1 of 1 game" in page) == (shows == PageShows.GAMES)
        assert ("2 of 3 games" in page) == (shows == PageShows.ALL)
        assert ("Friends of Sekigahara" in page) == (shows == PageShows.ALL)
        assert "Between you two" not in page
        assert games[1].public_id not in page


def test_whoever_met_them_reads_everything_and_the_record_between_both(
    people: list[Person], games: list[Game]
) -> None:
    Person.objects.update(page_shows=PageShows.NOTHING)
    page = shown(path(people[0]), signed_in(people[1]))
    assert "You 1 \N{EN DASH} 2 them" in page
    assert "2 of 3 games" in page
    assert "Friends of Sekigahara" in page
    assert "You 2 \N{EN DASH} 1 them" in shown(path(people[1]), signed_in(people[0]))


def test_member_of_their_club_reads_everything(people: list[Person], games: list[Game]) -> None:
    MembershipFactory.create(club=people[0].memberships.get().club, person=people[2])
    page = shown(path(people[0]), signed_in(people[2]))
    assert "2 of 3 games" in page
    assert "Between you two" not in page


def test_own_page_says_what_strangers_see(people: list[Person], games: list[Game]) -> None:
    browser = signed_in(people[0])
    page = shown(path(people[0]), browser)
    assert "Strangers see ratings and games here" in page
    assert "2 of 3 games" in page
    assert "Challenge" not in page
    settings = {"name": "Ashigaru One", "zone": "UTC", "page_shows": "nothing"}
    assert browser.post("/me/", settings).status_code == 302
    assert "Strangers see only your name here" in shown(path(people[0]), browser)
    assert games[0].public_id not in shown(path(people[0]))


def test_games_are_counted_by_edition_and_side(people: list[Person], games: list[Game]) -> None:
    page = shown(path(people[0]), signed_in(people[0]))
    assert '<td class="number">1 \N{EN DASH} 1</td><td class="number">1 \N{EN DASH} 0</td>' in page


def test_games_against_computers_and_running_ones_do_not_count(people: list[Person]) -> None:
    GameFactory.create(creator=people[0], joins=people[1], terms=PUBLIC)
    GameFactory.create(creator=people[0], opponent=lobby.Computer("random"), resigns=False, terms=PUBLIC)
    Game.objects.filter(seats__computer="random").update(status=Game.Status.OVER, winner=EAST)
    page = shown(path(people[0]), signed_in(people[0]))
    assert "Finished games against" not in page


# ---- how they play in time ----


def tempo(games: list[Game], person: Person, word: Tempo) -> None:
    Seat.objects.filter(game__in=games, player=person).update(tempo=word)


def test_tempo_is_said_after_three_games_to_those_who_see_everything(
    people: list[Person], games: list[Game]
) -> None:
    browser = signed_in(people[1])
    tempo(games[:2], people[0], Tempo.TWO_DAYS)
    assert "two days" not in shown(path(people[0]), browser)
    tempo(games[2:], people[0], Tempo.SLOWER)
    assert "two days" in shown(path(people[0]), browser)
    assert "two days" not in shown(path(people[0]))
    Person.objects.update(page_shows=PageShows.ALL)
    assert "two days" in shown(path(people[0]))


def test_how_somebody_answers_in_running_games_shows_nowhere(people: list[Person]) -> None:
    """Twins: the same games, in which one answers after an hour, the other after days."""
    pages = []
    for hours in (1, 100):
        one, two = (PersonFactory.create(name=name, email=f"{name}-{hours}@example.org") for name in "AB")
        with time_machine.travel(BEGIN, tick=False) as clock:
            games = [
                GameFactory.create(creator=one, joins=two, terms=terms)
                for terms in (lobby.Terms(), lobby.Terms(pace=7), PUBLIC)
            ]
            clock.shift(timedelta(hours=hours))
            for game in games:
                act(game, EAST, random.Random(1))
        measure_next()
        with time_machine.travel(SOON, tick=False):
            for reader in (one, two):
                page = _main(shown(path(one), signed_in(reader)))
                pages.append(
                    page.replace(one.key, "ONE").replace(two.key, "TWO").replace(games[2].public_id, "GAME")
                )
    assert pages[:2] == pages[2:]


# ---- who has a page ----


def test_nobody_finds_who_was_seen_nowhere(people: list[Person]) -> None:
    guest, unnamed = PersonFactory.create(guest=True), PersonFactory.create(name="")
    for person in (guest, unnamed):
        GameFactory.create(creator=person, joins=people[1], terms=PUBLIC)
    unknown = Client().get("/players/000000000000/").content
    for person in (people[0], guest, unnamed):
        answer = Client().get(path(person))
        assert (answer.status_code, answer.content) == (404, unknown)
    assert shown(path(people[1]))


def test_opponent_of_a_private_game_is_found_by_its_players_alone(people: list[Person]) -> None:
    game = GameFactory.create(creator=people[0], joins=people[1])
    assert shown(path(people[0]), signed_in(people[1]))
    assert shown(path(people[0]), by_link(game.seats.get(player=people[1])))
    for browser in (Client(), signed_in(people[2])):
        assert browser.get(path(people[0])).status_code == 404


def test_creator_of_an_open_game_is_found_and_of_an_invitation_by_the_invited(people: list[Person]) -> None:
    GameFactory.create(creator=people[0])
    assert shown(path(people[0]))
    GameFactory.create(creator=people[1], opponent=lobby.Invite(people[2].email))
    assert shown(path(people[1]), signed_in(people[2]))
    assert Client().get(path(people[1])).status_code == 404


# ---- blocking ----


def _main(page: str) -> str:
    """A page without the token of its forms."""
    return re.sub(r'(?<=name="csrfmiddlewaretoken" value=")\w+', "", page)


def test_one_blocks_and_unblocks_on_the_page_and_nobody_else_reads_of_it(
    people: list[Person], games: list[Game]
) -> None:
    browser, other = signed_in(people[0]), signed_in(people[1])
    before = _main(shown(path(people[0]), other))
    assert "Unblock" not in shown(path(people[1]), browser)
    for _twice in range(2):
        browser.post(f"{path(people[1])}block/", {"do": "block"})
    assert Block.objects.get().blocked == people[1]
    assert "Unblock" in shown(path(people[1]), browser)
    assert _main(shown(path(people[0]), other)) == before
    browser.post(f"{path(people[1])}block/", {"do": "unblock"})
    assert not Block.objects.exists()


def test_nobody_blocks_themselves(people: list[Person], games: list[Game]) -> None:
    assert signed_in(people[0]).post(f"{path(people[0])}block/").status_code == 404


# ---- computer players


def test_name_of_a_computer_player_leads_to_its_page_which_says_what_it_is(people: list[Person]) -> None:
    game = GameFactory.create(creator=people[0], opponent=lobby.Computer("ashigaru"))
    browser = signed_in(people[0])
    assert 'href="/players/computer-ashigaru/"' in text(browser.get(f"/games/{game.public_id}/"))
    page = text(browser.get("/players/computer-ashigaru/"))
    assert "Plans its turn and its fights" in page
    assert "Between you two" not in page
    assert 'href="/players/computer-hatamoto-1/"' in page
    assert Client().get("/players/computer-nobody/").status_code == 404


def test_page_of_a_computer_player_has_the_record_of_whoever_looks(people: list[Person]) -> None:
    for winner in (EAST, EAST, WEST):
        game = GameFactory.create(creator=people[0], opponent=lobby.Computer("komono"))
        Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, winner=winner, victory="points")
    GameFactory.create(creator=people[0], opponent=lobby.Computer("ashigaru"))
    page = shown("/players/computer-komono/", signed_in(people[0]))
    assert "You 2 \u2013 1 them" in page
    for browser in (signed_in(people[1]), Client()):
        assert "Between you two" not in shown("/players/computer-komono/", browser)
    assert "Between you two" not in shown("/players/computer-ashigaru/", signed_in(people[0]))


def test_one_tap_on_the_page_of_a_computer_player_begins_a_game() -> None:
    browser = Client()
    assert 'name="level" value="komono"' in text(browser.get("/players/computer-komono/"))
    browser.post("/play/", {"new": "computer", "level": "komono"})
    assert Seat.objects.filter(computer="komono").exists()
