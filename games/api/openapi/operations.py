"""The decorator that describes an operation for the OpenAPI document."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from drf_spectacular.plumbing import get_doc
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from msgspec import Struct

from accounts.scopes import Scope
from games.api.bodies import Nothing
from games.api.deprecation import Deprecation
from games.api.openapi.shared import COUNTED, NOT_MODIFIED
from games.api.parameters import Seen, names
from games.api.shapes.described import Schema, schema_components
from games.services.idempotency import LONGEST_KEY
from games.services.retention import RECEIPTS_KEPT

Method = TypeVar("Method", bound=Callable[..., Any])
ACTIONS = "Actions"
"""The component: one action, or a list of them."""

DRAWING = "Drawing"
"""The component: an SVG document."""

TABLE = "Table"
"""The component: a file of comma-separated values."""

FACTS = "x-facts"
"""The extension that holds the facts of an operation until the document is complete."""


class Facts(NamedTuple):
    """Facts about an operation that drf-spectacular has no place for.

    Attributes:
        scope: the scope that its token needs.
        instead: another scope that is enough; None for none.
        is_for_anybody: whether it can be called without a token.
        body: the media type object of the request body; None without a body.
        statuses: the statuses of shared responses.
        headers: the shared headers of its own response.
    """

    scope: Scope | None
    instead: Scope | None
    is_for_anybody: bool
    body: Schema | None
    statuses: tuple[int, ...]
    headers: tuple[str, ...]


LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    {"type": "string", "pattern": r"^\d{1,16}$"},
    OpenApiParameter.HEADER,
    description="The id of the last event you received. The stream continues after it.",
)

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[ -~]+$"},
    OpenApiParameter.HEADER,
    description="A unique key for this request. Repeating the request with the same key returns "
    "the same response and does not carry it out twice. Keys are kept "
    f"for {RECEIPTS_KEPT.days} days.",
)

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    {"type": "string"},
    OpenApiParameter.HEADER,
    description="The `ETag` of the copy you have. While that is current, the response is `304`.",
)

IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "examples": ['"east.12.en"']},
    OpenApiParameter.HEADER,
    description="The `ETag` of the view or options on which you based the decision.",
    required=True,
)

PREFER = OpenApiParameter(
    "Prefer",
    {"type": "string", "examples": ["return=representation"]},
    OpenApiParameter.HEADER,
    description="With `return=representation` the response contains your next `options`, and in "
    "`view_changes` what has changed in your view, and `Preference-Applied` says so (RFC 7240).",
)


def ref(component: str | type[Struct]) -> Schema:
    """A reference to a component of the document."""
    name = component if isinstance(component, str) else component.__name__
    return {"$ref": f"#/components/schemas/{name}"}


def described(  # noqa: PLR0913 - nearly all are named where it is called, and few are needed at once
    operation: str,
    summary: str = "",
    *,
    answer: str | type[Struct] = "StreamEvent",
    kind: str = "application/json",
    events: Mapping[str, type[Struct]] | None = None,
    status: int = 200,
    body: str | type[Struct] | None = None,
    parameters: type[Struct] | None = None,
    is_for_anybody: bool = False,
    problems: Sequence[int] = (),
    scope: Scope | None = None,
    instead: Scope | None = None,
    deprecated: Deprecation | None = None,
    is_repeatable: bool = False,
    is_representable: bool = False,
) -> Callable[[Method], Method]:
    """Describe a method of a view. Clients read its docstring: the summary, and below it the description.

    Args:
        summary: where classes share the method, whose docstring is the description alone.
        answer: the component of its response; ``status`` is the status code.
        kind: the content type of its response, if it is no stream.
        events: for a stream, its events by name with their data.
        body: the component of the request body.
        parameters: its query parameters; any others are refused.
        is_for_anybody: whether it can be called without a token.
        problems: the error statuses beyond those of every operation, every body, and every id in a path.
        scope: the scope that a token needs. Operations without a body default to ``games:read``.
        instead: another scope that is enough.
        deprecated: the deprecation of the operation or of fields of its response.
        is_repeatable: whether it accepts an Idempotency-Key. Operations with If-Match always do.
        is_representable: whether it accepts the preference for the representation.
    """
    needed = scope or (None if body else Scope.READ)
    is_versioned, is_conditional = 428 in problems, not body and not events
    describe_view = partial(
        extend_schema,
        operation_id=operation,
        request={"application/json": ref(body)} if body else None,
        responses={
            (status, "text/event-stream" if events else kind): OpenApiResponse(
                ref(answer), description="Success."
            )
        },
        parameters=[
            *(_query(parameters) if parameters else ()),
            *([IF_NONE_MATCH] if is_conditional else []),
            *([IF_MATCH] if is_versioned else []),
            *([IDEMPOTENCY_KEY] if is_versioned or is_repeatable else []),
            *([PREFER] if is_representable else []),
            *([LAST_EVENT_ID] if events else []),
            *(deprecated.headers(status) if deprecated else []),
        ],
        deprecated=deprecated is not None and not deprecated.fields,
        extensions={
            FACTS: Facts(
                scope=needed,
                instead=instead,
                is_for_anybody=is_for_anybody,
                body={"schema": ref(body)} if body and body is not Nothing else None,
                statuses=_statuses(problems, has_body=bool(body), is_conditional=is_conditional),
                headers=(*(["ETag"] if is_conditional or is_versioned else []), *COUNTED),
            ),
            **({"x-events": {name: ref(data) for name, data in events.items()}} if events else {}),
        },
    )

    def describe(view: Method) -> Method:
        view.scope, view.instead = needed, instead  # type: ignore[attr-defined] # HasScope looks
        view.deprecation = deprecated  # type: ignore[attr-defined] # Endpoint looks
        view.parameters, view.query = names(parameters), parameters  # type: ignore[attr-defined] # Endpoint looks
        title, text = (summary, get_doc(view)) if summary else get_doc(view).split("\n\n", 1)
        return describe_view(summary=title.removesuffix("."), description=text)(view)

    return describe


for_anybody = partial(described, is_for_anybody=True)
"""Describe an operation that reads and needs no token."""

for_players = partial(described, scope=Scope.PLAY)
"""Describe an operation of people who play."""

for_watchers = partial(for_anybody, parameters=Seen, problems=(409,))
"""Describe an operation that reads a game that has started."""

for_seats = partial(for_players, parameters=Seen, problems=(409,))
"""Describe an operation of a player in a game that has started."""

for_clubs = partial(described, scope=Scope.CLUBS)
"""Describe an operation of members or organisers of clubs."""


def _statuses(problems: Sequence[int], *, has_body: bool, is_conditional: bool) -> tuple[int, ...]:
    """The statuses of the shared responses of an operation."""
    always = {400, 401, 403, 406, 429}
    with_body = {411, 413, 415} if has_body else set()
    return tuple(sorted({*always, *with_body, *problems, *([NOT_MODIFIED] if is_conditional else [])}))


def _query(parameters: type[Struct]) -> Iterator[OpenApiParameter]:
    _, found = schema_components([parameters])
    for name, described_as in found[parameters.__name__]["properties"].items():
        schema = described_as
        if described_as.get("default", ...) is None:  # left out means none; an address cannot say null
            schema = next(each for each in described_as["anyOf"] if each != {"type": "null"})
        kind = {"type": "string"} if "enum" in schema else {}
        rest = {key: value for key, value in schema.items() if key != "description"}
        yield OpenApiParameter(
            name, kind | rest, OpenApiParameter.QUERY, description=described_as["description"]
        )
