"""Django's cache on Redis, with a client that is made once and not for every command."""

from typing import Any

from django.core.cache.backends import redis
from redis import Redis


class Client(redis.RedisCacheClient):
    """Making a client takes longer than a command. It is safe to share between threads, as its pool is."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._made: dict[bool, Redis] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Redis:
        """The client to read with, or to write with."""
        if write not in self._made:
            self._made[write] = super().get_client(key, write=write)
        return self._made[write]


class RedisCache(redis.RedisCache):
    """The backend to name in the settings."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._class = Client
