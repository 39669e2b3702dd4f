"""How each operation describes itself in the OpenAPI document."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from drf_spectacular.plumbing import build_examples_list
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from msgspec import Struct

from accounts.scopes import Scope
from games.api.bodies import Nothing
from games.api.deprecation import Deprecation
from games.api.openapi.examples.operations import OF_OPERATIONS
from games.api.openapi.shared import COUNTED, NOT_MODIFIED
from games.api.parameters import names
from games.services.idempotency import LONGEST_KEY

View = TypeVar("View", bound=Callable[..., Any])
Schema = dict[str, Any]

ACTIONS = "Actions"
"""The component: one action, or a list of them."""

FACTS = "x-facts"
"""Where the facts of an operation stand until the document is put together."""


class Facts(NamedTuple):
    """What an operation says of itself that drf-spectacular has no place for.

    Attributes:
        scope: what its token must be for.
        is_for_anybody: whether it can be called without a token.
        body: the media of the request; None where nothing is sent.
        statuses: the answers that mean the same for every operation.
        headers: of its own answer, those that are components.
    """

    scope: Scope | None
    is_for_anybody: bool
    body: Schema | None
    statuses: tuple[int, ...]
    headers: tuple[str, ...]


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

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    {"type": "string"},
    OpenApiParameter.HEADER,
    description="The `ETag` of what you have: while that is current, the answer is `304`.",
)

IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "examples": ['"east.12.en"']},
    OpenApiParameter.HEADER,
    description="The `ETag` of the view or the options that you decided on.",
    required=True,
)


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
        parameters: its query parameters; any other is refused.
        is_for_anybody: whether it can be called without a token.
        problems: the statuses it refuses with, beside those that every operation, and everything with a body
            has.
        scope: what a token must be for. What has no body only reads, and needs ``games:read``; anything else
            must say.
        deprecated: since when it, or a part of what it says, goes out of use.
        is_repeatable: whether it heeds an Idempotency-Key; what names a version does.
    """
    needed = scope or (None if body else Scope.READ)
    is_versioned, is_conditional = 428 in problems, not body and not events
    kind = "text/event-stream" if events else "application/json"
    describe_view = extend_schema(
        operation_id=operation,
        summary=summary,
        request={"application/json": ref(body)} if body else None,
        responses={(status, kind): OpenApiResponse(ref(answer), description="Success.")},
        parameters=[
            *(_query(parameters) if parameters else ()),
            *([IF_NONE_MATCH] if is_conditional else []),
            *([IF_MATCH] if is_versioned else []),
            *([IDEMPOTENCY_KEY] if is_versioned or is_repeatable else []),
            *([LAST_EVENT_ID] if events else []),
            *(deprecated.headers(status) if deprecated else []),
        ],
        examples=OF_OPERATIONS.get(operation, []),
        deprecated=deprecated is not None and not deprecated.fields,
        extensions={
            FACTS: Facts(
                scope=needed,
                is_for_anybody=is_for_anybody,
                body=_sent(operation, body) if body and body is not Nothing else None,
                statuses=_statuses(problems, has_body=bool(body), is_conditional=is_conditional),
                headers=(*(["ETag"] if is_conditional or is_versioned else []), *COUNTED),
            ),
            **({"x-events": {name: ref(data) for name, data in events.items()}} if events else {}),
        },
    )

    def describe(view: View) -> View:
        view.scope, view.deprecation = needed, deprecated  # type: ignore[attr-defined] # HasScope and Endpoint look
        view.parameters = names(parameters)  # type: ignore[attr-defined] # Endpoint looks
        return describe_view(view)

    return describe


def _statuses(problems: Sequence[int], *, has_body: bool, is_conditional: bool) -> tuple[int, ...]:
    """The statuses of an operation that mean the same for all."""
    always = {400, 401, 403, 406, 429}
    with_body = {411, 413, 415} if has_body else set()
    return tuple(sorted({*always, *with_body, *problems, *([NOT_MODIFIED] if is_conditional else [])}))


def _sent(operation: str, body: str | type[Struct]) -> Schema:
    """A body, for methods of which drf-spectacular leaves out that they have one."""
    examples = [each for each in OF_OPERATIONS.get(operation, []) if each.request_only]
    return {"schema": ref(body), "examples": build_examples_list(examples)}


def _query(parameters: type[Struct]) -> Iterator[OpenApiParameter]:
    _, found = msgspec.json.schema_components([parameters])
    for name, described_as in found[parameters.__name__]["properties"].items():
        schema = described_as
        if described_as.get("default", ...) is None:  # left out means none; an address cannot say null
            schema = next(each for each in described_as["anyOf"] if each != {"type": "null"})
        kind = {"type": "string"} if "enum" in schema else {}
        rest = {key: value for key, value in schema.items() if key != "description"}
        yield OpenApiParameter(
            name, kind | rest, OpenApiParameter.QUERY, description=described_as["description"]
        )
