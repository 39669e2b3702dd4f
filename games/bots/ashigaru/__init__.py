"""Ashigaru: a sensible, greedy computer player without memory.

It takes castles and resource locations, keeps its leader safe, and fights where its cards fit its blocks.
Every answer follows from the view, the options and the seed alone, so the same position always gets the same
answer.

It reckons with what hands and armies of that size commonly do. Its hand and its hidden blocks decide only
what it shows (see ``games.bots.noticed``), and secretly which blocks march, are mustered or are deployed; how
many go where, and whether it fights, challenges, passes, stops, bids, stays or retreats, they do not. Its
leaders alone count: it would rather stop, stay or retreat than stake one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.bots.ashigaru import battle, combat, movement, planning, week
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


UNASKED: dict[str, Any] = {"decision": "", "answers": []}
"""The options of a seat that gives orders unasked."""


class Ashigaru:
    """A computer player.

    Args:
        edition: public edition data as JSON: locations, roads, disks, blocks, cards, flags.
        seed: its temper; one seed always plays the same way.
        character: a code of ``games.bots.characters``; empty for none.
    """

    def __init__(self, edition: dict[str, Any], seed: int, character: str = "") -> None:
        self._board = Board(edition)
        self._temper = temper(seed, character)

    def choose(self, view: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
        """The action to answer a decision with.

        Args:
            view: the seat's own view.
            options: what may be answered.
        """
        pending = Pending(self._board, self._temper, view, options)
        return ANSWERS[pending.decision](pending)

    def orders(self, view: dict[str, Any], battles: dict[str, Any]) -> dict[str, Any]:
        """All orders that hold from now on.

        Args:
            view: the seat's own view.
            battles: by place with a fight, the deployments with which a plan could begin there.
        """
        return planning.orders(Pending(self._board, self._temper, view, UNASKED), battles)
