"""The API of games: thin, all of it through ``access`` and the services."""

from typing import Any

from django.conf import settings
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import engine
from games.access import seat_of
from games.api.authentication import BearerAuthentication, HasToken, MayCreate
from games.api.errors import VersionRequired, VersionStale
from games.api.parsers import BodyParser, ObjectParser
from games.api.renderers import EngineJSONRenderer
from games.api.serializers import NewGame
from games.api.versions import etag, named_version
from games.models.seat import Seat
from games.services import lobby, play


class Games(APIView):
    """Creating games, with the token of the installation."""

    authentication_classes = (BearerAuthentication,)
    permission_classes = (HasToken, MayCreate)
    parser_classes = (ObjectParser,)

    def post(self, request: Request) -> Response:
        """Create a game. The answer holds the seats' tokens, which are never told again."""
        wanted = NewGame(data=request.data)
        wanted.is_valid(raise_exception=True)
        game, (east, west) = lobby.create(**wanted.validated_data)
        address = f"{settings.SITE_URL}/api/v1/games/{game.public_id}/"
        told = {
            "id": game.public_id,
            "commitment": game.commitment,
            "seats": {"east": {"token": east}, "west": {"token": west}},
        }
        return Response(told, status=201, headers={"Location": address, "Cache-Control": "no-store"})


class OfSeat(APIView):
    """What a seat sees and does, with the seat's token."""

    authentication_classes = (BearerAuthentication,)
    permission_classes = (HasToken,)
    renderer_classes = (EngineJSONRenderer,)

    def seat(self, request: Request, public_id: str) -> Seat:
        """The seat the request speaks for; 404 where it is none of this game's."""
        return seat_of(public_id, str(request.auth))

    def shown(self, request: Request, seat: Seat, version: int, told: dict[str, Any]) -> HttpResponseBase:
        """An answer that is good for this seat, at this version, in this language."""
        tag = etag(seat.plays, version)
        response = Response({"version": version, **told})
        response["ETag"] = tag
        response["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, ["Authorization", "Accept-Language"])
        if request.method != "GET":
            return response
        return get_conditional_response(request._request, etag=tag, response=response) or response  # noqa: SLF001


class GameView(OfSeat):
    """The game as the seat sees it."""

    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        seat = self.seat(request, public_id)
        where = play.load(seat.game)
        told = {
            "id": seat.game.public_id,
            "edition": seat.game.edition,
            "commitment": seat.game.commitment,
            "asked": play.asked(where, seat.plays),
            "view": engine.view(where.rules, where.state, seat.plays),
        }
        return self.shown(request, seat, seat.game.version, told)


class GameOptions(OfSeat):
    """What the seat may answer; null while it is asked nothing."""

    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        seat = self.seat(request, public_id)
        where = play.load(seat.game)
        options = engine.options(where.rules, where.state, seat.plays)
        told = {"options": None if options is None else options.describe()}
        return self.shown(request, seat, seat.game.version, told)


class GameActions(OfSeat):
    """Acting for the seat."""

    parser_classes = (BodyParser,)

    def post(self, request: Request, public_id: str) -> HttpResponseBase:
        seat = self.seat(request, public_id)
        version = named_version(request, seat.plays)
        if version is None:
            raise VersionRequired
        body: Any = request.data or b""  # of a request without a body the framework makes {}
        try:
            done = play.submit(seat=seat, action_body=body, expected_version=version)
        except play.Stale as stale:
            tag = etag(seat.plays, stale.version)
            raise VersionStale(version=stale.version, etag=tag) from None
        return self.shown(request, seat, done.version, {"events": done.events, "asked": done.asked})
