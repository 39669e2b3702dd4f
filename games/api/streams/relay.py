"""Hints for event streams from one process to all others, over Redis.

A web process says and hears them on its event loop: a request that has changed a game hands its hint over and
waits for nothing. It listens only while it has streams, and where no process does, nothing is said: that
nobody heard is the answer to a hint, and who begins to listen calls for more. A hint that is lost delays what
streams tell until they next beat, and no more.
"""

import asyncio
import logging
from functools import cache
from typing import Any

import msgspec
from django.conf import settings
from redis import Redis, RedisError
from redis.asyncio import Redis as AsyncRedis

from games.api.streams.hub import Hub
from games.services.stream_hints import Changed

log = logging.getLogger(__name__)

CHANNEL = settings.REDIS_PREFIX + "streams"
CALLS = settings.REDIS_PREFIX + "streams-wanted"
PAUSE = 5
"""Seconds until Redis is tried again."""
TIMEOUT = 2
"""Seconds in which it answers, or is away."""
MOST_UNSAID = 10_000
"""Hints that wait for Redis. Beyond that they are dropped."""

_relays: list["Relay"] = []
"""The one of this process, while it serves."""


def tell(changed: Changed) -> None:
    """Tell all processes that serve streams. Named by settings.TELL_STREAMS."""
    if _relays:
        _relays[-1].say(changed)
        return
    try:
        _client().publish(CHANNEL, msgspec.msgpack.encode(changed))
    except RedisError as error:
        log.warning("streams are not told of a change, Redis is away: %s", error)


@cache
def _client() -> Redis:
    return Redis.from_url(settings.REDIS_URL, socket_connect_timeout=TIMEOUT, socket_timeout=TIMEOUT)


class Relay:
    """Says and hears hints for a process that has an event loop.

    Args:
        hub: the streams of this process.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._loop = asyncio.get_running_loop()
        self._unsaid: asyncio.Queue[bytes] = asyncio.Queue(MOST_UNSAID)
        self._is_wanted = True
        self._calls = 0

    async def run(self) -> None:
        """Until it is cancelled."""
        _relays.append(self)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._persist(self._speak))
                tasks.create_task(self._persist(self._listen))
                tasks.create_task(self._persist(self._heed))
        finally:
            _relays.remove(self)

    def say(self, changed: Changed) -> None:
        """Have it said, if anybody wants to hear it. From any thread."""
        if self._is_wanted:
            self._loop.call_soon_threadsafe(self._put, msgspec.msgpack.encode(changed))

    def _put(self, message: bytes) -> None:
        if not self._unsaid.full():
            self._unsaid.put_nowait(message)

    async def _persist(self, do: Any) -> None:
        """Do something with a connection, and again whenever that is lost."""
        while True:
            connection = AsyncRedis.from_url(settings.REDIS_URL, socket_connect_timeout=TIMEOUT)
            try:
                await do(connection)
            except (RedisError, OSError) as error:
                log.warning("streams hear of changes only when they beat, Redis is away: %s", error)
                await asyncio.sleep(PAUSE)
            finally:
                await connection.aclose()

    async def _speak(self, connection: Any) -> None:
        while True:
            messages = [await self._unsaid.get()]
            while not self._unsaid.empty():
                messages.append(self._unsaid.get_nowait())
            async with connection.pipeline(transaction=False) as together:
                for message in messages:
                    together.publish(CHANNEL, message)
                calls = self._calls
                *_others, heard_by = await together.execute()
            if not heard_by and calls == self._calls:
                self._is_wanted = False

    async def _listen(self, connection: Any) -> None:
        await self._hub.is_listened_to.wait()
        async with connection.pubsub(ignore_subscribe_messages=True) as heard:
            await heard.subscribe(CHANNEL)
            await heard.get_message(timeout=TIMEOUT)  # that it is subscribed
            await connection.publish(CALLS, b"")
            self._hub.look_at_all()
            while self._hub.is_listened_to.is_set():
                message = await heard.get_message(timeout=settings.STREAM_BEAT)
                if message is not None:
                    self._hear(message["data"])

    def _hear(self, message: bytes) -> None:
        try:
            changed = msgspec.msgpack.decode(message, type=Changed)
        except msgspec.DecodeError as error:
            # Another version of us may have said it, as while a new one is put in place.
            log.warning("a hint for streams cannot be read: %s", error)
        else:
            self._hub.hear(changed)

    async def _heed(self, connection: Any) -> None:
        """Say hints from now on whenever a process calls for them."""
        async with connection.pubsub() as called:
            await called.subscribe(CALLS)
            while True:
                # that it is subscribed is a message too: calls may have been missed before
                if await called.get_message(timeout=settings.STREAM_BEAT) is not None:
                    self._calls += 1
                    self._is_wanted = True
