"""The one exemption of the twin tests: chain values of heads, which are salted and cover what is hidden.

Everything else that two games tell is compared byte for byte. That the chain value moves only with a change
that the public could see is proved in ``tests/games/test_heads.py``.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from unittest import mock

from games.log import diary_chain, heads
from games.log.heads import Head
from games.models.game import Game


@contextlib.contextmanager
def chain_values_masked() -> Iterator[None]:
    """Within the block the chain value of every head is made of its version, and of nothing else; so are the
    heads of diaries, which the seed begins."""

    honest = heads._head

    def masked(version: int, public: bytes, _chain: bytes) -> Head:
        return honest(version, public, hashlib.sha256(f"chain value of {version}".encode()).digest())

    def first(game: Game, side: int) -> str:
        return hashlib.sha256(f"first head of {game.public_id} {side}".encode()).hexdigest()

    with mock.patch.object(heads, "_head", masked), mock.patch.object(diary_chain, "first_head", first):
        yield
