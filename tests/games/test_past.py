"""The replay of a game that is kept in the cache: with it and without it everybody is told the same."""

import random
import zlib

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.history import VIEWERS
from games.engine.side import EAST, WEST
from games.models.game import Game
from games.reads import briefing, chronicle, past
from games.services import play
from sekigahara.db import caching
from sekigahara.errors.exceptions import BrokenLog
from tests.kit import caches
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def told(game: Game) -> bytes:
    """All that pages and mails say of what happened, to everybody."""
    histories = [chronicle.changes_seen(game, viewer) for viewer in VIEWERS]
    recaps = [
        briefing.briefing_for(game, viewer, since=since, most=24, at_least=24)[5:]
        for viewer in VIEWERS
        for since in (1, len(histories[viewer]) // 2, len(histories[viewer]))
    ]
    return msgspec.json.encode([histories, recaps], enc_hook=str)


def is_kept(game: Game) -> bool:
    return caching.recall(f"past:{game.public_id}") is not None


def test_emptied_cache_changes_nothing_that_is_shown() -> None:
    table, chooser = Table(3), random.Random(3)
    was_kept = 0
    for number, _side in enumerate(table.wander()):
        if number % 5:
            continue
        with_it = told(table.game)
        was_kept += is_kept(table.game)
        caches.empty()
        assert told(table.game) == with_it
        if chooser.random() < 0.5:
            caches.empty()
        if number == 100:
            break
    assert was_kept > 5
    play.resign(seat=table.seat(WEST))
    with_it = told(table.game)
    caches.empty()
    assert told(table.game) == with_it


def test_only_what_came_later_is_read() -> None:
    table = Table(1)
    table.wander_on(61)
    chronicle.changes_seen(table.game, EAST)
    side = table.asked()[0]
    table.submit(side, table.any_action(side))
    game = table.game
    with CaptureQueriesContext(connection) as captured:
        later = past.steps_of(game)
    (statement,) = [each["sql"] for each in captured if "games_entry" in each["sql"]]
    assert "seq >" in statement
    caches.empty()
    assert past.steps_of(game) == later


def test_cached_replay_of_another_log_is_not_used() -> None:
    one, other = Table(1), Table(2)
    for table in (one, other):
        table.wander_on(41)
        told(table.game)
    expected = told(one.game)
    strange = caching.recall(f"past:{other.game.public_id}")
    assert strange is not None
    for wrong in (strange, b"", b"\0" * 100, zlib.compress(b"[1,2"), zlib.compress(b"[]")):
        caching.keep(f"past:{one.game.public_id}", wrong, 60)
        assert told(one.game) == expected


def test_a_broken_log_is_found_where_nothing_is_kept() -> None:
    table = Table(1)
    table.wander_on(41)
    game = table.game
    game.chain = b"\0" * 32
    with pytest.raises(BrokenLog):
        past.steps_of(game)
    told(table.game)
    with pytest.raises(BrokenLog):
        past.steps_of(game)


def test_without_a_game_there_is_no_past() -> None:
    table = Table()
    game = table.game
    game.length = 0
    assert past.steps_of(game) == []
