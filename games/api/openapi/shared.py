"""The components that many operations of the OpenAPI document share."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from games.api.openapi import examples
from games.api.shapes.described import Schema


class Problem(NamedTuple):
    """A shared error response.

    Attributes:
        name: the name of its component.
        meaning: its description in the document.
    """

    name: str
    meaning: str


PROBLEMS = {
    400: Problem(
        "BadRequest",
        "The body is not valid JSON of the expected form, a query parameter or header has "
        "an invalid value, or a query parameter is unknown.",
    ),
    401: Problem("Unauthorized", "The token is missing, unknown, revoked or expired."),
    403: Problem(
        "Forbidden", "The token lacks the scope in `parameters.scope`, or you are only watching this game."
    ),
    404: Problem("NotFound", "Not found, or not visible to you. The two are indistinguishable."),
    406: Problem("NotAcceptable", "The `Accept` header does not allow JSON."),
    409: Problem(
        "Conflict",
        "Not possible now: it is not your decision, or the game has not started, is over or is suspended.",
    ),
    411: Problem("LengthRequired", "The `Content-Length` header is missing."),
    412: Problem(
        "PreconditionFailed",
        "Your decision has changed since the version in `If-Match`. `parameters` has the current version.",
    ),
    413: Problem("ContentTooLarge", "The body is too long."),
    415: Problem("UnsupportedMediaType", "The body is not JSON."),
    422: Problem(
        "UnprocessableContent",
        "The rules do not allow it, or a value is not available. If a rule forbids it, `rule` is its number.",
    ),
    428: Problem("PreconditionRequired", "`If-Match` is missing."),
    429: Problem("TooManyRequests", "Too many requests. `Retry-After` says how many seconds to wait."),
}
"""The shared error responses, by status."""

HEADERS: dict[str, Schema] = {
    "ETag": {
        "schema": {"type": "string"},
        "description": "The version of this response, to send as `If-None-Match` or `If-Match` later.",
    },
    "RateLimit-Policy": {
        "schema": {"type": "string", "examples": ['"reads";q=3000;w=60']},
        "description": "The rate limit that applies to this request: `q` requests in `w` seconds.",
    },
    "RateLimit": {
        "schema": {"type": "string", "examples": ['"reads";r=2999;t=42']},
        "description": "What is left of the rate limit: `r` requests until it resets in `t` seconds.",
    },
}
"""The shared response headers."""

COUNTED = ("RateLimit-Policy", "RateLimit")
"""The headers of every response to a rate-limited request."""

PROPERTIES = {
    "asked": "PendingDecision",
    "game": "GameId",
    "grade": "EditionGrade",
    "head": "PresentHead",
    "hold": "Hold",
    "id": "IdInUrls",
    "key": "PublicKey",
    "ladder": "LadderId",
    "next": "NextPage",
    "nonce": "Nonce",
    "phase": "Phase",
    "reaction": "ReactionClock",
    "run_by": "RunBy",
    "slug": "ClubSlug",
    "version": "Version",
}
"""The components for properties that many schemas have, by the name of the property."""

NOT_MODIFIED = 304


def ref(kind: str, name: str) -> Schema:
    """A reference to a component.

    Args:
        kind: such as ``schemas`` or ``responses``.
    """
    return {"$ref": f"#/components/{kind}/{name}"}


def _listed(name: str) -> Schema:
    return {"type": "array", "items": ref("schemas", name)}


def _nullable(name: str) -> Schema:
    return {"anyOf": [ref("schemas", name), {"type": "null"}]}


PARTS: dict[str, Schema] = {
    **{f"{each}s": _listed(each) for each in ("BlockId", "BlockKind", "CardId")},
    **{
        f"{each}OrNull": _nullable(each)
        for each in (
            *("BattleOrders", "CardId", "Head", "LossOrder", "Movement", "PlanEnding"),
            *("Result", "RetreatOrder", "Side", "SideBid", "TurnOrder", "Window"),
        )
    },
    "Count": {"minimum": 0, "type": "integer"},
    "EditionId": {"examples": ["kessen"], "type": "string"},
    "PaceOrNull": {"examples": [3], "type": ["integer", "null"]},
    "Positive": {"minimum": 1, "type": "integer"},
    "SeasonNumber": {"examples": [3], "minimum": 1, "type": "integer"},
    "TextOrNull": {"type": ["string", "null"]},
    "Texts": {"items": {"type": "string"}, "type": "array"},
    "Time": {"type": "string", "format": "date-time"},
    "TimeOrNull": {"type": ["string", "null"], "format": "date-time"},
}
"""The components for values that properties of several names have."""

_OWN = {"default", "description"}
"""The parts of a property that may stand beside a reference."""


def headers(names: Iterable[str]) -> Schema:
    """The headers of a response, as references."""
    return {name: ref("headers", name) for name in names}


def response(status: int) -> Schema:
    """A reference to the shared response with a status."""
    return ref("responses", "NotModified" if status == NOT_MODIFIED else PROBLEMS[status].name)


def responses() -> dict[str, Schema]:
    """The shared responses, by the name of their component."""
    found = {problem.name: _described(status, problem) for status, problem in PROBLEMS.items()}
    found["NotModified"] = {
        "description": "Nothing has changed since the `ETag` sent as `If-None-Match`.",
        "headers": headers(["ETag", *COUNTED]),
    }
    return dict(sorted(found.items()))


def _described(status: int, problem: Problem) -> Schema:
    content: Schema = {"application/problem+json": {"schema": ref("schemas", "Problem")}}
    examples.add(content, examples.responses().problems.get(str(status)))
    return {"description": problem.meaning, "headers": headers(COUNTED), "content": content}


def share_properties(schemas: dict[str, Schema]) -> dict[str, Schema]:
    """Replace what properties of many schemas have in common by references to components.

    A schema that describes a property differently keeps its own description.

    Returns:
        The schemas with these components.
    """
    objects = [schema["properties"] for schema in schemas.values() if "properties" in schema]
    found: dict[str, Schema] = {}
    for name, component in PROPERTIES.items():
        having = [properties for properties in objects if name in properties]
        counted = Counter(msgspec.json.encode(properties[name]) for properties in having)
        found[component] = msgspec.json.decode(counted.most_common(1)[0][0])
        for properties in having:
            if properties[name] == found[component]:
                properties[name] = ref("schemas", component)
    for properties in objects:
        for each in properties.values():
            _share_part(each)
    return schemas | found | PARTS


def _share_part(described: Schema) -> None:
    """Replace what a property has in common with many others by a reference. It keeps its own description."""
    for name, part in PARTS.items():
        if described.items() >= part.items() and described.keys() - part.keys() <= _OWN:
            for key in part:
                del described[key]
            described.update(ref("schemas", name))


def share_parameters(operations: Iterable[Schema]) -> dict[str, Schema]:
    """Replace parameters that several operations have by references.

    A parameter of the same name that others describe differently is another component.

    Returns:
        The components, by name.
    """
    lists = [operation.get("parameters", []) for operation in operations]
    counted = Counter(msgspec.json.encode(each) for parameters in lists for each in parameters)
    components: dict[str, Schema] = {}
    names: dict[bytes, str] = {}
    for written, times in counted.most_common():
        parameter = msgspec.json.decode(written)
        if times > 1:
            name = f"{parameter['in']}-{parameter['name']}"
            names[written] = f"{name}-other" if name in components else name
            components[names[written]] = parameter
    for parameters in lists:
        for index, each in enumerate(parameters):
            if (known := names.get(msgspec.json.encode(each))) is not None:
                parameters[index] = ref("parameters", known)
    return dict(sorted(components.items()))


def share_answers(operations: Iterable[Schema]) -> dict[str, Schema]:
    """Replace successful responses that several operations have by references.

    An operation that answers the same schema in another way keeps its own response.

    Returns:
        The components, by the name of the schema.
    """
    answers = [operation["responses"] for operation in operations]
    own = [(each, status) for each in answers for status in each if status.startswith("2")]
    counted = Counter(msgspec.json.encode(each[status]) for each, status in own)
    components: dict[str, Schema] = {}
    for written, times in counted.most_common():
        response = msgspec.json.decode(written)
        if times > 1 and (name := _schema_of(response)):
            components.setdefault(name, response)
    for each, status in own:
        if components.get(name := _schema_of(each[status])) == each[status]:
            each[status] = ref("responses", name)
    return components


def _schema_of(described: Schema) -> str:
    """The name of the schema of a body; empty for none that is shared."""
    (media,) = described["content"].values()
    return str(media["schema"].get("$ref", "")).rpartition("/")[2]


def share_bodies(operations: Iterable[Schema]) -> dict[str, Schema]:
    """Replace request bodies that several operations have by references.

    Returns:
        The components, by the name of the schema.
    """
    sent = [operation for operation in operations if "requestBody" in operation]
    counted = Counter(msgspec.json.encode(operation["requestBody"]) for operation in sent)
    components: dict[str, Schema] = {}
    for operation in sent:
        body = operation["requestBody"]
        if counted[msgspec.json.encode(body)] > 1:
            name = _schema_of(body)
            components[name] = body
            operation["requestBody"] = ref("requestBodies", name)
    return components
