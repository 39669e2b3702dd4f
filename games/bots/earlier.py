"""Ashigaru with the constants of release 0.2: a second opponent to measure players by."""

from __future__ import annotations

from typing import Any

from games.bots.ashigaru import Ashigaru


class Earlier(Ashigaru):
    """A computer player that nobody is offered.

    Args:
        edition: public edition data as JSON.
        seed: its temper; one seed always plays the same way.
        character: a code of ``games.bots.characters``; empty for none.
    """

    def __init__(self, edition: dict[str, Any], seed: int, character: str = "") -> None:
        super().__init__(edition, seed, character)
        now = self._temper
        self._temper = now._replace(
            thrift=1.4 + 0.6 * now.whim("thrift"), care=0.4 + 0.7 * now.whim("care"), leader=18.0
        )
