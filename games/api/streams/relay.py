"""Sends hints for event streams from one process to all others, over Redis.

A web process publishes and receives hints on its event loop: a request that has changed a game hands its hint
over and does not wait. A process subscribes only while it has streams. While no process does, none publishes:
Redis answers how many received a hint, and a process that begins to subscribe calls for hints. A lost hint
delays its streams until their next beat, no longer. The numbers are in
`sekigahara/adr/0014-hints-for-streams-go-through-a-relay.md`.
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
RETRY_PAUSE = 5
"""Seconds until the next attempt to reach Redis."""
TIMEOUT = 2
"""Seconds after which Redis counts as away."""
MOST_WAITING = 10_000
"""The most hints that wait for Redis. More are dropped."""

_relays: list["Relay"] = []
"""The relay of this process, while it serves."""


def send(changed: Changed) -> None:
    """Send a hint to all processes that serve streams. Named by settings.SEND_STREAM_HINT."""
    if _relays:
        _relays[-1].hand_over(changed)
        return
    try:
        _client().publish(CHANNEL, msgspec.msgpack.encode(changed))
    except RedisError as error:
        log.warning("a hint for streams is lost, Redis is away: %s", error)


@cache
def _client() -> Redis:
    return Redis.from_url(settings.REDIS_URL, socket_connect_timeout=TIMEOUT, socket_timeout=TIMEOUT)


class Relay:
    """Publishes and receives hints for a process that has an event loop.

    Args:
        hub: the streams of this process.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)
        self._is_anybody_listening = True
        self._calls = 0

    async def run(self) -> None:
        """Run until it is cancelled."""
        _relays.append(self)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._persist(self._publish))
                tasks.create_task(self._persist(self._receive))
                tasks.create_task(self._persist(self._await_calls))
        finally:
            _relays.remove(self)

    def hand_over(self, changed: Changed) -> None:
        """Publish a hint, if any process listens. Can be called from any thread."""
        if self._is_anybody_listening:
            self._loop.call_soon_threadsafe(self._put, msgspec.msgpack.encode(changed))

    def _put(self, message: bytes) -> None:
        if not self._waiting.full():
            self._waiting.put_nowait(message)

    async def _persist(self, do: Any) -> None:
        """Do something with a connection, and start again with a new one whenever it is lost."""
        while True:
            connection = AsyncRedis.from_url(settings.REDIS_URL, socket_connect_timeout=TIMEOUT)
            try:
                await do(connection)
            except (RedisError, OSError) as error:
                log.warning("streams learn of changes only at their beat, Redis is away: %s", error)
                await asyncio.sleep(RETRY_PAUSE)
            finally:
                await connection.aclose()

    async def _publish(self, connection: Any) -> None:
        while True:
            messages = [await self._waiting.get()]
            while not self._waiting.empty():
                messages.append(self._waiting.get_nowait())
            async with connection.pipeline(transaction=False) as together:
                for message in messages:
                    together.publish(CHANNEL, message)
                calls = self._calls
                *_others, receivers = await together.execute()
            if not receivers and calls == self._calls:
                self._is_anybody_listening = False

    async def _receive(self, connection: Any) -> None:
        await self._hub.is_listened_to.wait()
        async with connection.pubsub(ignore_subscribe_messages=True) as heard:
            await heard.subscribe(CHANNEL)
            await heard.get_message(timeout=TIMEOUT)  # the confirmation of the subscription
            await connection.publish(CALLS, b"")
            self._hub.look_at_all()
            while self._hub.is_listened_to.is_set():
                message = await next_message(heard)
                if message is not None:
                    self._hear(message["data"])

    def _hear(self, message: bytes) -> None:
        try:
            changed = msgspec.msgpack.decode(message, type=Changed)
        except msgspec.DecodeError as error:
            # Another release may have sent it, while a new one is being deployed.
            log.warning("a hint for streams cannot be read: %s", error)
        else:
            self._hub.hear(changed)

    async def _await_calls(self, connection: Any) -> None:
        """Publish hints from now on whenever a process calls for them."""
        async with connection.pubsub() as called:
            await called.subscribe(CALLS)
            while True:
                # the confirmation of the subscription counts too: calls may have been missed before
                if await next_message(called) is not None:
                    self._calls += 1
                    self._is_anybody_listening = True


async def next_message(heard: Any) -> Any:
    """The next message of a subscription, or None after a beat without one.

    Raises:
        ConnectionError: it was lost, or is a new one. redis-py takes the system's ETIMEDOUT, as when the host
            of Redis is gone, for its own time-out: it would answer None at once, for ever.
    """
    clock = asyncio.get_running_loop().time
    began = clock()
    message = await heard.get_message(timeout=settings.STREAM_BEAT)
    if message is None and clock() - began < settings.STREAM_BEAT / 2:
        raise ConnectionError("a subscription was lost")
    return message
