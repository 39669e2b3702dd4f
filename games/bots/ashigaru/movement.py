"""The movement phase: what level to buy, and which stack moves, musters and Mori arrivals to make with it."""

from __future__ import annotations

import math
from typing import Any

from games.bots.ashigaru.cards import card_values, least_valuable
from games.bots.ashigaru.decisions import Answer, PendingDecision, filled
from games.bots.ashigaru.marches import March, MarchSource, offered, reckoned
from games.bots.ashigaru.plans import MarchPlan, Planner
from games.bots.ashigaru.position import SeatPosition
from games.bots.ashigaru.temper import Temper
from games.rule_numbers import LEVEL_TERMS

CARD_PAID = 1.1
"""What a card paid for a level costs, in the price of a card: it is one of the less useful."""
COMMON_MUSTER = 2
"""Blocks of one clan that a box commonly holds."""
MORI_CARD = 0.9
"""What the card that brings a Mori block is worth, whichever it is."""


def card_cost(position: SeatPosition, temper: Temper) -> float:
    """A card in points. Half of what is left at the week's end is discarded anyway [6.2]."""
    if position.is_last_word():
        return 0.05
    if position.week == position.board.weeks and position.view["turn"] == "B":
        return temper.thrift * 0.5
    return temper.thrift * (1.0 if position.view["turn"] == "A" else 0.7)


def _planner(pending: PendingDecision) -> Planner:
    return Planner(pending.judgement, card_cost(pending.position, pending.temper), pending.own_judgement)


def choose_level(pending: PendingDecision) -> Answer:
    """Buy the level whose best moves are worth most beyond its cards, or exchange useless cards."""
    position = pending.position
    planner = _planner(pending)
    plans = [plan.value for source in reckoned(position) if (plan := planner.best(source))]
    muster = _reckoned_muster(planner)
    gains = sorted([*plans, muster], reverse=True)
    exchanged = _exchanged(pending)
    best, chosen = 0.35 * exchanged, "none"
    offers = {shape["action"]["level"] for shape in pending.shapes if shape["shape"] == "subset"}
    for level, (cards, moves) in LEVEL_TERMS.items():
        worth = sum(gains[:moves]) - cards * CARD_PAID * planner.card_cost
        if worth > best and (level in offers or not cards):
            best, chosen = worth, level
    count = exchanged if chosen == "none" else LEVEL_TERMS[chosen][0]
    return {"type": "level", "level": chosen, "cards": least_valuable(position, count)}


def _exchanged(pending: PendingDecision) -> int:
    """How many cards to exchange, of hands of every kind alike."""
    position = pending.position
    if position.is_last_word():
        return 0
    return round(len(position.hand) * (0.2 + 0.3 * pending.temper.whim("exchange", position.week)))


def choose_move(pending: PendingDecision) -> Answer:
    """The best of the stack moves, musters and Mori arrivals that are left, or the end of the phase."""
    planner = _planner(pending)
    best, action = pending.temper.marching, {"type": "end-movement"}
    for shape in _cheapest_last(pending):
        value, answer = _judge_arrival(planner, shape)
        if value > best or (value == best and "card" in answer):
            best, action = value, answer
    route = next((shape for shape in pending.shapes if shape["shape"] == "route"), None)
    for source in offered(route) if route else ():
        plan = planner.best(source)
        if plan is not None and plan.value > best:
            best, action = plan.value, _move(planner, source, plan)
    return action


def _cheapest_last(pending: PendingDecision) -> list[dict[str, Any]]:
    """Musters and Mori arrivals; of cards that bring the same the least valuable comes last."""
    values = card_values(pending.position)

    def cost(shape: dict[str, Any]) -> float:
        card = shape["action"].get("card")
        return min(values[card]) if card else math.inf

    return sorted((shape for shape in pending.shapes if shape["shape"] == "subset"), key=cost, reverse=True)


def _move(planner: Planner, source: MarchSource, plan: MarchPlan) -> Answer:
    """The move of a plan, with a second group where that is worth it too (R-09)."""
    groups = _drop_off(planner, plan) or [_group(planner, plan.march, plan.blocks)]
    leader = plan.march.leader
    limited = planner.position.view["movement"]["moves_left"] is not None
    if limited and len(groups) == 1 and not plan.march.force_march:
        second = _other_way(planner, source, plan)
        if second is not None:
            groups.append(_group(planner, second.march, second.blocks))
            leader = leader or second.march.leader
    action: Answer = {"type": "move", "source": source.place, "groups": groups}
    if leader:
        action["leader"] = _leader(planner, source)
    return action


def _drop_off(planner: Planner, plan: MarchPlan) -> list[Answer] | None:
    """Leave a block on the way where a castle is to be had or to be held.

    Its way is a shorter part of the stack's, so it needs neither a card nor a daimyo of its own. Those who go
    on must still be enough to overrun the enemies in their way.
    """
    path = plan.march.path
    left = list(plan.blocks[-1:])
    enough = len(plan.blocks) > max(2, plan.march.least)
    if not enough or plan.march.meets != "nothing" or not planner.judgement.fatal.isdisjoint(left):
        return None
    for number, place in enumerate(path[:-1], 1):
        friends = planner.position.friends(place)
        gained = planner.judgement.hold(place, [*friends, *left]) - planner.judgement.hold(place, friends)
        if gained > planner.judgement.temper.marching and place not in planner.position.hostile:
            rest = tuple(name for name in plan.blocks if name not in left)
            dropped: Answer = {"blocks": left, "path": list(path[:number])}
            return [_group(planner, plan.march, rest), dropped]
    return None


def _other_way(planner: Planner, source: MarchSource, plan: MarchPlan) -> MarchPlan | None:
    """A second group over roads the first does not touch."""
    here = [name for name in planner.position.friends(source.place) if name not in plan.blocks]
    rest = [
        march
        for march in source.marches
        if not march.force_march and set(march.path).isdisjoint((*plan.march.path, source.place))
    ]
    return planner.best(source._replace(marches=rest), here) if here and rest else None


def _group(planner: Planner, march: March, blocks: tuple[str, ...]) -> Answer:
    group: Answer = {"blocks": list(blocks), "path": list(march.path)}
    if march.force_march:
        group["force_march"] = least_valuable(planner.position, 1)[0]
    return group


def _leader(planner: Planner, source: MarchSource) -> str:
    """Rather a daimyo the game does not hang on."""
    blocks = planner.judgement.board.blocks
    return min(source.leaders, key=lambda name: blocks[name].fatal)


def _reckoned_muster(planner: Planner) -> float:
    """About what a muster is worth, before its places are known and its blocks are shown."""
    position = planner.position
    waiting: int = position.view["sides"][position.me]["recruitment"]
    return planner.judgement.temper.recruit * min(waiting, COMMON_MUSTER) * 1.2


def _judge_arrival(planner: Planner, shape: dict[str, Any]) -> tuple[float, Answer]:
    """The best answer of a muster or Mori shape, and its worth in points."""
    if shape["action"]["type"] == "muster":
        return _muster(planner, shape)
    return _mori(planner, shape)


def _muster(planner: Planner, shape: dict[str, Any]) -> tuple[float, Answer]:
    place = shape["action"]["location"]
    ready = [name for tier in shape["of"] for name in tier]
    chosen = planner.by_use(ready)[: shape["most"]]
    value = _standing(planner, place, chosen)
    value += 0.1 * planner.judgement.temper.whim(planner.position.week, place, "muster")
    return value, filled(shape, chosen)


def _standing(planner: Planner, place: str, names: list[str]) -> float:
    """What fresh blocks are worth in a place: themselves, what they hold, and what they are near."""
    position, judgement, pull = planner.position, planner.judgement, planner.aims.pull
    friends = position.friends(place)
    count = len(friends) + len(names)
    value = judgement.temper.recruit * len(names)
    value += judgement.hold(place, [*friends, *names]) - judgement.hold(place, friends)
    value += judgement.passing((place,))
    return value + pull(place, count, place)[0] - (pull(place, len(friends), place)[0] if friends else 0.0)


def _mori(planner: Planner, shape: dict[str, Any]) -> tuple[float, Answer]:
    """A card for a block, two for a double: worth it when the card fits nothing or the place is in need."""
    position = planner.position
    ready = [name for tier in shape["of"] for name in tier]
    # Now and then somebody keeps the second block of a double back in the box.
    most = 1 if planner.judgement.temper.whim("mori", position.view["week"]) < 0.3 else shape["most"]
    chosen = planner.by_use(ready[: -1 if len(ready) > 1 else None])[:most]
    place = position.board.mori_location
    late = 0.7 if position.view["turn"] == "B" else 1.0
    whim = planner.judgement.temper.whim("mori", position.week, len(position.view["mori_box"]))
    price = MORI_CARD * late * (0.4 + whim)
    return _standing(planner, place, chosen) - price - 0.1, filled(shape, chosen)
