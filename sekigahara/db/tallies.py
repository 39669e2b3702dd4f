"""Numbers that processes of any host add to or set, in the shared cache: what only workers know.

They may be lost at any moment, with Redis or with one request to it: nothing but monitors reads them.
"""

import logging
from collections.abc import Collection

from django.core.cache import cache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

_PREFIX = "tally:"


def add(name: str, number: int) -> None:
    """Add to a tally, which begins with 0."""
    try:
        cache.add(_PREFIX + name, 0, None)
        cache.incr(_PREFIX + name, number)
    except (RedisError, OSError, ValueError) as error:  # ValueError: it was lost in between
        log.warning("%s is not counted, the cache is away: %s", name, error)


def note(name: str, number: int, seconds: int | None = None) -> None:
    """Set a tally.

    Args:
        seconds: for which it holds; None for good.
    """
    try:
        cache.set(_PREFIX + name, number, seconds)
    except (RedisError, OSError) as error:
        log.warning("%s is not noted, the cache is away: %s", name, error)


def read(names: Collection[str]) -> dict[str, int]:
    """The tallies by name, without those that nobody has set and all while the cache is away."""
    try:
        found = cache.get_many([_PREFIX + name for name in names])
    except (RedisError, OSError) as error:
        log.warning("tallies are not read, the cache is away: %s", error)
        return {}
    return {key.removeprefix(_PREFIX): number for key, number in found.items()}
