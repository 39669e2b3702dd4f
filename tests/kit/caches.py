"""Empties the cache, which the service must work without."""

import os

import redis
from django.conf import settings
from django.core.cache import caches

from accounts import rate_limits


def empty() -> None:
    """Forget everything, and nothing of whoever else uses the same Redis."""
    rate_limits._tallies.clear()  # what this process has counted and not shared yet
    if settings.SIZE == "full":
        with redis.Redis.from_url(os.environ["REDIS_URL"]) as client:
            for key in client.scan_iter(f"{settings.REDIS_PREFIX}cache:*"):
                client.delete(key)
    else:
        for each in caches.all(initialized_only=False):
            each.clear()
