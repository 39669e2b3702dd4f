"""Looking back at the moments of a game through the API."""

import hashlib
import json
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.api.shapes.view import PublicView, RefereeView, SideView
from games.engine.side import EAST, WEST
from games.models.seat import Seat
from games.reads.moments import Moments
from games.services import play
from tests.kit import caches
from tests.kit.calling import Caller, Seated, caller_at, problem_of
from tests.kit.table import Table, on_the_march

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

SHAPES = {"east": SideView, "west": SideView, "public": PublicView, "referee": RefereeView}
FOR_GOOD = "private, max-age=31536000, immutable"


def moment(caller: Caller, table: Table, number: int | str, wanted: str = "", **headers: str) -> Any:
    query = f"?as={wanted}" if wanted else ""
    return caller.get(f"games/{table.game.public_id}/moments/{number}/{query}", **headers)


def test_a_moment_is_a_change_and_the_view_after_it(table: Table, east: Seated, west: Seated) -> None:
    bid = table.a_bid(EAST)
    table.submit(EAST, bid)
    number = table.version(EAST)
    told = moment(east, table, number).json()
    (change,) = east.get(f"{east.game}history/?since={number - 1}").json()["changes"]
    assert told == change | {"view": east.get(f"{east.game}view/").json()["view"]}
    assert told["action"] == json.loads(bid)
    theirs = moment(west, table, table.version(WEST)).json()
    assert (theirs["side"], theirs["action"]) == ("east", None)
    assert theirs["view"]["mine"]["bid"] is None


def test_earlier_moments_stay_what_they_were(table: Table, east: Seated) -> None:
    first = moment(east, table, 1).json()
    for side in (EAST, WEST):
        table.submit(side, table.a_bid(side))
    assert moment(east, table, 1).json() == first
    assert first["type"] == "set-up"


def test_undone_change_is_a_moment_marked_as_such() -> None:
    table, side = on_the_march()
    caller = Seated(table, side)
    table.submit(side, table.a_quiet_move(side))
    table.undo(side)
    done, undone = (moment(caller, table, table.version(side) - back).json() for back in (1, 0))
    assert (done["undone"], done["action"]["type"]) == (True, "move")
    assert (undone["type"], undone["takes_back"]) == ("undo", done["version"])
    assert done["view"] != undone["view"]


def test_finished_game_shows_every_moment_in_its_shape() -> None:
    """To somebody who watches, without a token."""
    table = Table(6, is_public=True)
    table.play_on()
    for wanted in SHAPES:
        check_shape(table, wanted)


def check_shape(table: Table, wanted: str) -> None:
    moments = Moments(table.game, {"east": 0, "west": 1, "public": -1, "referee": 2}[wanted])
    numbers = {1, 2, moments.last, *range(3, moments.last, 7)}
    for number in numbers:
        answer = moment(Caller(), table, number, wanted)
        assert answer.status_code == 200
        view = json.dumps(answer.json()["view"])
        told = msgspec.json.decode(view, type=SHAPES[wanted])
        assert told.viewer == wanted
        assert msgspec.json.decode(msgspec.json.encode(told)) == json.loads(view)
    assert moment(Caller(), table, moments.last, wanted).json()["view"]["result"]["winner"]
    assert problem_of(moment(Caller(), table, moments.last + 1, wanted), 404)["code"] == "no-moment"


@pytest.mark.parametrize("wanted", ["west", "referee"])
def test_while_a_game_runs_nobody_looks_back_through_other_eyes(wanted: str) -> None:
    table = Table(is_public=True)
    east = Seated(table, EAST)
    problem_of(moment(east, table, 1, wanted), 404)
    problem_of(moment(Caller(), table, 1, wanted), 401)
    assert moment(east, table, 1, "public").json()["view"]["viewer"] == "public"
    play.resign(seat=table.seat(WEST))
    assert moment(east, table, 1, wanted).json()["view"]["viewer"] == wanted
    assert moment(Caller(), table, 1, wanted).status_code == 200


@pytest.mark.parametrize("number", [0, 99, 10**30])
def test_a_moment_there_is_not_says_which_is_the_latest(table: Table, east: Seated, number: int) -> None:
    problem = problem_of(moment(east, table, number), 404)
    assert problem["code"] == "no-moment"
    assert problem["parameters"] == {"last": table.version(EAST)}


@pytest.mark.parametrize("number", ["-1", "x", "1.0", "9" * 5000])
def test_moment_that_is_no_number_is_not_found(table: Table, east: Seated, number: str) -> None:
    assert problem_of(moment(east, table, number), 404)["code"] == "not-found"


def test_a_viewer_there_is_not_is_a_mistake(table: Table, east: Seated) -> None:
    assert problem_of(moment(east, table, 1, "north"), 400)["code"] == "malformed-parameter"


# --- caches ---


def test_a_tag_names_the_very_bytes(table: Table, east: Seated) -> None:
    first = moment(east, table, 1)
    assert first["ETag"] == f'"{hashlib.sha256(first.content).hexdigest()[:32]}"'
    again = moment(east, table, 1, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert moment(east, table, 1, "public")["ETag"] != first["ETag"]


def test_a_running_game_is_asked_about_again_and_a_finished_one_kept(table: Table, east: Seated) -> None:
    assert moment(east, table, 1)["Cache-Control"] == "private, no-store"
    tag = moment(east, table, 1)["ETag"]
    play.resign(seat=table.seat(WEST))
    for known in ({}, {"If-None-Match": tag}):
        answer = moment(east, table, 1, **known)
        assert answer["Cache-Control"] == FOR_GOOD
        assert {"Authorization"} <= {name.strip() for name in answer["Vary"].split(",")}
    assert moment(east, table, 99).get("Cache-Control") != FOR_GOOD


def test_tag_of_a_finished_moment_is_known_without_its_log(table: Table, east: Seated) -> None:
    """And without whatever is kept of it."""
    play.resign(seat=table.seat(WEST))
    first = moment(east, table, 1, "referee")
    caches.empty()
    with CaptureQueriesContext(connection) as asked:
        again = moment(east, table, 1, "referee", **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert not [query["sql"] for query in asked if "games_entry" in query["sql"]]
    for other in (moment(east, table, 2, "referee"), moment(east, table, 1, "east")):
        assert other["ETag"] != first["ETag"]
    assert moment(east, table, 1, "referee").content == first.content


# --- playing on ---


MYSELF = {"opponent": {"kind": "myself"}}


def against(name: str) -> dict[str, Any]:
    return {"opponent": {"kind": "computer", "computer": name}, "side": "west"}


def played_on(caller: Caller, table: Table, number: int, wanted: str = "", body: Any = MYSELF) -> Any:
    query = f"?as={wanted}" if wanted else ""
    return caller.post(f"games/{table.game.public_id}/moments/{number}/{query}", body)


def test_player_continues_from_a_moment_of_a_finished_game(table: Table, east: Seated) -> None:
    number = table.version(EAST)
    view = moment(east, table, number).json()["view"]
    play.resign(seat=table.seat(WEST))
    answer = played_on(east, table, number)
    assert answer.status_code == 201
    game = answer.json()
    assert answer["Location"].endswith(f"/games/{game['id']}/")
    assert (game["status"], game["rated"], game["public"]) == ("running", False, False)
    assert east.get(f"games/{game['id']}/view/?as=east").json()["view"] == view
    assert problem_of(east.get(f"games/{game['id']}/record/"), 409)["code"] == "no-record"
    other = played_on(east, table, number, body=against("ashigaru")).json()["id"]
    assert Seat.objects.get(game__public_id=other, computer="ashigaru").plays == EAST


def test_one_does_not_play_on_while_it_runs_nor_where_it_was_over(table: Table, east: Seated) -> None:
    assert problem_of(played_on(east, table, 1), 409)["code"] == "still-running"
    play.resign(seat=table.seat(WEST))
    last = table.version(EAST)
    assert problem_of(played_on(east, table, last), 409)["code"] == "over-at-moment"
    assert problem_of(played_on(east, table, last + 1), 404)["code"] == "no-moment"
    assert problem_of(played_on(east, table, 1, "north"), 400)["code"] == "malformed-parameter"
    problem = problem_of(played_on(east, table, 1, body=against("nobody")), 422)
    assert problem["code"] == "unknown-computer"
    problem_of(played_on(caller_at("stranger@example.org"), table, 1), 404)


def test_playing_on_twice_with_one_key_begins_one_game(table: Table, east: Seated) -> None:
    play.resign(seat=table.seat(WEST))
    path, key = f"games/{table.game.public_id}/moments/1/", {"Idempotency-Key": "on"}
    first, again = (east.post(path, MYSELF, **key).json()["id"] for _ in range(2))
    assert first == again
    other = f"games/{table.game.public_id}/moments/2/"
    problem = problem_of(east.post(other, MYSELF, **key), 422)
    assert problem["code"] == "idempotency-key-reused"
