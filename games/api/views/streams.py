"""Event streams: of a game, of chosen games, of a person, of ladders, and of the archive."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import patch_vary_headers
from msgspec import Struct
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.rate_limits import sender_of
from games.api import parameters
from games.api.answers import streams as answers
from games.api.answers.finished import ArchivedGame, ArchiveNow
from games.api.answers.games import TakeBack, Thinking
from games.api.answers.ladders import LadderMatch, LadderNow, LaddersNow
from games.api.answers.playing import Change
from games.api.endpoint import Endpoint, OfGame, Readable, visitor_of
from games.api.errors import MalformedHeader, TooManyStreams
from games.api.openapi.operations import described, for_anybody, for_watchers
from games.api.parameters import Streamed, StreamedGame, StreamedGames, StreamedTurns
from games.api.seat_authentication import Granted
from games.api.streams import ended_stream, game_stream, ladder_stream, person_stream, public_stream
from games.api.streams.ended_stream import EndedStream
from games.api.streams.events import KIND, LAST_KNOWN, News
from games.api.streams.game_stream import GameStream
from games.api.streams.hub import TooManyStreamsError
from games.api.streams.ladder_stream import Followed, LadderStream
from games.api.streams.listener import Stream
from games.api.streams.person_stream import PersonStream, Wanted
from games.api.streams.process import hub
from games.api.streams.public_stream import PublicStream
from games.api.views.clubs import OfClubs
from games.api.views.ladders import OfLadder

EVENTS_OF_LADDERS: Mapping[str, type[Struct]] = {
    "hello": LaddersNow,
    "match": LadderMatch,
    "ladder": LadderNow,
    "closed": answers.StreamClosed,
}


class EventStream(BaseRenderer):
    """Let clients accept only event streams. The content is made elsewhere."""

    media_type = KIND
    format = "event-stream"


class GameEvents(OfGame):
    """The stream of a game."""

    renderer_classes = (EventStream, JSONRenderer)

    @for_watchers(
        "streamGame",
        events={
            "hello": answers.GameNow,
            "change": Change,
            "presence": answers.PresenceNow,
            "messages": answers.MessagesNow,
            "thinking": Thinking,
            "take-back": TakeBack,
            "over": answers.StreamOver,
            "closed": answers.StreamClosed,
        },
        parameters=StreamedGame,
    )
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Stream the events of a game.

        Receive one event for each change visible to you, in order, as soon as it happens.

        The first event is `hello`, with the current version and your pending decision. A `change` follows for
        each change after the version you name, with its version as id; without a version, only for new
        changes. `presence`, without an id, says that your opponent opened or left the page of the game, if
        both of you have switched that on. `thinking`, without an id, says that a computer player pauses or
        goes on. `take-back`, without an id, says that you or your opponent asks to take an action back; the
        next change ends the request. `over` ends the stream when the game is over; `closed` ends it if you
        may no longer see the game. If the stream ends in any other way, reconnect with the last id you
        received: no change is lost or repeated.
        """
        query = parameters.read(request, StreamedGame)
        since = _since(request, query)
        viewer = self.begun(request, public_id)
        news = game_stream.beginning(viewer, since)
        links = visitor_of(request).links
        session = request.auth.session if isinstance(request.auth, Granted) else None

        def follow(who: str, token: str | None) -> GameStream:
            return GameStream(who, token, viewer, news.sent, links=links, session=session)

        return _sent(request, query, news, follow)


class PublicGames(Readable):
    """The stream of chosen public games."""

    renderer_classes = (EventStream, JSONRenderer)

    @for_anybody(
        "streamGames",
        events={
            "hello": answers.PublicGamesNow,
            "change": answers.GameChange,
            "gone": answers.PublicGameGone,
            "closed": answers.StreamClosed,
        },
        parameters=StreamedGames,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Stream the events of several games.

        Receive each change of the games you name that anybody may see, as their own streams and histories
        show it to the public.

        The first event is `hello`, with the version of each game. `gone` follows for each that is not public,
        or does not exist, and later when one is no longer public. A `change` follows for each change since
        the id you name, in the order of time; without an id, only for new ones. After reconnecting you may
        receive one again, with the same version. `closed` means that the token is no longer valid.
        """
        query = parameters.read(request, StreamedGames)
        sent, known = public_stream.beginning(filter(None, query.games.split(",")), _since(request, query))

        def follow(who: str, token: str | None) -> PublicStream:
            return PublicStream(who, token, sent, known)

        return _sent(request, query, News(sent), follow)


class MyEvents(Endpoint):
    """The stream of a person."""

    renderer_classes = (EventStream, JSONRenderer)

    @described(
        "streamMyGames",
        events={
            "hello": answers.MyGamesNow,
            "change": answers.SeatNow,
            "invitation": answers.InvitationNow,
            "declined": answers.DeclinedNow,
            "report": answers.ReportNow,
            "challenge": answers.ChallengeNow,
            "bidding": answers.BiddingNow,
            "closed": answers.StreamClosed,
        },
        parameters=StreamedTurns,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Stream the changes of your games.

        Receive an event with the current state of a side you play whenever a change is visible to you.

        The first event is `hello`, with the number of games that are waiting for you. A `change` follows for
        each side that has changed since the id you name; without an id, only for new changes. Several changes
        of a side may be merged into one event, and after reconnecting you may receive an event again, with
        the same version. `invitation`, `challenge` and `bidding` arrive within seconds when one needs your
        answer or bid, and again after reconnecting while it is open. `declined` says that your invitation
        was, `report` that your opponent shows their diary of a game that is over. `closed` means that the
        token is no longer valid.

        With `turns`, a `change` comes only when a game begins to wait for you or is over, and has your
        `options`, so that a program that acts with `Prefer: return=representation` needs no other requests.
        With `changes`, it has what happened in the game too. With both, one stream is enough to play any
        number of games.
        """
        person = self.person(request)
        query = parameters.read(request, StreamedTurns)
        wanted = Wanted(query.turns, query.changes)
        begin = person_stream.beginning(person, _since(request, query), wanted)

        def follow(who: str, token: str | None) -> PersonStream:
            return PersonStream(who, token, person, begin, wanted)

        return _sent(request, query, News(begin.sent), follow)


class LadderEvents(OfLadder):
    """The stream of a ladder."""

    renderer_classes = (EventStream, JSONRenderer)

    @for_anybody("streamLadder", events=EVENTS_OF_LADDERS, parameters=Streamed)
    def get(self, request: Request, ladder: str) -> HttpResponseBase:
        """Stream the games of a ladder.

        Receive each game that begins, each result, and each change of the ladder's own state.

        The first event is `hello`, with the state of the ladder. A `match` follows for each game that has
        begun, has ended, or counts for something else after an arbiter's ruling, since the id you name;
        without an id, only for new ones. `ladder` says that a season has begun, that the ladder was closed,
        or that its register has a new head. Events come within seconds, and after reconnecting you may
        receive one again. `closed` means that the token is no longer valid, or that you may no longer see the
        ladder.
        """
        return _of_ladders(request, Followed(ladder=self.ladder(request, ladder).pk))


class ClubEvents(OfClubs):
    """The stream of a club."""

    renderer_classes = (EventStream, JSONRenderer)

    @for_anybody("streamClub", events=EVENTS_OF_LADDERS, parameters=Streamed)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Stream the games of a club's ladders.

        Receive what the streams of all ladders of a club send, also of ladders that begin later. `hello`
        has the state of each ladder; a `ladder` event comes for a new one too."""
        return _of_ladders(request, Followed(club=self.club(request, slug).pk))


class EndedGames(Readable):
    """The stream of games that end."""

    renderer_classes = (EventStream, JSONRenderer)

    @for_anybody(
        "streamArchive",
        events={"hello": ArchiveNow, "game": ArchivedGame, "closed": answers.StreamClosed},
        parameters=Streamed,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Stream the games that end.

        Receive each public game that has ended, as the archive lists it, some minutes after its end.

        The first event is `hello`. A `game` follows for each that ended since the id you name, up to the
        latest 500; without an id, only for new ones. After reconnecting you may receive one again.
        """
        query = parameters.read(request, Streamed)
        sent, known = ended_stream.beginning(_since(request, query))

        def follow(who: str, token: str | None) -> EndedStream:
            return EndedStream(who, token, sent, known)

        return _sent(request, query, News(sent), follow)


def _of_ladders(request: Request, followed: Followed) -> HttpResponseBase:
    query = parameters.read(request, Streamed)
    begin = ladder_stream.beginning(followed, _since(request, query))
    return _sent(request, query, News(begin.sent), lambda who, token: LadderStream(who, token, begin))


def _since(request: Request, query: Streamed | StreamedGame) -> int | None:
    """The id of the last event that the client has. Browsers that reconnect send it in a header.

    Raises:
        MalformedHeader: the header is not an event id.
    """
    last = request.headers.get("Last-Event-ID", "").strip()
    if not last:
        return query.since
    if not (last.isascii() and last.isdigit() and len(last) <= len(str(LAST_KNOWN))):
        raise MalformedHeader("Last-Event-ID")
    return min(int(last), LAST_KNOWN)


def _sent(
    request: Request, query: Streamed | StreamedGame, news: News, follow: Callable[[str, str | None], Stream]
) -> HttpResponseBase:
    """Answer with the known events, and then stream new ones unless the client wants only the first.

    A server that is shutting down, or has no event loop of the service, sends only the known events. The
    client reconnects.

    Args:
        follow: makes the stream from the name under which it is counted and its token.

    Raises:
        TooManyStreams: the caller or the server has too many open streams.
    """
    response: HttpResponseBase
    if query.once or news.is_last or request.method == "HEAD" or not hub.is_open:
        response = HttpResponse(news.sent, KIND)
    else:
        token = request.auth.pk if isinstance(request.auth, ApiToken) else None
        stream: Any = follow(_counted_as(request), token)
        try:
            hub.add(stream)
        except TooManyStreamsError as error:
            raise TooManyStreams(error.most) from None
        response = StreamingHttpResponse(stream, KIND)
    response["Cache-Control"] = "private, no-store"
    response["X-Accel-Buffering"] = "no"  # else nginx would buffer the response
    patch_vary_headers(response, ["Authorization"])
    return response


def _counted_as(request: Request) -> str:
    """Under what name the streams of a caller are counted."""
    if isinstance(request.user, Person):
        return f"person {request.user.pk}"
    if isinstance(request.auth, Granted):
        return f"seat {request.auth.seat}"
    return sender_of(request._request)  # noqa: SLF001 - as in throttles
