"""How each operation describes itself in the OpenAPI document."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from drf_spectacular.plumbing import build_examples_list
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from msgspec import Struct

from accounts.scopes import Scope
from games.api.bodies import Nothing
from games.api.deprecation import Deprecation
from games.api.openapi.examples.operations import OF_OPERATIONS, OF_PROBLEMS
from games.services.idempotency import LONGEST_KEY

View = TypeVar("View", bound=Callable[..., Any])
Schema = dict[str, Any]

ACTIONS = "Actions"
"""The component: one action, or a list of them."""

FOR_ANYBODY, SCOPE, SENT = "x-for-anybody", "x-scope", "x-sent"
"""What an operation is marked by until the document is put together."""

REFUSED = {
    400: "Malformed: no JSON, no action, or a parameter that makes no sense.",
    401: "No token, or one that is unknown, revoked or expired.",
    403: "The token is not for this, as `parameters.scope` says, or you only watch.",
    404: "Nothing here, or nothing that you may know of: the two cannot be told apart.",
    406: "The answer can only be had as JSON.",
    409: "Not asked of you now, not begun, over, or stopped.",
    411: "The length of the body is not said.",
    412: "What you are asked has changed since the version you named. `parameters` says what is current.",
    413: "The body is too long.",
    415: "The body is not JSON.",
    422: "The rules do not allow it, or it is not to be had. Of the rules' refusals `rule` names the rule.",
    428: "`If-Match` is missing.",
    429: "Too many requests; `Retry-After` says for how many seconds.",
}
"""By status, what a problem means."""

LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    {"type": "string", "pattern": r"^\d{1,16}$"},
    OpenApiParameter.HEADER,
    description="The id of the last event you have: the stream goes on after it.",
)

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[ -~]+$"},
    OpenApiParameter.HEADER,
    description="Your own word for this request. Sent again with it, the request has the same answer "
    "and is not carried out twice. It is kept for 30 days.",
)

COUNTED = [
    OpenApiParameter(
        "RateLimit-Policy",
        {"type": "string", "examples": ['"reads";q=3000;w=60']},
        OpenApiParameter.HEADER,
        description="What the request is counted as, how many there may be (`q`), in how many seconds (`w`).",
        response=True,
    ),
    OpenApiParameter(
        "RateLimit",
        {"type": "string", "examples": ['"reads";r=2999;t=42']},
        OpenApiParameter.HEADER,
        description="How many are left (`r`), for how many seconds (`t`), after which all are there again.",
        response=True,
    ),
]
"""In the head of every answer to a request that was counted."""


def ref(component: str | type[Struct]) -> Schema:
    """A reference to a component of the document."""
    name = component if isinstance(component, str) else component.__name__
    return {"$ref": f"#/components/schemas/{name}"}


def described(  # noqa: PLR0913 - nearly all are named where it is called, and few are needed at once
    operation: str,
    summary: str,
    *,
    answer: str | type[Struct] = "StreamEvent",
    events: Mapping[str, type[Struct]] | None = None,
    status: int = 200,
    body: str | type[Struct] | None = None,
    parameters: type[Struct] | None = None,
    is_for_anybody: bool = False,
    problems: Sequence[int] = (),
    scope: Scope | None = None,
    deprecated: Deprecation | None = None,
    is_repeatable: bool = False,
) -> Callable[[View], View]:
    """Describe a method of a view; its docstring is for the callers of the API.

    Args:
        answer: the component it answers with, and ``status`` with which status.
        events: where it answers with a stream, what may come in it, and with which data.
        body: the component it is sent.
        parameters: what may stand behind the question mark.
        is_for_anybody: whether it can be called without a token.
        problems: the statuses it refuses with, beside those that every operation, everything with parameters,
            and everything with a body has.
        scope: what a token must be for. What has no body only reads, and needs ``games:read``; anything else
            must say.
        deprecated: since when it, or a part of what it says, goes out of use.
        is_repeatable: whether it heeds an Idempotency-Key; what names a version does.
    """
    needed = scope or (None if body else Scope.READ)
    is_versioned = 428 in problems
    refusals = {401, 403, 406, 429, *problems}
    if parameters or body:
        refusals.add(400)
    if body:
        refusals |= {411, 413, 415}
    responses: dict[Any, Any] = {
        (status, "text/event-stream" if events else "application/json"): OpenApiResponse(
            ref(answer), description="As asked."
        )
    }
    is_conditional = not body and not events
    if is_conditional:
        responses[304] = OpenApiResponse(description="You have it already; see `If-None-Match`.")
    for refused in sorted(refusals):
        responses[refused, "application/problem+json"] = OpenApiResponse(
            ref("Problem"), description=REFUSED[refused], examples=OF_PROBLEMS.get(refused, [])
        )
    headers = [*_headers(status, is_conditional=is_conditional, is_versioned=is_versioned), *COUNTED]
    if is_versioned or is_repeatable:
        headers.append(IDEMPOTENCY_KEY)
    if events:
        headers.append(LAST_EVENT_ID)
    if deprecated is not None:
        headers += deprecated.headers(status)
    told = extend_schema(
        operation_id=operation,
        summary=summary,
        request={"application/json": ref(body)} if body else None,
        responses=responses,
        parameters=[*(_query(parameters) if parameters else ()), *headers],
        examples=OF_OPERATIONS.get(operation, []),
        deprecated=deprecated is not None and not deprecated.fields,
        extensions={
            FOR_ANYBODY: is_for_anybody,
            SCOPE: needed,
            **({SENT: _sent(operation, body)} if body and body is not Nothing else {}),
            **({"x-events": {name: ref(data) for name, data in events.items()}} if events else {}),
        },
    )

    def describe(view: View) -> View:
        view.scope, view.deprecation = needed, deprecated  # type: ignore[attr-defined] # HasScope and Endpoint look
        return told(view)

    return describe


def _sent(operation: str, body: str | type[Struct]) -> Schema:
    """A body, for methods of which drf-spectacular leaves out that they have one."""
    examples = [each for each in OF_OPERATIONS.get(operation, []) if each.request_only]
    return {"schema": ref(body), "examples": build_examples_list(examples)}


def _query(parameters: type[Struct]) -> Iterator[OpenApiParameter]:
    _, found = msgspec.json.schema_components([parameters])
    for name, told in found[parameters.__name__]["properties"].items():
        schema = told
        if told.get("default", ...) is None:  # left out means none; an address cannot say null
            schema = next(each for each in told["anyOf"] if each != {"type": "null"})
        kind = {"type": "string"} if "enum" in schema else {}
        rest = {key: value for key, value in schema.items() if key != "description"}
        yield OpenApiParameter(name, kind | rest, OpenApiParameter.QUERY, description=told["description"])


def _headers(status: int, *, is_conditional: bool, is_versioned: bool) -> Iterator[OpenApiParameter]:
    text = {"type": "string"}
    if is_conditional or is_versioned:
        yield OpenApiParameter(
            "ETag",
            text,
            OpenApiParameter.HEADER,
            description="Names exactly this, to be asked for or built upon later.",
            response=[status],
        )
    if is_conditional:
        yield OpenApiParameter(
            "If-None-Match",
            text,
            OpenApiParameter.HEADER,
            description="The `ETag` of what you have: it is not sent again unless it has changed.",
        )
    if is_versioned:
        yield OpenApiParameter(
            "If-Match",
            {"type": "string", "examples": ['"east.12.en"']},
            OpenApiParameter.HEADER,
            description="The `ETag` of the view or the options that you decided on.",
            required=True,
        )
