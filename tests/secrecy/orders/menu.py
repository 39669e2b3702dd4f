"""Orders at random, out of the whole menu."""

from __future__ import annotations

from random import Random
from typing import Literal

from games.engine import Side
from games.engine.actions import Deploy
from games.engine.orders import planning
from games.engine.orders.shapes import (
    AllOfIt,
    AlwaysAsk,
    AskFrom,
    BattleOrders,
    ChallengeFrom,
    LossOrder,
    LoyaltyOrder,
    NeverChallenge,
    Orders,
    Plan,
    RetreatOrder,
    Step,
    UntilAhead,
    WhileBehind,
)
from games.engine.ruleset import Ruleset
from games.engine.state import State

HIGHEST = 9
"""Impact that orders name."""
MOST_STEPS = 5
_DISKS: tuple[Literal["ask", "first", "last"], ...] = ("ask", "first", "last")
_STANCES: tuple[Literal["inside", "outside"], ...] = ("inside", "outside")
_AT_ITS_END: tuple[Literal["ask", "stop"], ...] = ("ask", "ask", "stop")


def some_orders(rules: Ruleset, state: State, side: Side, random: Random) -> Orders:
    """Orders that the side may give now."""
    c = rules.components
    losses = retreat = None
    if random.random() < 0.5:
        clans = random.sample(c.clans, random.randrange(len(c.clans)))
        losses = LossOrder(tuple(clans), random.choice(_DISKS))
    if random.random() < 0.5:
        retreat = RetreatOrder({}, random.choice([None, *c.locations]), random.randrange(3))
    castles = {name: random.choice(_STANCES) for name in random.sample(c.locations, random.randrange(9))}
    return Orders(_loyalty(random), losses, retreat, castles, _battles(rules, state, side, random))


def _loyalty(random: Random) -> LoyaltyOrder:
    impact = random.randint(1, HIGHEST)
    menu: list[LoyaltyOrder] = [AlwaysAsk(), AskFrom(impact), ChallengeFrom(impact), NeverChallenge()]
    return random.choice(menu)


def _battles(rules: Ruleset, state: State, side: Side, random: Random) -> dict[str, BattleOrders]:
    battles = {}
    for location in planning.places(rules, state):
        plan = a_plan(rules, state, side, location, random) if random.random() < 0.6 else None
        loyalty = _loyalty(random) if random.random() < 0.5 else None
        battles[location] = BattleOrders(plan, loyalty)
    return battles


def a_plan(rules: Ruleset, state: State, side: Side, location: str, random: Random) -> Plan | None:
    """A plan that the rules allow now, going on and stopping by any rule; None if nothing can be planned."""
    steps: list[Step] = []
    offers = planning.offers(rules, state, side, location)
    random.shuffle(offers)
    for offer in offers[: 3 * MOST_STEPS]:
        deploy = offer.action
        assert isinstance(deploy, Deploy)
        step = Step(deploy.blocks, deploy.card, random.choice([None, *offer.may_show]))
        if planning.outlook(rules, state, side, location, [*steps, step]).refused is None:
            steps.append(step)
        if len(steps) == MOST_STEPS:
            break
    then = random.choice(_AT_ITS_END)
    if not steps and then == "ask":
        return None
    until = UntilAhead(random.randint(1, HIGHEST))
    rules_to_go_on: list[WhileBehind | UntilAhead | AllOfIt] = [WhileBehind(), until, AllOfIt(), AllOfIt()]
    return Plan(
        tuple(steps[: random.randint(then == "ask", len(steps))]),
        random.choice(rules_to_go_on),
        random.random() < 0.5,
        random.choice([None, None, random.randint(1, HIGHEST)]),
        then,
    )
