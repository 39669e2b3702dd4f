"""What the API has promised, a line each, so that taking any of it away shows as a line that is missing.

A line with a plus is something clients may use; one with a minus is something they have to do, of which there
may never be more than there was. ``python -m tests.api.promises`` writes down what is promised from now on:
that is done with every release, and never to make a test pass that says something is gone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from games.rulebook.editions import FIXTURES
from tests.api.published import expand

OPENAPI = FIXTURES / "openapi.json"
PROMISED = FIXTURES / "api-v1.txt"
REFERENCE = r'"#/components/schemas/(\w+)"'
Schema = dict[str, Any]


def promises(document: Schema) -> set[str]:
    """The lines of an OpenAPI document."""
    schemas = document["components"]["schemas"]
    paths = expand(document)["paths"]
    operations = [each for methods in paths.values() for each in methods.values()]
    sent = _reached([each.get("requestBody") for each in operations], schemas)
    told = _reached([each["responses"] for each in operations], schemas)
    return {*_operations(paths, schemas), *_components(schemas, sent, told)}


def _reached(roots: Any, schemas: Schema) -> set[str]:
    """The names of the components that are part of something."""
    found: set[str] = set()
    todo = re.findall(REFERENCE, json.dumps(roots))
    while todo:
        if (name := todo.pop()) not in found:
            found.add(name)
            todo += re.findall(REFERENCE, json.dumps(schemas[name]))
    return found


def broken(before: set[str], now: set[str]) -> list[str]:
    """What breaks a client written for what was promised before.

    A new demand on something that is new itself breaks nobody. What is only sent may be something more than
    before.
    """
    gone = {line for line in before - now if line.startswith("+") and not _is_wider(line, now)}
    known = {_subject(line) for line in before}
    demanded = {line for line in now - before if line.startswith("-") and _subject(line) in known}
    return sorted(gone | demanded)


def _is_wider(line: str, now: set[str]) -> bool:
    """Whether a field that is only sent may still be all that it could be, and something more."""
    field, _is, kinds = line.partition(" is ")
    if f"{' '.join(field.split()[:3])} is told" in now:
        return False
    present = next((each.partition(" is ")[2] for each in now if each.startswith(f"{field} is ")), "")
    return "component" in field and {*kinds.split(" or ")} < {*present.split(" or ")}


def _subject(line: str) -> str:
    """What a line is about: an operation or a component, and its direction."""
    return " ".join(line.split()[1:3])


def _operations(paths: Schema, schemas: Schema) -> Iterator[str]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            name = f"{method} {path}"
            yield f"+ {name} is {operation['operationId']}"
            for needed in operation["security"]:
                yield f"+ {name} with {' '.join(needed.get('token', ['nothing']))}"
            for parameter in operation.get("parameters", []):
                told = f"{parameter['in']} {parameter['name']}"
                yield f"+ {name} {told}"
                if parameter.get("required") and parameter["in"] != "path":
                    yield f"- {name} {told}"
            for media in operation.get("requestBody", {}).get("content", {}).values():
                yield f"+ {name} is sent {_kind(media['schema'], schemas)}"
            for status, response in operation["responses"].items():
                for media in response.get("content", {}).values():
                    if int(status) < 400:
                        yield f"+ {name} answers {status} {_kind(media['schema'], schemas)}"


def _components(schemas: Schema, sent: set[str], told: set[str]) -> Iterator[str]:
    for name, schema in schemas.items():
        properties: Schema = schema.get("properties", {})
        if name in told:
            yield f"+ component {name} is told"
        for field, value in properties.items():
            yield f"+ component {name} .{field} is {_kind(value, schemas)}"
        for field in schema.get("required", []):
            if name in told:
                yield f"+ component {name} always .{field}"
            if name in sent:
                yield f"- component {name} needs .{field}"
        for value in schema.get("enum", []):
            yield f"+ component {name} may be {value}"


def _kind(schema: Schema, schemas: Schema) -> str:
    """In a word or a few, what a value is. Choices may grow, so that each of them is no part of it."""
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        return _kind(schemas[name], schemas) if _is_plain(schemas[name]) else name
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(sorted({_kind(each, schemas) for each in schema[several]}))
    if schema.get("type") == "array":
        return "list" if "prefixItems" in schema else f"list of {_kind(schema['items'], schemas)}"
    types = schema.get("type", "anything")
    return " or ".join(sorted(types)) if isinstance(types, list) else str(types)


def _is_plain(component: Schema) -> bool:
    """Whether a component only gives a name to a value or a list, so that clients need not know of it."""
    return {"type": "null"} in component.get("anyOf", []) or component.get("type", "object") != "object"


def kept() -> set[str]:
    """The lines as they were written down."""
    return set(PROMISED.read_text(encoding="utf-8").splitlines())


def made() -> set[str]:
    """The lines of the document that is served."""
    return promises(json.loads(OPENAPI.read_text(encoding="utf-8")))


if __name__ == "__main__":
    PROMISED.write_text("\n".join(sorted(made())) + "\n", encoding="utf-8")
