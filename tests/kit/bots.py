"""The choices of computer players in given positions."""

from __future__ import annotations

from typing import Any

import pytest

from games.bots.ashigaru import Ashigaru
from games.simulation import arena
from tests.kit.positions import Table

SEEDS = pytest.mark.parametrize("seed", range(6))
"""Six tempers: what is sensible does not depend on a whim."""


def answer(table: Table, side: str, seed: int, character: str = "") -> dict[str, Any]:
    """What ashigaru answers there."""
    printed = arena.json_of(table.rules.edition)
    return Ashigaru(printed, seed, character).choose(table.view(side), table.options(side) or {})


def play_while(table: Table, side: str, seed: int, decision: str) -> None:
    """Let ashigaru answer as long as it is asked that."""
    while table.pending == [(side, decision)]:
        table.play(side, **answer(table, side, seed))
