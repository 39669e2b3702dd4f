"""Writes a log as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec.structs import fields

from games.engine import actions as a
from games.engine import core
from games.engine.errors import CorruptLog
from games.engine.history import LogItem
from games.engine.notation.grammar import CHANCE, FORMS, NOTHING, Shape
from games.engine.ruleset import Ruleset
from games.engine.side import NOBODY, SIDES, Side
from games.engine.state import State

INDENT = "  "
CLOSE = (",", ":", ";")
"""The tokens that no space precedes."""


def write(rules: Ruleset, log: Iterable[LogItem]) -> str:
    """The log of a game as text, under headings that say when in the game it was.

    Raises:
        CorruptLog: an entry that does not fit the game.
        Malformed, Illegal, NotYourDecision, GameIsOver: an action that does not.
    """
    lines: list[str] = []
    heading = ""
    for before, (side, body) in _with_positions(rules, log):
        if heading != (heading := _heading(before)):
            lines += ["", heading] if lines else [heading]
        lines.append(INDENT + written(side, body))
    return "".join(f"{line}\n" for line in lines)


def written(side: Side | None, body: a.Body) -> str:
    """The line of one entry, without its indentation."""
    return _spaced([CHANCE if side is None else side.label, _tag(type(body)), *_fields(body)])


def _tag(kind: type) -> str:
    """The name of an entry in JSON."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined] # every body is a struct


def _with_positions(rules: Ruleset, log: Iterable[LogItem]) -> Iterator[tuple[State, LogItem]]:
    """Each entry with the position before it."""
    state = core.new_game(rules).state
    before: list[State] = []
    for side, body in log:
        yield state, (side, body)
        if isinstance(body, a.Undo):
            if not before:
                raise CorruptLog("nothing-to-undo")
            state = before.pop()
            continue
        before.append(state)
        if isinstance(body, a.Drawn):
            state = core.draw(rules, state, body).state
        elif side is None or isinstance(body, a.Begin):
            raise CorruptLog("action-without-side")
        elif isinstance(body, a.Forfeit):
            state = core.forfeit(rules, state, side, body).state
        else:
            state = core.apply(rules, state, side, body).state


def _heading(state: State) -> str:
    if state.active != NOBODY:
        return f"Week {state.week}, turn {'AB'[state.turn]}: {SIDES[state.active].label}"
    is_set_up = state.week == 1 and core.pending_draw(state) is not None
    return "Set-up" if is_set_up else f"Week {state.week}"


def _fields(struct: Any) -> Iterator[str]:
    """Everything said of a struct, by the token."""
    defaults = {field.name: field.default for field in fields(struct)}
    for part in FORMS[type(struct)]:
        value = getattr(struct, part.field)
        if value == defaults[part.field]:
            continue
        if part.word and part.shape != "path":
            yield part.word
        yield from _WRITERS[part.shape](value)


def _list(items: tuple[str, ...]) -> Iterator[str]:
    yield from items[:1] or (NOTHING,)
    for item in items[1:]:
        yield from (",", item)


def _path(places: tuple[str, ...]) -> Iterator[str]:
    for place in places or (NOTHING,):
        yield from (">", place)


def _groups(groups: tuple[a.Group, ...]) -> Iterator[str]:
    for number, group in enumerate(groups):
        if number:
            yield ";"
        yield from _fields(group)


_WRITERS: dict[Shape, Callable[[Any], Iterable[str]]] = {
    "one": lambda value: (value,),
    "list": _list,
    "path": _path,
    "flag": lambda _value: (),
    "inside": lambda value: ("inside" if value else "outside",),
    "groups": _groups,
}


def _spaced(tokens: Iterable[str]) -> str:
    return "".join(token if token in CLOSE else f" {token}" for token in tokens).strip()
