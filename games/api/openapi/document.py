"""Completes the OpenAPI document that drf-spectacular generates from the views."""

from collections.abc import Iterator
from typing import Any

from accounts.scopes import Scope
from games.api.openapi import examples, links, messages, shared
from games.api.openapi.operations import ACTIONS, FACTS, Facts
from games.api.openapi.schemas import NAMES, components
from games.api.shapes.described import Schema
from games.api.shapes.schemas import plain

PATH = {
    "public_id": {"description": "The game's id.", "example": "k7m2p9qrst"},
    "moment": {
        "description": "The version of the change, from 1. For the `referee`, the step of the game.",
        "example": 7,
    },
    "edition": {"description": "The edition's id, or the digest of its text.", "example": "kessen"},
    "number": {"description": "The number of the rule or ruling.", "example": "8.6.1"},
    "message": {"description": "The number of the message in the game.", "example": 1},
    "name": {"description": "The name of the schema.", "example": "action"},
    "slug": {"description": "The `slug` of the club.", "example": "friends-of-sekigahara"},
    "member": {"description": "The `id` of the membership.", "example": "m4q8z2rtvw"},
    "announcement": {"description": "The announcement's id.", "example": "k7m2p9qrst"},
    "ladder": {"description": "The ladder's id.", "example": "k7m2p9qrst"},
    "challenge": {"description": "The challenge's id.", "example": "k7m2p9qrst"},
    "season": {"description": "The number of the season.", "example": 3},
    "request_id": {"description": "The request's id.", "example": "k7m2p9qrst"},
    "bidding": {"description": "The bidding's id.", "example": "b5n8x3rkqt"},
    "key": {"description": "The player's id.", "example": "k7m2p9qrst"},
    "restriction": {"description": "The restriction's key.", "example": "5be0a34f91c2"},
    "device": {"description": "The device's id.", "example": "k7m2p9qrst23"},
    "webhook_id": {"description": "The webhook's id.", "example": "k7m2p9qrst23"},
    "message_id": {"description": "The message's id.", "example": "games_your-phase_k7m2p9qrst_east_12"},
}
"""The path parameters."""


TAGS = {
    "archive": "Finished public games.",
    "biddings": "Bidding for sides before a ladder game.",
    "bots": "Bots that anyone may challenge.",
    "challenges": "Challenges on ladders.",
    "clubs": "Clubs, their members, ladders and webhooks.",
    "computers": "Computer players.",
    "editions": "Editions of the game and their printed contents.",
    "games": "Creating, playing and watching games.",
    "ladders": "Ladders, their seasons, standings and challenges.",
    "me": "The owner of the token.",
    "offers": "Ids and commitments of games, before they are created.",
    "players": "Players of rated games.",
    "ratings": "Ratings of players.",
    "rules": "Summaries of the rules.",
    "schemas": "JSON Schemas.",
    "statistics": "Statistics of finished games.",
    "webhooks": "Your webhooks.",
}
"""The groups of operations, named after the first part of their paths."""

SECURITY: list[Schema] = [{"token": [Scope.READ.value]}, {}]
"""What operations need that do not say it: they are for anybody, and a token needs this scope."""

OAUTH: Schema = {
    "type": "oauth2",
    "description": "How programs get the token of a person who lets them act for them: with PKCE (S256).",
    "flows": {
        "authorizationCode": {
            "authorizationUrl": "/oauth/authorize/",
            "tokenUrl": "/oauth/token/",
            "refreshUrl": "/oauth/token/",
            "scopes": {scope.value: str(scope.label) for scope in Scope},
        }
    },
}

SERVERS = [{"url": "/", "description": "The service that serves this document."}]


def complete(result: Schema, **_others: Any) -> Schema:
    """Complete the document. A postprocessing hook of drf-spectacular; its other arguments are unused.

    Raises:
        ValueError: two components have the same name.
    """
    parts = result.setdefault("components", {})
    parts["schemas"] = components(parts.get("schemas", {}))
    parts["schemas"] = dict(sorted(shared.share_properties(parts["schemas"]).items()))
    for name, each in examples.responses().components.items():
        parts["schemas"][name]["examples"] = [each]
    for operation in _operations(result):
        _finish(operation, parts["schemas"])
        links.connect(operation)
    parts["securitySchemes"]["oauth"] = OAUTH
    parts["headers"] = shared.HEADERS
    parts["responses"] = shared.responses() | messages.RESPONSES | shared.share_answers(_operations(result))
    parts["parameters"] = shared.share_parameters(_operations(result)) | messages.PARAMETERS
    parts["requestBodies"] = shared.share_bodies(_operations(result))
    result["webhooks"] = messages.webhooks()
    result["security"] = SECURITY
    for operation in _operations(result):
        if operation["security"] == SECURITY:
            del operation["security"]
    result["servers"] = SERVERS
    result["tags"] = [{"name": name, "description": each} for name, each in TAGS.items()]
    return result


def _operations(result: Schema) -> Iterator[Schema]:
    for methods in result["paths"].values():
        yield from methods.values()


def _finish(operation: Schema, schemas: dict[str, Schema]) -> None:
    facts: Facts = operation.pop(FACTS)
    operation["security"] = _security(facts)
    if facts.scope is not None:
        enough = "" if facts.instead is None else f" or `{facts.instead.value}`"
        who = "It needs no token. One that is sent" if facts.is_for_anybody else "A token"
        operation["description"] += f"\n\n{who} needs the scope `{facts.scope.value}`{enough}."
    for parameter in operation.get("parameters", []):
        parameter["schema"] = plain(parameter["schema"], NAMES)
        if parameter["in"] == "path":
            parameter.update(PATH[parameter["name"]])
    _add_answers(operation, facts)
    if facts.body is not None and "requestBody" not in operation:
        operation["requestBody"] = {"content": {"application/json": facts.body}}
    if "requestBody" in operation:
        name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        examples.add(operation["requestBody"]["content"], examples.requests().get(operation["operationId"]))
        operation["requestBody"]["required"] = bool(schemas[name].get("required", name == ACTIONS))


def _security(facts: Facts) -> list[Schema]:
    scope: Scope | None = facts.scope
    needed: list[Schema] = [{"token": [] if scope is None else [scope.value]}]
    if facts.instead is not None:
        needed.append({"token": [facts.instead.value]})
    return [*needed, {}] if facts.is_for_anybody else needed


def _add_answers(operation: Schema, facts: Facts) -> None:
    """Add the headers to the operation's own response, and the responses that all operations share."""
    (own,) = operation["responses"].values()
    examples.add(own.get("content", {}), examples.responses().operations.get(operation["operationId"]))
    own["headers"] = shared.headers(facts.headers) | own.get("headers", {})
    is_of_something = any(each["in"] == "path" for each in operation.get("parameters", ()))
    for status in sorted({*facts.statuses, *([404] if is_of_something else [])}):
        operation["responses"][str(status)] = shared.response(status)
