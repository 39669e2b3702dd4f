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
from games.bots.ashigaru.decisions import Answer, PendingDecision
from games.bots.ashigaru.temper import Temper, temper

ANSWERS: dict[str, Callable[[PendingDecision], Answer]] = {
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
        self._temper = self.leanings(temper(seed, character))

    def leanings(self, usual: Temper) -> Temper:
        """Its temper, from the one that belongs to its seed."""
        return usual

    def choose(self, view: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
        """The action to answer a decision with.

        Args:
            view: the seat's own view.
            options: what may be answered.
        """
        pending = PendingDecision(self._board, self._temper, view, options)
        return ANSWERS[pending.decision](pending)

    def orders(self, view: dict[str, Any], battles: dict[str, Any]) -> dict[str, Any]:
        """All orders that hold from now on.

        Args:
            view: the seat's own view.
            battles: by place with a fight, the deployments with which a plan could begin there.
        """
        return planning.orders(PendingDecision(self._board, self._temper, view, UNASKED), battles)


class Komono(Ashigaru):
    """A friendly computer player: ashigaru as a beginner would play, on a whim, leaving its leaders alone."""

    def leanings(self, usual: Temper) -> Temper:
        return usual._replace(caprice=3.0, leader=3.0, thrift=4.5, doubt=6.0)


class Earlier(Ashigaru):
    """Ashigaru with the constants of release 0.2: a second opponent to measure players by.

    Nobody is offered it.
    """

    def leanings(self, usual: Temper) -> Temper:
        return usual._replace(
            thrift=1.4 + 0.6 * usual.whim("thrift"), care=0.4 + 0.7 * usual.whim("care"), leader=18.0
        )
