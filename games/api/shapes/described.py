"""JSON Schema of structs whose fields are described by the strings below them."""

import ast
import inspect
import sys
import typing
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct

Schema = dict[str, Any]


def schema_components(types: Iterable[Any]) -> tuple[list[Schema], dict[str, Schema]]:
    """What msgspec makes of types, with the descriptions of their fields.

    Returns:
        The schemas of the types, and those of all structs in them by name, which is how they are referred to.
    """
    types = tuple(types)
    schemas, found = msgspec.json.schema_components(types, ref_template="{name}")
    for each in _structs(types, set()):
        properties = found[each.__name__]["properties"]
        for name, text in _descriptions(each).items():
            # First, where msgspec has one too, also in place of that of a named type.
            properties[name] = {"description": text} | properties[name] | {"description": text}
    return list(schemas), found


def _structs(types: Iterable[Any], known: set[Any]) -> Iterator[type[Struct]]:
    """All structs in some types, each once."""
    for each in types:
        if isinstance(each, type) and issubclass(each, Struct):
            if each not in known:
                known.add(each)
                yield each
                yield from _structs((field.type for field in msgspec.structs.fields(each)), known)
        else:
            yield from _structs(typing.get_args(each), known)


def _descriptions(struct: type[Struct]) -> dict[str, str]:
    """What stands below the fields of a struct and of those it inherits from, by the name in JSON."""
    below = {
        name: text
        for each in reversed(struct.__mro__)
        if issubclass(each, Struct) and each is not Struct
        for name, text in _of_module(each.__module__).get(each.__name__, {}).items()
    }
    fields = msgspec.structs.fields(struct)
    return {field.encode_name: below[field.name] for field in fields if field.name in below}


@cache
def _of_module(module: str) -> dict[str, dict[str, str]]:
    """What stands below the fields of the classes of a module."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {each.name: dict(_below(each.body)) for each in tree.body if isinstance(each, ast.ClassDef)}


def _below(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, following in pairwise(body):
        match field, following:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, " ".join(text.split())
