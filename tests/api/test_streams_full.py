"""Event streams of the full size: hints go from one process to another over Redis."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx2
import msgspec
import pytest
from pytest_django import Settings

from games.engine.side import EAST, WEST, Side
from games.services.stream_hints import Changed
from tests.kit.calling import token_of
from tests.kit.installation import web_server
from tests.kit.stream_listener import listening
from tests.kit.table import Table

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

BEAT = 60
"""Seconds: what comes sooner came by a hint."""


GRACE = 15
"""Seconds: less than the server gives to answers that are under way when it ends."""


@pytest.fixture(scope="module")
def site(django_db_setup: None) -> Iterator[str]:
    with web_server(STREAM_BEAT=str(BEAT), DATABASE_POOL="2") as address:
        yield address


def test_hints_of_any_process_are_heard_at_once(site: str) -> None:
    table = Table(5, is_public=True)
    address = f"{site}/api/v1/games/{table.game.public_id}/"
    tokens = [token_of(person) for person in table.people]
    began = time.monotonic()
    resign(
        site, Table(7), EAST
    )  # nobody listens, so that the server says nothing more until it is called upon
    with ExitStack() as opened:
        streams = [opened.enter_context(listening(f"{address}stream/", token)) for token in (*tokens, None)]
        mine = opened.enter_context(listening(f"{site}/api/v1/me/stream/", tokens[EAST]))
        assert {stream.next().name for stream in (*streams, mine)} == {"hello"}
        # by the tests' own process, which has no event loop
        table.submit(WEST)
        for stream in streams:
            assert stream.next().data["side"] == "west"
        assert mine.next().data["version"] == table.version(EAST)
        # by the server's
        resign(site, table, EAST)
        for stream in streams:
            assert [event.name for event in stream.rest()][-2:] == ["change", "over"]
        told = mine.next().data
        while not told["over"]:
            told = mine.next().data
    assert time.monotonic() - began < BEAT


def resign(site: str, table: Table, side: Side) -> None:
    """By the server."""
    headers = {"Authorization": f"Bearer {token_of(table.people[side])}", "Content-Type": "application/json"}
    answer = httpx2.post(f"{site}/api/v1/games/{table.game.public_id}/resign/", headers=headers)
    assert answer.status_code == 201, answer.text


def test_processes_that_are_ended_do_not_wait_for_their_streams() -> None:
    table = Table(8, is_public=True)
    with ExitStack() as opened:
        with web_server() as other:
            stream = opened.enter_context(listening(f"{other}/api/v1/games/{table.game.public_id}/stream/"))
            assert stream.next().name == "hello"
            began = time.monotonic()
        assert time.monotonic() - began < GRACE
        assert stream.rest() == []  # to the end, not cut off


class Listener:
    """In place of the streams: what was heard."""

    def __init__(self) -> None:
        self.is_listened_to, self.is_ready = asyncio.Event(), asyncio.Event()
        self.is_listened_to.set()
        self.heard: asyncio.Queue[Changed] = asyncio.Queue()

    def look_at_all(self) -> None:
        self.is_ready.set()

    def hear(self, changed: Changed) -> None:
        self.heard.put_nowait(changed)


def test_unreadable_hints_are_ignored(monkeypatch: Any, settings: Settings, caplog: Any) -> None:
    from games.api.streams import relay

    monkeypatch.setattr(relay, "CHANNEL", f"{settings.REDIS_PREFIX}streams-odd")
    monkeypatch.setattr(relay, "CALLS", f"{settings.REDIS_PREFIX}streams-odd-wanted")
    hint = Changed(1, (1, 1, 1), ())

    async def hears() -> Changed:
        listener: Any = Listener()
        running = asyncio.create_task(relay.Relay(listener).run())
        try:
            await listener.is_ready.wait()
            for odd in (b"", b"\xc1", b"\x81\xa1a\x01", b"text"):
                relay._client().publish(relay.CHANNEL, odd)
            relay._client().publish(relay.CHANNEL, msgspec.msgpack.encode(hint))
            heard: Changed = await listener.heard.get()
            return heard
        finally:
            running.cancel()

    assert asyncio.run(asyncio.wait_for(hears(), GRACE)) == hint
    assert caplog.text.count("cannot be read") == 4


def test_without_redis_nothing_is_lost_but_the_hint(settings: Settings, caplog: Any) -> None:
    from games.api.streams import relay

    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    relay._client.cache_clear()
    table = Table(6)
    relay.send(Changed(table.game.pk, (1, 1, 1), ()))
    relay._client.cache_clear()
    assert "Redis is away" in caplog.text
