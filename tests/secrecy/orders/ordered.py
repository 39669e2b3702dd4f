"""A game played by the rules alone, with orders that act as the service would let them act."""

from __future__ import annotations

import copy
from typing import NamedTuple

from games import engine
from games.engine import Side
from games.engine.actions import Action, Undo
from games.engine.decisions import AnswerDeployment
from games.engine.errors import EngineError, Illegal
from games.engine.orders import answering, keeping, planning
from games.engine.orders.answering import OrderedAnswer
from games.engine.orders.keeping import KeptOrders
from games.engine.orders.shapes import Orders, Plan
from games.engine.side import SIDES
from tests.secrecy.script import Point, Script


class Deed(NamedTuple):
    """What somebody does at one moment.

    Attributes:
        side: whose player acts or gives orders; None for the job that answers windows after the hold.
        body: what the player does; None for orders, and for the job.
        orders: all that the player orders from now on; None if they act.
    """

    side: Side | None
    body: Action | Undo | None = None
    orders: Orders | None = None


JOB = Deed(None)


class Ordered:
    """A game in which both sides may have orders.

    Args:
        script: the game so far.

    Attributes:
        kept: the orders of East and West.
        carried: for every plan that was given, by location, how many of its steps were carried out.
    """

    def __init__(self, script: Script) -> None:
        self.script = script
        self.kept = [KeptOrders(), KeptOrders()]
        self.carried: dict[tuple[str, Plan], int] = {}

    def copy(self) -> Ordered:
        """Another game like it, to try something out."""
        other = Ordered(copy.copy(self.script))
        other.script.points = list(self.script.points)
        other.script._open = list(self.script._open)
        other.kept = [keeping.decode(keeping.encode(kept)) for kept in self.kept]
        return other

    def do(self, deed: Deed) -> list[Point]:
        """Do it, and what orders do after it. Return the steps that it led to, the player's own first.

        Raises:
            EngineError: the rules refuse it.
        """
        first = len(self.script.points)
        if deed.side is None:
            self._hold_is_over()
        elif deed.orders is not None:
            self._give(deed.side, deed.orders)
        else:
            assert deed.body is not None
            self.script.act(deed.side, deed.body)
            if not isinstance(deed.body, Undo):
                self._run()
        return self.script.points[first:]

    def window(self) -> Side | None:
        """Who has a separate loyalty window."""
        decisions = engine.pending(self.script.state)
        asked = [each.side for each in decisions if isinstance(each, AnswerDeployment)]
        return asked[0] if asked else None

    def window_answer(self) -> Action | None:
        """What the loyalty order of that side will answer."""
        side = self.window()
        if side is None:
            return None
        state, kept = self.script.state, self._tidied(side)
        answer = answering.window_answer(self.script.rules, state, side, kept)
        return None if answer is None else answer.action

    def _give(self, side: Side, orders: Orders) -> None:
        rules, state = self.script.rules, self.script.state
        kept = self._tidied(side)
        before, progress = kept.orders.battles, kept.progress
        kept.orders, kept.progress = orders, {}
        for place, battle in orders.battles.items():
            if place not in planning.places(rules, state):
                raise Illegal("nothing-to-fight", "8.1", location=place)
            if place in before and before[place].plan == battle.plan:
                kept.progress[place] = progress[place]
                continue
            kept.progress[place] = answering.beginning(rules, state, side, place, 0)
            if battle.plan is not None:
                refused = planning.outlook(rules, state, side, place, battle.plan.steps).refused
                if refused is not None:
                    raise refused
        if self.window() != side or not self._hold_is_over():
            self._run()

    def _hold_is_over(self) -> bool:
        side = self.window()
        if side is None:
            return False
        answer = answering.window_answer(self.script.rules, self.script.state, side, self._tidied(side))
        if answer is None or not self._carry_out(side, answer):
            return False
        self._run()
        return True

    def _run(self) -> None:
        while any(self._answers(side) for side in SIDES):
            pass

    def _answers(self, side: Side) -> bool:
        rules, state = self.script.rules, self.script.state
        if not answering.is_for_orders(state, side):
            return False
        answer = answering.answer(rules, state, side, self._tidied(side))
        return answer is not None and self._carry_out(side, answer)

    def _carry_out(self, side: Side, answer: OrderedAnswer) -> bool:
        combat, kept = self.script.state.combat, self.kept[side]
        assert combat is not None
        location = self.script.rules.components.locations[combat.location]
        plan = kept.plan_at(location)
        try:
            self.script.act(side, answer.action)
        except EngineError:
            if plan is not None:
                answering.end(kept, location, "impossible")
            return False
        if answer.kind == "plan" and plan is not None:
            answering.carried_out(kept, self.script.state, side, location)
            done = kept.progress[location].done
            self.carried[location, plan] = max(done, self.carried.get((location, plan), 0))
        return True

    def _tidied(self, side: Side) -> KeptOrders:
        kept = self.kept[side]
        answering.tidy(self.script.rules, self.script.state, kept)
        return kept
