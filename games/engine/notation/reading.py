"""Reads a log that is written as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import ValidationError, convert

from games.engine import actions as a
from games.engine.history import LogItem
from games.engine.notation.grammar import CHANCE, FORMS, KINDS, NOTHING, Shape
from games.engine.side import LABELS, Side

TOKEN = re.compile(r"\s*([a-z0-9-]+|[,:;>])")


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
    kind = KINDS.get(name)
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


_READERS: dict[Shape, Callable[[_Line], Any]] = {
    "one": _Line.name,
    "list": _list_of,
    "path": lambda line: _list_of(line, ">"),
    "flag": lambda _line: True,
    "inside": _inside,
    "groups": _groups_of,
}
