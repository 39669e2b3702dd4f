"""Mistakes of shape in a position file, in words: what msgspec complains of, and what was perhaps meant."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import inspect

_PHRASES = {
    "Object missing required field": "missing key",
    "Object contains unknown field": "unknown key",
    "Integer value out of range": "expected a smaller number",
    "Expected": "expected",
    ", got": ", found",
    " >= ": " of at least ",
    " <= ": " of at most ",
}
_KINDS = {
    "int": "a whole number",
    "float": "a number with a decimal point",
    "bool": "true or false",
    "str": "text in quotes",
    "array": "a list",
    "object": "a table",
    "date": "a date",
    "datetime": "a date",
    "time": "a time of day",
}


def meant(name: str, known: Iterable[str]) -> str:
    """A guess at what a wrong name should have been, as the end of a sentence."""
    near = difflib.get_close_matches(name, list(known), 1)
    return f' (perhaps "{near[0]}")' if near else ""


def in_words(message: str, raw: dict[str, Any], shape: type) -> str:
    """Turn a complaint of msgspec ("Expected `int`, got `str` - at `$.week`") into a sentence.

    Args:
        raw: the data that did not fit.
        shape: what it was converted to.
    """
    complaint, _, path = message.partition(" - at `")
    value: Any = raw
    types = list(_alternatives(inspect.type_info(shape)))
    where: list[str] = []
    for step in re.findall(r"[\w-]+|\[\.\.\.\]", path.partition("$")[2]):
        # msgspec does not say which key of a table it is where all of them have the same type.
        key = _first_wrong(value, types) if step == "[...]" else step
        types = [each for kind in types for each in _inside(kind, key, value)]
        value = value[int(key)] if isinstance(value, list) else value[key]
        where.append(f"entry {int(key) + 1}" if key.isdigit() else key)
    place = " ".join(where) or "the file"
    if complaint.startswith("Invalid enum value ") and path.startswith("key"):
        wrong = complaint.removeprefix("Invalid enum value ").strip("'")
        keys_known = [
            word for kind in types if isinstance(kind, inspect.DictType) for word in _words(kind.key_type)
        ]
        return f'{place}: unknown key "{wrong}"{meant(wrong, keys_known)}'
    if complaint.startswith("Invalid enum value ") and isinstance(value, str):
        known = [word for kind in types for word in _words(kind)]
        return f'{place}: "{value}" is none of the words that may stand here{meant(value, known)}'
    if complaint.startswith("Invalid value ") and isinstance(value, str):
        tags = [str(kind.tag) for kind in types if isinstance(kind, inspect.StructType)]
        return f'{place}: nothing is called "{value}"{meant(value, tags)}'
    if complaint.startswith("Object contains unknown field "):
        unknown = complaint.removeprefix("Object contains unknown field ").strip("`")
        return f'{place}: unknown key "{unknown}"{meant(unknown, _keys(types, value))}'
    for phrase, ours in _PHRASES.items():
        complaint = complaint.replace(phrase, ours)
    return f"{place}: " + re.sub(r"`([^`]*)`", lambda quoted: _kinds(quoted[1]), complaint)


def _kinds(quoted: str) -> str:
    """What msgspec calls kinds of values, joined by "or"; a key, in quotes."""
    names = [name for name in quoted.split(" | ") if name != "null"]
    return " or ".join(_KINDS[name] for name in names) if set(names) <= set(_KINDS) else f'"{quoted}"'


def _alternatives(kind: inspect.Type) -> Iterator[inspect.Type]:
    """The types of a union; of any other type, itself."""
    if isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from _alternatives(each)
    else:
        yield kind


def _inside(kind: inspect.Type, key: str, value: Any) -> Iterator[inspect.Type]:
    """What may stand under a key of a value of that type, or in that place of a list."""
    if isinstance(kind, inspect.StructType) and isinstance(value, dict):
        if key == kind.tag_field:
            yield kind
        elif kind.tag_field is None or value.get(kind.tag_field) == kind.tag:
            for field in kind.fields:
                if field.encode_name == key:
                    yield from _alternatives(field.type)
    elif isinstance(kind, inspect.DictType) and isinstance(value, dict):
        yield from _alternatives(kind.value_type)
    elif isinstance(kind, inspect.ListType | inspect.VarTupleType) and isinstance(value, list):
        yield from _alternatives(kind.item_type)
    elif isinstance(kind, inspect.TupleType) and isinstance(value, list) and int(key) < len(kind.item_types):
        yield from _alternatives(kind.item_types[int(key)])


def _first_wrong(table: dict[str, Any], types: list[inspect.Type]) -> str:
    """The first key of a table whose value has none of the types that its values can have."""
    kinds = [
        each
        for kind in types
        if isinstance(kind, inspect.DictType)
        for each in _alternatives(kind.value_type)
    ]
    return next(
        (key for key, value in table.items() if not any(_fits(value, kind) for kind in kinds)),
        next(iter(table)),
    )


def _fits(value: Any, kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.LiteralType):
        return value in kind.values
    if isinstance(kind, inspect.ListType):
        return isinstance(value, list) and all(_fits(each, kind.item_type) for each in value)
    return isinstance(kind, inspect.StrType) and isinstance(value, str)


def _words(kind: inspect.Type) -> list[str]:
    return [str(word) for word in kind.values] if isinstance(kind, inspect.LiteralType) else []


def _keys(types: list[inspect.Type], value: Any) -> Iterator[str]:
    """The keys that a table of one of the types can have."""
    for kind in types:
        if isinstance(kind, inspect.StructType) and (
            kind.tag_field is None or value.get(kind.tag_field) == kind.tag
        ):
            yield from (field.encode_name for field in kind.fields)
