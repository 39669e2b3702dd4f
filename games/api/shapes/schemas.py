"""The shapes as JSON Schema (2020-12, as in OpenAPI 3.1)."""

import inspect
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from games.api.shapes.described import Schema, schema_components
from games.api.shapes.events import Event
from games.api.shapes.options import Answer, Options
from games.api.shapes.terms import ENUMS, IDS, Enum
from games.api.shapes.view import PublicView, RefereeView, SideView
from games.engine.actions import Action
from games.engine.orders.shapes import GameOrders, GoOn, LoyaltyOrder, Orders
from games.log.portable import CompleteRecord

DIALECT = "https://json-schema.org/draft/2020-12/schema"

DOCUMENTS = {
    "action": "Action",
    "event": "Event",
    "options": "Options",
    "record": "CompleteRecord",
    "view": "View",
}
"""The schemas that are available as documents, each with its component."""

_UNIONS = {
    "type": ("Action", "An action of a side."),
    "answer": (
        "LoyaltyOrder",
        "How deployments of the other side are answered. The menu is the same whatever your hand holds.",
    ),
    "rule": ("GoOn", "When a plan goes on with its next step."),
    "event": ("Event", "An event, as its viewer sees it."),
    "shape": ("Answer", "A set of actions."),
    "viewer": ("View", "The position as its viewer sees it."),
}
"""The name and description of each union, by its discriminator field."""

_NAMES = {
    # Names like Level and Retreat would be ambiguous without the suffix.
    each.__name__: f"{each.__name__}{suffix}"
    for suffix, union in (("Action", Action), ("Event", Event))
    for each in typing.get_args(union)
}


class Names(NamedTuple):
    """The names of the schemas of classes and enumerations, and their location.

    Attributes:
        prefix: the start of every reference.
        of_class: gives the name of a schema for the name of a class.
        enums: the enumerations that have a schema.
    """

    prefix: str
    of_class: Callable[[str], str]
    enums: Mapping[str, Enum]

    def address(self, class_name: str) -> str:
        """The reference to the schema of a class."""
        return self.prefix + self.of_class(class_name)


def components(prefix: str = "#/components/schemas/") -> dict[str, Schema]:
    """The schema of every shape, by its permanent name.

    Args:
        prefix: the location of the schemas; every reference starts with it.
    """
    unions, classes = schema_components([Action, Event, Answer, LoyaltyOrder, GoOn])
    _, more = schema_components(
        [Options, Orders, GameOrders, PublicView, SideView, RefereeView, CompleteRecord]
    )
    names = Names(prefix, _name, ENUMS)
    found: dict[str, Schema] = {}
    for name, schema in (classes | more).items():
        found[_name(name)] = plain(schema, names) | {"title": _name(name)}
    for union in (*unions, _VIEW):
        name, description = _UNIONS[union["discriminator"]["propertyName"]]
        found[name] = {"title": name, "description": description, **_one_of(union, names)}
    ids = {
        name: {"title": name, "description": description, "type": "string"}
        for name, description in IDS.items()
    }
    return dict(sorted((found | ids | enum_components(ENUMS)).items()))


def enum_components(enums: Mapping[str, Enum]) -> dict[str, Schema]:
    """The schemas of enumerations, by name."""
    return {
        name: {
            "title": name,
            "description": each.description,
            "type": "string",
            "enum": each.values,
        }
        for name, each in enums.items()
    }


_VIEW: Schema = {
    "anyOf": [{"$ref": "PublicView"}, {"$ref": "SideView"}],
    "discriminator": {
        "propertyName": "viewer",
        "mapping": {"east": "SideView", "west": "SideView", "public": "PublicView"},
    },
}
"""Written by hand, because two of its three viewers share a class."""


def _name(class_name: str) -> str:
    return _NAMES.get(class_name, class_name)


def _one_of(union: Schema, names: Names) -> Schema:
    """A union with corrected references."""
    found = union["discriminator"]
    return {
        "anyOf": [{"$ref": names.address(each["$ref"])} for each in union["anyOf"]],
        "discriminator": {
            "propertyName": found["propertyName"],
            "mapping": {tag: names.address(name) for tag, name in found["mapping"].items()},
        },
    }


def plain(node: Any, names: Names) -> Any:
    """Adapt a schema from msgspec for readers and client generators.

    Corrects references, refers to named unions and enumerations, and cleans up descriptions.
    """
    if isinstance(node, list | tuple):  # a default may be a tuple
        return [plain(each, names) for each in node]
    if not isinstance(node, dict):
        return node
    union = _union_of(node)
    if union:
        rest = {key: value for key, value in node.items() if key not in ("anyOf", "discriminator")}
        return {**plain(rest, names), "$ref": names.prefix + union}
    found = {key: plain(value, names) for key, value in node.items()}
    if isinstance(mapping := found.get("mapping"), dict):
        found["mapping"] = {tag: names.address(name) for tag, name in mapping.items()}
    if isinstance(found.get("pattern"), str):  # JSON Schema's are those of JavaScript
        found["pattern"] = found["pattern"].replace(r"\Z", "$")
    if isinstance(found.get("description"), str):
        found["description"] = inspect.cleandoc(found["description"])
    if "prefixItems" in found:
        _close(found)
    if str(found.get("title")) in IDS:
        return {key: found[key] for key in ("description", "default") if key in found} | {
            "$ref": names.prefix + found["title"]
        }
    if "anyOf" in found:
        found = _nullable(found)
    return _with_reference(found, names)


def _union_of(node: Schema) -> str | None:
    """The name of a union; None if the schema is not a named union."""
    if "discriminator" not in node:
        return None
    name, _ = _UNIONS.get(node["discriminator"]["propertyName"], (None, ""))
    return name


def _close(pair: Schema) -> None:
    """Add ``items`` to a tuple of equal types, which many generators need.

    Raises:
        ValueError: the types differ.
    """
    pair["items"], *others = pair["prefixItems"]
    if any(each != pair["items"] for each in others) or len(others) + 1 != pair["maxItems"]:
        raise ValueError(f"not a tuple of like things: {pair}")


def _nullable(union: Schema) -> Schema:
    """Simplify a union of one plain type and null to one schema with a list of types."""
    others = [each for each in union["anyOf"] if each != {"type": "null"}]
    if len(others) != 1 or len(union["anyOf"]) != 2 or not isinstance(others[0].get("type"), str):
        return union
    rest = {key: value for key, value in union.items() if key != "anyOf"}
    if "enum" in others[0] or others[0].keys() & rest.keys():
        return union
    return {**others[0], "type": [others[0]["type"], "null"], **rest}


def _with_reference(found: Schema, names: Names) -> Schema:
    if "enum" in found:  # some of the words of an enumeration
        found.pop("$ref", None)
    reference = found.get("$ref")
    if isinstance(reference, str):
        if not reference.startswith("#"):
            return found | {"$ref": names.address(reference)}
        found.pop("type", None)  # a reference to a shape, which is more than just any object
    words = found.get("enum")
    if isinstance(words, list) and all(isinstance(each, str) for each in words):
        for name, each in names.enums.items():
            if set(each.values) == set(words):
                rest = {key: value for key, value in found.items() if key not in ("enum", "type")}
                return {**rest, "$ref": names.prefix + name}
        found["type"] = "string"  # goes without saying, but not to every generator of clients
        if len(words) == 1:
            (found["const"],) = found.pop("enum")
    return found


def schema(name: str) -> Schema:
    """A self-contained JSON Schema document.

    Args:
        name: one of DOCUMENTS.
    """
    prefix = "#/$defs/"
    every = components(prefix)
    root = DOCUMENTS[name]
    needed = {root}
    new = [root]
    while new:
        named = {reference.removeprefix(prefix) for reference in references(every[new.pop()])}
        new += named - needed
        needed |= named
    return {
        "$schema": DIALECT,
        "title": root,
        "description": every[root]["description"],
        "$ref": prefix + root,
        "$defs": {each: every[each] for each in sorted(needed)},
    }


def references(node: Any) -> Iterator[str]:
    """Every reference in a schema."""
    if isinstance(node, list):
        for each in node:
            yield from references(each)
    elif isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for each in node.values():
            yield from references(each)
