"""Ladders through the API: who may call what, their rules, and taking part."""

from datetime import datetime
from typing import Any
from unittest.mock import ANY

import pytest

from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.season import Match
from games.ladders.tables import forecast
from sekigahara.db import service_time
from tests.api.ladder_case import CLUB, DAY, NEW, calling, ladder, path, played
from tests.factories.clubs import ClubFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller, problem_of

__all__ = ["ladder", "played"]

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


# --- a ladder


def test_an_organiser_begins_a_ladder_and_everybody_reads_its_rules() -> None:
    ClubFactory.create(founder__name="Ashigaru organiser")
    organiser = calling("Ashigaru organiser")
    made = organiser.post(f"{CLUB}ladders/", NEW | {"season_days": 28, "on_time_out": "arbiter"})
    assert made.status_code == 201
    told = made.json()
    assert (told["name"], told["club"], told["format"]) == ("Free pairing", "friends-of-sekigahara", "free")
    assert (told["pace"], told["on_time_out"], told["season_days"], told["round"]) == (3, "arbiter", 28, 0)
    assert (told["season"]["number"], told["you"], told["closed_at"]) == (1, None, None)
    assert (told["hold"], told["reaction"]) == (15, 24)
    assert Caller().get(f"ladders/{told['id']}/").json() == told
    listed = Caller().get(f"{CLUB}ladders/").json()
    assert ([each["id"] for each in listed["ladders"]], listed["next"]) == ([told["id"]], None)
    assert problem_of(organiser.post(f"{CLUB}ladders/", NEW), 422)["code"] == "ladder-name-taken"


@pytest.mark.parametrize(
    ("wrong", "status", "code"),
    [
        ({"edition": "none"}, 422, "no-such-edition"),
        ({"pace": 4}, 422, "no-such-pace"),
        ({"hold": 61}, 422, "no-such-hold"),
        ({"reaction": 36}, 422, "no-such-reaction"),
        ({"time_bank": 8}, 422, "no-such-time-bank"),
        ({"season_days": 5}, 422, "season-length"),
        ({"hours_between": 0}, 422, "round-length"),
        ({"name": ""}, 400, "malformed-body"),
        ({"name": "  "}, 400, "malformed-body"),
        ({"name": "look at https://example.org"}, 422, "name-linked"),
        ({"on_time_out": "nothing"}, 400, "malformed-body"),
        ({"colour": "red"}, 400, "malformed-body"),
    ],
)
def test_invalid_ladder_is_refused(wrong: dict[str, Any], status: int, code: str) -> None:
    ClubFactory.create(founder__name="Ashigaru organiser")
    refused = calling("Ashigaru organiser").post(f"{CLUB}ladders/", NEW | wrong)
    assert problem_of(refused, status)["code"] == code
    assert not Ladder.objects.exists()


def test_ladders_that_go_on_come_first_page_by_page(ladder: Ladder) -> None:
    organiser = calling("Ashigaru organiser")
    organiser.post(f"{CLUB}ladders/", NEW | {"name": "Another"})
    closed = organiser.post(path(ladder, "close/")).json()
    assert (closed["closed_at"] is not None, closed["next_round_at"]) == (True, None)
    assert organiser.post(path(ladder, "close/")).json()["closed_at"] == closed["closed_at"]
    pages = Caller().pages(f"{CLUB}ladders/?limit=1")
    assert [[each["name"] for each in page["ladders"]] for page in pages] == [["Another"], ["Free"]]


def test_one_takes_part_changes_ones_mind_and_leaves(ladder: Ladder) -> None:
    organiser = calling("Ashigaru organiser")
    for games in (2, 2, 0):
        told = organiser.send("PUT", path(ladder, "entry/"), {"games": games}).json()
        assert told["you"]["games"] == games
    assert organiser.get(path(ladder)).json()["you"]["games"] == 0
    assert Caller().get(path(ladder)).json()["you"] is None
    for _time in range(2):
        assert organiser.send("DELETE", path(ladder, "entry/")).json()["you"] is None
    assert not Entrant.objects.filter(person=PersonFactory.named("Ashigaru organiser"), left_at=None).exists()
    for body in ({"games": 11}, {"games": -1}, {}, {"games": "2"}):
        assert problem_of(organiser.send("PUT", path(ladder, "entry/"), body), 400)
    organiser.post(path(ladder, "close/"))
    refused = organiser.send("PUT", path(ladder, "entry/"), {"games": 1})
    assert problem_of(refused, 409)["code"] == "ladder-closed"


def test_missing_ladders_and_seasons_are_not_found(ladder: Ladder) -> None:
    for rest in (
        "seasons/2/standings/",
        "seasons/2/crosstable/",
        "seasons/0/standings/",
        "matches/?season=2",
    ):
        problem_of(Caller().get(path(ladder, rest)), 404)
    for rest in ("", "seasons/", "matches/", "seasons/1/standings/"):
        problem_of(Caller().get(f"ladders/nosuchone/{rest}"), 404)
    problem_of(Caller().get("clubs/nosuchclub/ladders/"), 404)
    for rest in (
        "matches/?season=0",
        "matches/?state=x",
        "seasons/?cursor=x",
        "seasons/1/standings/?limit=0",
    ):
        problem_of(Caller().get(path(ladder, rest)), 400)


def test_organiser_changes_the_name_at_once_and_the_rules_in_a_week(ladder: Ladder) -> None:
    organiser = calling("Ashigaru organiser")
    changes = {"name": "Winter", "pace": 7, "silence_loses": True}
    told = organiser.send("PATCH", path(ladder), changes).json()
    assert (told["name"], told["pace"], told["silence_loses"]) == ("Winter", ladder.pace, False)
    at = told["coming"].pop("at")
    assert told["coming"] == {
        "pace": 7,
        "season_days": ladder.season_days,
        "hours_between": ladder.hours_between,
        "silence_loses": True,
    }
    assert datetime.fromisoformat(at) - service_time.now() > 6 * DAY
    again = organiser.send("PATCH", path(ladder), {"season_days": 28}).json()
    assert (again["name"], again["coming"]["pace"], again["coming"]["season_days"]) == ("Winter", 7, 28)
    assert organiser.send("PATCH", path(ladder), {"pace": 4}).json()["code"] == "no-such-pace"


def test_end_of_a_season_is_foreseen_once_a_third_of_its_games_is_over(
    ladder: Ladder, played: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecast, "FEWEST_OVER", 1)
    Match.objects.filter(pk=played[0].pk).update(ended_at=None)
    assert Caller().get(path(ladder)).json()["forecast"] == {"ends_at": ANY, "holding_up": 1}
    Match.objects.update(ended_at=None)
    assert Caller().get(path(ladder)).json()["forecast"] is None
