"""The API of games: who gets in, what is answered, what is refused and how."""

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from games import engine
from games.api.parsers import MOST_BYTES
from games.engine.actions import EndMovement, encode
from games.engine.side import EAST, SIDES, WEST, Side
from games.models.game import Game
from games.services import play
from tests.kit.table import EMAILS, Table, do_both_discard, table_where

pytestmark = pytest.mark.django_db

INSTALLATION = "the token of the installation"
NEW_GAME = {"edition": "kessen", "east_email": EMAILS[EAST], "west_email": EMAILS[WEST]}


class Caller:
    """Somebody who calls the API, with a token or without."""

    def __init__(self, token: str | None = None) -> None:
        self._client = Client(headers={} if token is None else {"Authorization": f"Bearer {token}"})

    def get(self, path: str, **headers: str) -> Any:
        return self._client.get(f"/api/v1/{path}", headers=headers)

    def post(self, path: str, body: bytes | dict[str, Any], **headers: str) -> Any:
        data = body if isinstance(body, bytes) else json.dumps(body)
        return self._client.post(f"/api/v1/{path}", data, content_type="application/json", headers=headers)

    def act(self, table: Table, action: bytes, tag: str | None) -> Any:
        headers = {} if tag is None else {"If-Match": tag}
        return self.post(f"games/{table.game.public_id}/actions/", action, **headers)


def problem_of(response: Any, status: int) -> dict[str, Any]:
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    problem: dict[str, Any] = json.loads(response.content)
    assert problem["status"] == status
    return problem


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def east(table: Table) -> Caller:
    return Caller(table.tokens[EAST])


@pytest.fixture
def west(table: Table) -> Caller:
    return Caller(table.tokens[WEST])


def tag(table: Table, side: Side = EAST, version: int | None = None) -> str:
    return f'"{side.label}.{table.version if version is None else version}.en"'


# --- creating ---


@pytest.fixture
def creator(settings: Settings) -> Caller:
    settings.CREATE_TOKEN = INSTALLATION
    return Caller(INSTALLATION)


def test_a_game_is_created_with_a_token_for_each_seat(creator: Caller) -> None:
    response = creator.post("games/", NEW_GAME)
    assert response.status_code == 201
    told = response.json()
    game = Game.objects.get(public_id=told["id"])
    assert told["commitment"] == game.commitment
    assert response["Location"] == f"http://testserver/api/v1/games/{told['id']}/"
    assert response["Cache-Control"] == "no-store"
    for side in ("east", "west"):
        seen = Caller(told["seats"][side]["token"]).get(f"games/{told['id']}/").json()
        assert seen["view"]["viewer"] == side


@pytest.mark.parametrize(
    ("token", "status"), [(None, 401), ("", 401), ("another", 403)], ids=["none", "empty", "wrong"]
)
def test_only_the_installations_token_creates(creator: Caller, token: str | None, status: int) -> None:
    response = Caller(token).post("games/", NEW_GAME)
    problem_of(response, status)
    assert not Game.objects.exists()
    assert response.get("WWW-Authenticate") == ("Bearer" if status == 401 else None)


def test_where_no_token_is_set_nobody_creates(settings: Settings) -> None:
    settings.CREATE_TOKEN = ""
    problem_of(Caller("anything").post("games/", NEW_GAME), 403)


@pytest.mark.parametrize("field", ["edition", "east_email", "west_email"])
@pytest.mark.parametrize("value", [None, "", "no-such-thing", 7, ["kessen"], {}])
def test_what_a_game_cannot_be_made_of_is_named(creator: Caller, field: str, value: object) -> None:
    problem = problem_of(creator.post("games/", NEW_GAME | {field: value}), 400)
    assert list(problem["parameters"]["errors"]) == [field]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"kessen"', b"[" * 9000, b"\xff"])
def test_a_body_that_is_no_object_is_refused(creator: Caller, body: bytes) -> None:
    problem_of(creator.post("games/", body), 400)


# --- who gets in ---

PATHS = ("", "options/")


@pytest.mark.parametrize("path", PATHS)
def test_without_a_token_one_is_asked_for(table: Table, path: str) -> None:
    response = Caller().get(f"games/{table.game.public_id}/{path}")
    problem_of(response, 401)
    assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("path", PATHS)
def test_to_strangers_no_game_exists(table: Table, path: str) -> None:
    """A wrong token, the token of another game, and a game that is not there are one and the same."""
    answers = [
        Caller("guessed").get(f"games/{table.game.public_id}/{path}"),
        Caller(Table(1).tokens[EAST]).get(f"games/{table.game.public_id}/{path}"),
        Caller(table.tokens[EAST]).get(f"games/nosuchgame/{path}"),
    ]
    assert [problem_of(answer, 404) for answer in answers] == [problem_of(answers[0], 404)] * 3


def test_strangers_cannot_act(table: Table) -> None:
    before = table.version
    problem_of(Caller("guessed").act(table, table.any_action(EAST), tag(table)), 404)
    problem_of(Caller().act(table, table.any_action(EAST), tag(table)), 401)
    assert table.version == before


# --- seeing ---


def test_a_seat_sees_its_view_and_what_it_may_answer(table: Table, east: Caller) -> None:
    seen = east.get(f"games/{table.game.public_id}/")
    where = play.load(table.game)
    assert seen.json() == {
        "id": table.game.public_id,
        "edition": "kessen",
        "commitment": table.game.commitment,
        "version": table.version,
        "asked": "bid",
        "view": json.loads(json.dumps(engine.view(where.rules, where.state, EAST))),
    }
    options = east.get(f"games/{table.game.public_id}/options/")
    assert options.json()["options"]["decision"] == "bid"
    assert seen["ETag"] == options["ETag"] == tag(table)
    assert seen["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Accept-Language"} <= {name.strip() for name in seen["Vary"].split(",")}


def test_what_has_not_changed_is_not_sent_again(table: Table, east: Caller) -> None:
    path = f"games/{table.game.public_id}/"
    assert east.get(path, **{"If-None-Match": tag(table)}).status_code == 304
    old = tag(table)
    table.submit(WEST)
    assert east.get(path, **{"If-None-Match": old}).status_code == 200


def test_who_is_not_asked_has_no_options(table: Table, east: Caller, west: Caller) -> None:
    table.play_on(until=lambda state: state.active >= 0)
    (asked,) = table.asked()
    by_side = {EAST: east, WEST: west}
    path = f"games/{table.game.public_id}/options/"
    assert by_side[asked.enemy].get(path).json()["options"] is None
    assert by_side[asked].get(path).json()["options"]["decision"] == "level"


def test_neither_seat_is_told_the_others_hand_or_blocks(table: Table, east: Caller, west: Caller) -> None:
    table.play_on(until=lambda state: state.active >= 0)
    where = play.load(table.game)
    for side, caller in zip(SIDES, (east, west), strict=True):
        told = caller.get(f"games/{table.game.public_id}/").content.decode()
        theirs = engine.view(where.rules, where.state, side.enemy)
        hidden = [block for place in theirs["locations"].values() for block in _blocks(place, side.enemy)]
        assert hidden
        assert not [block for block in hidden if f'"{block}"' in told]


def _blocks(place: dict[str, Any], side: Side) -> list[str]:
    force = place.get(side.label)
    return [] if force is None else [block for block in force["blocks"] if "-" in block]


# --- acting ---


def test_an_action_is_carried_out_and_told(table: Table, east: Caller) -> None:
    before = table.version
    response = east.act(table, table.any_action(EAST), tag(table))
    assert response.status_code == 200
    done = response.json()
    assert (done["version"], done["asked"]) == (before + 1, None)
    assert [event["event"] for event in done["events"]] == ["bid-sealed"]
    assert response["ETag"] == tag(table, version=before + 1)


@pytest.mark.parametrize("named", [None, "", "*"], ids=["no header", "empty", "any"])
def test_who_does_not_say_what_they_looked_at_is_refused(
    table: Table, east: Caller, named: str | None
) -> None:
    problem = problem_of(east.act(table, table.any_action(EAST), named), 428)
    assert problem["code"] == "version-required"


@pytest.mark.parametrize("which", ["older", "newer", "the other seat's", "nobody's"])
def test_a_stale_version_is_refused_with_the_current_one(table: Table, east: Caller, which: str) -> None:
    table.submit(EAST)
    version = table.version
    named = {
        "older": tag(table, EAST, version - 1),
        "newer": tag(table, EAST, version + 1),
        "the other seat's": tag(table, WEST, version),
        "nobody's": '"abc"',
    }
    problem = problem_of(east.act(table, table.a_bid(EAST), named[which]), 412)
    assert (problem["code"], problem["parameters"]) == ("stale", {"version": version, "etag": tag(table)})
    assert table.version == version


@pytest.mark.parametrize("form", ["{}", "W/{}", '"east.1.en", {}'], ids=["strong", "weakened", "several"])
def test_a_version_may_be_named_as_proxies_and_lists_do(table: Table, east: Caller, form: str) -> None:
    assert east.act(table, table.any_action(EAST), form.format(tag(table))).status_code == 200


@pytest.mark.rule("R-07")
def test_two_seats_bid_from_views_taken_before_either(table: Table, east: Caller, west: Caller) -> None:
    seen = {side: tag(table, side) for side in SIDES}
    assert east.act(table, table.any_action(EAST), seen[EAST]).status_code == 200
    assert west.act(table, table.any_action(WEST), seen[WEST]).status_code == 200


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "malformed-action"),
        (b"{", 400, "malformed-action"),
        (b"[]", 400, "malformed-action"),
        (b'{"type":"drawn","pile":"east-cards","items":["a"]}', 400, "malformed-action"),
        (b'{"type":"bid","card":"\xff"}', 400, "malformed-action"),
        (b'{"type":"bid","card":"\\u0000"}', 400, None),
        (encode(EndMovement()), 409, "another-decision"),
    ],
)
def test_what_the_engine_refuses_has_its_status(
    table: Table, east: Caller, body: bytes, status: int, code: str | None
) -> None:
    before = table.version
    problem = problem_of(east.act(table, body, tag(table)), status)
    assert code in {None, problem["code"]}
    assert table.version == before


def test_an_illegal_action_names_its_rule() -> None:
    table = table_where(do_both_discard)
    east = Caller(table.tokens[EAST])
    hand = engine.view(*play.load(table.game), EAST)["mine"]["hand"]
    too_many = json.dumps({"type": "discard", "cards": hand}).encode()
    problem = problem_of(east.act(table, too_many, tag(table)), 422)
    assert (problem["code"], problem["rule"]) == ("discard-count", "6.2")
    assert problem["parameters"]["count"] == len(hand) // 2


def test_after_the_end_nothing_is_asked(table: Table, east: Caller) -> None:
    table.play_on()
    assert problem_of(east.act(table, encode(EndMovement()), tag(table)), 409)["code"] == "game-over"
    assert east.get(f"games/{table.game.public_id}/").json()["view"]["result"]["winner"] in {"east", "west"}


def test_a_body_no_action_has_is_not_read(table: Table, east: Caller, creator: Caller) -> None:
    long = b'{"type":"bid","card":"' + b"x" * MOST_BYTES + b'"}'
    assert problem_of(east.act(table, long, tag(table)), 413)["code"] == "too-large"
    problem_of(creator.post("games/", long), 413)


def test_an_action_in_another_form_is_not_understood(table: Table) -> None:
    client = Client(headers={"Authorization": f"Bearer {table.tokens[EAST]}", "If-Match": tag(table)})
    path = f"/api/v1/games/{table.game.public_id}/actions/"
    problem_of(client.post(path, "type=bid", content_type="application/x-www-form-urlencoded"), 415)
