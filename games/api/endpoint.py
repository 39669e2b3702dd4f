"""The base classes of all views, and functions that make responses."""

from collections.abc import Callable, Sequence
from time import thread_time
from typing import Any, TypeVar
from urllib.parse import urlencode

import msgspec
from django.conf import settings
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from msgspec.structs import fields
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.authentication import HasScope, TokenAuthentication
from accounts.models.person import Person
from games.api import paging, parameters
from games.api.deprecation import Deprecation
from games.api.errors import LengthRequired, NoSeat
from games.api.paging import Paged
from games.api.parameters import Seen
from games.api.parsers import BodyParser
from games.api.seat_authentication import Granted, SeatAuthentication, SeatHolder
from games.api.throttles import Throttle, account_for
from games.api.versions import content_tag, etag, is_known, names
from games.models.seat import Seat
from games.reads.access import Viewer, Visitor, viewer_of
from sekigahara.errors.exceptions import Conflict

JSON = "application/json"

Found = TypeVar("Found")
Listed = TypeVar("Listed", bound=Model)


class _Json(DefaultContentNegotiation):
    """Content negotiation of the framework, with a shortcut for JSON."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        if request.content_type == JSON:
            return parsers[0]
        return super().select_parser(request, parsers)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        if request.headers.get("Accept", "*/*") in {"*/*", JSON}:
            return renderers[0], JSON
        return super().select_renderer(request, renderers, format_suffix)


class Endpoint(APIView):
    """A view of the API, for callers who authenticate with a token."""

    _begun = 0.0
    content_negotiation_class = _Json
    authentication_classes: Sequence[type[BaseAuthentication]] = (TokenAuthentication,)
    permission_classes: Sequence[Any] = (HasScope,)
    throttle_classes = (Throttle,)
    parser_classes = (BodyParser,)

    @property
    def default_response_headers(self) -> dict[str, str]:
        """No default headers: ``Allow`` is sent only where it is asked for."""
        return {}

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ARG002 - REST framework's signature
        """Say which methods there are. It says nothing of what is there, and needs no token."""
        return HttpResponse(status=204, headers={"Allow": ", ".join(self.allowed_methods)})

    def get_permissions(self) -> Sequence[Any]:
        """Who may call it."""
        return [] if self.request.method == "OPTIONS" else super().get_permissions()

    def http_method_not_allowed(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Refuse a method, and list the allowed ones."""
        self.headers = {"Allow": ", ".join(self.allowed_methods)}
        return super().http_method_not_allowed(request, *args, **kwargs)

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        """Keep the headers in the framework's request, which would look each up elsewhere."""
        self._begun = thread_time()
        made = super().initialize_request(request, *args, **kwargs)
        made.headers = request.headers
        return made

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Count the request, whatever is wrong with it; refuse bodies of unknown length and unknown query
        parameters.

        Raises:
            LengthRequired: the request has a body of unknown length.
        """
        try:
            super().perform_authentication(request)
        finally:
            super().check_throttles(request)
        # The framework treats a body of unknown length as empty.
        if "Transfer-Encoding" in request.headers and "Content-Length" not in request.headers:
            raise LengthRequired
        super().initial(request, *args, **kwargs)
        if request.META.get("QUERY_STRING"):
            operation = self._operation(request)
            known = getattr(operation, "parameters", None)
            if known is not None:
                parameters.refuse_unknown(request, known, operation.query)

    def _operation(self, request: Request) -> Any:
        """The handler of the request; None if there is none."""
        return getattr(self, str(request.method).lower(), None)

    def perform_authentication(self, request: Request) -> None:
        """Do nothing: ``initial`` has done it."""

    def check_throttles(self, request: Request) -> None:
        """Do nothing: ``initial`` has checked the limits."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add the headers of the rate limit and of a deprecation."""
        final = super().finalize_response(request, response, *args, **kwargs)
        account_for(request, final, self._begun)
        deprecation: Deprecation | None = getattr(self._operation(request), "deprecation", None)
        if deprecation is not None:
            deprecation.add_headers(final)
        return final

    def person(self, request: Request) -> Person:
        """The person who makes the request.

        Raises:
            NotAuthenticated: the request has no valid token.
        """
        if not isinstance(request.user, Person):
            raise NotAuthenticated
        return request.user


class HasScopeOrWatches(HasScope):
    """Requests without a token may read. Views decide what they may see."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        is_nobody = not isinstance(request.user, (Person, SeatHolder))
        return (is_nobody and request.method in SAFE_METHODS) or super().has_permission(request, view)


class Readable(Endpoint):
    """A view that can be read without a token."""

    permission_classes: Sequence[Any] = (HasScopeOrWatches,)


class OfGame(Readable):
    """A view of a game. People who may watch the game may read it. Pages of games call it with a pass."""

    authentication_classes = (TokenAuthentication, SeatAuthentication)

    def viewer(self, request: Request, public_id: str) -> Viewer:
        """Find the viewer of a game that a request selects.

        Raises:
            Http404: there is no such game, or the caller may not see it.
            NotAuthenticated: there is none, and the request has no token.
        """
        viewpoint = parameters.read(request, Seen).viewpoint
        return self.found(request, lambda visitor: viewer_of(visitor, public_id, viewpoint))

    def found(self, request: Request, find: Callable[[Visitor], Found]) -> Found:
        """Find something that not everyone may see.

        Args:
            find: raises Http404 if the visitor may not see it.

        Raises:
            Http404: there is nothing, or the caller may not see it.
            NotAuthenticated: there is none, and the request has no token.
        """
        visitor = visitor_of(request)
        try:
            return find(visitor)
        except Http404:
            if visitor.person is None:
                raise NotAuthenticated from None
            raise

    def begun(self, request: Request, public_id: str) -> Viewer:
        """Find the viewer of a game that has started.

        Raises:
            Conflict: the game has not started.
        """
        viewer = self.viewer(request, public_id)
        if not viewer.game.length:
            raise Conflict("not-begun")
        return viewer

    def player(
        self, request: Request, public_id: str, names: Callable[[Request, str], bool] = names
    ) -> tuple[Viewer, Seat]:
        """Find the viewer and the seat of a player. For a player of both sides it is the side whose version
        they name.

        Args:
            names: whether a request names versions of a side.

        Raises:
            NoSeat: the caller only watches.
        """
        viewer = self.begun(request, public_id)
        if viewer.seat is None:
            raise NoSeat
        for seat in viewer.others:
            # The side must not depend on whose decision it is now: the request may be a repetition.
            if "as" not in request.query_params and names(request, seat.plays.label):
                return Viewer(viewer.game, seat, (viewer.seat,), viewer.both), seat
        return viewer, viewer.seat


def visitor_of(request: Request) -> Visitor:
    """Who sends a request: the owner of its token, the holder of a pass for a seat, or nobody known."""
    if isinstance(request.auth, Granted):
        return request.auth.visitor
    return Visitor(request.user if isinstance(request.user, Person) else None)


def answer(content: Any, status: int = 200) -> HttpResponse:
    """A JSON response without a validator."""
    response = HttpResponse(msgspec.json.encode(content), JSON, status)
    return _private(response)


def of_version(
    request: Request,
    viewer: Viewer,
    make: Callable[[], Any],
    *,
    version: int | None = None,
    status: int = 200,
    kind: str = JSON,
) -> HttpResponse:
    """A conditional response for a viewer at a version, by default the current one.

    Args:
        make: makes the bytes of the body, or an object to encode as JSON.
        kind: the content type.
    """
    tag = etag(viewer, version)
    is_read = request.method in ("GET", "HEAD") and viewer.game.frozen_at is None
    if is_read and is_known(request, tag):
        response = HttpResponse(status=304)
    else:
        made = make()
        body = made if isinstance(made, bytes) else msgspec.json.encode(made)
        response = HttpResponse(body, kind, status)
    response["ETag"] = tag
    return _private(response)


def by_content(request: Request, content: Any, *, tag: str = "", is_public: bool = False) -> HttpResponse:
    """A conditional response whose ETag is a digest of its content.

    Args:
        content: the bytes of the body, or an object to encode as JSON.
        tag: another ETag that identifies the content.
        is_public: the content is the same for everyone and seldom changes.
    """
    body = content if isinstance(content, bytes) else msgspec.json.encode(content)
    tag = tag or content_tag(body)
    is_read = request.method in ("GET", "HEAD")
    is_held = is_read and is_known(request, tag)
    response = HttpResponse(status=304) if is_held else HttpResponse(body, JSON)
    response["ETag"] = tag
    if is_public:
        response["Cache-Control"] = "public, max-age=300"
        return response
    return _private(response)


def by_tag(request: Request, tag: str, make: Callable[[], Any]) -> HttpResponse:
    """A conditional response with a known ETag. Its content is made only if the client does not have it."""
    known = is_known(request, tag)
    response = HttpResponse(status=304) if known else HttpResponse(msgspec.json.encode(make()), JSON)
    response["ETag"] = tag
    return _private(response)


def page(
    request: Request, rows: QuerySet[Listed], query: Paged, *, may_lag: bool = False, **chosen: object
) -> tuple[list[Listed], str | None]:
    """Find the page of a list that a request selects.

    Args:
        rows: the sorted rows; see ``paging``.
        query: the query parameters of the request.
        may_lag: see ``paging``.
        chosen: omitted parameters, with the values that were used for them.

    Returns:
        The rows, and the URL of the next page; None on the last page.

    Raises:
        MalformedParameter: the cursor does not belong to this list.
    """
    found, cursor = paging.page(rows, query.limit, query.cursor, may_lag=may_lag)
    if not cursor:
        return found, None
    sent = {field.encode_name: getattr(query, field.name) for field in fields(query)}
    place = {"limit": sent.pop("limit"), "cursor": cursor}
    del sent["cursor"]
    values = {name: value for name, value in (sent | chosen | place).items() if value not in (None, "")}
    words = {name: str(value).lower() if isinstance(value, bool) else value for name, value in values.items()}
    return found, f"{settings.SITE_URL}{request.path}?{urlencode(words)}"


def address(name: str, *args: str, query: str = "") -> str:
    """The absolute URL of a view of the API."""
    path = reverse(f"games-api:{name}", args=args)
    return f"{settings.SITE_URL}{path}{'?' if query else ''}{query}"


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-store"  # clients keep it themselves, with its ETag
    response["Vary"] = "Authorization, Accept-Language"
    return response
