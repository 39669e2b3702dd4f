"""Turning points: the turns that cost a side most, by what it knew then.

Each turn is compared with other plans of the same moment, in positions as they may be: first all of them in
a few, and then the best in many others, so that a plan which was lucky in the few is not taken for better.
Between, moves that gain nothing are left out of the best, so that it is about what matters.
A turn, or plan, is rehearsed as a whole: what the blocks were that it overran, which is all that it can have
learned on its way, is little. What a turn cost is the average difference in the same worlds, with its
standard error.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from statistics import fmean, stdev

from msgspec import Struct

from games.analysis.course import Turn, compared, told
from games.analysis.reasons import ERRORS, Reason, facts, reasons
from games.analysis.rehearsing import Stage, TrueWorlds, chance_of
from games.bots.hatamoto.rehearsal import Rehearsal, spread
from games.bots.players import Worlds as AnyWorlds
from games.engine import core
from games.engine.actions import Action, parse
from games.engine.core import Turned
from games.engine.errors import EngineError
from games.engine.worlds import Json, Worlds

PLANS = 8
"""Plans that a turn is compared with at first, each by another temper."""
FIRST = 5
"""Worlds in which all of them are rehearsed."""
SIMPLER = 10
"""Further worlds in which moves of the best are left out."""
SLIGHT = 0.003
"""A move that makes the chance to win greater by less than this is left out."""
THEN = 60
"""Further worlds in which the turn and the best plan are."""
TRUE = 30
"""How often both are rehearsed in the true position."""
MEASURED = 12
"""Turns that are measured in further worlds: those that seemed to cost most."""
MOST_TURNING_POINTS = 3
"""Turning points of a game."""
LEAST_COST = 0.05
"""A turning point cost more than this chance to win."""

END: Json = {"type": "end-movement"}

SCREENING, MEASURING, HINDSIGHT, SIMPLIFYING = 1, 2, 3, 4
"""Seeds, so that what is dealt for one purpose is not dealt for another."""


class CostDifference(Struct, frozen=True):
    """A difference in the chance to win.

    Attributes:
        cost: how much smaller it is after the turn that was played.
        error: its standard error.
    """

    cost: float
    error: float

    @property
    def is_clear(self) -> bool:
        """Whether it is so far from nothing that chance does not explain it."""
        return abs(self.cost) > ERRORS * self.error


class Screened(Struct, frozen=True):
    """What a turn seemed to cost in a few worlds.

    Attributes:
        cost: by how much the chance to win is smaller after it than after the best plan.
        plan: that plan; empty if none was better.
    """

    cost: float
    plan: tuple[Json, ...]


class TurningPoint(Struct, frozen=True):
    """A turn with what it cost, and with the plan that would have been better.

    Attributes:
        step: the index of its first step.
        moment: the number of the moment before it, as its side counts.
        week, turn, side: in which it was, and whose.
        known: the difference by what the side knew then.
        hindsight: the difference in the true position.
        played: what the turn did, as events.
        preferred: what the plan would have done.
        reasons: why it is better.
        price: what most speaks against it.
        rehearsals: how often each of the two was rehearsed.
    """

    step: int
    moment: int
    week: int
    turn: str
    side: str
    known: CostDifference
    hindsight: CostDifference
    played: tuple[Json, ...]
    preferred: tuple[Json, ...]
    reasons: tuple[Reason, ...]
    price: Reason | None
    rehearsals: int

    @property
    def counts(self) -> bool:
        """Whether it cost enough, and clearly."""
        return self.known.cost > LEAST_COST and self.known.is_clear


def screened(stage: Stage, turn: Turn) -> Screened:
    """Compare a turn with other plans in a few worlds."""
    rehearsal = _rehearsal(stage, turn, _known_worlds(stage, turn), SCREENING)
    plans: dict[str, tuple[Json, ...]] = {}
    for planner in spread(stage.base, PLANS):
        plan = rehearsal.turn(planner)
        plans.setdefault(json.dumps(plan, sort_keys=True), plan)
    plans.pop(json.dumps(turn.actions, sort_keys=True), None)
    if not plans:
        return Screened(0.0, ())
    worth = {text: _mean(rehearsal, plan, FIRST) for text, plan in plans.items()}
    best = max(worth, key=lambda text: (worth[text], text))
    cost = worth[best] - _mean(rehearsal, turn.actions, FIRST)
    return Screened(cost, plans[best] if cost > 0 else ())


def worth_measuring(found: Sequence[Screened]) -> list[int]:
    """The indices of the turns that are to be measured: of those that seemed to cost anything, the most."""
    candidates = [index for index, each in enumerate(found) if each.plan]
    return sorted(sorted(candidates, key=lambda index: -found[index].cost)[:MEASURED])


def simplified(stage: Stage, turn: Turn, found: Screened) -> tuple[Json, ...]:
    """The plan that seemed best, without cards and moves that gain it nothing.

    Moves that the turn did as well stay, so that what is left of the others is what matters.
    """
    rehearsal = _rehearsal(stage, turn, _known_worlds(stage, turn), SIMPLIFYING)
    plan = found.plan
    worth = _mean(rehearsal, plan, SIMPLER)
    for action in reversed(compared(turn.actions, plan).preferred):
        if action["type"] in ("level", END["type"]):
            continue
        less = _ended(stage, turn, tuple(each for each in plan if each is not action))
        if less and (without := _mean(rehearsal, less, SIMPLER)) > worth - SLIGHT:
            plan, worth = less, without
    for level in _cheaper(plan):
        less = _ended(stage, turn, (level, *plan[1:]))
        if less and (without := _mean(rehearsal, less, SIMPLER)) > worth - SLIGHT:
            plan, worth = less, without
    return plan


def _ended(stage: Stage, turn: Turn, plan: tuple[Json, ...]) -> tuple[Json, ...]:
    """The plan with an end of the phase where it needs one; empty if it is not possible."""
    moves = plan[:-1] if plan[-1]["type"] == END["type"] else plan
    for each in (moves, (*moves, END)):
        done = [*_carried_out(stage, turn, each)]
        is_over = any(event.kind == "movement-ended" for event in done[-1][1].events)
        if len(done) == len(each) and is_over:
            return each
    return ()


def _cheaper(plan: tuple[Json, ...]) -> Iterator[Json]:
    """The levels of fewer cards than that of the plan, from the next one on."""
    level = plan[0]
    for name, cards in (("limited", 1), ("minimal", 0)):
        if cards < len(level["cards"]) and level["level"] != "none":
            yield {**level, "level": name, "cards": level["cards"][:cards]}


def measured(stage: Stage, turn: Turn, found: Screened, moment: int) -> TurningPoint:
    """Compare a turn with the plan that seemed best in many worlds, and in the true position.

    Args:
        moment: the number of the moment before the turn, as its side counts.
    """
    plan = simplified(stage, turn, found)
    worlds = _known_worlds(stage, turn)
    rehearsal = _rehearsal(stage, turn, worlds, MEASURING)
    ends = [[rehearsal.end(each, number) for number in range(THEN)] for each in (turn.actions, plan)]
    led_to = [
        facts(stage, _moved(worlds, turn, each), end, turn.side)
        for each, end in zip((turn.actions, plan), ends, strict=True)
    ]
    speaking = reasons(stage.value.worths(ends[0][0]), *led_to)
    true = _rehearsal(stage, turn, TrueWorlds(stage.rules, turn.before), HINDSIGHT)
    true_ends = [[true.end(each, number) for number in range(TRUE)] for each in (turn.actions, plan)]
    return TurningPoint(
        step=turn.step,
        moment=moment,
        week=turn.week,
        turn=turn.turn,
        side=turn.side.label,
        known=_difference(stage, *ends),
        hindsight=_difference(stage, *true_ends),
        played=turn.events,
        preferred=tuple(_events(stage, turn, plan)),
        reasons=tuple(speaking.found),
        price=speaking.price,
        rehearsals=THEN,
    )


def chosen(found: Iterable[TurningPoint]) -> list[TurningPoint]:
    """The turning points of a game, in its order: those that cost most, of those that count."""
    counting = sorted((each for each in found if each.counts), key=lambda each: -each.known.cost)
    return sorted(counting[:MOST_TURNING_POINTS], key=lambda each: each.step)


def _known_worlds(stage: Stage, turn: Turn) -> Worlds:
    return Worlds(stage.rules, turn.before, turn.side, Random)


def _rehearsal(stage: Stage, turn: Turn, worlds: AnyWorlds, purpose: int) -> Rehearsal:
    return Rehearsal(stage.board, stage.value, stage.base, worlds, turn.side.label, purpose)


def _mean(rehearsal: Rehearsal, plan: tuple[Json, ...], worlds: int) -> float:
    return fmean(rehearsal.outcome(plan, number) for number in range(worlds))


def _difference(stage: Stage, played: Sequence[Json], preferred: Sequence[Json]) -> CostDifference:
    chance = stage.value.chance
    costs = [chance(better) - chance(end) for end, better in zip(played, preferred, strict=True)]
    return CostDifference(fmean(costs), stdev(costs) / math.sqrt(len(costs)))


def _moved(worlds: Worlds, turn: Turn, plan: tuple[Json, ...]) -> Json:
    """What the side sees right after the moves of a plan: of its own blocks the same in all worlds."""
    world = worlds.deal(MEASURING)
    for action in plan:
        if not world.act(turn.side.label, action):
            break
    return world.view(turn.side.label)


def _events(stage: Stage, turn: Turn, plan: tuple[Json, ...]) -> list[Json]:
    """What a plan does, as far as it is possible in the true position."""
    return [
        event
        for _action, turned in _carried_out(stage, turn, plan)
        for event in told(turned.events, turn.side)
    ]


def _carried_out(stage: Stage, turn: Turn, plan: tuple[Json, ...]) -> Iterator[tuple[Action, Turned]]:
    """The actions of a plan with what they do, as far as they are possible in the true position."""
    state = turn.before
    for each in plan:
        action = parse(json.dumps(each))
        try:
            turned = core.apply(stage.rules, state, turn.side, action)
        except EngineError:
            return
        yield action, turned
        state, _drawn = core.settle(stage.rules, turned.state, chance_of(0))
