"""The OpenAPI document that is kept, and its operations with the shared parts written out."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import jsonschema_rs

from games.rulebook.editions import FIXTURES

OPENAPI = FIXTURES / "openapi.json"
CONVERTED = re.compile(r"<\w+:(\w+)>")
UNDESCRIBED = (308, 500, 503)
"""Statuses that have nothing to do with what is asked."""
Schema = dict[str, Any]


@cache
def document() -> Schema:
    """The document as it is kept."""
    kept: Schema = json.loads(OPENAPI.read_text(encoding="utf-8"))
    return kept


@cache
def expanded() -> Schema:
    """The document with its shared parameters, bodies, answers and headers written out in each operation."""
    return expand(document())


def expand(whole: Schema) -> Schema:
    """A copy of a document in which parameters, bodies, answers and headers are no references."""
    told = deepcopy(whole)
    for methods in told["paths"].values():
        for operation in methods.values():
            _expand(operation, whole)
            operation.setdefault("security", deepcopy(whole["security"]))
    return told


def _expand(operation: Schema, whole: Schema) -> None:
    parameters = operation.get("parameters", [])
    parameters[:] = [target(each, whole) for each in parameters]
    if "requestBody" in operation:
        operation["requestBody"] = target(operation["requestBody"], whole)
    for status, response in operation["responses"].items():
        found = target(response, whole)
        operation["responses"][status] = found
        if "headers" in found:
            found["headers"] = {name: target(each, whole) for name, each in found["headers"].items()}


def target(part: Schema, whole: Schema) -> Schema:
    """A copy of what a part refers to; of itself if it refers to nothing."""
    if "$ref" not in part:
        return deepcopy(part)
    found: Any = whole
    for key in part["$ref"].removeprefix("#/").split("/"):
        found = found[key]
    target: Schema = deepcopy(found)
    return target


def operations() -> Iterator[tuple[str, str, Schema]]:
    """Path, method and description of each operation, with the shared parts written out."""
    for path, methods in expanded()["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def check_answer(method: str, route: str, answer: Any) -> None:
    """Fail where an answer is not what the document says of that operation and status.

    Args:
        route: as Django has it, with its parameters.
    """
    operation = expanded()["paths"].get("/" + CONVERTED.sub(r"{\1}", route), {}).get(method.lower())
    if operation is None or answer.status_code in UNDESCRIBED:
        return
    described = operation["responses"].get(str(answer.status_code))
    assert described is not None, (
        f"{method} {route} answers {answer.status_code}, which its description lacks: name the status among "
        f"`problems=` of its `@described`, and write the description again"
    )
    assert described.get("headers", {}).keys() <= set(answer.headers)
    if "content" in described:
        media = described["content"][answer["Content-Type"]]
        if answer["Content-Type"].endswith(("/json", "+json")):
            validator(media["schema"]["$ref"]).validate(json.loads(answer.content))


def check_message(told: Schema) -> None:
    """Fail where a message to a webhook is not what the document says of its type."""
    (media,) = document()["webhooks"][told["type"]]["post"]["requestBody"]["content"].values()
    validator(media["schema"]["$ref"]).validate(told)


@cache
def validator(reference: str) -> Any:
    """What holds values against a component."""
    return jsonschema_rs.validator_for({"$ref": reference, "components": document()["components"]})
