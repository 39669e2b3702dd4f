"""Whoever can write to Redis, and read it, runs nothing here and learns nothing of a hand."""

import os
import pickle
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings
from django.core.cache import cache, caches
from django.test import Client
from kombu.exceptions import ContentDisallowed
from kombu.serialization import loads

from games.engine.side import EAST
from games.log import position
from games.services import presence
from sekigahara.celery import app
from sekigahara.db import caching, redis_guard
from tests.kit.table import Table
from tests.web.browsers import address, shown, signed_in

pytestmark = [pytest.mark.services, pytest.mark.django_db]


class Bomb:
    """What leaves a file when it is unpickled."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.trace),)


@pytest.fixture
def raw() -> Iterator[redis.Redis]:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        yield client


@pytest.fixture(autouse=True)
def _nothing_reported() -> None:
    redis_guard.report_foreign_value.cache_clear()


def played() -> Table:
    table = Table(1)
    table.wander_on(41)
    return table


def pages(table: Table, browser: Client) -> list[str]:
    """Pages whose parts are kept in the cache."""
    return [shown(path, browser) for path in (f"{address(table.seat(EAST))}history/", "/rules/")]


def key_of(table: Table) -> str:
    """The key in Redis under which the replay of a game is kept."""
    return caches[caching.ALIAS].make_key(f"{caching.release()}:past:{table.game.public_id}")


def reports(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.name == redis_guard.__name__]


def test_pickle_in_any_key_is_not_run_and_pages_go_on(
    raw: redis.Redis, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table, trace = played(), tmp_path / "trace"
    browser = signed_in(table.people[EAST])
    told = pages(table, browser)
    bomb = pickle.dumps(Bomb(trace))
    keys = [key for key in raw.scan_iter(f"{settings.REDIS_PREFIX}cache*") if raw.type(key) == b"string"]
    assert {b"past", b"html", b"limit"} <= {part for key in keys for part in key.split(b":")}
    for key in keys:
        raw.set(key, bomb)
    assert pages(table, browser) == told
    assert not trace.exists()
    assert len(reports(caplog)) == 1
    pickle.loads(bomb)
    assert trace.exists(), "it is one that would have run"


def test_no_name_of_a_card_or_a_block_can_be_read_in_redis(raw: redis.Redis) -> None:
    table = played()
    pages(table, signed_in(table.people[EAST]))
    edition = position.rules_of(table.game).edition
    names = {card.id.encode() for card in edition.cards} | {block.id.encode() for block in edition.blocks}
    kept = caching.recall(f"past:{table.game.public_id}")
    assert kept is not None
    assert any(b'"%b"' % name in zlib.decompress(kept) for name in names), "there is something to hide"
    found = raw.get(key_of(table))
    assert isinstance(found, bytes)
    readable = [found, *unpacked(found)]
    assert [name for name in names for each in readable if b'"%b"' % name in each] == []


def unpacked(found: bytes) -> Iterator[bytes]:
    """Whatever is compressed in a value."""
    for start in range(len(found)):
        try:
            yield zlib.decompressobj().decompress(found[start:])
        except zlib.error:
            continue


def test_sealed_value_of_another_game_is_ignored(raw: redis.Redis, caplog: pytest.LogCaptureFixture) -> None:
    table, other = played(), Table(2)
    other.wander_on(41)
    browser = signed_in(table.people[EAST])
    told = pages(table, browser)
    pages(other, signed_in(other.people[EAST]))
    found = raw.get(key_of(other))
    assert isinstance(found, bytes)
    raw.set(key_of(table), found)
    assert caching.recall(f"past:{table.game.public_id}") is None
    assert pages(table, browser) == told
    assert len(reports(caplog)) == 1


@pytest.mark.parametrize("wrong", [b"", b"5", b"=", b"=short", b"<b>", b"=" + bytes(100)])
def test_value_that_nobody_sealed_counts_as_absent(raw: redis.Redis, wrong: bytes) -> None:
    caching.keep("castle", b"Osaka", 60)
    assert caching.recall("castle") == b"Osaka"
    raw.set(caches[caching.ALIAS].make_key(f"{caching.release()}:castle"), wrong)
    assert caching.recall("castle") is None


def test_nobody_is_shown_for_a_mark_that_is_not_ours(raw: redis.Redis) -> None:
    seat = Table().seat(EAST)
    raw.set(cache.make_key(presence._key(seat)), pickle.dumps(True))
    assert presence._marked([seat]) == set()


def test_another_secret_key_opens_nothing(settings: Any) -> None:
    caching.keep("castle", b"Osaka", 60)
    settings.SECRET_KEY = "another"
    assert caching.recall("castle") is None


@pytest.mark.parametrize("value", [True, None, "Osaka", {"castle": 1}])
def test_the_cache_takes_whole_numbers_and_bytes_alone(value: object) -> None:
    with pytest.raises(TypeError, match="whole numbers and bytes"):
        cache.set("castle", value, 60)


def test_tasks_in_pickle_are_refused() -> None:
    assert (app.conf.task_serializer, app.conf.accept_content) == ("json", ["json"])
    with pytest.raises(ContentDisallowed):
        loads(pickle.dumps(1), "application/x-python-serialize", "binary", app.conf.accept_content)
