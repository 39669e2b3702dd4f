"""Komono: a friendly computer player, ashigaru as a beginner would play."""

from __future__ import annotations

from typing import Any

from games.bots.ashigaru import Ashigaru


class Komono(Ashigaru):
    """A computer player that moves on a whim and leaves its leaders alone.

    Args:
        edition: public edition data as JSON.
        seed: its temper; one seed always plays the same way.
        character: a code of ``games.bots.characters``; empty for none.
    """

    def __init__(self, edition: dict[str, Any], seed: int, character: str = "") -> None:
        super().__init__(edition, seed, character)
        self._temper = self._temper._replace(caprice=3.0, leader=3.0, thrift=4.5, doubt=6.0)
