"""What all views of the API share: who asks, and how an answer is given."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

import msgspec
from django.conf import settings
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from msgspec.structs import fields
from rest_framework.exceptions import NotAuthenticated
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.authentication import HasScope, TokenAuthentication
from accounts.models.person import Person
from games.api import paging, parameters
from games.api.deprecation import Deprecation
from games.api.errors import LengthRequired, NoSeat
from games.api.parameters import Paged, Seen
from games.api.parsers import BodyParser
from games.api.permissions import HasScopeOrWatches
from games.api.throttles import Throttle, tell
from games.api.versions import content_tag, etag, is_known, names
from games.errors import Conflict
from games.models.seat import Seat
from games.reads.access import Viewer, Visitor, viewer_of

JSON = "application/json"

Found = TypeVar("Found")
Listed = TypeVar("Listed", bound=Model)


class _Json(DefaultContentNegotiation):
    """The framework's choice of how a body is read and an answer written, made at once where that is JSON."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        if request.content_type == JSON:
            return parsers[0]
        return super().select_parser(request, parsers)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        if request.headers.get("Accept", "*/*") in {"*/*", JSON}:
            return renderers[0], JSON
        return super().select_renderer(request, renderers, format_suffix)


class Endpoint(APIView):
    """A view of the API, for people who are identified by a token."""

    content_negotiation_class = _Json
    authentication_classes = (TokenAuthentication,)
    permission_classes: Sequence[Any] = (HasScope,)
    throttle_classes = (Throttle,)
    parser_classes = (BodyParser,)

    @property
    def default_response_headers(self) -> dict[str, str]:
        """What every answer has; which methods there are is told to who tried another."""
        return {}

    def http_method_not_allowed(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Refuse it, and say what may be done."""
        self.headers = {"Allow": ", ".join(self.allowed_methods)}
        return super().http_method_not_allowed(request, *args, **kwargs)

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        """The framework's request, which knows the headers itself: it would ask for each elsewhere."""
        made = super().initialize_request(request, *args, **kwargs)
        made.headers = request.headers
        return made

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        # The framework takes a body of unknown length for none.
        """Refuse a body of unknown length, which the framework would take for an empty one.

        Raises:
            LengthRequired: the request has such a body.
        """
        if "Transfer-Encoding" in request.headers and "Content-Length" not in request.headers:
            raise LengthRequired
        super().initial(request, *args, **kwargs)
        if request.META.get("QUERY_STRING"):
            known = getattr(self._operation(request), "parameters", None)
            if known is not None:
                parameters.refuse_unknown(request, known)

    def _operation(self, request: Request) -> Any:
        """The method of this view that carries the request out; None if there is none."""
        return getattr(self, str(request.method).lower(), None)

    def perform_authentication(self, request: Request) -> None:
        """Find out who asks, and count it, also of whom nobody knows: whoever is refused is counted too."""
        try:
            super().perform_authentication(request)
        finally:
            super().check_throttles(request)

    def check_throttles(self, request: Request) -> None:
        """Done by then."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Tell in the head of every answer what is left of the limit, and whether this goes out of use."""
        final = super().finalize_response(request, response, *args, **kwargs)
        tell(request, final)
        deprecation: Deprecation | None = getattr(self._operation(request), "deprecation", None)
        if deprecation is not None:
            deprecation.tell(final)
        return final

    def person(self, request: Request) -> Person:
        """Whoever is identified.

        Raises:
            NotAuthenticated: nobody is.
        """
        if not isinstance(request.user, Person):
            raise NotAuthenticated
        return request.user


class OfGame(Endpoint):
    """A view of one game, which whoever may watch it may read."""

    permission_classes: Sequence[Any] = (HasScopeOrWatches,)

    def viewer(self, request: Request, public_id: str) -> Viewer:
        """What the request is in this game.

        Raises:
            Http404: the game is none of its business, or there is none.
            NotAuthenticated: there is none for somebody without a token.
        """
        wanted = parameters.read(request, Seen).wanted
        return self.found(request, lambda visitor: viewer_of(visitor, public_id, wanted))

    def found(self, request: Request, find: Callable[[Visitor], Found]) -> Found:
        """Find something that not everybody may see.

        Args:
            find: raises Http404 for who may not.

        Raises:
            Http404: it is none of its business, or there is none.
            NotAuthenticated: there is none for somebody without a token.
        """
        person = request.user if isinstance(request.user, Person) else None
        try:
            return find(Visitor(person))
        except Http404:
            if person is None:
                raise NotAuthenticated from None
            raise

    def begun(self, request: Request, public_id: str) -> Viewer:
        """The viewer of a game that has begun.

        Raises:
            Conflict: it has not begun.
        """
        viewer = self.viewer(request, public_id)
        if not viewer.game.length:
            raise Conflict("not-begun")
        return viewer

    def player(self, request: Request, public_id: str) -> tuple[Viewer, Seat]:
        """The viewer and the seat of somebody who plays. A player of both sides means the one whose version
        they name.

        Raises:
            NoSeat: they only watch.
        """
        viewer = self.begun(request, public_id)
        if viewer.seat is None:
            raise NoSeat
        for seat in viewer.others:
            # What a request is must not depend on who is asked by now: it may be a repeated one.
            if "as" not in request.query_params and names(request, seat.plays.label):
                return Viewer(viewer.game, seat, (viewer.seat,), viewer.both), seat
        return viewer, viewer.seat


def answer(content: Any, status: int = 200) -> HttpResponse:
    """Something said this once."""
    response = HttpResponse(msgspec.json.encode(content), JSON, status)
    return _private(response)


def of_version(
    request: Request,
    viewer: Viewer,
    tell: Callable[[], Any],
    *,
    version: int | None = None,
    status: int = 200,
) -> HttpResponse:
    """What is good for a viewer at a version (now, by default); told only to who does not know it yet."""
    tag = etag(viewer, version)
    is_read = request.method in ("GET", "HEAD") and viewer.game.frozen_at is None
    if is_read and is_known(request, tag):
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(msgspec.json.encode(tell()), JSON, status)
    response["ETag"] = tag
    return _private(response)


def by_content(request: Request, content: Any, *, is_public: bool = False, kind: str = JSON) -> HttpResponse:
    """What has no version, and yet need not be sent twice.

    Args:
        content: bytes as they are, or what is to be written as JSON.
        is_public: the same for everybody, and seldom another tomorrow.
    """
    body = content if isinstance(content, bytes) else msgspec.json.encode(content)
    tag = content_tag(body)
    response = HttpResponse(status=304) if is_known(request, tag) else HttpResponse(body, kind)
    response["ETag"] = tag
    if is_public:
        response["Cache-Control"] = "public, max-age=300"
        return response
    return _private(response)


def by_tag(request: Request, tag: str, tell: Callable[[], Any]) -> HttpResponse:
    """What a tag names without its being told; told only to who does not have it."""
    known = is_known(request, tag)
    response = HttpResponse(status=304) if known else HttpResponse(msgspec.json.encode(tell()), JSON)
    response["ETag"] = tag
    return _private(response)


def page(
    request: Request, rows: QuerySet[Listed], wanted: Paged, **chosen: object
) -> tuple[list[Listed], str | None]:
    """The page of a list that a request asks for.

    Args:
        rows: sorted; see ``paging``.
        wanted: the query parameters of the request.
        chosen: parameters that the request left out, with the values that were taken for them.

    Returns:
        The rows, and the address of the next page; None on the last one.

    Raises:
        MalformedParameter: the cursor is not one of this list.
    """
    found, cursor = paging.page(rows, wanted.limit, wanted.cursor)
    if not cursor:
        return found, None
    given = {field.encode_name: getattr(wanted, field.name) for field in fields(wanted)}
    place = {"limit": given.pop("limit"), "cursor": cursor}
    del given["cursor"]
    query = {name: value for name, value in (given | chosen | place).items() if value not in (None, "")}
    words = {name: str(value).lower() if isinstance(value, bool) else value for name, value in query.items()}
    return found, f"{settings.SITE_URL}{request.path}?{urlencode(words)}"


def address(name: str, *args: str, query: str = "") -> str:
    """Where something of the API is, with the host."""
    path = reverse(f"games-api:{name}", args=args)
    return f"{settings.SITE_URL}{path}{'?' if query else ''}{query}"


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Authorization, Accept-Language"
    return response
