"""The course of a game, as far as it is analysed: its draws and its turns, without what was taken back.

Two turns can be compared, whatever the order of their moves.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec

from games.engine import core, history
from games.engine.actions import Drawn, EndMovement, Level, Mori, Move, Muster, Reply, Undo
from games.engine.events import Event
from games.engine.history import LogItem, Retold, Step
from games.engine.ruleset import Ruleset
from games.engine.side import SIDES, Side
from games.engine.state import State
from games.engine.worlds import Json

MOVING = (Level, Move, Muster, Mori, EndMovement)
"""The actions of a movement phase."""


class Draw(NamedTuple):
    """What chance gave a side at once, after one action.

    Attributes:
        step: the index of the step it belongs to.
        week: of the game.
        side: that drew.
        before: the position in which it is due.
        drawn: the outcomes of that side, in order.
    """

    step: int
    week: int
    side: Side
    before: State
    drawn: tuple[Drawn, ...]


class Turn(NamedTuple):
    """What a side did in a movement phase.

    Attributes:
        step: the index of its first step.
        week: of the game.
        turn: ``A`` or ``B``.
        side: whose turn it was.
        before: the position at its beginning.
        actions: as JSON.
        events: what they did, as the side saw it.
    """

    step: int
    week: int
    turn: str
    side: Side
    before: State
    actions: tuple[Json, ...]
    events: tuple[Json, ...]


class EffectiveStep(NamedTuple):
    """A step that was not taken back, with the position before it."""

    place: int
    step: Step
    before: State


class Course(NamedTuple):
    """The draws and the turns of a game, and its steps with and without those taken back, in order."""

    draws: list[Draw]
    turns: list[Turn]
    steps: list[Step]
    effective: list[EffectiveStep]


def course_of(rules: Ruleset, log: Sequence[LogItem]) -> Course:
    """The course of a game.

    Args:
        rules: of the game.
        log: all of it.

    Raises:
        CorruptLog: naming the first entry that does not fit.
    """
    retold = history.retell(rules, log)
    effective = [*_effective(rules, retold)]
    draws = [draw for each in effective for draw in _draws(rules, each, log)]
    return Course(draws, [*_turns(rules, effective)], retold.steps, effective)


def _effective(rules: Ruleset, retold: Retold) -> Iterator[EffectiveStep]:
    before = core.new_game(rules).state
    for index, step in enumerate(retold.steps):
        if not step.undone and not isinstance(step.body, Undo):
            yield EffectiveStep(index, step, before)
            before = step.after


def _draws(rules: Ruleset, each: EffectiveStep, log: Sequence[LogItem]) -> Iterator[Draw]:
    """The draws of a step, by side."""
    step, before = each.step, each.before
    first, last = step.entries
    drawn = [body for _side, body in log[first - 1 : last] if isinstance(body, Drawn)]
    if not drawn:
        return
    if step.side is not None and isinstance(step.body, Reply):
        before = core.apply(rules, before, step.side, step.body).state
    for side in SIDES:
        own = tuple(body for body in drawn if body.pile.startswith(side.label))
        if own:
            yield Draw(each.place, before.week, side, before, own)


def _turns(rules: Ruleset, effective: Sequence[EffectiveStep]) -> Iterator[Turn]:
    for place, (index, step, before) in enumerate(effective):
        if isinstance(step.body, Level) and step.side is not None:
            actions, events = _of_turn(rules, effective[place:], step.side)
            yield Turn(index, before.week, "AB"[before.turn], step.side, before, actions, events)


def _of_turn(
    rules: Ruleset, steps: Iterable[EffectiveStep], side: Side
) -> tuple[tuple[Json, ...], tuple[Json, ...]]:
    """The actions of a movement phase, and what they did."""
    actions: list[Json] = []
    events: list[Json] = []
    for _index, step, before in steps:
        if step.side != side or not isinstance(step.body, MOVING):
            break
        actions.append(msgspec.json.decode(msgspec.json.encode(step.body)))
        events += told(core.apply(rules, before, side, step.body).events, side)
    return tuple(actions), tuple(events)


def told(events: Iterable[Event], side: Side) -> list[Json]:
    """What a side saw its own movement do, without what follows its end."""
    moving = takewhile(lambda event: event.kind != "movement-ended", events)
    return [event.seen_by(side) for event in moving]


class Compared(NamedTuple):
    """Two turns, as actions or as events.

    Attributes:
        played, preferred: what only that one does, in its order.
        alike: what both do, in the order of the one that was played.
    """

    played: list[Json]
    preferred: list[Json]
    alike: list[Json]


def compared(played: Sequence[Json], preferred: Sequence[Json]) -> Compared:
    """What only one of two turns does, and what both do."""
    only_played, alike = _apart(played, preferred)
    only_preferred, _ = _apart(preferred, played)
    return Compared(only_played, only_preferred, alike)


def _apart(these: Sequence[Json], those: Iterable[Json]) -> tuple[list[Json], list[Json]]:
    """What of these is not among those, and what is."""
    left = Counter(map(key, those))
    only, both = [], []
    for each in these:
        if left[key(each)] > 0:
            left[key(each)] -= 1
            both.append(each)
        else:
            only.append(each)
    return only, both


def key(each: Json) -> str:
    """An action or event as text, in which the order of blocks and cards makes no difference."""
    return json.dumps(_sorted(each), sort_keys=True)


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: part if name == "path" else _sorted(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        parts = [_sorted(part) for part in value]
        return sorted(parts) if all(isinstance(part, str) for part in parts) else parts
    return value
