"""Nothing that the API promised is taken away, and nothing asked for that was not before."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.promises import OPENAPI, broken, kept, made, promises
from tests.api.published import expand

Document = dict[str, Any]


@pytest.fixture
def document() -> Document:
    return expand(json.loads(OPENAPI.read_text(encoding="utf-8")))


def test_every_promise_is_kept() -> None:
    assert len(kept()) > 500
    assert not broken(kept(), made()), "clients break; games/api/README.md says what may change"


def _schema(document: Document, name: str) -> Document:
    found: Document = document["components"]["schemas"][name]
    return found


BREAKING: dict[str, Callable[[Document], Any]] = {
    "an operation is gone": lambda told: told["paths"]["/api/v1/games/next/"].pop("get"),
    "a field of an answer is gone": lambda told: _schema(told, "Game")["properties"].pop("week"),
    "a field is not always there": lambda told: _schema(told, "Game")["required"].remove("week"),
    "a field is something else": lambda told: _schema(told, "Game")["properties"].update(
        week={"type": "string"}
    ),
    "a field may be something else too": lambda told: _schema(told, "Game")["properties"].update(
        week={"type": ["integer", "string"]}
    ),
    "a parameter is gone": lambda told: told["paths"]["/api/v1/games/"]["get"]["parameters"].clear(),
    "a parameter is demanded": lambda told: next(
        each for each in told["paths"]["/api/v1/games/"]["get"]["parameters"] if each["name"] == "limit"
    ).update(required=True),
    "a field of a body is demanded": lambda told: _schema(told, "NewGame")["required"].append("nonce"),
    "a field of an action is demanded": lambda told: (
        _schema(told, "BidAction")["properties"].update(mood={"type": "string"}),
        _schema(told, "BidAction")["required"].append("mood"),
    ),
    "another scope is asked for": lambda told: told["paths"]["/api/v1/me/"]["get"].update(
        security=[{"token": ["club:manage"]}]
    ),
    "a token is asked for": lambda told: told["paths"]["/api/v1/editions/"]["get"]["security"].pop(),
}
HARMLESS: dict[str, Callable[[Document], Any]] = {
    "a field of a body may be something else too": lambda told: _schema(told, "NewGame")["properties"].update(
        side={"type": ["string", "integer"]}
    ),
    "a new operation that demands something": lambda told: told["paths"].update(
        {"/api/v1/new/": {"get": {**told["paths"]["/api/v1/games/"]["get"], "operationId": "getNew"}}}
    ),
    "a field more in an answer": lambda told: _schema(told, "Game")["properties"].update(
        mood={"type": "string"}
    ),
    "a field more in an event, always": lambda told: (
        _schema(told, "BattleBeganEvent")["properties"].update(mood={"type": "string"}),
        _schema(told, "BattleBeganEvent")["required"].append("mood"),
    ),
    "a field of a body that may be left out now": lambda told: _schema(told, "NewGame")["required"].clear(),
    "a parameter that may be left out": lambda told: told["paths"]["/api/v1/me/"]["get"]["parameters"].append(
        {"in": "query", "name": "as"}
    ),
    "other words": lambda told: told["paths"]["/api/v1/me/"]["get"].update(description="You."),
}


@pytest.mark.parametrize("change", BREAKING.values(), ids=BREAKING)
def test_breaking_change_is_found(document: Document, change: Callable[[Document], Any]) -> None:
    before = promises(copy.deepcopy(document))
    change(document)
    assert broken(before, promises(document))


@pytest.mark.parametrize("change", HARMLESS.values(), ids=HARMLESS)
def test_harmless_change_is_not_reported(document: Document, change: Callable[[Document], Any]) -> None:
    before = promises(copy.deepcopy(document))
    change(document)
    assert not [line for line in broken(before, promises(document)) if line.startswith("+")]
    assert not broken(before, promises(document))
