"""Ratings for programs: whoever asks is told the same, and of private games only how they ended."""

import csv
from datetime import timedelta
from itertools import pairwise

import pytest
import time_machine

from accounts.models.person import Block, PageShows, Person
from games.engine.side import SIDES
from games.ladders.models.rating import Player, RatingStanding
from games.ladders.ratings.fold import OVERALL
from games.models.game import Game
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller, caller_at, problem_of
from tests.ladders.finished import BEGIN
from tests.ladders.rating_games import Quick, fold_all

pytestmark = pytest.mark.django_db

SOON = BEGIN + timedelta(days=60)
OPEN = {"kind": "open"}


@pytest.fixture
def people() -> list[Person]:
    return [PersonFactory.named(name) for name in ("Ashigaru One", "Ashigaru Two")]


@pytest.fixture
def season(people: list[Person]) -> list[Game]:
    """Both have settled ratings, One the better one; the second game is public."""
    quick = Quick(people)
    games = [
        quick.game(*people, days=number, winner=SIDES[number % 3 // 2], is_public=number == 1)
        for number in range(24)
    ]
    fold_all()
    return games


def key_of(someone: Person) -> str:
    return Player.objects.get(person=someone).key


def test_a_player_stands_where_the_row_says(people: list[Person], season: list[Game]) -> None:
    with time_machine.travel(SOON, tick=False):
        told = Caller().get(f"players/{key_of(people[0])}/").json()
    assert (told["name"], told["bot"]) == ("Ashigaru One", False)
    assert [each["edition"] for each in told["ratings"]] == [None, "kessen"]
    row = RatingStanding.objects.get(player__person=people[0], ladder=OVERALL)
    now = row.standing.rating_at(SOON)
    first = told["ratings"][0]
    assert (first["points"], first["deviation"], first["games"]) == (now.points, now.deviation, 24)
    assert first["deviation"] > row.deviation
    assert not first["provisional"]


def test_the_best_come_first_page_by_page(people: list[Person], season: list[Game]) -> None:
    with time_machine.travel(SOON, tick=False):
        pages = [*Caller().pages("ratings/?limit=1&edition=kessen")]
    told = [player for page in pages for player in page["players"]]
    assert len(pages) == 2
    assert [each["id"] for each in told] == [key_of(one) for one in people]
    assert {each["rating"]["edition"] for each in told} == {"kessen"}


def test_every_change_is_told_latest_first_and_of_private_games_no_address(
    people: list[Person], season: list[Game]
) -> None:
    asking, path = Caller(), f"players/{key_of(people[0])}/ratings/?limit=20"
    first = asking.get(path).json()
    second = asking.get(first["next"]).json()
    changes = [*first["changes"], *second["changes"]]
    assert len(changes) == len(season)
    assert [each["game"] for each in changes if each["game"]] == [season[1].public_id]
    for later, earlier in pairwise(changes):
        assert later["points_before"] == earlier["points"]
        assert later["at"] > earlier["at"]
    assert {each["opponent"]["id"] for each in changes} == {key_of(people[1])}
    assert {each["score"] for each in changes} == {"won", "lost"}
    row = RatingStanding.objects.get(player__person=people[0], ladder=OVERALL)
    assert changes[0]["points"] == row.points


def test_all_changes_are_in_one_file(people: list[Person], season: list[Game]) -> None:
    key = people[0].public_key
    listed = [each for page in Caller().pages(f"players/{key}/ratings/") for each in page["changes"]]
    answer = Caller().get(f"players/{key}/ratings.csv")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/csv")
    rows = list(csv.DictReader(answer.content.decode().splitlines()))
    assert [(row["at"], row["score"], row["points"], row["game"]) for row in rows] == [
        (each["at"], each["score"], str(each["points"]), each["game"] or "") for each in listed
    ]
    assert [row["opponent_key"] for row in rows] == [each["opponent"]["key"] for each in listed]
    Person.objects.filter(pk=people[0].pk).update(page_shows="nothing")
    assert len(Caller().get(f"players/{key}/ratings.csv").content.splitlines()) == 1, "names of columns"
    assert problem_of(Caller().get(f"players/{key}/ratings.csv?edition=none"), 422)


def test_unknown_edition_and_player_are_refused(people: list[Person], season: list[Game]) -> None:
    for path in ("ratings/?edition=none", f"players/{key_of(people[0])}/ratings/?edition=none"):
        assert problem_of(Caller().get(path), 422)["code"] == "unknown-edition"
    for path in ("players/nobody/", "players/nobody/ratings/"):
        problem_of(Caller().get(path), 404)


def test_former_player_is_not_named(people: list[Person], season: list[Game]) -> None:
    left = key_of(people[1])
    Person.objects.filter(pk=people[1].pk).update(closed_at=SOON)
    problem_of(Caller().get(f"players/{left}/"), 404)
    told = Caller().get(f"players/{key_of(people[0])}/ratings/").json()
    assert {each["opponent"] for each in told["changes"]} == {None}
    with time_machine.travel(SOON, tick=False):
        assert len(Caller().get("ratings/").json()["players"]) == 1


def test_a_program_makes_rated_games_between_two_people_alone() -> None:
    asking = caller_at("ashigaru-one@example.org")
    made = asking.post("games/", {"opponent": OPEN, "rated": True})
    assert made.status_code == 201
    assert made.json()["rated"] is True
    assert asking.post("games/", {"opponent": OPEN}).json()["rated"] is False
    for opponent in ({"kind": "myself"}, {"kind": "computer", "computer": "random"}):
        refused = asking.post("games/", {"opponent": opponent, "rated": True})
        assert problem_of(refused, 422)["code"] == "not-to-be-rated"


def test_player_shows_strangers_what_they_chose_and_those_they_met_all(
    people: list[Person], season: list[Game]
) -> None:
    Person.objects.filter(pk=people[0].pk).update(page_shows=PageShows.NOTHING)
    path = f"players/{people[0].key}/"
    shown = Caller().get(path).json()
    assert (shown["name"], shown["shows"]) == ("Ashigaru One", "nothing")
    hidden = ("ratings", "games", "finished", "answers", "record", "clubs", "public_games")
    assert not any(shown[name] for name in hidden)
    assert Caller().get(f"{path}ratings/").json()["changes"] == []
    told = caller_at(people[1].email).get(path).json()
    assert told["shows"] == "all"
    assert told["public_games"] == [season[1].public_id]
    assert told["record"] == {"you": 8, "them": 16}
    assert told["games"] == [{"edition": "kessen", "side": "east", "won": 16, "lost": 8}]
    assert told["finished"] == {"games": 24, "finished": 24}


def test_player_without_a_rating_is_found_by_their_key(people: list[Person]) -> None:
    GameFactory.create(creator=people[0])
    told = Caller().get(f"players/{people[0].key}/").json()
    assert (told["id"], told["ratings"]) == (people[0].key, [])
    problem_of(Caller().get(f"players/{people[1].key}/"), 404)


def test_one_blocks_and_unblocks_a_player(people: list[Person], season: list[Game]) -> None:
    asking, path = caller_at(people[1].email), f"players/{people[0].key}/"
    for method, blocked in (("PUT", True), ("PUT", True), ("DELETE", False)):
        assert asking.send(method, f"{path}block/", {}).json()["blocked"] is blocked
        assert asking.get(path).json()["blocked"] is blocked
        assert Block.objects.exists() is blocked
    problem_of(asking.send("PUT", f"players/{people[1].key}/block/", {}), 404)
