"""Empties the cache, which the service must work without.

Every test with a database begins with an empty one: limits count in it what earlier tests did. It begins
outside of a batch too, in case an earlier one failed within it: what is over would stop its computer players.
"""

import os

import pytest
import redis
from django.conf import settings
from django.core.cache import caches

from accounts import authentication, rate_limits
from sekigahara import batch
from tests.kit.sizes import uses_database


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> None:
    if uses_database(request.node):
        request.getfixturevalue("db")
        empty()
        batch.finish()


def empty() -> None:
    """Forget everything, and nothing of whoever else uses the same Redis."""
    rate_limits._tallies.clear()  # what this process has counted and not shared yet
    authentication._forget_all()  # else tokens are remembered as they were at another time of the calendar
    if settings.SIZE == "full":
        with redis.Redis.from_url(os.environ["REDIS_URL"]) as client:
            for key in client.scan_iter(f"{settings.REDIS_PREFIX}cache:*"):
                client.delete(key)
    else:
        for each in caches.all(initialized_only=False):
            each.clear()
