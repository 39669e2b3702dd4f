"""Removes randomness from a run: secrets, boundaries and times are the same in both games."""

from __future__ import annotations

import contextlib
import random
import secrets
from collections.abc import Iterator
from unittest import mock


@contextlib.contextmanager
def chance(seed: str) -> Iterator[None]:
    """What the block makes at random, session keys and salts and boundaries of mails, this seed decides."""
    source = random.Random(seed)

    def token_bytes(count: int | None = None) -> bytes:
        return source.randbytes(32 if count is None else count)

    def token_hex(count: int | None = None) -> str:
        return token_bytes(count).hex()

    def token_urlsafe(count: int | None = None) -> str:
        return token_hex(count)

    before = random.getstate()
    random.seed(seed)
    try:
        with mock.patch.multiple(
            secrets,
            choice=source.choice,
            randbelow=source.randrange,
            token_bytes=token_bytes,
            token_hex=token_hex,
            token_urlsafe=token_urlsafe,
        ):
            yield
    finally:
        random.setstate(before)
