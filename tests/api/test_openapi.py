"""The OpenAPI document: made without a warning, kept as it is, and true of what is answered."""

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from accounts.authentication import scope_of
from accounts.scopes import Scope
from games import engine
from games.api import urls
from games.api.openapi.examples import RESPONSES, responses
from games.api.views.documents import OPENAPI
from games.engine import actions
from games.engine.chance import Seeded
from games.engine.side import EAST, SIDES
from games.ladders.club_webhooks import CLUBS
from games.rulebook.editions import ruleset
from notifications.webhooks import event_types
from tests.api.published import document, operations, target, validator
from tests.api.recorded_examples import recorded
from tests.kit.calling import Caller, Seated
from tests.kit.table import Table

MOST_LINES = 31_000
"""Of the document. What repeats in it belongs into its components."""
RECORDS = "RECORD_EXAMPLES"
"""The environment variable that has a test write the examples of responses."""

RENEW = "python3 manage.py spectacular --format openapi-json --file fixtures/openapi.json"


def written() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Path, method and description of each operation, as the document has it."""
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def headers(name: str) -> dict[str, str]:
    """The reference to a shared header."""
    return {"$ref": f"#/components/headers/{name}"}


def check(value: Any, schema: dict[str, Any]) -> None:
    """Fail where a value is not what a schema of the document says."""
    validator(schema["$ref"]).validate(value)


def test_document_is_generated_without_warnings_as_kept() -> None:
    made = StringIO()
    call_command(
        "spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json", stdout=made, no_color=True
    )
    assert json.loads(made.getvalue()) == document(), f"the API is another now; if it shall be: {RENEW}"
    assert made.getvalue().strip() == OPENAPI.read_text(encoding="utf-8").strip(), f"run: {RENEW}"


@pytest.mark.django_db
def test_document_is_served_as_kept() -> None:
    assert Caller().get("openapi.json").content == OPENAPI.read_bytes()


def test_no_property_has_a_default_that_would_make_generated_types_require_it() -> None:
    schemas = document()["components"]["schemas"].items()
    properties = [(name, each) for name, schema in schemas for each in schema.get("properties", {}).items()]
    assert len(properties) > 500
    assert [(name, key) for name, (key, described) in properties if "default" in described] == []


def test_every_address_is_in_it() -> None:
    served = {pattern.pattern.describe().split("'")[1] for pattern in urls.urlpatterns}
    named = {path.removeprefix("/api/v1/") for path in document()["paths"]}
    without_converters = {re.sub(r"<\w+:(\w+)>", r"{\1}", address) for address in served}
    assert without_converters - {"openapi.json"} == named


def test_every_operation_says_all_that_a_client_must_know() -> None:
    names = [operation["operationId"] for _path, _method, operation in operations()]
    names += [posted["post"]["operationId"] for posted in document()["webhooks"].values()]
    assert len(names) == len(set(names)) > 20
    for _path, method, operation in operations():
        assert operation["summary"]
        assert operation["description"]
        responses = operation["responses"]
        assert {"400", "401", "403", "406", "429"} <= responses.keys()
        for status, response in responses.items():
            assert response["description"]
            if int(status) >= 400:
                (kind,) = response["content"]
                assert kind == "application/problem+json"
        if method != "get":
            assert {"411", "413", "415"} <= responses.keys()
        if "428" in responses:
            assert {"If-Match", "Idempotency-Key"} <= {each["name"] for each in operation["parameters"]}
        for parameter in operation.get("parameters", []):
            assert parameter["description"], parameter


def test_every_operation_names_the_scope_that_is_asked_for() -> None:
    """And in words, which the description of the token says."""
    described = document()["components"]["securitySchemes"]["token"]["description"]
    assert all(f"- `{scope.value}`: {scope.label}" in described for scope in Scope)
    walked = 0
    for pattern in urls.urlpatterns:
        path = "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", pattern.pattern.describe().split("'")[1])
        for method in ("get", "post", "put", "patch", "delete"):
            view = getattr(pattern.callback.view_class, method, None)  # type: ignore[attr-defined] # as_view puts it there
            if view is None or pattern.name == "openapi":
                continue
            scope = scope_of(view)
            assert method == "get" or scope is not Scope.READ, path
            told = document()["paths"][path][method]
            assert {"token": [scope.value]} in told.get("security", document()["security"]), path
            assert f"`{scope.value}`" in told["description"], path
            walked += 1
    assert walked == len([*operations()])


def test_deprecated_parts_are_marked() -> None:
    token = document()["components"]["schemas"]["Token"]["properties"]
    assert [name for name, told in token.items() if told.get("deprecated")] == ["may_play"]
    assert document()["components"]["schemas"]["Rank"]["properties"]["key"]["deprecated"]
    marked = {
        operation["operationId"]
        for _path, _method, operation in operations()
        if "Deprecation" in target(operation["responses"].get("200", {}), document()).get("headers", {})
    }
    assert {"getMe", "changeMe", "getRanking", "listRatings", "listClubMembers"} <= marked
    assert not {"getGame", "listGames", "getView"} & marked


def test_document_has_no_more_lines_than_agreed() -> None:
    assert len(OPENAPI.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_shared_parts_of_operations_are_written_once() -> None:
    shared = document()["components"]
    problems = {
        name
        for name, each in shared["responses"].items()
        if "application/problem+json" in each.get("content", {})
    }
    assert len(problems) == 13
    own: Counter[str] = Counter()
    for _path, _method, operation in written():
        for status, response in operation["responses"].items():
            is_shared = response.keys() == {"$ref"}
            assert is_shared or int(status) < 300, operation["operationId"]
            if not is_shared:
                own[json.dumps(response)] += 1
                common = {"ETag", "RateLimit", "RateLimit-Policy"} & response["headers"].keys()
                assert all(response["headers"][name] == headers(name) for name in common)
    inline = Counter(
        json.dumps(each) for *_, operation in written() for each in operation.get("parameters", [])
    )
    assert [each for each, times in inline.items() if times > 1 and "$ref" not in json.loads(each)] == []
    assert [each for each, times in own.items() if times > 1] == []


def test_one_enum_names_the_sides_and_one_the_decisions() -> None:
    schemas = document()["components"]["schemas"]
    assert schemas["Side"]["enum"] == [side.label for side in SIDES]
    assert set(schemas["Decision"]["enum"]) == set(engine.core.WORDS.values())
    elsewhere = [
        json.dumps(node)
        for name, schema in schemas.items()
        if name not in ("Side", "Decision")
        for node in nodes(schema)
        if set(node.get("enum", ())) in ({"east", "west"}, set(schemas["Decision"]["enum"]))
    ]
    assert elsewhere == []
    for name in ("OwnSeat", "GameView", "GameOptions", "Done", "GameNow", "SeatNow"):
        assert schemas[name]["properties"]["asked"] == {"$ref": "#/components/schemas/PendingDecision"}
    assert {"$ref": "#/components/schemas/Decision"} in schemas["PendingDecision"]["anyOf"]


def nodes(node: Any) -> Iterator[dict[str, Any]]:
    """Every object within a schema."""
    if isinstance(node, dict):
        yield node
    for each in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from nodes(each)


def test_no_component_is_described_in_vain() -> None:
    whole = json.dumps(document())
    names = [
        f"{kind}/{name}"
        for kind, components in document()["components"].items()
        for name in components
        if kind != "securitySchemes"
    ]
    assert [name for name in names if f'"#/components/{name}"' not in whole] == []


def examples() -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Each example with the schema it stands at."""
    bodies = [("shared", each) for each in document()["components"]["responses"].values()]
    for _path, _method, operation in written():
        own = [operation.get("requestBody", {}), *operation["responses"].values()]
        bodies += [(operation["operationId"], each) for each in own]
    for owner, body in bodies:
        for media in body.get("content", {}).values():
            for name, example in media.get("examples", {}).items():
                yield f"{owner}: {name}", example["value"], media["schema"]
    for name, component in document()["components"]["schemas"].items():
        for value in component.get("examples", ()):
            yield name, value, {"$ref": f"#/components/schemas/{name}"}


@pytest.mark.parametrize(
    ("value", "schema"), [each[1:] for each in examples()], ids=[e[0] for e in examples()]
)
def test_every_example_is_one(value: Any, schema: dict[str, Any]) -> None:
    check(value, schema)


@pytest.mark.embedded
@pytest.mark.django_db
@pytest.mark.usefixtures("one_connection")
def test_examples_of_responses_are_recorded_anew_with_the_same_bytes() -> None:
    text = recorded()
    if RECORDS in os.environ:
        RESPONSES.write_text(text, encoding="utf-8")
    assert text == RESPONSES.read_text(encoding="utf-8"), f"run this test with {RECORDS}=1, then {RENEW}"


def test_examples_name_what_there_is() -> None:
    """The engine refuses none of them for a name it does not know."""
    rules = ruleset("kessen")
    state = engine.settle(rules, engine.new_game(rules).state, Seeded(b"any"))[0]
    told = [value for name, value, _schema in examples() if name.startswith(("act: ", "preview: "))]
    sent = [each for value in told for each in (value if isinstance(value, list) else [value])]
    for action in (each for each in sent if "type" in each):
        with pytest.raises(engine.EngineError) as refused:
            engine.apply(rules, state, EAST, _parsed(action))
        assert not refused.value.code.startswith("unknown"), refused.value


def _parsed(action: Any) -> Any:
    return actions.parse(json.dumps(action))


def test_every_operation_has_an_example_of_what_is_sent_and_answered() -> None:
    lacking = []
    for _path, _method, operation in operations():
        answers = [each for status, each in operation["responses"].items() if status in {"200", "201"}]
        for body in [*answers, *([operation["requestBody"]] if "requestBody" in operation else [])]:
            lacking += [
                operation["operationId"]
                for each in body["content"].values()
                if not (each.get("examples") or target(each["schema"], document()).get("examples"))
            ]
    assert not lacking, "of an answer: record them; of a body: games/api/openapi/requests.json"


def test_every_example_of_an_answer_is_shown() -> None:
    whole = json.dumps([operation for _path, _method, operation in operations()])
    assert all(f'"#/components/schemas/{name}"' in whole for name in responses().components)


# --- it is true ---


@pytest.mark.django_db
def test_a_whole_game_is_as_described() -> None:
    """Every fourth action is done here, and two seats and the public look at every sixteenth position."""
    table = Table(11, is_public=True)
    callers = [Seated(table, side) for side in SIDES]

    def look() -> None:
        for looking in (*callers, Caller()):
            for path in ("", "view/", "options/", "history/", "moments/1/", "moments/9999/", "record/"):
                looking.get(callers[0].game + path)

    number = 0
    while asked := table.asked():
        number += 1
        action = table.any_action(asked[0])
        if number % 4:
            table.submit(asked[0], action)
            continue
        caller = callers[asked[0]]
        caller.post(f"{caller.game}preview/", action)
        caller.act(action)
        if number % 16 == 0:
            look()
    look()
    assert number > 50


def test_every_type_of_message_is_described_and_is_an_enum() -> None:
    schemas = document()["components"]["schemas"]
    personal, of_clubs = [*event_types.titles()], [each.name for each in CLUBS.types]
    assert sorted(schemas["PersonalWebhookType"]["enum"]) == sorted(personal)
    assert sorted(schemas["ClubWebhookType"]["enum"]) == sorted(of_clubs)
    assert sorted(schemas["WebhookType"]["enum"]) == sorted([*personal, *of_clubs, event_types.TRIAL.name])
    assert document()["webhooks"].keys() == {*schemas["WebhookType"]["enum"]}
    for name, webhook in document()["webhooks"].items():
        (media,) = webhook["post"]["requestBody"]["content"].values()
        message = schemas[media["schema"]["$ref"].rpartition("/")[2]]
        assert message["properties"]["type"]["const"] == name
