"""Ashigaru: a sensible, greedy computer player without memory.

It takes castles and resource locations, keeps its leader safe, and fights where its cards fit its blocks.
Every answer follows from the view, the options and the seed alone, so the same position always gets the same
answer.

Marches, musters and Mori arrivals are planned with a look at its hand and its hidden blocks, as people plan
theirs: who seeks a battle may well have cards for it. In all else it reckons with what hands of that size
commonly do, and a hand decides only what it shows (see ``games.bots.noticed``): whether it challenges,
passes or stops, for how long it passes, which level of movement it buys, how many cards it discards or
exchanges, what it wishes for its bid, whom it fights first, whether it stays inside, what it gives up and
where it retreats. Its leaders alone count: it would rather stop, stay or retreat than stake one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.bots.ashigaru import battle, combat, movement, week
from games.bots.ashigaru.board import Board
from games.bots.ashigaru.decisions import Answer, Pending
from games.bots.ashigaru.temper import temper

ANSWERS: dict[str, Callable[[Pending], Answer]] = {
    "discard": week.discard,
    "bid": week.bid,
    "order": week.order,
    "level": movement.choose_level,
    "movement": movement.choose_move,
    "declare": combat.declare,
    "stance": combat.stance,
    "deploy": battle.choose,
    "window": battle.choose,
    "losses": combat.losses,
    "retreat": combat.retreat,
}


class Ashigaru:
    """A computer player.

    Args:
        edition: public edition data as JSON: locations, roads, disks, blocks, cards, flags.
        seed: its temper; one seed always plays the same way.
    """

    def __init__(self, edition: dict[str, Any], seed: int) -> None:
        self._board = Board(edition)
        self._temper = temper(seed)

    def choose(self, view: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
        """The action to answer a decision with.

        Args:
            view: the seat's own view.
            options: what may be answered.
        """
        pending = Pending(self._board, self._temper, view, options)
        return ANSWERS[pending.decision](pending)
