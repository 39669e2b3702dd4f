"""The cache of what can be made again at any time: it may be emptied, lost or away at any moment.

Keys contain a fingerprint of the release, so that a new release never finds what an older one made.
"""

import hashlib
import logging
from functools import cache
from pathlib import Path
from typing import Final

from django.core.cache import caches
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

ALIAS: Final = "derived"
"""The name of the cache in the settings. It is not that of the rate limits, which must not be crowded out."""

_PROJECT: Final = Path(__file__).resolve().parent.parent.parent
_PARTS: Final = ("accounts", "fixtures", "games", "notifications", "sekigahara")
_SUFFIXES: Final = frozenset({".css", ".html", ".js", ".mo", ".po", ".py", ".svg", ".toml", ".txt"})


@cache
def release() -> str:
    """A fingerprint of all files of this release that pages and replays depend on."""
    digest = hashlib.sha256()
    for part in _PARTS:
        for path in sorted((_PROJECT / part).rglob("*")):
            if path.suffix in _SUFFIXES:
                digest.update(f"{path.relative_to(_PROJECT)}|".encode())
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def recall(key: str) -> bytes | None:
    """What was kept under a key by this release; None if nothing was, or the cache is away."""
    try:
        found = caches[ALIAS].get(f"{release()}:{key}")
    except (RedisError, OSError) as error:
        log.warning("the cache is away: %s", error)
        return None
    return found if isinstance(found, bytes) else None


def keep(key: str, value: bytes, seconds: int) -> None:
    """Keep a value under a key, unless the cache is away.

    Args:
        key: what it is, without spaces.
        value: to keep.
        seconds: after which it is forgotten, at the latest.
    """
    try:
        caches[ALIAS].set(f"{release()}:{key}", value, seconds)
    except (RedisError, OSError) as error:
        log.warning("the cache is away: %s", error)
