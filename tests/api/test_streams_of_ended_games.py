"""A stream of all public games that end."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.api.streams import ended_stream
from games.api.streams.ended_stream import EndedStream
from games.models.game import Game
from tests.kit.calling import Caller
from tests.kit.stream_listener import data_in
from tests.ladders.archived import listed

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def listening() -> EndedStream:
    """A stream that knows all there was before."""
    return EndedStream("who", None, *ended_stream.beginning(None))


def news(*streams: EndedStream) -> list[str]:
    return [game["id"] for _stream, each in ended_stream.look(streams) for game in data_in(each.sent, "game")]


def test_each_game_that_ends_comes_once_as_the_archive_lists_it() -> None:
    listed(days=1)
    stream = listening()
    assert news(stream) == []
    ended = listed(days=2)
    assert news(stream) == [ended.public_id]
    assert news(stream) == []
    late = listed(days=1.99)
    assert news(stream) == [late.public_id], "it came into the archive after one that ended later"
    told = Caller().get("archive/stream/?once=1&since=0")
    assert told["Content-Type"] == "text/event-stream"
    assert data_in(told.content, "game") == [*reversed(Caller().get("archive/").json()["games"])]


def test_stream_goes_on_after_the_id_of_the_last_event() -> None:
    first, second = (listed(days=number) for number in (1, 2))
    told = Caller().get("archive/stream/?once=1&since=0").content.decode()
    ids = [line.partition(": ")[2] for line in told.splitlines() if line.startswith("id: ")]
    after = [
        [game["id"] for game in data_in(Caller().get(f"archive/stream/?once=1&since={each}").content, "game")]
        for each in ids
    ]
    both = [first.public_id, second.public_id]
    assert after == [both, both, [second.public_id]], "what ended shortly before is repeated"
    assert data_in(Caller().get("archive/stream/?once=1").content, "game") == []


def test_game_that_is_not_public_is_not_told() -> None:
    stream = listening()
    Game.objects.filter(pk=listed(days=3).pk).update(is_public=False)
    assert news(stream) == []
    assert data_in(Caller().get("archive/stream/?once=1&since=0").content, "game") == []


def test_many_streams_and_games_take_as_many_statements_as_one() -> None:
    counts = []
    for number in (1, 5):
        streams = [listening() for _ in range(number)]
        for each in range(number):
            listed(days=10 * number + each / 100)
        with CaptureQueriesContext(connection) as captured:
            assert len(news(*streams)) == number * number
        counts.append(len(captured))
    assert counts[0] == counts[1]
