"""Orders of computer players in games without a database, as the services would keep and run them."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from games.bots.players import Planner
from games.engine import Ruleset, apply, core, view
from games.engine.actions import Action
from games.engine.errors import EngineError
from games.engine.orders import answering, planning
from games.engine.orders.answering import OrderedAnswer
from games.engine.orders.keeping import KeptOrders
from games.engine.orders.shapes import Orders
from games.engine.side import SIDES, Side
from games.engine.state import State

PLANNED = ("declare", "stance", "deploy", "losses", "retreat")
"""The decisions in whose visit orders are given again."""


class Ordered(NamedTuple):
    """An action that an order takes."""

    side: Side
    action: Action


def of_planner(rules: Ruleset, state: State, side: Side, planner: Planner) -> Orders:
    """The orders that a player gives, from what its side may know.

    Raises:
        msgspec.ValidationError: they are no orders.
    """
    offers = planning.described(rules, state, side)
    seen = msgspec.json.decode(msgspec.json.encode({"view": view(rules, state, side), "battles": offers}))
    return msgspec.convert(planner.orders(seen["view"], seen["battles"]), Orders)


class Book:
    """The orders of both sides in one game.

    Args:
        rules: of the game.
        planners: who gives orders for East and for West; None for a side without.
    """

    def __init__(self, rules: Ruleset, planners: tuple[Planner | None, Planner | None]) -> None:
        self._rules = rules
        self._planners = planners
        self._kept = (KeptOrders(), KeptOrders())

    def visit(self, state: State, side: Side) -> None:
        """Have a side that is asked give its orders again if that can help now."""
        decision = core.pending_for(state, side)
        if decision is not None and core.word(decision) in PLANNED:
            self.lay(state, side)

    def lay(self, state: State, side: Side) -> None:
        """Have a side give its orders again. A plan that is not changed goes on where it was."""
        planner = self._planners[side]
        if planner is None:
            return
        kept = self._kept[side]
        answering.tidy(self._rules, state, kept)
        orders = of_planner(self._rules, state, side, planner)
        before, progress = kept.orders.battles, kept.progress
        kept.orders, kept.progress = orders, {}
        for place, battle in orders.battles.items():
            is_known = place in before and before[place].plan == battle.plan
            kept.progress[place] = (
                progress[place] if is_known else answering.beginning(self._rules, state, side, place, 0)
            )

    def next(self, state: State) -> Ordered | None:
        """What orders do next; None if players are to be asked."""
        for side in SIDES:
            if self._planners[side] is None:
                continue
            kept = self._kept[side]
            answering.tidy(self._rules, state, kept)
            found = answering.answer(self._rules, state, side, kept)
            found = found or answering.window_answer(self._rules, state, side, kept)
            if found is not None and self._is_carried_out(state, side, found):
                return Ordered(side, found.action)
        return None

    def _is_carried_out(self, state: State, side: Side, found: OrderedAnswer) -> bool:
        """Note what an order does; False if the rules refuse it."""
        kept = self._kept[side]
        place = None if state.combat is None else self._rules.components.locations[state.combat.location]
        has_plan = place is not None and kept.plan_at(place) is not None
        try:
            after = apply(self._rules, state, side, found.action).state
        except EngineError:
            if place is not None and has_plan:
                answering.end(kept, place, "impossible")
            return False
        if place is not None and has_plan and found.kind == "plan":
            answering.carried_out(kept, after, side, place)
        return True
