"""A malformed request is told all that is wrong with it, each with its place."""

from typing import Any

import pytest

from games.api import mistakes
from games.api.bodies.games import NewGame
from games.models.game import Game
from tests.kit.calling import Caller, Seated, problem_of

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def found(problem: dict[str, Any]) -> dict[str, str]:
    """The codes of the mistakes, by place."""
    assert all(each["message"].endswith(".") for each in problem["errors"])
    return {each["pointer"]: each["code"] for each in problem["errors"]}


def test_all_that_is_wrong_with_a_body_is_told_at_once(east: Seated) -> None:
    body = {
        "opponent": {"kind": "invite", "note": 7, "by/mail~": True},
        "side": "north",
        "pace": "soon",
        "public": 1,
        "colour": "red",
        "nonce": "no spaces please",
    }
    problem = problem_of(east.post("games/", body), 400)
    assert (problem["code"], set(problem["parameters"])) == ("malformed-body", {"reason"})
    assert found(problem) == {
        "/opponent/note": "wrong-type",
        "/opponent/by~1mail~0": "unknown",
        "/opponent/email": "missing",
        "/side": "unknown-value",
        "/pace": "wrong-type",
        "/public": "wrong-type",
        "/colour": "unknown",
        "/nonce": "wrong-form",
    }
    messages = {each["pointer"]: each["message"] for each in problem["errors"]}
    assert messages["/side"] == "This must be one of these: east, west, random."
    assert messages["/pace"] == "This must be a whole number."


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({}, {"/opponent": "missing"}),
        ({"opponent": {}}, {"/opponent/kind": "missing"}),
        ({"opponent": {"kind": "ghost"}}, {"/opponent/kind": "unknown-value"}),
        ({"opponent": {"kind": 7}}, {"/opponent/kind": "wrong-type"}),
        ({"opponent": "somebody"}, {"/opponent": "wrong-type"}),
        ({"opponent": {"kind": "invite", "email": "x" * 1000}}, {"/opponent/email": "too-long"}),
        ([], {"": "wrong-type"}),
        (7, {"": "wrong-type"}),
        ({"opponent": {"kind": "open"}, "x" * 1000: 1, "side": None}, {"/side": "wrong-type"}),
    ],
)
def test_mistakes_are_told_with_their_place(east: Seated, body: Any, told: dict[str, str]) -> None:
    assert found(problem_of(east.post("games/", body), 400)) == told


def test_mistakes_in_a_list_of_actions_are_told_by_index(east: Seated) -> None:
    actions = [{"type": "bid", "card": 2, "wish": "third"}, {"type": "surrender"}, 7, {"type": "discard"}]
    for verb in ("actions", "preview"):
        problem = problem_of(east.act(actions, verb=verb), 400)
        assert (problem["code"], problem["parameters"]["index"]) == ("malformed-action", 0)
        assert found(problem) == {
            "/0/card": "wrong-type",
            "/0/wish": "unknown-value",
            "/1/type": "unknown-value",
            "/2": "wrong-type",
            "/3/cards": "missing",
        }
    assert found(problem_of(east.act({"type": "discard", "cards": ["a", 1, 2]}), 400)) == {
        "/cards/1": "wrong-type",
        "/cards/2": "wrong-type",
    }


def test_all_that_is_wrong_with_a_query_is_told_at_once(east: Seated) -> None:
    problem = problem_of(east.get("games/?list=old&limit=0&colour=red"), 400)
    assert problem["code"] == "unknown-parameter"
    assert found(problem) == {"colour": "unknown", "list": "unknown-value", "limit": "too-small"}
    problem = problem_of(east.get("games/?list=old&limit=many"), 400)
    assert problem["code"] == "malformed-parameter"
    assert found(problem) == {"list": "unknown-value", "limit": "wrong-type"}
    assert found(problem_of(east.get("me/?as=east"), 400)) == {"as": "unknown"}


def test_problem_of_another_kind_has_no_errors(east: Seated) -> None:
    assert "errors" not in problem_of(east.get("games/nosuchgame/"), 404)
    assert "errors" not in problem_of(east.post("games/", b"{"), 400), "it is no JSON at all"


def test_more_mistakes_than_anybody_reads_are_cut() -> None:
    body = b'{"opponent": {"kind": "open"}' + b"".join(b',"x%d":1' % number for number in range(99)) + b"}"
    assert len(mistakes.of_body(body, NewGame)) == mistakes.MOST_MISTAKES


def test_whole_number_may_be_written_with_a_point(east: Seated) -> None:
    body = b'{"opponent": {"kind": "myself"}, "pace": 3.0, "time_bank": 1.4e1}'
    game = east.post("games/", body)
    assert game.status_code == 201
    row = Game.objects.get(public_id=game.json()["id"])
    assert (row.pace, row.time_bank) == (3, 14)
    problem = problem_of(east.post("games/", b'{"opponent": {"kind": "myself"}, "pace": 3.5}'), 400)
    assert found(problem) == {"/pace": "wrong-type"}
    problem_of(east.post("games/", b'{"opponent": {"kind": "myself"}, "pace": 1e999}'), 400)


def test_options_are_answered_as_allow_says(east: Seated) -> None:
    for caller in (east, Caller()):
        for path, allowed in (("view/", "GET, HEAD, OPTIONS"), ("actions/", "POST, OPTIONS")):
            answer = caller.send("OPTIONS", east.game + path)
            assert (answer.status_code, answer["Allow"], answer.content) == (204, allowed, b"")
    assert east.send("OPTIONS", "games/nosuchgame/view/")["Allow"] == "GET, HEAD, OPTIONS"
    refused = east.send("PUT", f"{east.game}view/")
    assert (refused.status_code, refused["Allow"]) == (405, "GET, HEAD, OPTIONS")
