"""The schemas among the components of the OpenAPI document."""

import msgspec
from msgspec import Struct

from accounts.export import FORMAT
from games.api import answers, bodies, shapes
from games.api.answers.terms import ENUMS
from games.api.openapi import messages
from games.api.openapi.operations import ACTIONS, Schema, ref
from games.api.shapes.schemas import Names, enum_components, plain
from games.engine import edition_data
from games.log.portable import CompleteRecord
from games.services.play import MOST_ACTIONS


def components(others: dict[str, Schema]) -> dict[str, Schema]:
    """Every schema of the document, by name.

    Args:
        others: those that drf-spectacular has made by itself.

    Raises:
        ValueError: two have one name.
    """
    found = dict(others)
    for name, schema in [*shapes.components().items(), *_own()]:
        if name in found:
            raise ValueError(f"two components of the name {name}")
        found[name] = {key: value for key, value in schema.items() if key != "title"}  # its name says it
    return dict(sorted(found.items()))


def _own() -> list[tuple[str, Schema]]:
    """The schemas that are no shapes of the engine's."""
    found = enum_components(ENUMS)
    for module in (edition_data, bodies, answers):
        classes = [each for each in vars(module).values() if isinstance(each, type)]
        found |= _of([each for each in classes if issubclass(each, Struct) and each is not Struct])
    found |= _of(messages.structs())
    return [*(found | messages.schemas()).items(), *_BY_HAND.items()]


def _of(structs: list[type[Struct]]) -> dict[str, Schema]:
    _, found = msgspec.json.schema_components(structs, ref_template="{name}")
    return {_name(name): plain(schema, NAMES) for name, schema in found.items()}


_PRINTED = {each for each in vars(edition_data) if each.endswith("Data")} | {"Flags"}


def _name(name: str) -> str:
    """The name of a component: bare, words like Flags or LocationData would not say what they are of."""
    return f"Edition{name.removesuffix('Data')}" if name in _PRINTED else name


NAMES = Names("#/components/schemas/", _name, shapes.ENUMS | ENUMS)
"""How the schemas refer to each other."""

_BY_HAND: dict[str, Schema] = {
    ACTIONS: {
        "description": "One action, or several in order.",
        "anyOf": [
            ref("Action"),
            {"type": "array", "items": ref("Action"), "minItems": 1, "maxItems": MOST_ACTIONS},
        ],
    },
    "HistoryAction": {
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
        "description": "A game as one document. `complete` says whether all of it is told.",
        "anyOf": [ref(answers.RecordSoFar), ref(CompleteRecord)],
    },
    "StreamEvent": {
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
        "description": "A JSON Schema.",
        "type": "object",
        "additionalProperties": True,
    },
}
