"""Hints for streams, whose way from one process to all others is Redis."""

import asyncio
import errno

import pytest
from django.conf import settings
from redis.asyncio import Redis

pytestmark = pytest.mark.services


def test_subscription_is_lost_when_the_system_gives_the_host_of_redis_up() -> None:
    """And does not answer at once for ever, which would keep the event loop for itself."""
    from games.api.streams.relay import CHANNEL, next_message  # reads a setting that only the full size has

    async def lose() -> None:
        async with Redis.from_url(settings.REDIS_URL) as client, client.pubsub() as heard:
            await heard.subscribe(CHANNEL)
            assert await next_message(heard) is not None, "the subscription is confirmed"
            connection = heard.connection
            assert connection is not None
            # As the system does, after a while without an answer.
            connection._writer.transport._force_close(TimeoutError(errno.ETIMEDOUT, "timed out"))
            with pytest.raises(ConnectionError, match="a subscription was lost"):
                await next_message(heard)

    asyncio.run(lose())
