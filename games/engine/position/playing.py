"""Playing on from a position that was written down."""

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


class Played(Struct, frozen=True):
    """Where a position led, and everything that happened on the way."""

    state: State
    events: list[Event]


def run(position: Position, seed: str | None = None) -> Played:
    """Let chance answer what it owes, and carry out the actions of the position.

    Raises:
        EngineError: the refusal of the first action that is refused.
        PositionError: when the script of chance names what cannot be drawn.
        InvariantBroken: when the engine made a position that cannot be.
    """
    source = position.source(seed)
    played = settle(position.rules, Played(position.state, position.events), source)
    for side, action in position.actions:
        played = act(position.rules, played, side, action, source)
    return played


def act(rules: Ruleset, played: Played, side: Side, action: Action, source: Source) -> Played:
    """Carry out an action, as ``run`` does: identical blocks need not be told apart in it."""
    meant = with_ids(rules.components, played.state, side, action)
    state, events = core.apply(rules, played.state, side, meant)
    invariants.check(rules, state)
    return settle(rules, Played(state, played.events + events), source)


def settle(rules: Ruleset, played: Played, source: Source) -> Played:
    """Let chance answer what it owes, as ``run`` does."""
    try:
        state, drawn = core.settle(rules, played.state, source)
    except ScriptError as error:
        raise PositionError([f"chance: {error}"]) from error
    invariants.check(rules, state)
    return Played(state, [*played.events, *(event for _, events in drawn for event in events)])
