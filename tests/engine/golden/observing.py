"""What both players see of a game as it goes on, as text that can be reviewed as a diff."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from games.engine import NOBODY, SIDES, Ruleset, Side, apply, ask_chance, draw, pending, view
from games.engine import actions as a
from games.engine.chance import Source
from games.engine.events import Event
from games.engine.options import Options
from games.engine.position import with_ids
from games.engine.state import State
from tests.kit.random_play import offered_to

FEW = 6
"""So many rows of a menu are written out; more are only counted."""
Flat = dict[str, str]


class Step(NamedTuple):
    """An action to take, and why it is in the playthrough. Blocks may be named by kind."""

    note: str
    side: str
    action: dict[str, Any]


def playthrough(
    title: str, rules: Ruleset, state: State, source: Source, script: Sequence[Step]
) -> Iterator[str]:
    """The lines of a playthrough: what each player sees at first, then what every step changes of it."""
    yield f"# {title}"
    seen = [_flat(rules, state, side) for side in SIDES]
    yield from _changes([{}, {}], seen)
    yield from _asked(rules, state)
    for step in script:
        side = Side.named(step.side)
        action = with_ids(rules.components, state, side, a.parse(json.dumps(step.action)))
        yield f"\n# {step.note}"
        yield f"> {side.label} {a.encode(action).decode()}"
        state, events = apply(rules, state, side, action)
        yield from _told(events)
        while (outcome := ask_chance(rules, state, source)) is not None:
            yield f"> chance {a.encode(outcome).decode()}"
            state, events = draw(rules, state, outcome)
            yield from _told(events)
        after = [_flat(rules, state, side) for side in SIDES]
        yield from _changes(seen, after)
        seen = after
        yield from _asked(rules, state)


def _flat(rules: Ruleset, state: State, side: Side) -> Flat:
    """The view as paths with values; a list is one value."""
    found: Flat = {}

    def put(path: str, value: Any) -> None:
        if isinstance(value, dict) and value:
            for key, part in value.items():
                put(f"{path}.{key}" if path else key, part)
        else:
            found[path] = _text(value)

    put("", msgspec.to_builtins(view(rules, state, side)))
    return found


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _told(events: Sequence[Event]) -> Iterator[str]:
    """Each event as everybody is told it, and below what only one side is told besides."""
    for event in events:
        public = event.seen_by(NOBODY)
        yield f"  ! {_text(public)}"
        for side in SIDES:
            more = {key: value for key, value in event.seen_by(side).items() if key not in public}
            if more:
                yield f"    only {side.label}: {_text(more)}"


def _changes(before: Sequence[Flat], after: Sequence[Flat]) -> Iterator[str]:
    """What has changed for each player, once where both see the same."""
    east, west = (_changed(*pair) for pair in zip(before, after, strict=True))
    yield from (f"  both see {line}" for line in east if line in west)
    yield from (f"  east sees {line}" for line in east if line not in west)
    yield from (f"  west sees {line}" for line in west if line not in east)


def _changed(before: Flat, after: Flat) -> list[str]:
    if not before:
        return [f"{path}: {value}" for path, value in after.items()]
    paths = [*before, *(path for path in after if path not in before)]
    pairs = ((path, before.get(path, "-"), after.get(path, "-")) for path in paths)
    return [f"{path}: {old} -> {new}" for path, old, new in pairs if old != new and not _follows(path, after)]


def _follows(path: str, after: Flat) -> bool:
    """Whether it goes without saying: a part of what is gone, or the whole of what is shown in parts now."""
    parts = path.split(".")
    wholes = {".".join(parts[:length]) for length in range(1, len(parts))}
    return any(after.get(whole) == "null" for whole in wholes) or any(x.startswith(f"{path}.") for x in after)


def _asked(rules: Ruleset, state: State) -> Iterator[str]:
    """What is asked of whom, and the menu, or how long it is."""
    for decision in pending(state):
        offered = offered_to(rules, state, decision.side)
        yield f"  ? {decision.side.label}: {offered.decision} [{offered.rule}], {_menu(offered)}"
    if state.result is not None:
        yield "  ? nobody: the game is over"


def _menu(offered: Options) -> str:
    shapes = msgspec.to_builtins(offered.describe())["answers"]
    if len(offered) <= FEW:
        return " or ".join(_text(shape) for shape in shapes)
    pairs = zip(shapes, offered.shapes, strict=True)
    return ", ".join(f"{described['shape']} of {len(shape)}" for described, shape in pairs)
