"""What is kept of a side's orders: the orders, the progress of its plans, and their latest deeds."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct, field

from games.engine.errors import CorruptLog
from games.engine.orders.shapes import BattleOrders, LoyaltyOrder, Orders, Plan

OrderKind = Literal["plan", "loyalty", "losses", "retreat", "stance"]
"""What kind of order took an action."""

Ending = Literal[
    "complete",
    "ahead",
    "not-behind",
    "they-finished",
    "challenged",
    "they-gained",
    "taken-over",
    "changed",
    "impossible",
]
"""Why a plan ended. After the first three, whatever it says is done at its end: nothing else went wrong."""

MOST_DEEDS = 40
"""How many of the latest deeds of orders are kept."""
PADDED_TO = 2048
"""Kept orders have a multiple of this length, so that the length of what is stored tells little of them."""


class Progress(Struct):
    """How far the orders for one battle have come.

    Attributes:
        week: when they were made, since they do not outlast the turn.
        turn: likewise.
        version: of the seat, when they were made.
        is_begun: whether the battle has been declared, and the plan was checked again since.
        done: how many steps of the plan were carried out.
        ended: why the plan ended; None while it goes on.
        deployed: how many of the side's blocks had deployed when the plan last acted or was made. If there
            are others, the player has taken over.
        challenges: how many challenges the other side had played when the plan was made.
        their_impact: what the other side's impact was then.
        they_had_finished: whether the other side had stopped deploying by then.
        is_past_window: whether the player has seen the deployment that could be challenged, and goes on
            with the plan rather than to challenge. It is so until the plan deploys.
    """

    week: int
    turn: int
    version: int = 0
    is_begun: bool = False
    done: int = 0
    ended: Ending | None = None
    deployed: int = 0
    challenges: int = 0
    their_impact: int = 0
    they_had_finished: bool = False
    is_past_window: bool = False


class Deed(Struct, frozen=True):
    """One thing that orders did, or why a plan ended.

    Attributes:
        version: of the seat, at which it can be seen.
        week: of the game.
        location: of the battle.
        kind: the kind of order.
        did: the type of the action, or ``ended`` for the end of a plan.
        ending: why the plan ended.
    """

    version: int
    week: int
    location: str
    kind: OrderKind
    did: str
    ending: Ending | None = None


class KeptOrders(Struct):
    """The orders of one side as they are stored.

    Attributes:
        orders: as the player gave them, without those whose battle is over.
        progress: by location, for every battle in ``orders``.
        lately: what they did, the latest last.
    """

    orders: Orders = field(default_factory=Orders)
    progress: dict[str, Progress] = field(default_factory=dict)
    lately: list[Deed] = field(default_factory=list)

    def plan_at(self, location: str) -> Plan | None:
        """The plan for a battle, if it has not ended."""
        battle = self.orders.battles.get(location)
        if battle is None or battle.plan is None or self.progress[location].ended is not None:
            return None
        return battle.plan

    def loyalty_at(self, location: str) -> LoyaltyOrder:
        """The loyalty order for a battle: its own, or else that of the game."""
        battle = self.orders.battles.get(location)
        return self.orders.loyalty if battle is None or battle.loyalty is None else battle.loyalty

    def drop(self, location: str) -> None:
        """Remove the orders for a battle."""
        battles = {name: each for name, each in self.orders.battles.items() if name != location}
        self.orders = msgspec.structs.replace(self.orders, battles=battles)
        self.progress.pop(location, None)

    def set_battle(self, location: str, battle: BattleOrders, progress: Progress) -> None:
        """Set the orders for a battle."""
        self.orders = msgspec.structs.replace(self.orders, battles={**self.orders.battles, location: battle})
        self.progress[location] = progress

    def note(self, deed: Deed) -> None:
        """Note what an order did."""
        self.lately = [*self.lately, deed][-MOST_DEEDS:]


_decoder = msgspec.json.Decoder(KeptOrders)


def encode(kept: KeptOrders) -> str:
    """Kept orders as padded JSON."""
    text = msgspec.json.encode(kept).decode()
    return text + " " * (-len(text) % PADDED_TO)


def decode(text: str) -> KeptOrders:
    """Kept orders from JSON; none from an empty text.

    Raises:
        CorruptLog: the text is not what ``encode`` made.
    """
    if not text:
        return KeptOrders()
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError:
        raise CorruptLog("unreadable-orders") from None
