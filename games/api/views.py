"""The API of one game: thin, all of it through ``access`` and the services."""

from typing import Any

import msgspec
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models.person import Person
from games import engine
from games.access import Viewer, Visitor, viewer_of
from games.api.errors import VersionRequired
from games.api.parsers import BodyParser
from games.api.renderers import EngineJSONRenderer
from games.api.versions import etag, named_version
from games.services import play, position


class OfGame(APIView):
    """What a viewer sees and does in one game."""

    permission_classes = (AllowAny,)
    renderer_classes = (EngineJSONRenderer,)

    def viewer(self, request: Request, public_id: str) -> Viewer:
        """What the request is in this game; 404 where the game is none of its business."""
        person = request.user if isinstance(request.user, Person) else None
        return viewer_of(Visitor(person), public_id, request.query_params.get("as"))

    def shown(
        self, request: Request, viewer: Viewer, told: dict[str, Any], version: int | None = None
    ) -> HttpResponseBase:
        """An answer that is good for this viewer, at this version, in this language."""
        tag = etag(viewer, version)
        number = viewer.version if version is None else version
        response = Response({"version": number, **told})
        response["ETag"] = tag
        response["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, ["Authorization", "Accept-Language"])
        if request.method != "GET":
            return response
        return get_conditional_response(request._request, etag=tag, response=response) or response  # noqa: SLF001


class GameView(OfGame):
    """The game as the viewer sees it."""

    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        viewer = self.viewer(request, public_id)
        game = viewer.game
        told = {
            "id": game.public_id,
            "edition": game.edition,
            "commitment": game.commitment,
            "asked": (viewer.seat.asked or None) if viewer.seat else None,
            "view": engine.view(*position.load(game), viewer.side),
        }
        return self.shown(request, viewer, told)


class GameOptions(OfGame):
    """What the seat may answer; null while it is asked nothing."""

    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        viewer = self.viewer(request, public_id)
        options = None
        if viewer.seat is not None:
            options = engine.options(*position.load(viewer.game), viewer.seat.plays)
        return self.shown(request, viewer, {"options": None if options is None else options.describe()})


class GameActions(OfGame):
    """Acting for the seat."""

    parser_classes = (BodyParser,)

    def post(self, request: Request, public_id: str) -> HttpResponseBase:
        viewer = self.viewer(request, public_id)
        version = named_version(request, viewer)
        if version is None:
            raise VersionRequired
        if viewer.seat is None:
            self.permission_denied(request)
        body: Any = request.data or b""  # of a request without a body the framework makes {}
        done = play.submit(seat=viewer.seat, bodies=[body], expected_version=version)
        return self.shown(request, viewer, msgspec.to_builtins(done), done.version)
