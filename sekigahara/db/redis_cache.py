"""Django's cache in Redis, without the client that it makes for every operation."""

from typing import Any

from django.core.cache.backends import redis
from django.utils.functional import cached_property

RAISE = "return redis.call('EXISTS', KEYS[1]) == 1 and redis.call('INCRBY', KEYS[1], ARGV[1])"
"""Adds to a number, unless it is not there or has expired."""


class _KeptClient(redis.RedisCacheClient):
    """Keeps one client of the one server. Each new one would fill a table of all commands of Redis."""

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:  # noqa: ARG002 - Django's signature
        """The client, whatever it is for."""
        return self._kept

    def incr(self, key: Any, delta: int) -> int:
        """Add to a number by one trip; Django asks by another one before whether it is there.

        Raises:
            ValueError: it is not there.
        """
        number: int | None = self._kept.eval(RAISE, 1, key, delta)
        if number is None:
            raise ValueError(f"key {key!r} not found")
        return number

    @cached_property
    def _kept(self) -> Any:
        return super().get_client(write=True)


class RedisCache(redis.RedisCache):
    """The cache, as the settings name it."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _KeptClient

    def delete_all(self) -> None:
        """Delete what this cache holds, and nothing else that is in Redis."""
        client = self._cache.get_client()
        for key in client.scan_iter(f"{self.key_prefix}:*", count=1000):
            client.unlink(key)
