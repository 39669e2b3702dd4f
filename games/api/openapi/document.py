"""What the OpenAPI document has beyond what each operation says of itself: the components, and finish."""

import inspect
from typing import Any

import msgspec
from msgspec import Struct

from accounts.export import FORMAT
from accounts.scopes import Scope
from games.api import answers, bodies, shapes
from games.api.openapi import links
from games.api.openapi.examples.answers import of_answers
from games.api.openapi.operations import ACTIONS, FOR_ANYBODY, SCOPE, SENT, Schema, ref
from games.engine import edition_data
from games.log.portable import CompleteRecord
from games.services.play import MOST_ACTIONS

PATH = {
    "public_id": {"description": "The game's id.", "example": "k7m2p9qrst"},
    "moment": {
        "description": "The version after which you look, from 1; of `referee` the step of the game.",
        "example": 7,
    },
    "edition": {"description": "The edition's id, or the digest of its text.", "example": "kessen"},
    "number": {"description": "The number of the rule or ruling.", "example": "8.6.1"},
    "name": {"description": "What the schema is of.", "example": "action"},
    "slug": {"description": "The club's name in addresses.", "example": "friends-of-sekigahara"},
    "member": {"description": "The `id` of the membership.", "example": "m4q8z2rtvw"},
    "ladder": {"description": "The ladder's id.", "example": "k7m2p9qrst"},
    "challenge": {"description": "The challenge's id.", "example": "k7m2p9qrst"},
    "season": {"description": "The number of the season.", "example": 3},
    "request_id": {"description": "The request's id.", "example": "k7m2p9qrst"},
    "bidding": {"description": "The id of the bidding.", "example": "b5n8x3rkqt"},
    "key": {"description": "What the player is known by in addresses.", "example": "k7m2p9qrst"},
    "webhook_id": {"description": "The webhook's id.", "example": "k7m2p9qrst23"},
    "message_id": {"description": "The message's id.", "example": "games_your-phase_k7m2p9qrst_east_12"},
}
"""The parts of addresses."""


def complete(result: Schema, **_told: Any) -> Schema:
    """Put the document together: a hook of drf-spectacular, whose other arguments are of no use here."""
    components = result.setdefault("components", {}).setdefault("schemas", {})
    for name, schema in [*shapes.components().items(), *_own()]:
        if name in components:
            raise ValueError(f"two components of the name {name}")
        components[name] = schema
    result["components"]["schemas"] = dict(sorted(components.items()))
    result["components"]["examples"] = {name: {"value": each} for name, each in of_answers().items()}
    for methods in result["paths"].values():
        for operation in methods.values():
            _finish(operation, components)
            _illustrate(operation, result["components"]["examples"])
            links.connect(operation)
    return result


def _illustrate(operation: Schema, examples: Schema) -> None:
    """Give an answer that has no example of its own the one of its component; and show an empty body."""
    sent = operation.get("requestBody", {}).get("content", {}).values()
    told = [
        each for response in operation["responses"].values() for each in response.get("content", {}).values()
    ]
    for media in [*sent, *told]:
        name = str(media.get("schema", {}).get("$ref")).rpartition("/")[2]
        if name in examples and "examples" not in media:
            media["examples"] = {name: {"$ref": f"#/components/examples/{name}"}}


def _finish(operation: Schema, components: dict[str, Schema]) -> None:
    scope: Scope | None = operation.pop(SCOPE, None)
    if scope is not None:
        operation["security"] = [{"token": [scope.value]}]
        operation["description"] += f"\n\nA token needs the scope `{scope.value}`."
    if operation.pop(FOR_ANYBODY, False):
        operation["security"] = [*(each for each in operation.get("security", []) if each), {}]
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "path":
            parameter.update(PATH[parameter["name"]])
    sent = operation.pop(SENT, None)
    if sent is not None and "requestBody" not in operation:
        operation["requestBody"] = {"content": {"application/json": sent}}
    if "requestBody" in operation:
        name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        operation["requestBody"]["required"] = bool(components[name].get("required", name == ACTIONS))


def _own() -> list[tuple[str, Schema]]:
    """The components that are no shapes of the engine's."""
    found: dict[str, Schema] = {}
    for module in (edition_data, bodies, answers):
        classes = [each for each in vars(module).values() if isinstance(each, type)]
        structs = [each for each in classes if issubclass(each, Struct) and each is not Struct]
        found |= _components(structs)
    return [*found.items(), *_BY_HAND.items()]


def _components(structs: list[type[Struct]]) -> dict[str, Schema]:
    _, found = msgspec.json.schema_components(structs, ref_template="{name}")
    return {_name(name): _plain(schema) | {"title": _name(name)} for name, schema in found.items()}


_PRINTED = {each for each in vars(edition_data) if each.endswith("Data")} | {"Flags"}


def _name(name: str) -> str:
    """The name of a component: bare, words like Flags or LocationData would not say what they are of."""
    return f"Edition{name.removesuffix('Data')}" if name in _PRINTED else name


def _plain(node: Any) -> Any:
    """A schema with its references put right, and descriptions made readable."""
    if isinstance(node, list):
        return [_plain(each) for each in node]
    if not isinstance(node, dict):
        return node
    told = {key: _plain(value) for key, value in node.items()}
    if isinstance(told.get("$ref"), str):
        if told["$ref"].startswith("#"):  # to a shape, which is more than just any object
            told.pop("type", None)
        else:
            told |= ref(_name(told["$ref"]))
    if isinstance(mapping := told.get("mapping"), dict):
        told["mapping"] = {tag: ref(_name(name))["$ref"] for tag, name in mapping.items()}
    if isinstance(told.get("pattern"), str):  # JSON Schema's are those of JavaScript
        told["pattern"] = told["pattern"].replace(r"\Z", "$")
    if "description" in told:
        told["description"] = inspect.cleandoc(str(told["description"]))
    if isinstance(told.get("enum"), list) and all(isinstance(each, str) for each in told["enum"]):
        told["type"] = "string"
    return told


_BY_HAND: dict[str, Schema] = {
    ACTIONS: {
        "title": ACTIONS,
        "description": "One action, or several in order.",
        "anyOf": [
            ref("Action"),
            {"type": "array", "items": ref("Action"), "minItems": 1, "maxItems": MOST_ACTIONS},
        ],
    },
    "HistoryAction": {
        "title": "HistoryAction",
        "description": "What a side did: an action, or what is asked by nobody.",
        "anyOf": [
            ref("Action"),
            {
                "type": "object",
                "properties": {
                    "type": {"type": "string", "enum": ["undo", "resign", "time-out", "adjudicate"]}
                },
                "required": ["type"],
                "additionalProperties": False,
            },
        ],
    },
    "Record": {
        "title": "Record",
        "description": "A game as one document. `complete` says whether all of it is told.",
        "anyOf": [ref(answers.RecordSoFar), ref(CompleteRecord)],
    },
    "StreamEvent": {
        "title": "StreamEvent",
        "description": "A server-sent event, as the HTML standard has it. `x-events` of "
        "the operation says what its data is, by its name. Leave names alone that you do not know.",
        "type": "object",
        "properties": {
            "event": {"type": "string", "description": "Its name."},
            "data": {"type": "string", "contentMediaType": "application/json"},
            "id": {"type": "string", "description": "What to come back with as `Last-Event-ID`."},
            "retry": {"type": "integer", "description": "Milliseconds to wait before coming back."},
        },
        "required": ["event", "data"],
    },
    "PersonalData": {
        "title": "PersonalData",
        "description": "What is stored about a person, by its kind: rows, or one object. Kinds and fields "
        "may be added any day.",
        "type": "object",
        "properties": {"format": {"type": "integer", "const": FORMAT}},
        "required": ["format"],
        "additionalProperties": {
            "anyOf": [{"type": "object"}, {"type": "array", "items": {"type": "object"}}]
        },
    },
    "SchemaDocument": {
        "title": "SchemaDocument",
        "description": "A JSON Schema.",
        "type": "object",
        "additionalProperties": True,
    },
}
