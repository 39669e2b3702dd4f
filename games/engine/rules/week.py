"""The week: reinforcement, the sealed discards and bids, and whose turn follows whose [6]."""

from __future__ import annotations

from typing import Literal

from games.engine.actions import Bid, Discard, Order
from games.engine.decisions import (
    BeginTurn,
    BeginWeek,
    ChooseLevel,
    ChooseOrder,
    DiscardHalf,
    DrawBlocks,
    DrawCards,
    EndGame,
    FightCombats,
    Pair,
    PlaceBid,
    QueueItem,
    RevealBids,
)
from games.engine.errors import Illegal
from games.engine.options import Choice, Offer, Shape, Subset, Tier
from games.engine.play import Play
from games.engine.rules import control, hand, naming, setup
from games.engine.side import EAST, NOBODY, SIDES, WEST, Side
from games.engine.state import BID_UNSET, State

CARDS_A_WEEK = 5
BID_NOTHING = -2
"""A side without a card bids below every card (R-06)."""


def begin(play: Play, step: BeginWeek) -> None:
    """Reinforcement (from week 2) and the bids, both sides at once (R-07) [6.1, 6.2]."""
    s = play.s
    castles, resources = tell_week(play)
    s.bids = [BID_UNSET, BID_UNSET]
    s.wishes = ["", ""]
    queues: list[tuple[QueueItem, ...]] = []
    for side in SIDES:
        arrivals = _reinforcement(play, side, castles, resources) if s.week > 1 else ()
        queues.append((*arrivals, PlaceBid(side)))
    # An item of a size nobody chooses (no cards to discard) is sealed already.
    s.sealed = [None if isinstance(queue[0], DiscardHalf) else [] for queue in queues]
    play.then(Pair(queues[0], queues[1]), RevealBids())


def _reinforcement(play: Play, side: Side, castles: list[int], resources: list[int]) -> tuple[QueueItem, ...]:
    c, s = play.c, play.s
    held = hand.size(s, side)
    least, most = held // 2, _most_discards(play, held)
    cards = CARDS_A_WEEK + (castles[side] > castles[side.enemy])
    blocks = c.flags.reinforcement_blocks[s.week - 1] + (resources[side] >= resources[side.enemy])
    draws: tuple[QueueItem, ...] = (DrawCards(side, cards), DrawBlocks(side, blocks, c.box))
    return (DiscardHalf(side, least), *draws) if most else draws


def _most_discards(play: Play, held: int) -> int:
    """Half the hand, of an odd one the larger half where the edition leaves the choice [6.2]."""
    return (held + 1) // 2 if play.c.flags.discard_rounding == "choice" else held // 2


def is_idle(play: Play, item: QueueItem) -> bool:
    """Whether a queue's front asks nothing: an empty pile, or a bid by an empty hand (R-01, R-05, R-06)."""
    if isinstance(item, DrawCards):
        return not hand.due(play.s, item)
    if isinstance(item, DrawBlocks):
        return not setup.due(play, item)
    return isinstance(item, PlaceBid) and not hand.size(play.s, item.side)


def discard_options(play: Play, decision: DiscardHalf) -> list[Shape]:
    tier = Tier(hand_counts(play, decision.side))
    most = _most_discards(play, tier.total())
    return [Subset(Discard, "cards", [tier], decision.count, most)]


def resolve_discard(play: Play, decision: DiscardHalf, action: Discard) -> None:
    """Seal half the hand. It is revealed when both sides have discarded (R-07).

    Raises:
        Malformed: no such card.
        Illegal: a card that is not in the hand, or the wrong number of cards.
    """
    s, side = play.s, decision.side
    kinds = naming.cards(play, side, action.cards, "6.2")
    most = _most_discards(play, hand.size(s, side))
    if not decision.count <= len(kinds) <= most:
        if most > decision.count:
            raise Illegal("discard-half-count", "6.2", count=decision.count, most=most)
        raise Illegal("discard-count", "6.2", count=decision.count)
    for kind in kinds:
        s.hand[side][kind] -= 1
        s.discards[side][kind] += 1
    # Shown cards may be among them, so nothing of this hand is known any more.
    s.shown[side] = [0] * len(s.shown[side])
    s.sealed[side] = sorted(kinds)
    play.tell(
        "discards-sealed",
        side,
        lambda: {"count": len(kinds)},
        lambda: {"cards": hand.names(play.c, side, kinds)},
    )
    east, west = s.sealed
    if east is not None and west is not None:
        _reveal_discards(play, EAST, east)
        _reveal_discards(play, WEST, west)


def _reveal_discards(play: Play, side: Side, kinds: list[int]) -> None:
    if kinds:
        play.tell("discards-revealed", side, lambda: {"cards": hand.names(play.c, side, kinds)})


def bid_options(play: Play, decision: PlaceBid) -> list[Shape]:
    return _bids(play, decision.side, play.s.hand[decision.side])


def _bids(play: Play, side: Side, held: list[int]) -> list[Shape]:
    wishes: tuple[Literal["first", "second"] | None, ...] = (None, "first", "second")
    offers = []
    for card, count in zip(play.c.cards[side], held, strict=True):
        if count:
            offers += [Offer(Bid(card.id, wish), {"number": card.bid}) for wish in wishes]
    return [Choice(offers)]


def resolve_bid(play: Play, decision: PlaceBid, action: Bid) -> None:
    """Seal a card and, if wished, what to do with a won bid [6.3]."""
    _seal_bid(play, decision.side, action)
    payload = {"card": action.card, "wish": action.wish}
    play.tell("bid-sealed", decision.side, dict, lambda: payload)


def _seal_bid(play: Play, side: Side, action: Bid) -> None:
    s = play.s
    kind = naming.card(play, side, action.card, "6.3")
    s.hand[side][kind] -= 1
    s.bids[side] = kind
    s.wishes[side] = action.wish or ""


def can_replace_bid(state: State, side: Side) -> bool:
    """A sealed bid may be replaced until the other is in; nobody has seen anything of it."""
    return state.bids[side] != BID_UNSET


def replace_bid(play: Play, side: Side, action: Bid) -> None:
    """Take the sealed bid back and seal another. Nobody learns of it."""
    s = play.s
    s.hand[side][s.bids[side]] += 1
    _seal_bid(play, side, action)


def withdraw_bids(play: Play) -> None:
    """Give back sealed bids, unseen: the game ends before they are turned over."""
    s = play.s
    for side in SIDES:
        if s.bids[side] != BID_UNSET:
            s.hand[side][s.bids[side]] += 1
    _unseal(s)


def _unseal(s: State) -> None:
    s.bids = [BID_UNSET, BID_UNSET]
    s.wishes = ["", ""]
    s.sealed = [None, None]


def replacement_options(play: Play, side: Side) -> list[Shape]:
    """The cards that could be bid instead, including the present bid."""
    hand_with_bid = play.s.hand[side][:]
    hand_with_bid[play.s.bids[side]] += 1
    return _bids(play, side, hand_with_bid)


def reveal(play: Play, step: RevealBids) -> None:
    """Turn both bids over; the higher number chooses the order of the week [6.3]."""
    c, s = play.c, play.s
    names: list[str | None] = [None, None]
    numbers = [BID_NOTHING, BID_NOTHING]
    for side in SIDES:
        kind = s.bids[side]
        if kind != BID_UNSET:
            names[side], numbers[side] = c.cards[side][kind].id, c.cards[side][kind].bid
            s.discards[side][kind] += 1
            hand.forget(s, side, kind)
    # if neither has a card West chooses; otherwise numbers never tie.
    winner = EAST if numbers[EAST] > numbers[WEST] else WEST
    play.tell(
        "bids-revealed",
        NOBODY,
        lambda: {"east": names[EAST], "west": names[WEST], "winner": winner.label},
    )
    wish = s.wishes[winner]
    _unseal(s)
    if wish:
        _set_order(play, winner, wish)
    else:
        play.then(ChooseOrder(winner))


def order_options(play: Play, decision: ChooseOrder) -> list[Shape]:
    return [Choice([Offer(Order("first")), Offer(Order("second"))])]


def resolve_order(play: Play, decision: ChooseOrder, action: Order) -> None:
    """The winner goes first or second, in both turns of the week [6.3]."""
    _set_order(play, decision.side, action.order)


def tell_week(play: Play) -> tuple[list[int], list[int]]:
    """Tell everyone that the week begins. Return how many castles and resource locations each side has."""
    c, s = play.c, play.s
    castles = [control.castles_of(c, s, side) for side in SIDES]
    resources = [control.resources_of(c, s, side) for side in SIDES]
    play.tell("week-began", NOBODY, lambda: {"week": s.week, "castles": castles, "resources": resources})
    return castles, resources


def tell_turn(play: Play, side: Side) -> None:
    """Tell everyone that a side's turn begins."""
    play.tell("turn-began", side, lambda: {"turn": "AB"[play.s.turn]})


def _set_order(play: Play, winner: Side, order: str) -> None:
    first = winner if order == "first" else winner.enemy
    play.s.first = first
    play.tell("order-chosen", winner, lambda: {"order": order})
    turns = [BeginTurn(side, turn) for turn in (0, 1) for side in (first, first.enemy)]
    play.then(*turns, EndGame() if play.s.week == play.c.flags.weeks else BeginWeek())


def begin_turn(play: Play, step: BeginTurn) -> None:
    """A side's movement phase and combat phase begin [6.4]."""
    s = play.s
    s.turn, s.active = step.turn, step.side
    s.clear_turn()
    tell_turn(play, step.side)
    play.then(ChooseLevel(step.side), FightCombats(step.side))


def next_week(play: Play, step: BeginWeek) -> None:
    """Move the marker on, unless the game is only beginning, and begin the week."""
    s = play.s
    if s.first != NOBODY:
        s.week += 1
        s.first = s.active = NOBODY
        s.turn = 0
        s.clear_turn()
    begin(play, step)


def hand_counts(play: Play, side: Side) -> dict[str, int]:
    """The hand as card ids with their numbers."""
    return {
        card.id: count for card, count in zip(play.c.cards[side], play.s.hand[side], strict=True) if count
    }
