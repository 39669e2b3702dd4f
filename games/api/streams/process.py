"""The streams of this process, and finding new events for those that are due."""

from collections.abc import Iterable, Mapping, Sequence

from django.conf import settings
from django.db import connections

from accounts import services
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.sessions import going_on
from games.api.streams import ended_stream, game_stream, ladder_stream, person_stream, public_stream
from games.api.streams.ended_stream import EndedStream
from games.api.streams.events import News
from games.api.streams.game_stream import GameStream
from games.api.streams.hub import Hub
from games.api.streams.ladder_stream import LadderStream
from games.api.streams.limits import MOST_STREAMS_OF_NETWORK, MOST_STREAMS_OF_ONE, STREAMS_KEPT_FOR_TOKENS
from games.api.streams.listener import Stream
from games.api.streams.person_stream import PersonStream
from games.api.streams.public_stream import PublicStream
from sekigahara.db import service_time


def look(streams: Sequence[Stream]) -> Mapping[Stream, News]:
    """Find new events for some streams, and end those whose token or session is no longer valid. Leaves no
    database connection open."""
    try:
        persons = _persons(each.token for each in streams)
        lost = [each for each in streams if each.token is not None and each.token not in persons]
        news: dict[Stream, News] = dict.fromkeys(lost, game_stream.closed("token-unknown"))
        news.update(dict.fromkeys(_signed_out(streams), game_stream.closed("token-unknown")))
        good = [each for each in streams if each not in news]
        games = [each for each in good if isinstance(each, GameStream)]
        people = [each for each in good if isinstance(each, PersonStream)]
        ladders = [each for each in good if isinstance(each, LadderStream)]
        news.update(game_stream.look(games, persons))
        news.update(person_stream.look(people))
        news.update(ladder_stream.look(ladders, persons))
        news.update(public_stream.look([each for each in good if isinstance(each, PublicStream)]))
        news.update(ended_stream.look([each for each in good if isinstance(each, EndedStream)]))
        return news
    finally:
        connections.close_all()


def _signed_out(streams: Iterable[Stream]) -> list[GameStream]:
    """The streams of pages in browsers whose session has ended."""
    of_pages = [each for each in streams if isinstance(each, GameStream) and each.session is not None]
    named = {each.session for each in of_pages if each.session is not None}
    known = set(going_on(named).values_list("pk", flat=True)) if named else set()
    return [each for each in of_pages if each.session not in known]


def _persons(tokens: Iterable[str | None]) -> dict[str, Person]:
    """The owners of tokens that are neither revoked nor expired, by token."""
    named = {token for token in tokens if token is not None}
    if not named:
        return {}
    now = service_time.now()
    found = ApiToken.objects.select_related("user").filter(pk__in=named)
    good = [each for each in found if not each.has_expired(now)]
    for each in good:
        services.note_use(token=each)  # who listens is there, for hours by one request
    return {each.pk: each.user for each in good}


hub = Hub(
    look,
    beat=settings.STREAM_BEAT,
    most=settings.STREAMS,
    most_of_one=MOST_STREAMS_OF_ONE,
    most_of_strangers=int(settings.STREAMS * (1 - STREAMS_KEPT_FOR_TOKENS)),
    most_of_network=MOST_STREAMS_OF_NETWORK,
)

send = hub.hear
"""Passes a hint to the streams of this process. Used as settings.SEND_STREAM_HINT when there is only one
process."""
