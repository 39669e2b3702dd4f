"""Carries out the actions of a position that was written by hand."""

from __future__ import annotations

from msgspec import Struct

from games.engine import core, invariants
from games.engine.actions import Action
from games.engine.chance import ScriptError, Source
from games.engine.events import Event
from games.engine.position.acting import with_ids
from games.engine.position.reading import Position
from games.engine.position.shape import PositionError
from games.engine.ruleset import Ruleset
from games.engine.side import Side
from games.engine.state import State


class Reached(Struct, frozen=True):
    """The position that was reached, and everything that happened on the way."""

    state: State
    events: list[Event]


def run(position: Position, seed: str | None = None) -> Reached:
    """Let chance answer the draws that are due, and carry out the actions of the position.

    Raises:
        EngineError: the first refusal of an action.
        PositionError: the script of chance names what cannot be drawn.
        InvariantBroken: the engine made an impossible position.
    """
    source = position.source(seed)
    reached = settle(position.rules, Reached(position.state, position.events), source)
    for side, action in position.actions:
        reached = act(position.rules, reached, side, action, source)
    return reached


def act(rules: Ruleset, reached: Reached, side: Side, action: Action, source: Source) -> Reached:
    """Carry out one action; of identical blocks it need not say which it means.

    Raises:
        EngineError: the action is refused.
        PositionError: the script of chance names what cannot be drawn.
        InvariantBroken: the engine made an impossible position.
    """
    meant = with_ids(rules.components, reached.state, side, action)
    state, events = core.apply(rules, reached.state, side, meant)
    invariants.check(rules, state)
    return settle(rules, Reached(state, reached.events + events), source)


def settle(rules: Ruleset, reached: Reached, source: Source) -> Reached:
    """Let chance answer the draws that are due.

    Raises:
        PositionError: the script of chance names what cannot be drawn.
        InvariantBroken: the engine made an impossible position.
    """
    try:
        state, drawn = core.settle(rules, reached.state, source)
    except ScriptError as error:
        raise PositionError([f"chance: {error}"]) from error
    invariants.check(rules, state)
    return Reached(state, [*reached.events, *(event for _, events in drawn for event in events)])
