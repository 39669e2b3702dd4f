"""The movement phase: what level to buy, and what to do with it."""

from __future__ import annotations

from games.bots.ashigaru import arrivals
from games.bots.ashigaru.cards import least_valuable, worst_first
from games.bots.ashigaru.decisions import Answer, Pending
from games.bots.ashigaru.marches import March, Source, offered, reckoned
from games.bots.ashigaru.plans import MARCHING, Plan, Planner
from games.bots.ashigaru.position import Position
from games.bots.ashigaru.temper import Temper

LEVELS = {"minimal": (0, 1), "limited": (1, 3), "total": (2, 99)}
"""Cards to pay and stack moves allowed [7.1]."""


def card_cost(position: Position, temper: Temper) -> float:
    """A card in points. Half of what is left at the week's end is discarded anyway [6.2]."""
    if position.is_last_word():
        return 0.05
    if position.week == position.board.weeks and position.view["turn"] == "B":
        return temper.thrift * 0.5
    return temper.thrift * (1.0 if position.view["turn"] == "A" else 0.7)


def _planner(pending: Pending, cards: list[str]) -> Planner:
    return Planner(pending.judged_with(cards), card_cost(pending.position, pending.temper))


def choose_level(pending: Pending) -> Answer:
    """Buy the level whose best moves are worth most beyond its cards, or exchange useless cards."""
    position = pending.position
    ranked = worst_first(position)
    kept = [name for _, name in ranked[1:]]
    planner = _planner(pending, kept)
    plans = [plan.value for source in reckoned(position) if (plan := planner.best(source))]
    muster = arrivals.reckoned_muster(planner)
    gains = sorted([*plans, muster], reverse=True)
    exchange = _exchange(pending, ranked)
    best, chosen = 0.35 * len(exchange), "none"
    offers = {shape["action"]["level"] for shape in pending.shapes if shape["shape"] == "subset"}
    for level, (cards, moves) in LEVELS.items():
        worth = sum(gains[:moves]) - sum(_paid(ranked, cards, planner.card_cost))
        if worth > best and (level in offers or not cards):
            best, chosen = worth, level
    if chosen == "none":
        return {"type": "level", "level": "none", "cards": exchange}
    return {"type": "level", "level": chosen, "cards": [name for _, name in ranked[: LEVELS[chosen][0]]]}


def _paid(ranked: list[tuple[float, str]], count: int, cost: float) -> list[float]:
    return [cost * (0.5 + value) for value, _ in ranked[:count]]


def _exchange(pending: Pending, ranked: list[tuple[float, str]]) -> list[str]:
    """Cards not worth keeping as they are."""
    if pending.position.is_last_word():
        return []
    return [name for value, name in ranked if value < 0.5 + 0.2 * pending.temper.whim("exchange")]


def choose_move(pending: Pending) -> Answer:
    """The best of the stack moves, musters and Mori arrivals that are left, or the end of the phase."""
    planner = _planner(pending, pending.position.hand)
    best, action = MARCHING, {"type": "end-movement"}
    for shape in pending.shapes:
        if shape["shape"] == "subset":
            value, answer = arrivals.judge(planner, shape)
            if value > best:
                best, action = value, answer
    route = next((shape for shape in pending.shapes if shape["shape"] == "route"), None)
    for source in offered(route) if route else ():
        plan = planner.best(source)
        if plan is not None and plan.value > best:
            best, action = plan.value, _move(planner, source, plan)
    return action


def _move(planner: Planner, source: Source, plan: Plan) -> Answer:
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


def _drop_off(planner: Planner, plan: Plan) -> list[Answer] | None:
    """Leave a block on the way where a castle is to be had or to be held.

    Its way is a shorter part of the stack's, so it needs neither a card nor a daimyo of its own. Those who go
    on must still be enough to sweep away whoever stands in their way.
    """
    path = plan.march.path
    left = planner.by_use(plan.blocks)[-1:]
    enough = len(plan.blocks) > max(2, plan.march.least)
    if not enough or plan.march.meets != "nothing" or not planner.judgement.fatal.isdisjoint(left):
        return None
    for number, place in enumerate(path[:-1], 1):
        friends = planner.position.friends(place)
        gained = planner.judgement.hold(place, [*friends, *left]) - planner.judgement.hold(place, friends)
        if gained > MARCHING and place not in planner.position.hostile:
            rest = tuple(name for name in plan.blocks if name not in left)
            dropped: Answer = {"blocks": left, "path": list(path[:number])}
            return [_group(planner, plan.march, rest), dropped]
    return None


def _other_way(planner: Planner, source: Source, plan: Plan) -> Plan | None:
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


def _leader(planner: Planner, source: Source) -> str:
    """Rather a daimyo the game does not hang on."""
    blocks = planner.judgement.board.blocks
    return min(source.leaders, key=lambda name: blocks[name].fatal)
