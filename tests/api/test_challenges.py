"""Challenges through the API: the ranking, and challenges made, accepted, declined and taken back."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import closing
from accounts.scopes import Scope
from games.engine.side import EAST, SIDES
from games.ladders import settling
from games.ladders.challenges import queries
from games.ladders.models.challenge import Challenge
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Line, Match, Season
from games.models.game import Game
from games.simulation.league import check_in_all
from tests.api.ladder_case import CLUB, NOW, calling, path
from tests.factories.clubs import ClubFactory
from tests.factories.ladders import ChallengeLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller, problem_of

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

NAMES = ("Ashigaru One", "Ashigaru Two", "Ashigaru Three", "Ashigaru Four", "Ashigaru Five")


@pytest.fixture(autouse=True)
def _now() -> Any:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def ladder() -> Ladder:
    """Of five, who stand in the order of their numbers."""
    return ChallengeLadderFactory.create(
        club__founder__name="Ashigaru organiser", name="Ladder", players=NAMES, now=NOW
    )


def player(name: str) -> Caller:
    return calling(f"Ashigaru {name}", Scope.PLAY)


def ranking(ladder: Ladder, asking: Caller | None = None) -> list[Any]:
    told: list[Any] = (asking or Caller()).get(path(ladder, "ranking/")).json()["ranks"]
    return told


def challenged(ladder: Ladder, by: str, whom: int) -> Any:
    """What somebody is answered who challenges the one at that place."""
    key = ranking(ladder)[whom - 1]["key"]
    return player(by).post(path(ladder, "challenges/"), {"opponent": key})


def test_challenge_is_answered_by_the_challenged_and_withdrawn_by_the_challenger(ladder: Ladder) -> None:
    one = challenged(ladder, "Four", 2).json()["id"]
    verbs = {"accept": "Two", "decline": "Two", "withdraw": "Four"}
    for verb, own in verbs.items():
        address = f"challenges/{one}/{verb}/"
        other = "Four" if own == "Two" else "Two"
        for name in (other, "Five", "organiser"):
            code = "not-challenger" if verb == "withdraw" else "not-challenged"
            assert problem_of(player(name).post(address), 403)["code"] == code
        problem_of(player(own).post(f"challenges/nosuchone/{verb}/"), 404)
        problem_of(player(own).post(address, {"colour": "red"}), 400)
    assert Challenge.objects.get().is_unanswered


def test_the_ranking_says_who_can_be_challenged(ladder: Ladder) -> None:
    assert [(each["rank"], each["player"]["name"], each["refusal"]) for each in ranking(ladder)] == [
        (rank, name, None) for rank, name in enumerate(NAMES, start=1)
    ]
    assert [each["refusal"] for each in ranking(ladder, player("Five"))] == [
        "out-of-reach",
        None,
        None,
        None,
        "self",
    ]
    assert {each["refusal"] for each in ranking(ladder, player("organiser"))} == {"not-ranked"}
    first = Caller().get(path(ladder, "ranking/?limit=2")).json()
    second = Caller().get(first["next"]).json()
    assert [each["rank"] for each in (*first["ranks"], *second["ranks"])] == [1, 2, 3, 4]
    tag = Caller().get(path(ladder, "ranking/"))["ETag"]
    assert Caller().get(path(ladder, "ranking/"), **{"If-None-Match": tag}).status_code == 304


def test_a_challenge_is_made_once_and_told_to_everybody(ladder: Ladder) -> None:
    made = challenged(ladder, "Four", 2)
    assert made.status_code == 201
    told = made.json()
    assert (told["challenger"]["name"], told["challenged"]["name"]) == ("Ashigaru Four", "Ashigaru Two")
    assert (told["state"], told["game"], told["ended_at"]) == ("unanswered", None, None)
    assert told["answer_by"] == "2026-03-07T20:00:00Z"
    assert challenged(ladder, "Four", 2).json() == told
    assert Caller().get(path(ladder, "challenges/")).json() == {"challenges": [told], "next": None}
    assert Caller().get(path(ladder, "challenges/?state=ended")).json()["challenges"] == []
    refused = problem_of(challenged(ladder, "Five", 2), 409)
    assert (refused["code"], refused["parameters"]["reason"]) == ("may-not-challenge", "opponent-busy")
    problem_of(player("Five").post(path(ladder, "challenges/"), {"opponent": "nosuchkey"}), 404)


def test_accepting_begins_the_game_and_its_result_moves_the_ranking(ladder: Ladder) -> None:
    one = challenged(ladder, "Four", 2).json()["id"]
    told = player("Two").post(f"challenges/{one}/accept/").json()
    assert (told["state"], player("Two").post(f"challenges/{one}/accept/").json()) == ("accepted", told)
    match = Match.objects.get()
    assert told["game"] == match.game.public_id
    check_in_all()
    assert Caller().get(f"games/{told['game']}/").json()["rated"] is True
    problem_of(player("Two").post(f"challenges/{one}/decline/"), 409)
    problem_of(player("Four").post(f"challenges/{one}/withdraw/"), 409)
    winner = EAST if match.east == PersonFactory.named("Ashigaru Four") else SIDES[1]
    Game.objects.update(
        status=Game.Status.OVER, winner=winner, victory="points", week=7, ended_at=NOW + timedelta(days=1)
    )
    settling.settle()
    after = ["One", "Four", "Two", "Three", "Five"]
    assert [each["player"]["name"] for each in ranking(ladder)] == [f"Ashigaru {name}" for name in after]
    (ended,) = Caller().get(path(ladder, "challenges/?state=ended")).json()["challenges"]
    assert (ended["id"], ended["state"], ended["game"]) == (one, "played", told["game"])
    lines = Caller().get(path(ladder, "seasons/1/standings/")).json()["lines"]
    assert (lines[0]["player"]["name"], lines[0]["points"], lines[0]["rank"]) == ("Ashigaru Four", 2, 2)
    assert {line["rank"] for line in lines} == {1, 2, 3, 4, 5}


def test_a_table_is_told_again_when_only_the_ranking_has_changed(ladder: Ladder) -> None:
    where = path(ladder, "seasons/1/standings/")
    tag = Caller().get(where)["ETag"]
    one = challenged(ladder, "Four", 2).json()["id"]
    Ladder.objects.get().challenge_rules.__class__.objects.update(free_declines=0)
    assert Caller().get(where, **{"If-None-Match": tag}).status_code == 304
    assert player("Two").post(f"challenges/{one}/decline/").json()["state"] == "forfeited"
    again = Caller().get(where, **{"If-None-Match": tag})
    assert again.status_code == 200
    assert [line["rank"] for line in again.json()["lines"] if line["player"]["name"] == "Ashigaru Four"] == [
        2
    ]


def test_declining_and_taking_back_come_twice_and_end_it(ladder: Ladder) -> None:
    one = challenged(ladder, "Four", 2).json()["id"]
    for _time in range(2):
        assert player("Two").post(f"challenges/{one}/decline/").json()["state"] == "declined"
    problem_of(player("Two").post(f"challenges/{one}/accept/"), 409)
    other = challenged(ladder, "Five", 3).json()["id"]
    for _time in range(2):
        assert player("Five").post(f"challenges/{other}/withdraw/").json()["state"] == "called-off"
    told = Caller().get(path(ladder, "challenges/?state=ended&limit=1")).json()
    rest = Caller().get(told["next"]).json()
    assert {each["id"] for each in (*told["challenges"], *rest["challenges"])} == {one, other}
    assert Caller().get(path(ladder, "challenges/")).json()["challenges"] == []


def test_a_ladder_of_challenges_is_begun_with_its_rules() -> None:
    ClubFactory.create(founder__name="Ashigaru organiser")
    organiser = calling("Ashigaru organiser")
    new = {"name": "Ladder", "edition": "kessen", "pace": 3, "format": "challenge"}
    made = organiser.post(f"{CLUB}ladders/", new | {"challenges": {"reach": 5}}).json()
    assert (made["format"], made["next_round_at"]) == ("challenge", None)
    assert (made["challenges"]["reach"], made["challenges"]["answer_within"]) == (5, 5)
    refused = organiser.post(f"{CLUB}ladders/", new | {"name": "Another", "challenges": {"reach": 0}})
    assert problem_of(refused, 422)["code"] == "challenge-terms"
    free = organiser.post(f"{CLUB}ladders/", new | {"name": "Free", "format": "free"}).json()
    assert free["challenges"] is None
    for rest in ("ranking/", "challenges/"):
        assert problem_of(Caller().get(f"ladders/{free['id']}/{rest}"), 409)["code"] == "no-challenges"
    posted = player("organiser").post(f"ladders/{free['id']}/challenges/", {"opponent": "x"})
    assert problem_of(posted, 409)["code"] == "no-challenges"


# --- one's own


def own(name: str, query: str = "") -> list[Any]:
    told: list[Any] = player(name).get(f"challenges/{query}").json()["challenges"]
    return told


def test_ones_own_are_listed_with_who_one_is(ladder: Ladder) -> None:
    received = challenged(ladder, "Four", 2).json()
    made = challenged(ladder, "Two", 1).json()
    told = own("Two")
    assert {each["id"]: each["you"] for each in told} == {
        received["id"]: "challenged",
        made["id"]: "challenger",
    }
    by_id = {each.pop("id"): each for each in told}
    for each in (received, made):
        found = by_id[each.pop("id")]
        found.pop("you")
        assert found == each, "else as the list of the ladder has it"
    assert [each["you"] for each in own("One")] == ["challenged"]
    assert own("Five") == []
    assert Caller().get("challenges/").status_code == 401
    assert calling("Ashigaru Two").get("challenges/").status_code == 200, "a token to read will do"


def test_ended_challenges_are_listed_apart(ladder: Ladder) -> None:
    one = challenged(ladder, "Four", 2).json()["id"]
    player("Two").post(f"challenges/{one}/decline/")
    assert own("Two") == own("Four") == []
    for name, part in (("Two", "challenged"), ("Four", "challenger")):
        (told,) = own(name, "?state=ended")
        assert (told["id"], told["state"], told["you"]) == (one, "declined", part)
    assert problem_of(player("Two").get("challenges/?state=all"), 400)


def test_ones_own_come_in_pages_and_are_not_sent_twice(ladder: Ladder) -> None:
    season = ladder.seasons.get()
    people = [PersonFactory.named(name) for name in NAMES]
    rows = [
        Challenge(
            season=season,
            challenger=people[number % 4 + 1],
            challenged=people[0],
            made_at=NOW + timedelta(minutes=number // 2),
            answer_by=NOW + timedelta(days=5),
        )
        for number in range(5)
    ]
    Challenge.objects.bulk_create(rows)
    wanted = Challenge.objects.order_by("-made_at", "-pk").values_list("public_id", flat=True)
    caller = player("One")
    pages = [page["challenges"] for page in caller.pages("challenges/?limit=2")]
    assert all(len(challenges) <= 2 for challenges in pages)
    assert [each["id"] for challenges in pages for each in challenges] == list(wanted)
    answer = caller.get("challenges/")
    assert caller.get("challenges/", **{"If-None-Match": answer["ETag"]}).status_code == 304


def test_a_page_of_ones_own_of_several_seasons_takes_as_many_statements_as_one(ladder: Ladder) -> None:
    challenged(ladder, "Four", 2)
    caller = player("Two")
    caller.get("challenges/")

    def taken() -> int:
        with CaptureQueriesContext(connection) as captured:
            told = caller.get("challenges/").json()["challenges"]
        assert len(told) == Challenge.objects.count()
        return len(captured)

    alone = taken()
    first = ladder.seasons.get()
    for number in (2, 3):
        season = Season.objects.create(
            ladder=ladder, number=number, begins_at=first.ends_at, ends_at=first.ends_at + timedelta(days=91)
        )
        Challenge.objects.create(
            season=season,
            challenger=PersonFactory.named("Ashigaru Five"),
            challenged=PersonFactory.named("Ashigaru Two"),
            made_at=NOW,
            answer_by=NOW + timedelta(days=5),
        )
    assert taken() == alone


def _declined_and_left(name: str, season: Season) -> None:
    """Two has declined a challenge, and the challenger has left."""
    challenger = PersonFactory.named(f"Ashigaru {name}")
    Challenge.objects.create(
        season=season,
        challenger=challenger,
        challenged=PersonFactory.named("Ashigaru Two"),
        made_at=NOW,
        answer_by=NOW + timedelta(days=5),
        answered_at=NOW,
        ended_at=NOW,
        state="declined",
    )
    closing.close(person=challenger)


def test_former_players_are_called_as_in_the_list_of_the_ladder(ladder: Ladder) -> None:
    for name in ("Four", "Five"):
        _declined_and_left(name, ladder.seasons.get())
    listed = player("Two").get(path(ladder, "challenges/?state=ended")).json()["challenges"]
    told = own("Two", "?state=ended")
    assert [each["challenger"] for each in told] == [each["challenger"] for each in listed]
    assert {each["challenger"]["name"] for each in told} == {"former player 1", "former player 2"}


def test_former_players_of_several_seasons_are_called_as_in_each(ladder: Ladder) -> None:
    first = ladder.seasons.get()
    later = Season.objects.create(
        ladder=ladder, number=2, begins_at=first.ends_at, ends_at=first.ends_at + timedelta(days=91)
    )
    for name, season in (("Four", first), ("Five", later)):
        _declined_and_left(name, season)
    Line.objects.filter(season=later).delete()
    rows = Caller().get(path(ladder, "challenges/?state=ended")).json()["challenges"]
    told = own("Two", "?state=ended")
    assert [each["challenger"] for each in rows] == [each["challenger"] for each in told]
    (alone,) = (each["challenger"]["name"] for each in rows if each["season"] == 2)
    assert alone == "a former player"


def test_challenged_player_is_found_without_reading_all_entrants(ladder: Ladder) -> None:
    key = ranking(ladder)[3]["key"]
    with CaptureQueriesContext(connection) as found:
        entrant = queries.entrant_named(ladder, key)
    assert entrant is not None
    assert entrant.person == PersonFactory.named("Ashigaru Four")
    numbers, one = (each["sql"] for each in found.captured_queries)
    assert ("email" in numbers, "email" in one) == (False, True)
    assert queries.entrant_named(ladder, "0" * 16) is None
