"""What happens, told as it happens: event streams of a game and of a person."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import patch_vary_headers
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.rate_limits import sender_of
from games.api import answers, parameters
from games.api.endpoint import Endpoint, OfGame
from games.api.errors import MalformedHeader, TooManyStreams
from games.api.openapi.operations import described
from games.api.parameters import Streamed, StreamedGame
from games.api.streams import game_stream, person_stream
from games.api.streams.events import KIND, LAST_KNOWN, News
from games.api.streams.game_stream import GameStream
from games.api.streams.hub import TooManyStreamsError
from games.api.streams.listener import Stream
from games.api.streams.process import hub


class EventStream(BaseRenderer):
    """Lets a client ask for nothing else; what is told is put together elsewhere."""

    media_type = KIND
    format = "event-stream"


class GameEvents(OfGame):
    """The stream of a game."""

    renderer_classes = (EventStream, JSONRenderer)

    @described(
        "streamGame",
        "Be told what happens in a game",
        events={
            "hello": answers.GameNow,
            "change": answers.Change,
            "over": answers.StreamOver,
            "closed": answers.StreamClosed,
        },
        parameters=StreamedGame,
        is_for_anybody=True,
        problems=(404, 409),
    )
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """One event for each change you could see, in order, as soon as it happens.

        It begins with `hello`: the version now, and what you are asked. Then follow all changes after the
        version you know, each a `change` with its version as id; with no version named, those to come. `over`
        ends the stream of a game that is over, `closed` that of one you may no longer see. Whenever it ends
        otherwise, come back with the last id you have: nothing is left out, and nothing told twice.
        """
        wanted = parameters.read(request, StreamedGame)
        since = _since(request, wanted)
        viewer = self.begun(request, public_id)
        news = game_stream.beginning(viewer, since)
        return _sent(request, wanted, news, lambda who, token: GameStream(who, token, viewer, news.sent))


class MyEvents(Endpoint):
    """The stream of a person."""

    renderer_classes = (EventStream, JSONRenderer)

    @described(
        "streamMyGames",
        "Be told which of your games have changed",
        events={
            "hello": answers.MyGamesNow,
            "change": answers.SeatNow,
            "challenge": answers.ChallengeNow,
            "bidding": answers.BiddingNow,
            "closed": answers.StreamClosed,
        },
        parameters=Streamed,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """One event for each side you play in which you could see something change, as it stands then.

        It begins with `hello`: how many of your games wait for you. Then follows a `change` for each side
        that has changed since the last id you name; with none named, for those that will. Several changes of
        one side may be told as one, and after a break one that you know may be told again, with the same
        version. A `challenge` that you are to answer, and a `bidding` in which you are to bid, are told
        within some seconds, and after a break again as long as they wait for you. `closed` says that the
        token is no longer good.
        """
        person = self.person(request)
        wanted = parameters.read(request, Streamed)
        begin = person_stream.beginning(person, _since(request, wanted))
        return _sent(
            request,
            wanted,
            News(begin.sent),
            lambda who, token: person_stream.PersonStream(who, token, person, begin),
        )


def _since(request: Request, wanted: Streamed | StreamedGame) -> int | None:
    """The id of the last event that the client has. A client that comes back by itself says it in the head.

    Raises:
        MalformedHeader: it says none of ours.
    """
    last = request.headers.get("Last-Event-ID", "").strip()
    if not last:
        return wanted.since
    if not (last.isascii() and last.isdigit() and len(last) <= len(str(LAST_KNOWN))):
        raise MalformedHeader("Last-Event-ID")
    return min(int(last), LAST_KNOWN)


def _sent(
    request: Request, wanted: Streamed | StreamedGame, news: News, follow: Callable[[str, str | None], Stream]
) -> HttpResponseBase:
    """What is known now, and then whatever happens: as long as the client is there, or only the first.

    A server that is about to end, or has no event loop of ours, tells what is known: the client comes back.

    Args:
        follow: makes the stream, out of whom it is counted for and its token.

    Raises:
        TooManyStreams: there is no room for another.
    """
    response: HttpResponseBase
    if wanted.once or news.is_last or request.method == "HEAD" or not hub.is_open:
        response = HttpResponse(news.sent, KIND)
    else:
        person = request.user if isinstance(request.user, Person) else None
        token = request.auth.pk if isinstance(request.auth, ApiToken) else None
        who = sender_of(request._request) if person is None else f"person {person.pk}"  # noqa: SLF001 - as in throttles
        stream: Any = follow(who, token)
        try:
            hub.add(stream)
        except TooManyStreamsError as error:
            raise TooManyStreams(error.most) from None
        response = StreamingHttpResponse(stream, KIND)
    response["Cache-Control"] = "private, no-store"
    response["X-Accel-Buffering"] = "no"  # else nginx would wait for more
    patch_vary_headers(response, ["Authorization"])
    return response
