"""The start of a week: discards, bids, and who goes first [6]."""

from __future__ import annotations

from games.bots.ashigaru.cards import least_valuable, worst_first
from games.bots.ashigaru.decisions import Answer, PendingDecision, filled
from games.bots.ashigaru.position import SeatPosition
from games.bots.ashigaru.temper import Temper

BID_POINT = 0.06
"""What a point of a bid is worth in cards, to somebody who hardly cares."""


def discard(pending: PendingDecision) -> Answer:
    """The cards that fit the fewest blocks; the tidy round up."""
    shape = pending.shapes[0]
    count: int = shape["least"]
    if count < shape["most"] and pending.temper.tidies:
        count += 1
    return filled(shape, least_valuable(pending.position, count))


def bid(pending: PendingDecision) -> Answer:
    """A card that will hardly be missed; higher when the order matters."""
    position, board, temper = pending.position, pending.board, pending.temper
    values: dict[str, float] = {}
    for value, name in worst_first(position):
        values.setdefault(name, value)
    point = BID_POINT * _eagerness(position, temper)
    card = max(values, key=lambda name: point * board.cards[name].bid - values[name])
    action: Answer = {"type": "bid", "card": card}
    if temper.whim("wish", position.week) < 0.6:
        action["wish"] = _order(position, temper)
    return action


def _eagerness(position: SeatPosition, temper: Temper) -> float:
    """How much the order matters: most to the side that would lose the game without the last word."""
    whim = temper.whim("bid", position.week)
    if position.week < position.board.weeks:
        return 1 + 2 * whim
    return 8.0 if position.behind() > 0 else 1 + 3 * whim


def order(pending: PendingDecision) -> Answer:
    """First to strike, or last to answer."""
    return {"type": "order", "order": _order(pending.position, pending.temper)}


def _order(position: SeatPosition, temper: Temper) -> str:
    """The last word of the last week settles places nobody can take back."""
    if position.week == position.board.weeks:
        return "second"
    return "first" if temper.whim("order", position.week) < 0.5 else "second"
