"""A game as text that people and programs can read: a line for every entry of its log.

::

    Week 2, turn A: west
      west level limited: mori-plain
      west move osaka: mori-cavalry, mori-two-mon-1 > kyoto > otsu force ukita-plain; mori-daimyo > kyoto
      west end-movement

A line names the side, the action by its name in JSON, and its fields (``FORMS``). Lines without indentation
are headings or comments, and repeat what the other lines say. Items are separated by commas, and an empty
list is written ``-``: so a word that does not follow a comma is not an item, whatever the pieces of an
edition are called.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, NamedTuple, get_args

from msgspec import ValidationError, convert
from msgspec.structs import fields

from games.engine import actions as a
from games.engine import core
from games.engine.errors import CorruptLog
from games.engine.history import LogItem
from games.engine.ruleset import Ruleset
from games.engine.side import LABELS, NOBODY, SIDES, Side
from games.engine.state import State

INDENT = "  "
CHANCE = "chance"
NOTHING = "-"
"""An empty list."""
TOKEN = re.compile(r"\s*([a-z0-9-]+|[,:;>])")
CLOSE = (",", ":", ";")
"""The tokens that no space precedes."""

FieldShape = Literal["one", "list", "path", "flag", "inside", "groups"]


class Field(NamedTuple):
    """The notation of one field of an action.

    Attributes:
        word: the word that introduces it; empty for the first field.
    """

    field: str
    word: str
    shape: FieldShape


FORMS: dict[type, tuple[Field, ...]] = {
    a.Discard: (Field("cards", ":", "list"),),
    a.Bid: (Field("card", "", "one"), Field("wish", "wish", "one")),
    a.Order: (Field("order", "", "one"),),
    a.Level: (Field("level", "", "one"), Field("cards", ":", "list")),
    a.Move: (Field("source", "", "one"), Field("leader", "leader", "one"), Field("groups", ":", "groups")),
    a.Group: (Field("blocks", "", "list"), Field("path", ">", "path"), Field("force_march", "force", "one")),
    a.Muster: (Field("location", "", "one"), Field("blocks", ":", "list"), Field("openly", "openly", "flag")),
    a.Mori: (Field("card", "", "one"), Field("blocks", ":", "list")),
    a.EndMovement: (),
    a.Declare: (Field("location", "", "one"),),
    a.Stance: (Field("inside", "", "inside"),),
    a.Deploy: (Field("blocks", ":", "list"), Field("card", "with", "one"), Field("show", "show", "one")),
    a.Finish: (),
    a.Challenge: (),
    a.Pass: (Field("rest_of_battle", "rest-of-battle", "flag"),),
    a.Silence: (),
    a.Losses: (Field("blocks", ":", "list"),),
    a.Retreat: (Field("to", "to", "one"), Field("stay", "stay", "list")),
    a.Drawn: (Field("pile", "", "one"), Field("items", ":", "list")),
    a.Resign: (),
    a.TimeOut: (),
    a.Adjudicate: (),
    a.Undo: (Field("agreed", "agreed", "flag"),),
}
"""The notation of the fields of every log entry, in order.
A field with its default value is left out.
"""

ENTRY_TYPES: dict[str, type] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(a.Body) if kind in FORMS
}
"""The types of entries by name. Those of games for practice, which have no record, have no notation."""


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
    return _spaced([CHANCE if side is None else side.label, str(body.__struct_config__.tag), *_fields(body)])


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


_WRITERS: dict[FieldShape, Callable[[Any], Iterable[str]]] = {
    "one": lambda value: (value,),
    "list": _list,
    "path": _path,
    "flag": lambda _value: (),
    "inside": lambda value: ("inside" if value else "outside",),
    "groups": _groups,
}


def _spaced(tokens: Iterable[str]) -> str:
    return "".join(token if token in CLOSE else f" {token}" for token in tokens).strip()


class NotationError(ValueError):
    """The text is not a valid log; the message says what is wrong in which line."""


def read(text: str) -> list[LogItem]:
    """The entries that a text describes. They need not fit any game.

    Raises:
        NotationError: naming the first line that cannot be read.
    """
    log = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line[:1].isspace() or not line.strip():
            continue
        try:
            log.append(_entry(_Line(_tokens(line))))
        except (NotationError, ValidationError) as error:
            raise NotationError(f"line {number}: {error}") from None
    return log


class _Line:
    """A line that is being read."""

    def __init__(self, tokens: Iterable[str]) -> None:
        self._left = [*tokens][::-1]

    def take(self, word: str) -> bool:
        """Skip this token if it comes next, and return whether it did."""
        if self._left and self._left[-1] == word:
            self._left.pop()
            return True
        return False

    def name(self) -> str:
        """The next token, which must be a word."""
        if not self._left or self._left[-1] in ",:;>":
            raise NotationError(f"a word is missing before {self._next()}")
        return self._left.pop()

    def end(self) -> None:
        """Nothing must come next."""
        if self._left:
            raise NotationError(f"{self._next()} is not expected there")

    def _next(self) -> str:
        return f'"{self._left[-1]}"' if self._left else "the end"


def _tokens(line: str) -> Iterator[str]:
    place, line = 0, line.rstrip()
    while place < len(line):
        found = TOKEN.match(line, place)
        if found is None:
            raise NotationError(f'"{line[place:].strip()[:20]}" cannot be read')
        yield found[1]
        place = found.end()


def _entry(line: _Line) -> LogItem:
    who, name = line.name(), line.name()
    if who != CHANCE and who not in LABELS:
        raise NotationError(f'"{who}" is none of {", ".join(LABELS)}, {CHANCE}')
    kind = ENTRY_TYPES.get(name)
    if kind is None:
        raise NotationError(f'"{name}" is nothing that can be done')
    values = _values(line, kind)
    line.end()
    return None if who == CHANCE else Side.named(who), convert({"type": name, **values}, a.Body)


def _values(line: _Line, kind: type) -> dict[str, Any]:
    """The values of the fields of a struct."""
    parts = FORMS[kind]
    return {part.field: _READERS[part.shape](line) for part in parts if not part.word or line.take(part.word)}


def _list_of(line: _Line, comma: str = ",") -> list[str]:
    if line.take(NOTHING):
        return []
    items = [line.name()]
    while line.take(comma):
        items.append(line.name())
    return items


def _groups_of(line: _Line) -> list[dict[str, Any]]:
    groups = [_values(line, a.Group)]
    while line.take(";"):
        groups.append(_values(line, a.Group))
    return groups


def _inside(line: _Line) -> bool:
    word = line.name()
    if word not in ("inside", "outside"):
        raise NotationError(f'"{word}" is neither inside nor outside')
    return word == "inside"


_READERS: dict[FieldShape, Callable[[_Line], Any]] = {
    "one": _Line.name,
    "list": _list_of,
    "path": lambda line: _list_of(line, ">"),
    "flag": lambda _line: True,
    "inside": _inside,
    "groups": _groups_of,
}
