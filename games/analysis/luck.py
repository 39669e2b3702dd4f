"""Luck, by the rule of gnubg: what a position is worth after a draw, less its average worth before.

A draw is made again many times, and each outcome is rehearsed in the same positions as they may be, by what
the side knew: with the same hidden blocks and cards of the enemy and the same chance afterwards, until each
side has ended one more turn. The average over the other outcomes is the worth before, so luck comes to
nothing on average.

The usual range is the spread of the outcomes. It contains what rehearsals measure wrongly, as luck does.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Sequence
from random import Random
from statistics import fmean, stdev

from msgspec import Struct

from games.analysis.course import Draw
from games.analysis.rehearsing import Stage, chance_of
from games.bots.ashigaru import ANSWERS
from games.bots.ashigaru.decisions import PendingDecision
from games.bots.ashigaru.temper import temper
from games.bots.hatamoto.rehearsal import BEGINS
from games.engine import core
from games.engine.chance import Seeded
from games.engine.redeal import redeal
from games.engine.side import LABELS, Side
from games.engine.state import State
from games.engine.view import view
from games.engine.worlds import World
from games.rule_numbers import CASTLE_POINTS

WORLDS = 12
"""Positions in which each outcome is rehearsed; and in how many more as long as luck is not steady."""
MOST_WORLDS = 60
STEADY = 0.3
"""Luck is steady once its standard error is not above this, in castles. Where a leader may fall, an outcome
decides the game in one world and does nothing in another, and few of them tell little."""
OTHERS = 5
"""Outcomes that a draw is compared with."""
EVEN = 0.25
"""Chance times its counterpart in an even game. A castle counts as what it would be worth there: where a game
is as good as decided, any number of castles is worth little."""
WEEK_BEGINS = ("discard", "bid")


class Luck(Struct, frozen=True):
    """The luck of one draw, or of several.

    Attributes:
        castles: by how much it was better than the average, in castles.
        usual: how far it usually is from nothing, up or down.
    """

    castles: float
    usual: float


class DrawLuck(Struct, frozen=True):
    """The luck of one draw.

    Attributes:
        step: the index of the step it belongs to.
        week, side: in which and whose it was.
        luck: of the side that drew.
    """

    step: int
    week: int
    side: str
    luck: Luck


def of_draw(stage: Stage, draw: Draw) -> DrawLuck:
    """The luck of a draw. The same draw always gets the same."""
    castle = _of_a_castle(stage, draw)
    worths: list[list[float]] = [[] for _ in range(OTHERS + 1)]
    while not worths[0] or (_error(worths) > STEADY * castle and len(worths[0]) < MOST_WORLDS):
        for other, worth in enumerate(worths):
            worth += [_worth(stage, draw, number, other) for number in range(len(worth), len(worth) + WORLDS)]
    true, *others = (fmean(worth) for worth in worths)
    spread = stdev([true, *others]) * math.sqrt(1 + 1 / OTHERS)
    luck = Luck((true - fmean(others)) / castle, spread / castle)
    return DrawLuck(draw.step, draw.week, draw.side.label, luck)


def _error(worths: Sequence[Sequence[float]]) -> float:
    """The standard error of luck, from how it differs between worlds."""
    lucks = [true - fmean(others) for true, *others in zip(*worths, strict=True)]
    return stdev(lucks) / math.sqrt(len(lucks)) if len(lucks) > 1 else 0.0


def together(lucks: Iterable[Luck]) -> Luck:
    """The luck of several draws. They are independent, so their usual ranges add up as squares."""
    each = list(lucks)
    return Luck(sum(luck.castles for luck in each), math.sqrt(sum(luck.usual**2 for luck in each)))


def _of_a_castle(stage: Stage, draw: Draw) -> float:
    """By how much a castle more would raise the chance to win at that time in an even game."""
    seen = view(stage.rules, draw.before, draw.side)
    return CASTLE_POINTS * stage.value.worths(seen).point * EVEN


def _worth(stage: Stage, draw: Draw, number: int, other: int) -> float:
    """The chance to win after an outcome, as rehearsed in a world.

    Args:
        number: of the world.
        other: of the outcome; 0 is what was drawn.
    """
    label = draw.side.label
    world = World(stage.rules, _drawn(stage, draw, number, other), chance_of(number))
    tempers = {each: temper(number) for each in LABELS} | {label: stage.base}
    has_begun: set[str] = set()
    while (asked := world.asked) is not None:
        side, decision = asked
        if len(has_begun) == len(LABELS) and (decision == BEGINS or decision in WEEK_BEGINS):
            break
        if decision == BEGINS:
            has_begun.add(side)
        pending = PendingDecision(stage.board, tempers[side], world.view(side), world.options(side))
        if not world.act(side, ANSWERS[decision](pending)):
            raise ValueError(f"{side} may not answer {decision} so")
    return stage.value.chance(world.view(label))


def _drawn(stage: Stage, draw: Draw, number: int, other: int) -> State:
    """A position as it may be after the draw."""
    rules = stage.rules
    # What is dealt must not depend on the outcome, nor what the enemy draws at the same time.
    state = redeal(rules, draw.before, draw.side.enemy, Random(number))  # noqa: S311 - it keeps no secret
    true = iter(draw.drawn)
    source = _Sources(draw.side, _others(other), chance_of(number))
    while (due := core.pending_draw(state)) is not None:
        is_true = other == 0 and due.side == draw.side
        outcome = next(true) if is_true else core.ask_chance(rules, state, source)
        if outcome is None:
            raise LookupError("nothing is due")
        state, _events = core.draw(rules, state, outcome)
    return state


def _others(other: int) -> Seeded:
    return Seeded(hashlib.sha256(b"other outcome %d" % other).digest())


class _Sources:
    """The piles of one side come from one source, those of the other from another."""

    def __init__(self, side: Side, own: Seeded, others: Seeded) -> None:
        self._label = side.label
        self._own = own
        self._others = others

    def pick(self, pile: str, count: int, contents: Sequence[int], names: Sequence[str]) -> int:
        """As ``Source.pick``."""
        pick: Callable[..., int] = (self._own if pile.startswith(self._label) else self._others).pick
        return pick(pile, count, contents, names)
