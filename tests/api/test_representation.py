"""What an action answers with `Prefer: return=representation`: the same as options and view do then."""

from typing import Any

import pytest

from games.engine.side import EAST, SIDES
from games.models.seat import Seat
from tests.kit.calling import Seated, problem_of
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

PREFER = {"Prefer": "return=representation"}
MINIMAL = {"type": "level", "level": "minimal", "cards": []}


def patched(document: Any, changes: list[dict[str, Any]]) -> Any:
    """A document after the operations of a JSON Patch."""
    for change in changes:
        if not change["path"]:
            document = change["value"]
            continue
        names = [name.replace("~1", "/").replace("~0", "~") for name in change["path"].split("/")[1:]]
        place = document
        for name in names[:-1]:
            place = place[name]
        assert (names[-1] in place) == (change["op"] != "add")
        if change["op"] == "remove":
            del place[names[-1]]
        else:
            place[names[-1]] = change["value"]
    return document


def test_answers_of_a_game_are_what_options_and_view_would_answer() -> None:
    table = Table(3)
    callers = [Seated(table, side) for side in SIDES]
    count = 0
    while (asked := table.asked()) and count < 60:
        mine = callers[asked[0]]
        view = mine.get(f"{mine.game}view/")
        answer = mine.act(tag=view["ETag"], **PREFER)
        assert answer["Preference-Applied"] == "return=representation"
        done = answer.json()
        options, now = mine.get(f"{mine.game}options/"), mine.get(f"{mine.game}view/")
        assert answer["ETag"] == options["ETag"] == now["ETag"]
        assert b'"options":' + options.content in answer.content
        assert patched(view.json(), done["view_changes"]) == now.json()
        assert "" not in {change["path"] for change in done["view_changes"]}
        count += 1
    assert count == 60


def test_undo_is_answered_likewise(mover: Seated) -> None:
    assert mover.act(MINIMAL).status_code == 201
    view = mover.get(f"{mover.game}view/").json()
    done = mover.act({}, verb="undo", **PREFER).json()
    assert done["options"] == mover.get(f"{mover.game}options/").json()
    assert patched(view, done["view_changes"]) == mover.get(f"{mover.game}view/").json()


def test_whoever_named_an_older_version_gets_the_whole_view(east: Seated, west: Seated) -> None:
    tag = east.tag()
    west.act()
    changes = east.act(tag=tag, **PREFER).json()["view_changes"]
    assert changes == [{"op": "replace", "path": "", "value": east.get(f"{east.game}view/").json()}]


def test_repeated_request_has_no_representation_once_the_game_has_gone_on(mover: Seated) -> None:
    tag, key = mover.tag(), {"Idempotency-Key": "k", **PREFER}
    first = mover.act(MINIMAL, tag=tag, **key).json()
    again = mover.act(MINIMAL, tag=tag, **key).json()
    assert again["options"] == first["options"]
    assert [change["path"] for change in again["view_changes"]] == [""]
    mover.act({"type": "end-movement"})
    late = mover.act(MINIMAL, tag=tag, **key)
    assert (late.status_code, late.has_header("Preference-Applied")) == (201, False)
    assert late.json() == {name: first[name] for name in ("version", "asked", "events", "can_undo")}


@pytest.mark.parametrize(
    ("header", "applied"),
    [
        ("return=representation", True),
        ('Return="representation"; foo, wait=10', True),
        ("respond-async, return = representation", True),
        ("return=minimal, return=representation", False),
        ("return", False),
        ("returns=representation", False),
        ("", False),
    ],
)
def test_preference_is_read_as_the_rfc_says(east: Seated, header: str, *, applied: bool) -> None:
    answer = east.act(Prefer=header)
    assert answer.has_header("Preference-Applied") == applied == ("options" in answer.json())
    assert "Prefer" in {name.strip() for name in answer["Vary"].split(",")}


def test_player_of_both_sides_gets_that_of_the_side_that_acted(table: Table) -> None:
    Seat.objects.filter(game=table.game).update(player=table.people[EAST])
    east = Seated(table, EAST)
    done = east.act(**PREFER).json()
    assert done["options"] == east.get(f"{east.game}options/?as=east").json()


def test_refusal_is_the_same_with_the_preference(east: Seated) -> None:
    problems = [problem_of(east.act(MINIMAL, **headers), 409) for headers in ({}, PREFER)]
    assert problems[0] == problems[1]
    assert problem_of(east.act(tag="", **PREFER), 428)["code"] == "version-required"
