"""The choices of computer players in given positions."""

from __future__ import annotations

from typing import Any

from games.bots.ashigaru import Ashigaru
from games.simulation import arena
from tests.kit.positions import Table


def answer(table: Table, side: str, seed: int, character: str = "") -> dict[str, Any]:
    """What ashigaru answers there."""
    printed = arena.json_of(table.rules.edition)
    return Ashigaru(printed, seed, character).choose(table.view(side), table.options(side) or {})


def play_while(table: Table, side: str, seed: int, decision: str) -> None:
    """Let ashigaru answer as long as it is asked that."""
    while table.pending == [(side, decision)]:
        table.play(side, **answer(table, side, seed))
