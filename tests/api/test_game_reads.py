"""Looking at a game through the API: the view, the options, what happened, the record."""

import json
from typing import Any

import msgspec
import pytest

from games import engine
from games.engine.side import EAST, SIDES, WEST, Side
from games.log import position
from games.models.seat import Seat
from games.reads import chronicle
from games.services import play
from tests.kit.calling import Caller, Seated, caller_at, problem_of
from tests.kit.table import Table, table_where

pytestmark = pytest.mark.django_db

OF_A_VERSION = ("view/", "board/", "options/", "history/", "record/")


def told(value: object) -> Any:
    """What the service's own data is once it was JSON."""
    return json.loads(msgspec.json.encode(value))


def test_a_seat_sees_its_view_and_what_it_may_answer(table: Table, east: Seated) -> None:
    seen = east.get(f"{east.game}view/")
    assert seen.json() == {
        "version": table.version(EAST),
        "asked": "bid",
        "can_undo": False,
        "may_ask_to_take_back": False,
        "given": None,
        "view": told(engine.view(*position.load(table.game), EAST)),
        "head": told(chronicle.heads_of(table.game)[-1]),
    }
    options = east.get(f"{east.game}options/").json()
    assert options == {
        "version": table.version(EAST),
        "asked": "bid",
        "options": told(table.options(EAST).describe()),
    }


def test_an_answer_says_which_version_it_is_and_that_it_is_private(east: Seated) -> None:
    for path in OF_A_VERSION:
        answer = east.get(east.game + path)
        assert answer.status_code == 200
        assert answer["ETag"] == east.tag()
        assert answer["Cache-Control"] == "private, no-store"
        assert {"Authorization", "Accept-Language"} <= {name.strip() for name in answer["Vary"].split(",")}
        assert answer["Content-Type"] == ("image/svg+xml" if path == "board/" else "application/json")


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
def test_unchanged_position_is_not_sent_again(table: Table, east: Seated, form: str) -> None:
    known = {"If-None-Match": form.format(east.tag())}
    for path in OF_A_VERSION:
        answer = east.get(east.game + path, **known)
        assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", east.tag()), path
    if form != "*":
        table.submit(WEST)
        assert {east.get(east.game + path, **known).status_code for path in OF_A_VERSION} == {200}


def test_a_version_named_to_write_with_does_not_hinder_reading(east: Seated) -> None:
    old = {"If-Match": '"east.999.en"'}
    assert {east.get(east.game + path, **old).status_code for path in OF_A_VERSION} == {200}


@pytest.mark.parametrize("known", [False, True], ids=["sent", "not sent again"])
def test_asking_for_the_view_is_looking(table: Table, east: Seated, known: bool) -> None:
    table.submit(WEST)
    assert table.seat(EAST).looked_at < table.version(EAST)
    east.head(f"{east.game}view/")
    east.get(f"{east.game}options/")
    assert table.seat(EAST).looked_at < table.version(EAST), "the head of a view shows nothing of it"
    east.get(f"{east.game}view/", **({"If-None-Match": east.tag()} if known else {}))
    assert table.seat(EAST).looked_at == table.version(EAST)
    assert table.seat(WEST).looked_at == table.version(WEST)


def test_side_without_a_decision_has_no_options(table: Table, east: Seated, west: Seated) -> None:
    table.play_on(until=lambda state: state.active >= 0)
    (asked,) = table.asked()
    by_side = {EAST: east, WEST: west}
    assert by_side[asked.enemy].get(f"{east.game}options/").json()["options"] is None
    assert by_side[asked].get(f"{east.game}options/").json()["options"]["decision"] == "level"


def test_neither_seat_is_told_the_others_hand_or_blocks(table: Table, east: Seated, west: Seated) -> None:
    table.play_on(until=lambda state: state.active >= 0)
    for caller in (east, west):
        shown = "".join(caller.get(caller.game + path).content.decode() for path in OF_A_VERSION)
        theirs = engine.view(*position.load(table.game), caller.side.enemy)
        hidden = [
            block for place in theirs["locations"].values() for block in _blocks(place, caller.side.enemy)
        ]
        assert hidden
        assert not [block for block in hidden if f'"{block}"' in shown]


def _blocks(place: dict[str, Any], side: Side) -> list[str]:
    force = place.get(side.label)
    return [] if force is None else [block for block in force["blocks"] if "-" in block]


def test_player_of_both_sides_chooses_the_viewer(table: Table) -> None:
    Seat.objects.filter(game=table.game, side=WEST).update(player=table.people[EAST])
    both = Seated(table, EAST)
    for side in SIDES:
        seen = both.get(f"{both.game}view/?as={side.label}")
        assert seen.json()["view"]["viewer"] == side.label
        assert seen["ETag"].startswith(f'"{side.label}.')
    assert both.get(f"{both.game}view/?as=public").json()["view"]["viewer"] == "public"
    assert both.get(f"{both.game}view/").json()["view"]["viewer"] == "east"


@pytest.mark.parametrize("wanted", ["", "north", "East", "\x00", "east,west"])
def test_a_viewer_there_is_not_is_a_mistake(east: Seated, wanted: str) -> None:
    answer = east.client.get(f"/api/v1/{east.game}view/", {"as": wanted})
    assert problem_of(answer, 400)["code"] == "malformed-parameter"


def test_the_other_side_cannot_be_looked_through(east: Seated) -> None:
    problem_of(east.get(f"{east.game}view/?as=west"), 404)


# --- the public ---


def test_anybody_watches_a_public_game_as_the_public() -> None:
    table = Table(is_public=True)
    east = Seated(table, EAST)
    for watcher in (Caller(), caller_at("watcher@example.org")):
        seen = watcher.get(f"{east.game}view/")
        assert (seen.json()["asked"], seen.json()["can_undo"]) == (None, False)
        assert seen.json()["view"] == told(engine.view(*position.load(table.game), -1))
        assert seen.json()["head"] == told(chronicle.heads_of(table.game)[-1])
        assert seen["ETag"] == f'"public.{table.game.version}.en"'
        assert watcher.get(f"{east.game}options/").json()["options"] is None
        assert "Set-Cookie" not in seen


# --- what happened ---


def test_history_is_what_the_viewer_could_see(table: Table, east: Seated, west: Seated) -> None:
    table.play_on(until=lambda state: state.active >= 0)
    for caller in (east, west):
        answer = caller.get(f"{caller.game}history/").json()
        assert answer["changes"] == told(chronicle.changes_seen(table.game, caller.side))
        assert answer["version"] == len(answer["changes"]) == table.version(caller.side)
        assert answer["next"] is None


def test_history_is_read_in_pages_and_from_where_one_stopped(table: Table, east: Seated) -> None:
    table.play_on(until=lambda state: state.active >= 0)
    whole = east.get(f"{east.game}history/").json()["changes"]
    pages = [page["changes"] for page in east.pages(f"{east.game}history/?limit=2")]
    assert all(len(changes) <= 2 for changes in pages)
    assert [change for changes in pages for change in changes] == whole
    since = east.get(f"{east.game}history/?since=3").json()["changes"]
    assert since == whole[3:]
    assert east.get(f"{east.game}history/?since=99999").json()["changes"] == []


@pytest.mark.parametrize(
    "query",
    [f"since={wrong}" for wrong in ("-1", "x", "1.5", "9" * 20, "%00")] + ["limit=0", "limit=501", "limit="],
)
def test_a_number_that_makes_no_sense_is_a_mistake(east: Seated, query: str) -> None:
    assert problem_of(east.get(f"{east.game}history/?{query}"), 400)["code"] == "malformed-parameter"


def test_the_record_of_a_running_game_is_what_the_viewer_knows(table: Table, east: Seated) -> None:
    answer = east.get(f"{east.game}record/").json()
    assert answer == told(chronicle.record_of(table.game, EAST))
    assert answer["complete"] is False
    assert "seed" not in answer


def test_a_finished_game_tells_how_it_ended_and_has_a_complete_record(table: Table, east: Seated) -> None:
    table.submit(EAST)
    play.resign(seat=table.seat(WEST))
    answer = east.get(f"{east.game}record/").json()
    assert answer == told(chronicle.record_of(table.game, EAST))
    assert answer["complete"] is True
    assert len(answer["entries"]) == table.game.length
    assert east.get(f"{east.game}view/").json()["view"]["result"]["winner"] == "east"
    assert east.get(east.game).json()["outcome"]["winner"] == "east"


def test_undone_changes_stay_in_the_history_and_are_marked() -> None:
    table = table_where(lambda state: state.active >= 0)
    (side,) = table.asked()
    caller = Seated(table, side)
    level = {"type": "level", "level": "minimal", "cards": []}
    assert caller.act(level).json()["can_undo"] is True
    assert caller.act(b"", verb="undo").status_code == 201
    done, undone = caller.get(f"{caller.game}history/").json()["changes"][-2:]
    assert (done["undone"], done["action"]["type"]) == (True, "level")
    assert (undone["type"], undone["takes_back"]) == ("undo", done["version"])
