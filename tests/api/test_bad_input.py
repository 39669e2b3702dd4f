"""Whatever is sent to the API: it is answered with the right problem, and nothing is written."""

import json
import random
from collections import Counter
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient

from games import engine
from games.api.parsers import MOST_BODY_BYTES
from games.engine import actions
from games.engine.actions import EndMovement, encode
from games.engine.errors import GameIsOver, Illegal, Malformed, NotYourDecision
from games.engine.ruleset import Ruleset
from games.engine.side import EAST, SIDES, WEST, Side
from games.log import position
from games.models.game import Game
from games.models.receipt import Receipt
from games.models.seat import Seat
from games.services import play
from games.simulation.mutations import TYPES, Mutator
from notifications.models import Notification
from tests.kit.calling import Seated, problem_of
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

MB = b'{"type":"bid","card":"' + b"x" * (1024 * 1024) + b'"}'
DEEP = b'{"type":"bid","card":' + b"[" * 20_000 + b"]" * 20_000 + b"}"

NOT_JSON: dict[str, bytes] = {
    "cut off": b'{"type":"bid","card"',
    "only blanks": b"   ",
    "not quoted": b"{type: bid}",
    "two values": b"{}{}",
    "NaN": b'{"type":"bid","card":NaN}',
    "infinite": b'{"type":"bid","card":-Infinity}',
    "a key twice": b'{"type":"bid","type":"bid","card":"tokugawa-special"}',
    "a key twice within": b'{"type":"move","source":"edo","groups":[{"blocks":[],"blocks":[],"path":[]}]}',
    "nested deeply": DEEP,
    "no UTF-8": b'{"type":"bid","card":"\xff"}',
    "UTF-16": '{"type":"bid"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"type":"bid"}',
    "a number without end": b'{"type":"bid","card":' + b"9" * 5000 + b"}",
    "a form": b"type=bid&card=tokugawa-special",
}

NO_ACTION: dict[str, Any] = {
    "null": b"null",
    "a word": "bid",
    "a number": 7,
    "no type": {},
    "null as type": {"type": None},
    "an object as type": {"type": {}},
    "a list as type": {"type": ["bid"]},
    "an unknown type": {"type": "surrender"},
    "a type of the service's own": {"type": "resign"},
    "another of them": {"type": "undo"},
    "an outcome of chance": {"type": "drawn", "pile": "east-cards", "items": ["a"]},
    "a field is missing": {"type": "bid"},
    "a field too many": {"type": "bid", "card": "tokugawa-special", "side": "west"},
    "the wrong kind of value": {"type": "bid", "card": 2},
    "an absurd number": {"type": "bid", "card": 10**300},
    "an unknown choice": {"type": "bid", "card": "tokugawa-special", "wish": "third"},
    "half a letter": {"type": "bid", "card": "\ud800"},
    "within a list": [{"type": "bid", "card": "tokugawa-special"}, 7],
    "lists in lists": [[{"type": "bid", "card": "tokugawa-special"}]],
    "an unknown name": {"type": "bid", "card": "\x00"},
    "a very long name": {"type": "bid", "card": "x" * 60_000},
    "a card of the other side": {"type": "bid", "card": "uesugi-plain"},
}


def everything() -> tuple[Any, ...]:
    """What is stored of games and messages."""
    return (
        list(Game.objects.order_by("pk").values()),
        list(Seat.objects.order_by("pk").values()),
        Receipt.objects.count(),
        Notification.objects.count(),
    )


@pytest.fixture
def before(east: Seated) -> tuple[Any, ...]:
    return everything()


@pytest.mark.parametrize("verb", ["actions", "preview", "undo", "resign", "join", "decline", "call-off"])
def test_body_that_is_no_json_is_refused(
    east: Seated, before: Any, verb: str, subtests: pytest.Subtests
) -> None:
    for what, body in NOT_JSON.items():
        with subtests.test(what):
            problem = problem_of(east.act(body, verb=verb), 400)
            assert problem["code"] == "malformed-body"
            assert len(problem["detail"]) < 400
            assert everything() == before


@pytest.mark.parametrize("verb", ["actions", "preview"])
def test_body_that_is_no_action_is_refused(
    east: Seated, before: Any, verb: str, subtests: pytest.Subtests
) -> None:
    for what, body in NO_ACTION.items():
        with subtests.test(what):
            problem = problem_of(east.act(body, verb=verb), 400)
            assert problem["code"] in {"malformed-action", "unknown-card"}
            assert problem["detail"]
            assert everything() == before


@pytest.mark.parametrize("verb", ["actions", "preview"])
def test_no_body_is_no_action(east: Seated, before: Any, verb: str) -> None:
    assert problem_of(east.act(b"", verb=verb), 400)["code"] == "malformed-action"
    assert everything() == before


@pytest.mark.parametrize("verb", ["undo", "resign", "call-off"])
def test_operation_without_fields_refuses_any_field(
    east: Seated, before: Any, verb: str, subtests: pytest.Subtests
) -> None:
    bodies: list[Any] = [b"null", [], "x", 1, {"sure": True}]
    for body in bodies:
        with subtests.test(body=body):
            assert problem_of(east.act(body, verb=verb), 400)["code"] == "malformed-body"
            assert everything() == before


@pytest.mark.parametrize("size", [len(MB), MOST_BODY_BYTES + 1])
def test_oversized_body_is_not_read(east: Seated, before: Any, size: int, subtests: pytest.Subtests) -> None:
    for verb in ("games/", "actions/", "preview/", "undo/", "resign/", "join/", "me/"):
        with subtests.test(verb):
            path = verb if verb in {"games/", "me/"} else east.game + verb
            method = "PATCH" if verb == "me/" else "POST"
            problem = problem_of(east.send(method, path, MB[:size], **{"If-Match": east.tag()}), 413)
            assert (problem["code"], problem["parameters"]) == ("too-large", {"most": MOST_BODY_BYTES})
            assert everything() == before


@pytest.mark.parametrize("path", ["games/", "actions/", "undo/", "join/"])
def test_a_body_of_another_kind_is_not_understood(
    east: Seated, before: Any, path: str, subtests: pytest.Subtests
) -> None:
    where = path if path == "games/" else east.game + path
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        with subtests.test(kind):
            answer = east.send("POST", where, {"type": "bid"}, kind=kind, **{"If-Match": east.tag()})
            problem_of(answer, 415)
            assert everything() == before


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "Application/JSON"])
def test_a_body_may_say_more_of_its_kind(east: Seated, kind: str) -> None:
    action = json.loads(east.table.any_action(EAST))
    answer = east.send("POST", f"{east.game}actions/", action, kind=kind, **{"If-Match": east.tag()})
    assert answer.status_code == 201


def test_an_answer_in_another_form_cannot_be_had(east: Seated) -> None:
    unwanted = east.get(f"{east.game}view/", Accept="text/html")
    problem_of(unwanted, 406)
    assert "RateLimit" in unwanted, "it counts"
    assert east.get(f"{east.game}view/", Accept="text/html, */*;q=0.1").status_code == 200


@pytest.mark.parametrize(
    "path",
    ["games/%00/", "games/nosuchgame/", "games/" + "x" * 3000 + "/", "games/x'--/", "nothing", "rules/%00/"],
)
def test_unknown_address_is_not_found(east: Seated, path: str) -> None:
    problem_of(east.get(path), 404)


def test_a_version_that_is_none_is_an_old_one(east: Seated, before: Any, subtests: pytest.Subtests) -> None:
    for tag in ("east.1", '"', "x" * 5000, '"east.99999999999.en"', '"east.-1.en"', "\x7f"):
        with subtests.test(tag[:30]):
            assert problem_of(east.act(tag=tag), 412)["code"] == "stale"
            assert everything() == before


def test_a_body_of_unknown_length_is_not_taken_for_none(east: Seated, before: Any) -> None:
    headers = {**east.headers, "If-Match": east.tag(), "Transfer-Encoding": "chunked"}
    sent = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    client = AsyncClient()
    answer = async_to_sync(client.request)(method="POST", path=f"/api/v1/{east.game}undo/", headers=sent)
    assert problem_of(answer, 411)["code"] == "length-required"
    assert everything() == before


# --- what the rules refuse ---

STATUS = {Malformed: 400, Illegal: 422, NotYourDecision: 409, GameIsOver: 409}


def verdict(table: Table, caller: Seated, body: bytes) -> tuple[int, str]:
    """What the engine itself says: a status and a code; a good one and none where it would do it."""
    rules, state = position.load(table.game)
    try:
        engine.apply(rules, state, caller.side, actions.parse(body))
    except engine.EngineError as error:
        return STATUS[type(error)], error.code
    return 201, ""


@pytest.mark.parametrize("steps", [150, pytest.param(10_000, marks=pytest.mark.overnight)])
def test_bent_actions_are_refused_as_the_engine_refuses_them(steps: int) -> None:
    """A game, its beginning or to its end, in which either side tries something wrong first at every step."""
    chance = random.Random(7)
    table = Table(5)
    callers = [Seated(table, side) for side in SIDES]
    bent = Mutator(position.load(table.game).rules, chance)
    statuses: Counter[int] = Counter()
    while (asked := table.asked()) and (steps := steps - 1):
        action = table.options(asked[0]).sample(chance)
        for caller in callers:
            body = bent.bend(action)
            expected, code = verdict(table, caller, body)
            if expected == 201:
                continue
            before = everything()
            problem = problem_of(caller.act(body), expected)
            statuses[expected] += 1
            assert problem["code"] in {code, "malformed-body"}
            assert "errors" not in problem or expected == 400  # the engine has one thing to say
            assert everything() == before
        table.submit(asked[0])
    assert set(statuses) == {400, 409, 422}
    assert min(statuses.values()) > 3


def test_every_type_of_action_is_refused_once_a_game_is_over(table: Table, east: Seated) -> None:
    fields: dict[str, dict[str, Any]] = {
        "order": {"order": "first"},
        "level": {"level": "none", "cards": []},
        "move": {"source": "edo", "groups": []},
        "muster": {"location": "edo", "blocks": []},
        "mori": {"card": "x", "blocks": []},
        "declare": {"location": "edo"},
        "stance": {"inside": True},
        "bid": {"card": "x"},
        "drawn": {"pile": "east-cards", "items": []},
        "discard": {"cards": []},
        "deploy": {"blocks": []},
        "losses": {"blocks": []},
    }
    play.resign(seat=table.seat(WEST))
    before = everything()
    for kind in TYPES:
        status = 400 if kind in {"drawn", "resign"} else 409
        assert problem_of(east.act({"type": kind, **fields.get(kind, {})}), status)["detail"], kind
    assert everything() == before


def wrong_answers(rules: Ruleset, seen: dict[str, Any], side: Side) -> dict[str, tuple[dict[str, Any], str]]:
    """By what is asked: an answer that is one but that the rules forbid, and the code of the refusal."""
    hand = seen["mine"]["hand"]
    others = [card.id for card in rules.edition.cards if card.side == side.label and card.id not in hand]
    empty = next(name for name, place in seen["locations"].items() if not {"east", "west"} & place.keys())
    fought_over = (seen["combat"] or {}).get("location")
    at, block = next(
        (name, place[side.label]["blocks"][0])
        for name, place in seen["locations"].items()
        if side.label in place and name != fought_over
    )
    move = {"source": "edo" if at != "edo" else "kyoto", "groups": [{"blocks": [block], "path": ["edo"]}]}
    wrong = {
        "discard": ({"type": "discard", "cards": hand}, "discard-count"),
        "bid": ({"type": "bid", "card": others[0]}, "card-not-in-hand"),
        "level": ({"type": "level", "level": "total"}, "level-cost"),
        "movement": ({"type": "move", **move}, "block-not-available"),
        "declare": ({"type": "declare", "location": empty}, "nothing-to-fight"),
        "deploy": ({"type": "deploy", "blocks": [block]}, "block-not-available"),
        "losses": ({"type": "losses", "blocks": []}, "loss-count"),
        "retreat": ({"type": "retreat"}, "must-retreat"),
    }
    if not any("loyalty" in card for card in hand):
        wrong["window"] = ({"type": "challenge"}, "no-challenge-card")
    return wrong


def test_every_decision_has_an_answer_that_the_rules_refuse() -> None:
    tried: set[str] = set()
    seeds = iter(range(20))
    while len(tried) < 9:
        table = Table(next(seeds))
        callers = [Seated(table, side) for side in SIDES]
        while asked := table.asked():
            caller, word = callers[asked[0]], table.seat(asked[0]).asked
            rules, _state = position.load(table.game)
            wrong = wrong_answers(rules, table.view(asked[0]), asked[0])
            if word in wrong and word not in tried:
                tried.add(word)
                body, code = wrong[word]
                before = everything()
                problem = problem_of(caller.act(body), 422)
                assert (problem["code"], bool(problem["detail"]), bool(problem["rule"])) == (code, True, True)
                assert everything() == before
            table.submit(asked[0])


def test_the_other_sides_decision_is_not_mine_to_take(table: Table) -> None:
    table.play_on(until=lambda state: state.active >= 0)
    (asked,) = table.asked()
    other = Seated(table, asked.enemy)
    before = everything()
    problem = problem_of(other.act(encode(EndMovement())), 409)
    assert problem["parameters"] == {"waiting": [asked.label], "decision": "level"}
    assert everything() == before


def test_request_without_its_slash_is_redirected_with_its_body(east: Seated) -> None:
    forgotten = f"{east.game}actions"
    answer = east.post(forgotten, east.table.any_action(EAST), **{"If-Match": east.tag()})
    assert (answer.status_code, answer["Location"]) == (308, f"/api/v1/{forgotten}/")
    problem_of(east.post(f"{east.game}actionz", {}), 404)
