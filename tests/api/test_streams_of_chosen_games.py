"""A stream of several public games, and one's own stream with what happened in each game."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.api.parameters import MOST_STREAMED_GAMES
from games.api.streams import person_stream, public_stream
from games.api.streams.person_stream import PersonStream, Wanted
from games.api.streams.public_stream import PublicStream
from games.engine.side import WEST
from games.models.game import Game
from tests.kit.calling import Caller, Seated
from tests.kit.stream_listener import data_in
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def following(*tables: Table) -> PublicStream:
    """A stream of some games that knows all there was before."""
    ids = [table.game.public_id for table in tables]
    return PublicStream("who", None, *public_stream.beginning(ids, None))


def news(*streams: PublicStream) -> list[tuple[str, int]]:
    found = [
        change for _stream, each in public_stream.look(streams) for change in data_in(each.sent, "change")
    ]
    return [(change["game"], change["version"]) for change in found]


def act(table: Table, times: int = 1) -> None:
    for _ in range(times):
        (side, *_) = table.asked()
        assert Seated(table, side).act().status_code == 201


def versions_of(table: Table) -> list[tuple[str, int]]:
    table.game.refresh_from_db()
    return [(table.game.public_id, number + 1) for number in range(table.game.version)]


def test_each_public_change_of_the_games_comes_once() -> None:
    first, second = (Table(number, is_public=True) for number in range(2))
    stream = following(first, second)
    assert news(stream) == []
    before = [versions_of(first), versions_of(second)]
    act(first, 6)
    act(second, 6)
    expected = {*versions_of(first), *versions_of(second)} - {*before[0], *before[1]}
    came = news(stream)
    assert (len(came), set(came)) == (len(expected), expected)
    assert len(expected) > 1, "some of what was done is public"
    assert news(stream) == []


def test_changes_are_those_of_the_public_history() -> None:
    table = Table(is_public=True)
    act(table, 5)
    told = Caller().get(f"games/stream/?once=1&since=0&games={table.game.public_id}").content
    changes = data_in(told, "change")
    history = Caller().get(f"games/{table.game.public_id}/history/").json()["changes"]
    assert [{k: v for k, v in each.items() if k != "game"} for each in changes] == history
    assert changes
    (hello,) = data_in(told, "hello")
    assert hello["games"][0]["version"] == changes[-1]["version"]


def test_stream_goes_on_after_the_id_of_the_last_event() -> None:
    table = Table(is_public=True)
    act(table, 3)
    table.game.refresh_from_db()
    address = f"games/stream/?once=1&games={table.game.public_id}"
    told = Caller().get(f"{address}&since=0").content.decode()
    assert len(data_in(told.encode(), "change")) == table.game.version
    last = [line.partition(": ")[2] for line in told.splitlines() if line.startswith("id: ")][-1]
    act(table, 4)
    again = Caller().get(address, **{"Last-Event-ID": last}).content
    assert versions_of(table)[-1] in [(each["game"], each["version"]) for each in data_in(again, "change")]
    assert data_in(Caller().get(address).content, "change") == []


def test_private_game_is_as_one_that_is_not_there() -> None:
    private, public = Table(1), Table(2, is_public=True)
    ids = [private.game.public_id, "nowhere", public.game.public_id]
    told = Caller().get(f"games/stream/?once=1&since=0&games={','.join(ids)}").content
    assert data_in(told, "gone") == [{"game": each} for each in ids[:2]]
    assert [each["game"] for each in data_in(told, "hello")[0]["games"]] == [public.game.public_id]
    assert {each["game"] for each in data_in(told, "change")} == {public.game.public_id}


def test_game_that_is_no_longer_public_is_gone_once() -> None:
    table = Table(is_public=True)
    stream = following(table)
    Game.objects.filter(pk=table.game.pk).update(is_public=False)
    (found,) = public_stream.look([stream])
    assert data_in(found[1].sent, "gone") == [{"game": table.game.public_id}]
    assert list(public_stream.look([stream])) == []


def test_stopped_game_is_silent_until_it_goes_on() -> None:
    table = Table(is_public=True)
    stream = following(table)
    act(table, 5)
    frozen = Game.objects.filter(pk=table.game.pk)
    frozen.update(frozen_at=table.game.changed_at)
    assert news(stream) == []
    frozen.update(frozen_at=None)
    assert news(stream)[-1] == versions_of(table)[-1]


def test_list_of_games_is_bounded_and_well_formed() -> None:
    many = ",".join(f"game{number}" for number in range(MOST_STREAMED_GAMES + 1))
    for games in (many, "a,,b", "a b", "A", ",a"):
        assert Caller().get(f"games/stream/?once=1&games={games}").status_code == 400
    told = Caller().get(f"games/stream/?once=1&games={many.rpartition(',')[0]}").content
    assert len(data_in(told, "gone")) == MOST_STREAMED_GAMES
    assert data_in(Caller().get("games/stream/?once=1").content, "hello") == [{"games": []}]


def test_streams_of_many_games_take_one_statement_while_nothing_happens() -> None:
    tables = [Table(number, is_public=True) for number in range(3)]
    streams = [following(*tables), following(tables[0])]
    with CaptureQueriesContext(connection) as captured:
        assert news(*streams) == []
    assert len(captured) == 1


def test_own_stream_tells_what_happened_in_each_game() -> None:
    table = Table()
    person = table.people[WEST]
    wanted = Wanted(changes=True)
    stream = PersonStream("who", None, person, person_stream.beginning(person, None, wanted), wanted)
    west = Seated(table, WEST)
    known = west.get(f"{west.game}view/").json()["version"]
    came: list[dict[str, Any]] = []
    for _ in range(3):
        act(table, 3)
        for _stream, each in person_stream.look([stream]):
            came += [change for now in data_in(each.sent, "change") for change in now["changes"]]
    history = west.get(f"{west.game}history/").json()["changes"]
    assert [each for each in came if each["version"] > known] == history[known:]
    versions = [each["version"] for each in came]
    assert versions == sorted(set(versions)), "each comes once"
    told = west.get("me/stream/?once=1&since=0&turns=true&changes=true").content
    (now,) = data_in(told, "change")
    assert now["changes"] == history
