"""The archive and statistics for programs: what they say, page by page, and how wrong filters are refused."""

from typing import Any

import pytest

from accounts import closing
from accounts.public_keys import identity
from games.engine.side import EAST, WEST
from games.ladders.models.club import ClubGame
from games.ladders.statistics import intake
from games.ladders.statistics.figures import Among, statistics_of
from games.models.seat import Seat
from games.services.characters import character_of
from tests.factories.clubs import ClubFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller
from tests.ladders.archived import listed, taken_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def told(path: str) -> Any:
    answer = Caller().get(path)
    assert answer.status_code == 200, answer.content
    return answer.json()


def refused(path: str) -> tuple[int, str]:
    answer = Caller().get(path)
    return answer.status_code, answer.json()["code"]


def test_an_empty_archive_is_an_empty_page() -> None:
    for query in ("", "?victory=points", "?rated=true&person=nobody"):
        assert told(f"archive/{query}") == {"games": [], "next": None}


def test_a_game_of_the_archive_says_all_that_its_row_does() -> None:
    club = ClubFactory.create(name="Friends")
    players = (PersonFactory.named("Chikuzen"), PersonFactory.named("Mariko"))
    game = listed(*players, winner=WEST, victory="ieyasu", is_rated=True)
    ClubGame.objects.create(game=game, club=club)
    (row,) = told("archive/")["games"]
    assert (row["id"], row["edition"], row["ended_at"]) == (game.public_id, "kessen", "2026-01-01T00:00:00Z")
    assert row["outcome"] == {"winner": "west", "victory": "ieyasu"}
    assert (row["week"], row["days"], row["actions"], row["rated"]) == (7, 12, 100, True)
    assert [row["players"][side]["name"] for side in ("east", "west")] == ["Chikuzen", "Mariko"]
    assert row["players"]["east"].items() >= identity(players[EAST]).items()
    assert (row["club"], row["season"]) == ({"slug": club.slug, "name": "Friends"}, None)


def test_former_and_unknown_players_are_not_named() -> None:
    leaving = PersonFactory.named("Leaving Soon")
    game = listed(leaving)
    assert closing.close(person=leaving)
    (row,) = told("archive/")["games"]
    assert row["players"] == {
        "east": {
            "kind": "person",
            "name": "a former player",
            "bot": False,
            "character": None,
            **identity(None),
        },
        "west": None,
    }
    Seat.objects.filter(game=game, side=EAST).update(player=None, computer="ashigaru")
    (row,) = told("archive/")["games"]
    character = character_of(Seat.objects.get(game=game, side=EAST))
    told_of = {"kind": "computer", "name": "ashigaru", "bot": True, "character": character}
    told_of |= {"key": "computer-ashigaru", "run_by": ""}
    assert row["players"]["east"] == told_of


def test_page_by_page_every_game_comes_once_with_the_filters_kept() -> None:
    games = [listed(PersonFactory.named("Chikuzen"), days=days // 2, is_rated=True) for days in range(5)]
    listed(PersonFactory.named("Chikuzen"), days=9)
    pages = [*Caller().pages("archive/?player=chik&rated=true&limit=2")]
    assert len(pages) == 3
    found = [game["id"] for page in pages for game in page["games"]]
    assert len(found) == 5
    assert {*found} == {game.public_id for game in games}


def test_games_that_are_not_rated_are_asked_for_page_by_page_too() -> None:
    for days in range(2):
        listed(days=days)
    listed(days=3, is_rated=True)
    page = told("archive/?rated=false&limit=1&edition=kessen&victory=points")
    assert "rated=false" in page["next"]
    rest = told(page["next"].partition("/api/v1/")[2])
    assert [game["rated"] for game in page["games"] + rest["games"]] == [False, False]
    assert rest["next"] is None


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("edition=none", (422, "unknown-edition")),
        ("season=0", (400, "malformed-parameter")),
        ("rated=perhaps", (400, "malformed-parameter")),
        ("cursor=none", (400, "malformed-parameter")),
        ("limit=101", (400, "malformed-parameter")),
        ("player=%00", (400, "malformed-parameter")),
    ],
)
def test_wrong_filters_are_refused_in_words(query: str, problem: tuple[int, str]) -> None:
    listed()
    assert refused(f"archive/?{query}") == problem


def test_the_cursor_of_another_list_is_refused() -> None:
    for days in range(2):
        listed(days=days)
    cursor = told("archive/?limit=1")["next"].partition("cursor=")[2]
    assert refused(f"clubs/?cursor={cursor}")[0] == 400


def test_statistics_say_what_the_page_does() -> None:
    for seed in (1, 2):
        taken_in(seed)
    intake.sum_up()
    found = told("statistics/kessen/")
    expected = statistics_of("kessen", Among.PEOPLE)
    assert found["games"] == 2
    assert found["balance"] is not None
    assert found["balance"]["east"] + found["balance"]["west"] == 2
    assert found["places"][0] == expected.places[0]._asdict()
    assert found["weeks"] == [{"week": week.number, "games": week.games} for week in expected.weeks]
    assert found["days"] == [{"first": 0, "last": 0, "games": 2}]
    assert (found["actions"], found["east_lost"]) == (expected.actions, expected.east_lost)
    listed_first = told("statistics/")["editions"][0]
    assert listed_first == {"edition": "kessen", "games": 2, "balance": found["balance"]}


def test_statistics_among_people_or_all() -> None:
    taken_in(1)
    Seat.objects.filter(side=WEST).update(computer="ashigaru")
    intake.sum_up()
    assert told("statistics/kessen/")["games"] == 0
    assert told("statistics/kessen/?among=all")["games"] == 1
    assert refused("statistics/?among=some") == (400, "malformed-parameter")


def test_statistics_of_what_nobody_has_played_and_of_no_edition() -> None:
    found = told("statistics/manual/")
    assert (found["games"], found["balance"], found["places"]) == (0, None, [])
    assert refused("statistics/none/") == (404, "not-found")


@pytest.mark.parametrize(
    ("query", "name", "code"),
    [
        ("club=none", "club", "no-club"),
        ("ladder=none", "ladder", "no-ladder"),
        ("season=1", "ladder", "no-ladder"),
    ],
)
def test_parameter_that_names_nothing_is_named(query: str, name: str, code: str) -> None:
    for address in ("archive/", "archive/records/"):
        problem = Caller().get(f"{address}?{query}").json()
        (mistake,) = problem["errors"]
        assert problem["detail"].count("..") == 0
        assert (mistake["pointer"], mistake["code"]) == (name, code)
