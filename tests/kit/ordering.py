"""Orders in a position that is played by hand: they answer whenever it is their turn."""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.orders import answering, keeping
from games.engine.orders.keeping import KeptOrders
from games.engine.orders.shapes import Orders
from games.engine.position import Reached, act
from games.engine.side import SIDES, Side
from tests.kit.positions import Table


class Ordered:
    """Both sides' orders at a table, run as a service would after each action.

    Args:
        table: the position.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.kept = (KeptOrders(), KeptOrders())
        self.did: list[tuple[str, str, str]] = []
        """Side, kind of order, and type of the action, for all that orders did."""

    def give(self, side: str, **orders: Any) -> None:
        """Replace the orders of a side, as JSON, and let them act."""
        number = Side.named(side)
        given = msgspec.convert(orders, Orders)
        rules, state = self.table.rules, self.table.state
        progress = {
            location: answering.beginning(rules, state, number, location, 0) for location in given.battles
        }
        self.kept = tuple(
            KeptOrders(given, progress) if each == number else self.kept[each] for each in SIDES
        )  # type: ignore[assignment]
        self.run()

    def play(self, side: str, kind: str, **fields: Any) -> None:
        """Act by hand, and let orders act."""
        self.table.play(side, kind, **fields)
        self.run()

    def run(self) -> None:
        """Let orders act until somebody is to be asked."""
        while any(self._act(side, answering.answer) for side in SIDES):
            pass

    def hold_is_over(self) -> None:
        """Let a loyalty order answer a separate window, and all orders go on."""
        while any(self._act(side, answering.window_answer) for side in SIDES):
            self.run()

    def ended(self, side: str, location: str = "suwa") -> str | None:
        """Why the plan of a side ended."""
        return self.kept[Side.named(side)].progress[location].ended

    def _act(self, side: Side, answered_by: Any) -> bool:
        kept, table = self.kept[side], self.table
        answering.tidy(table.rules, table.state, kept)
        combat = table.state.combat
        answer = answered_by(table.rules, table.state, side, kept)
        if answer is None or combat is None:
            return False
        played = act(table.rules, Reached(table.state, []), side, answer.action, table.source)
        table.state, table.latest = played.state, played.events
        table.events = table.events + played.events
        self.did.append((side.label, answer.kind, str(answer.action.__struct_config__.tag)))
        location = table.c.locations[combat.location]
        if answer.kind == "plan" and kept.plan_at(location) is not None:
            answering.carried_out(kept, table.state, side, location)
        assert keeping.decode(keeping.encode(kept)) == kept
        return True
