"""The schemas among the components of the OpenAPI document."""

import pkgutil
from importlib import import_module
from types import ModuleType

import msgspec
from msgspec import Struct

from accounts.export import FORMAT
from games.api import answers, bodies
from games.api.answers.playing import RecordSoFar
from games.api.answers.terms import ENUMS
from games.api.openapi import messages
from games.api.openapi.operations import ACTIONS, DRAWING, TABLE, ref
from games.api.shapes import schemas, terms
from games.api.shapes.described import Schema, schema_components
from games.api.shapes.schemas import Names, enum_components, plain
from games.engine import edition_data
from games.log.portable import CompleteRecord
from games.services.play import MOST_ACTIONS


def components(others: dict[str, Schema]) -> dict[str, Schema]:
    """Every schema of the document, by name.

    Args:
        others: the schemas that drf-spectacular has generated.

    Raises:
        ValueError: two different schemas have the same name.
    """
    found = dict(others)
    for name, schema in [*schemas.components().items(), *_own()]:
        untitled = {key: value for key, value in schema.items() if key != "title"}  # its name says it
        if found.setdefault(name, untitled) != untitled:
            raise ValueError(f"two components of the name {name}")
    for schema in found.values():
        for described in schema.get("properties", {}).values():
            _say_default(described)
    return dict(sorted(found.items()))


def _say_default(described: Schema) -> None:
    """Say the default of a property in words: whatever makes types takes one with a default for required."""
    default = described.pop("default", None)
    if default is not None:
        json = msgspec.json.encode(default).decode()
        words = "Empty by default." if default in ("", [], {}) else f"Default: `{json}`."
        described["description"] = f"{described.get('description', '')} {words}".strip()


def _own() -> list[tuple[str, Schema]]:
    """The schemas of bodies, responses, editions and messages."""
    found = enum_components(ENUMS)
    for module in (edition_data, *_modules(bodies), *_modules(answers)):
        classes = [each for name, each in vars(module).items() if isinstance(each, type) and name[0] != "_"]
        found |= _of([each for each in classes if issubclass(each, Struct) and each is not Struct])
    found |= _of(messages.structs())
    return [*(found | messages.schemas()).items(), *_BY_HAND.items()]


def _modules(package: ModuleType) -> list[ModuleType]:
    """A package and its modules."""
    found = pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
    return [package, *(import_module(each.name) for each in found)]


def _of(structs: list[type[Struct]]) -> dict[str, Schema]:
    _, found = schema_components(structs)
    return {_name(name): plain(schema, NAMES) for name, schema in found.items() if name not in ENUMS}


_PRINTED = {each for each in vars(edition_data) if each.endswith("Data")} | {"Flags"}


def _name(name: str) -> str:
    """The name of a component. Classes of editions get a prefix, as names like Flags would be ambiguous."""
    return f"Edition{name.removesuffix('Data')}" if name in _PRINTED else name


NAMES = Names("#/components/schemas/", _name, terms.ENUMS | ENUMS)
"""The names by which the schemas refer to each other."""

_BY_HAND: dict[str, Schema] = {
    ACTIONS: {
        "description": "One action, or several in order.",
        "anyOf": [
            ref("Action"),
            {"type": "array", "items": ref("Action"), "minItems": 1, "maxItems": MOST_ACTIONS},
        ],
    },
    DRAWING: {"description": "An SVG document.", "type": "string"},
    TABLE: {"description": "Comma-separated values, with the names of the columns first.", "type": "string"},
    "HistoryAction": {
        "description": "What a side did: an action, or a step outside the options.",
        "anyOf": [
            ref("Action"),
            {
                "type": "object",
                "properties": {
                    "type": {
                        "type": "string",
                        "enum": ["undo", "silence", "resign", "time-out", "adjudicate"],
                    },
                    "agreed": {"type": "boolean", "description": "True for an undo by consent."},
                },
                "required": ["type"],
                "additionalProperties": False,
            },
        ],
    },
    "Record": {
        "description": "A game as one document. `complete` is true for a finished game, where nothing "
        "is hidden.",
        "anyOf": [ref(RecordSoFar), ref(CompleteRecord)],
    },
    "StreamEvent": {
        "description": "A server-sent event, as defined in the HTML standard. `x-events` of the "
        "operation has the schema of the data for each event name. Ignore events with "
        "unknown names.",
        "type": "object",
        "properties": {
            "event": {"type": "string", "description": "The name of the event."},
            "data": {"type": "string", "contentMediaType": "application/json"},
            "id": {"type": "string", "description": "The id to send as `Last-Event-ID` when reconnecting."},
            "retry": {"type": "integer", "description": "Milliseconds to wait before reconnecting."},
        },
        "required": ["event", "data"],
    },
    "PersonalData": {
        "description": "The data stored about a person, by kind: a list of rows, or one object. New "
        "kinds and fields may be added at any time.",
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
