"""The cache of what can be made again at any time: it may be emptied, lost or away at any moment.

Keys contain a fingerprint of the release, so that a new release never finds what an older one made. Values
are sealed for their key: they tell of hands and become parts of pages, and somebody who reaches Redis must
neither read them, nor write any, nor put one in the place of another.
"""

import hashlib
import logging
import os
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.core.cache import caches
from redis.exceptions import RedisError

from sekigahara.db.derived_keys import derived_key
from sekigahara.db.redis_cache import RedisCache
from sekigahara.db.redis_guard import report_foreign_value

log = logging.getLogger(__name__)

ALIAS: Final = "derived"
"""The name of the cache in the settings. It is not that of the rate limits, which must not be crowded out."""

_PURPOSE: Final = b"sekigahara: the cache"
_NONCE: Final = 12
"""The number of bytes of each value that are drawn at random, before those that are sealed."""

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
    name = f"{release()}:{key}"
    try:
        found = caches[ALIAS].get(name)
    except (RedisError, OSError) as error:
        log.warning("the cache is away: %s", error)
        return None
    return None if found is None else _unsealed(name, found)


def keep(key: str, value: bytes, seconds: int) -> None:
    """Keep a value under a key, unless the cache is away.

    Args:
        key: what it is, without spaces.
        value: to keep.
        seconds: after which it is forgotten, at the latest.
    """
    name = f"{release()}:{key}"
    try:
        caches[ALIAS].set(name, _sealed(name, value), seconds)
    except (RedisError, OSError) as error:
        log.warning("the cache is away: %s", error)


def forget_all() -> None:
    """Forget everything, of all releases: what is kept of a game's past is not that of a restored game."""
    cache = caches[ALIAS]
    if not isinstance(cache, RedisCache):
        cache.clear()
        return
    try:
        cache.delete_all()
    except (RedisError, OSError) as error:
        log.warning("the cache is away, empty it before the service starts: %s", error)


def _sealed(name: str, value: bytes) -> bytes:
    nonce = os.urandom(_NONCE)
    return nonce + _cipher(settings.SECRET_KEY).encrypt(nonce, value, name.encode())


def _unsealed(name: str, found: int | bytes) -> bytes | None:
    """A value that was sealed for a name; None for whatever else was found there."""
    if isinstance(found, bytes) and len(found) > _NONCE:
        try:
            return _cipher(settings.SECRET_KEY).decrypt(found[:_NONCE], found[_NONCE:], name.encode())
        except InvalidTag:
            pass
    report_foreign_value()
    return None


@lru_cache(maxsize=2)
def _cipher(secret: str) -> AESGCM:
    return AESGCM(derived_key(secret, _PURPOSE))
