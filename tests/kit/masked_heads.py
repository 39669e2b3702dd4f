"""The one exemption of the twin tests: the chain value of heads, which is salted and covers what is hidden.

Everything else that two games tell is compared byte for byte. That the chain value moves only with a change
that the public could see is proved in ``tests/games/test_heads.py``.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from unittest import mock

from games.log import heads
from games.log.heads import Head


@contextlib.contextmanager
def chain_values_masked() -> Iterator[None]:
    """Within the block the chain value of every head is made of its version, and of nothing else."""

    honest = heads._head

    def masked(version: int, public: bytes, _chain: bytes) -> Head:
        return honest(version, public, hashlib.sha256(f"chain value of {version}".encode()).digest())

    with mock.patch.object(heads, "_head", masked):
        yield
