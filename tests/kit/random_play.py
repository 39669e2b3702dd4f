"""Drives a game through its options at random, biased towards eventful play."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from games.engine import (
    EngineError,
    Ruleset,
    Side,
    apply,
    ask_chance,
    draw,
    information_barrier,
    new_game,
    options,
    pending,
)
from games.engine import actions as a
from games.engine.chance import Seeded
from games.engine.events import Event
from games.engine.options import Options
from games.engine.rules.reach import MEETS
from games.engine.rules.route import Route
from games.engine.state import State

TRIES = 3
LogItem = tuple[Side | None, a.Outcome]


def recorded(body: bytes | str) -> a.Outcome:
    """An entry of a recorded game that ended by the rules, and in which nobody took anything back."""
    said = a.parse_body(body)
    assert not isinstance(said, (a.Forfeit, a.Silence, a.Undo, a.Begin))
    return said


def offered_to(rules: Ruleset, state: State, side: Side) -> Options:
    """The options of a side that is asked."""
    offered = options(rules, state, side)
    assert offered is not None, "the side is not asked"
    return offered


def lively(offered: Options, random: Random) -> a.Action:
    """A legal action, often one that seeks a fight: plain samples make short and peaceful games."""
    for shape in offered.shapes:
        if isinstance(shape, Route) and random.random() < 0.4:
            attacks = list(_attacks(shape, random))
            if attacks:
                return random.choice(attacks)
    for _ in range(TRIES):
        action = offered.sample(random)
        if not isinstance(action, a.EndMovement | a.Finish | a.Level):
            return action
        if isinstance(action, a.Level) and action.level in ("minimal", "limited"):
            return action  # cards are for fighting
    return offered.sample(random)


def a_list(rules: Ruleset, state: State, side: Side, random: Random, enough: float = 0.5) -> list[a.Action]:
    """What a side that is asked may do in one request: as far as it learns nothing, and one after that.

    Args:
        enough: how likely no other action follows where one may.
    """
    actions: list[a.Action] = []
    while True:
        offered = offered_to(rules, state, side)
        action = lively(offered, random)
        actions.append(action)
        turned = apply(rules, state, side, action)
        if (
            information_barrier.learns(rules, action, turned.events, turned.state, side)
            or random.random() < enough
        ):
            return actions
        state = turned.state


def _attacks(route: Route, random: Random) -> Iterator[a.Move]:
    """A march of one group for each row that ends among enemies and costs nothing."""
    c, side = route._play.c, route._side
    for found in route.sources():
        own = c.ids(side, found.blocks)
        for path, least, most, force_march, leader, meets in found.rows:
            if MEETS[meets] == "fight" and not force_march and not leader:
                blocks = random.sample(own, random.randint(least, most))
                yield a.Move(c.locations[found.source], (a.Group(tuple(blocks), path),))


class Step(NamedTuple):
    """One entry of a game with the position before and after it; ``side`` is None for chance."""

    side: Side | None
    outcome: a.Outcome
    before: State
    after: State
    events: list[Event]


def game(rules: Ruleset, seed: str, first_asked: bool = False) -> Iterator[Step]:
    """A random game to its end.

    Args:
        seed: decides everything.
        first_asked: of two sides asked at once East always answers first.
    """
    random = Random(seed)
    source = Seeded(hashlib.sha256(seed.encode()).digest())
    state = new_game(rules).state
    while True:
        while (outcome := ask_chance(rules, state, source)) is not None:
            before = state
            state, events = draw(rules, before, outcome)
            yield Step(None, outcome, before, state, events)
        if state.result is not None:
            return
        asked = pending(state)
        side = (asked[0] if first_asked else random.choice(asked)).side
        offered = options(rules, state, side)
        assert offered is not None, "a side is asked and offered nothing"
        action = lively(offered, random)
        before = state
        state, events = apply(rules, before, side, action)
        yield Step(side, action, before, state, events)


def refusal(rules: Ruleset, state: State, side: Side, action: a.Action) -> EngineError | None:
    """Why the action is refused, or None where it is taken; anything but a typed refusal is raised."""
    try:
        apply(rules, state, side, action)
    except EngineError as error:
        return error
    return None
