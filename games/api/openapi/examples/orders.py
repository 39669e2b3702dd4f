"""Examples of orders."""

from typing import Any

from msgspec import to_builtins

from games.api import answers
from games.engine.orders.shapes import AskFrom, BattleOrders, ChallengeFrom, GameOrders, Plan, Step

_PLAN = Plan((Step(("date-three-mon-1",), "date-plain"), Step(("date-two-mon-2",), "date-special")))
_BATTLE = BattleOrders(_PLAN, ChallengeFrom(4))


def of_orders() -> list[Any]:
    """Examples of responses: a plan for one battle, of which a step has been carried out."""
    outlook = answers.Outlook([6], None, theirs=4, next_loss=7, deployments=[])
    deed = answers.OrderDeed(14, 3, "aizu", "plan", "deploy", None)
    battle = answers.OrderedBattle("aizu", to_builtins(_BATTLE), 1, None, outlook, [])
    return [
        outlook,
        answers.OrdersNow(15, {"battles": {"aizu": to_builtins(_BATTLE)}}, [battle], [deed]),
        GameOrders(AskFrom(3)),
    ]
