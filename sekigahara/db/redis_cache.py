"""Django's cache in Redis, without the client that it makes for every operation."""

from typing import Any

from django.core.cache.backends import redis
from django.utils.functional import cached_property


class _KeptClient(redis.RedisCacheClient):
    """Keeps one client of the one server. Each new one would fill a table of all commands of Redis."""

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:  # noqa: ARG002 - Django's signature
        """The client, whatever it is for."""
        return self._kept

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
