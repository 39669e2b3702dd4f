"""One's own stream can tell of games only when they begin to wait, with the legal actions, or are over."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.api.streams import person_stream
from games.api.streams.person_stream import PersonStream, Wanted
from games.engine.side import EAST, WEST, Side
from games.models.seat import Seat
from tests.kit.calling import Seated
from tests.kit.stream_listener import data_in
from tests.kit.table import Table, table_where

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def changes(told: bytes) -> list[dict[str, Any]]:
    """The states of games among events as they are sent."""
    return data_in(told, "change")


def listening(table: Table, side: Side) -> PersonStream:
    """A stream of turns that knows all there was before."""
    person = table.people[side]
    beginning = person_stream.beginning(person, None, Wanted(turns=True))
    return PersonStream("who", None, person, beginning, Wanted(turns=True))


def news(*streams: PersonStream) -> list[dict[str, Any]]:
    return [change for _stream, each in person_stream.look(streams) for change in changes(each.sent)]


def test_game_that_begins_to_wait_comes_once_with_what_can_be_done() -> None:
    table = table_where(lambda state: state.active >= 0)
    (side,) = table.asked()
    mover, other = Seated(table, side), Seated(table, side.enemy)
    mine, theirs = listening(table, side), listening(table, side.enemy)
    mover.act({"type": "level", "level": "minimal", "cards": []})
    assert (news(mine), news(theirs)) == ([], []), "it goes on waiting for the same player"
    mover.act({"type": "end-movement"})
    assert news(mine) == []
    (turn,) = news(theirs)
    options = other.get(f"{other.game}options/")
    assert (turn["options"], turn["etag"]) == (options.json(), options["ETag"])
    assert (turn["version"], turn["asked"]) == (options.json()["version"], options.json()["asked"])
    assert news(theirs) == []
    assert other.act(tag=turn["etag"]).status_code == 201


def test_game_that_is_over_comes_without_options(east: Seated, west: Seated) -> None:
    stream = listening(west.table, WEST)
    east.post(f"{east.game}resign/")
    (turn,) = news(stream)
    assert (turn["over"], turn["asked"], "options" in turn) == (True, None, False)


def test_reconnected_stream_brings_the_options_again(east: Seated) -> None:
    turn, again = (changes(east.get("me/stream/?once=1&turns=true&since=0").content) for _ in range(2))
    assert turn == again
    assert turn[0]["options"] == east.get(f"{east.game}options/").json()
    assert changes(east.get("me/stream/?once=1&turns=true").content) == []
    (change,) = changes(east.get("me/stream/?once=1&since=0").content)
    assert change == {name: value for name, value in turn[0].items() if name not in ("etag", "options")}


def test_options_go_to_nobody_but_the_player_of_the_seat(east: Seated, west: Seated) -> None:
    Seat.objects.filter(game=east.table.game, side=EAST).update(player=west.table.people[WEST])
    assert changes(east.get("me/stream/?once=1&turns=true&since=0").content) == []
    sides = {each["side"] for each in changes(west.get("me/stream/?once=1&turns=true&since=0").content)}
    assert sides == {"east", "west"}


def test_stopped_game_begins_to_wait_for_nobody(east: Seated) -> None:
    game = east.table.game
    game.frozen_at = game.changed_at
    game.save(update_fields=["frozen_at"])
    assert changes(east.get("me/stream/?once=1&turns=true&since=0").content) == []


def test_turns_of_many_games_take_one_statement_more() -> None:
    tables = [Table(number) for number in range(3)]
    person = tables[0].people[EAST]
    for table in tables[1:]:
        Seat.objects.filter(game=table.game, side=EAST).update(player=person)
    counts = []
    for is_of_turns in (False, True):
        with CaptureQueriesContext(connection) as captured:
            person_stream.beginning(person, 0, Wanted(turns=is_of_turns))
        counts.append(len(captured))
    assert counts[1] == counts[0] + 1
