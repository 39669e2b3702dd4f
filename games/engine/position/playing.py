"""Carries out the actions of a position that was written by hand."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from msgspec import Struct

from games.engine import core, invariants
from games.engine.actions import Action, Declare, EndMovement, Finish, Losses, Retreat
from games.engine.chance import ScriptError, Source
from games.engine.errors import CorruptLog
from games.engine.events import Event
from games.engine.position.acting import judge_names, with_ids
from games.engine.position.names import PositionNames
from games.engine.position.reading import Position
from games.engine.position.shape import PositionError
from games.engine.ruleset import Ruleset
from games.engine.side import Side
from games.engine.state import State


class Reached(Struct, frozen=True):
    """The position that was reached, and everything that happened on the way."""

    state: State
    events: list[Event]


class PlayedStep(Struct, frozen=True):
    """One action of a position, carried out.

    Attributes:
        number: of the action, from 1; 0 for what happened before the first.
        done: the side and its action; None before the first.
        reached: the position after it, and all that it caused.
    """

    number: int
    done: tuple[Side, Action] | None
    reached: Reached


def steps(position: Position, seed: str | None = None, until: int | None = None) -> Iterator[PlayedStep]:
    """Let chance answer the draws that are due, and carry out the actions of the position one by one.

    Args:
        until: the number of the last action to carry out; by default all.

    Raises:
        EngineError: an action is refused: the one after the step that was given last.
        PositionError: an action names what the edition does not have, or the script of chance names what
            cannot be drawn, or the actions lead where no game can.
    """
    names = PositionNames(position.rules.components)
    for number, (side, action) in enumerate(position.actions, 1):
        judge_names(names, side, action, f"actions entry {number}")
    if names.problems:
        raise PositionError(names.problems)
    source = position.source(seed)
    with _possible("what comes first"):
        reached = settle(position.rules, Reached(position.state, position.events), source)
    yield PlayedStep(0, None, reached)
    for number, (side, action) in enumerate(position.actions[:until], 1):
        with _possible(f"actions entry {number}"):
            reached = act(position.rules, Reached(reached.state, []), side, action, source)
        yield PlayedStep(number, (side, action), reached)


_ANSWERED_BY: dict[str, type] = {
    "movement-ended": EndMovement,
    "combat-declared": Declare,
    "finished": Finish,
    "blocks-lost": Losses,
    "retreated": Retreat,
}
"""The actions that cause these events; without the action, the rules gave its only answer by themselves."""


def given(step: PlayedStep) -> list[Event]:
    """The events of a step that are answers given by the rules, as there was no other (R-29)."""
    done = None if step.done is None else type(step.done[1])
    found: list[Event] = []
    retreated_to: set[str] = set()
    for event in step.reached.events:
        answer = _ANSWERED_BY.get(event.kind)
        if event.kind == "retreated":
            retreated_to.add(event.public["to"])
        # A retreat into enemies causes a combat that nobody declares [8.8.5].
        is_caused = event.kind == "combat-declared" and event.public["location"] in retreated_to
        if answer is not None and answer is not done and not is_caused:
            found.append(event)
        if answer is done:
            done = None  # the action answers once; what follows is the rules' own
    return found


@contextlib.contextmanager
def _possible(where: str) -> Iterator[None]:
    """Say of a position that no game can be in that it is none: only there the rules can fail."""
    try:
        yield
    except (CorruptLog, invariants.InvariantBroken) as error:
        raise PositionError([f"{where}: this leads where no game can be: {error}"]) from error


def run(position: Position, seed: str | None = None) -> Reached:
    """The position after all its actions, with everything that happened.

    Raises:
        EngineError: the first refusal of an action.
        PositionError: as for ``steps``.
    """
    played = [step.reached for step in steps(position, seed)]
    return Reached(played[-1].state, [event for reached in played for event in reached.events])


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
