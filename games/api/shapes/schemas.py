"""The shapes as JSON Schema (2020-12, as in OpenAPI 3.1)."""

import inspect
import typing
from collections.abc import Iterator
from typing import Any

import msgspec

from games.api.shapes.events import Event
from games.api.shapes.options import Answer, Options
from games.api.shapes.revealed import RefereeView
from games.api.shapes.view import PublicView, SideView
from games.engine.actions import Action
from games.log.portable import CompleteRecord

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

DOCUMENTS = {
    "action": "Action",
    "event": "Event",
    "options": "Options",
    "record": "CompleteRecord",
    "view": "View",
}
"""What can be had as a document of its own, and the component it is."""

_UNIONS = {
    "type": ("Action", "What a side answers when it is asked; it is sent by the side that acts."),
    "event": ("Event", "Something that happened, as a viewer is told it."),
    "shape": ("Answer", "A set of actions."),
    "viewer": ("View", "The position as its viewer sees it."),
}
"""By the field that tells its classes apart: each union's name, and what it is."""

_NAMES = {
    # Bare, words like Level and Retreat would not say what they are.
    each.__name__: f"{each.__name__}{suffix}"
    for suffix, union in (("Action", Action), ("Event", Event))
    for each in typing.get_args(union)
}


def components(prefix: str = "#/components/schemas/") -> dict[str, Schema]:
    """The schema of every shape, by a name that does not change.

    Args:
        prefix: where the schemas will stand; every reference to one begins with it.
    """
    unions, classes = msgspec.json.schema_components([Action, Event, Answer], ref_template="{name}")
    _, more = msgspec.json.schema_components(
        [Options, PublicView, SideView, RefereeView, CompleteRecord], ref_template="{name}"
    )
    found: dict[str, Schema] = {}
    for name, schema in (classes | more).items():
        found[_name(name)] = _plain(schema, prefix) | {"title": _name(name)}
    for union in (*unions, _VIEW):
        name, description = _UNIONS[union["discriminator"]["propertyName"]]
        found[name] = {"title": name, "description": description, **_one_of(union, prefix)}
    return dict(sorted(found.items()))


_VIEW: Schema = {
    "anyOf": [{"$ref": "PublicView"}, {"$ref": "SideView"}],
    "discriminator": {
        "propertyName": "viewer",
        "mapping": {"east": "SideView", "west": "SideView", "public": "PublicView"},
    },
}
"""Written by hand: two of its three viewers have one class."""


def _name(class_name: str) -> str:
    return _NAMES.get(class_name, class_name)


def _one_of(union: Schema, prefix: str) -> Schema:
    """A union with its references put right."""
    told = union["discriminator"]
    return {
        "anyOf": [{"$ref": prefix + _name(each["$ref"])} for each in union["anyOf"]],
        "discriminator": {
            "propertyName": told["propertyName"],
            "mapping": {tag: prefix + _name(name) for tag, name in told["mapping"].items()},
        },
    }


def _plain(node: Any, prefix: str) -> Any:
    """A schema with its references put right, unions referred to, and descriptions made readable."""
    if isinstance(node, list | tuple):  # a default may be a tuple
        return [_plain(each, prefix) for each in node]
    if not isinstance(node, dict):
        return node
    if "discriminator" in node:
        name, _ = _UNIONS[node["discriminator"]["propertyName"]]
        rest = {key: value for key, value in node.items() if key not in ("anyOf", "discriminator")}
        return {**_plain(rest, prefix), "$ref": prefix + name}
    told = {key: _plain(value, prefix) for key, value in node.items()}
    if "$ref" in told:
        told["$ref"] = prefix + _name(told["$ref"])
    if "description" in told:
        told["description"] = inspect.cleandoc(told["description"])
    if "pattern" in told:  # JSON Schema's are those of JavaScript
        told["pattern"] = told["pattern"].replace(r"\Z", "$")
    if all(isinstance(each, str) for each in told.get("enum", (None,))):
        told["type"] = "string"  # goes without saying, but not to every generator of clients
    return told


def schema(name: str) -> Schema:
    """A JSON Schema document that needs no other.

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
    """Every schema that a schema refers to, by its address."""
    if isinstance(node, list):
        for each in node:
            yield from references(each)
    elif isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for each in node.values():
            yield from references(each)
