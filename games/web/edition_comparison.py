"""Editions side by side: the facts and rules in which they differ."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.engine.edition_data import Edition
from games.engine.edition_layers import OPTIONAL
from games.models.game import EditionText
from games.reads import queries
from games.rulebook.differences import described
from games.rulebook.editions import DEFAULT, Layered, edition_ids, layered
from games.rulebook.rules import rulebook

DIGEST = re.compile(r"[0-9a-f]{64}")


class Column(NamedTuple):
    """An edition beside the others.

    Attributes:
        id: of the edition; empty for a text that only games keep.
        name: of the edition.
        edition: its data.
        is_marked: whether it is the requested edition.
    """

    id: str
    name: str
    edition: Edition
    is_marked: bool


class Cell(NamedTuple):
    """The value of one edition, in short and as a sentence."""

    column: Column
    short: str
    text: str


class SameValue(NamedTuple):
    """Editions with the same value.

    Attributes:
        names: of these editions; empty for all editions.
        text: the value.
        is_marked: whether the requested edition is among them.
    """

    names: list[str]
    text: str
    is_marked: bool


class EditionDifference(NamedTuple):
    """A flag or fact in which editions differ.

    Attributes:
        name: of the flag or fact.
        title: the same in words.
        rules: the numbers of the rules and rulings that it affects, the main one first.
        is_optional: whether players can choose it for a game.
        cells: the value of each edition.
    """

    name: str
    title: str
    rules: tuple[str, ...]
    is_optional: bool
    cells: list[Cell]

    @property
    def groups(self) -> list[SameValue]:
        """The distinct values as sentences, with their editions."""
        found = _grouped((cell.column, cell.text) for cell in self.cells)
        return found if len(found) > 1 else [group._replace(names=[]) for group in found]

    @property
    def marked(self) -> Cell:
        """The value of the requested edition.

        Raises:
            StopIteration: no edition is marked.
        """
        return next(cell for cell in self.cells if cell.column.is_marked)

    @property
    def elsewhere(self) -> list[SameValue]:
        """The values, in short, of editions that differ from the requested one."""
        own = self.marked.short
        return _grouped((cell.column, cell.short) for cell in self.cells if cell.short != own)


def columns(named: str) -> list[Column]:
    """All editions, the default one first.

    Args:
        named: the id or digest of the edition to mark. If only games keep that text, it comes last; if the
            edition is unknown, none is marked.
    """
    marked = requested(named)
    digest = "" if marked is None else marked.digest
    found = [(each, layered(each)) for each in default_first()]
    beside = [Column(each, its.whole.name, its.whole, its.digest == digest) for each, its in found]
    if marked is None or any(column.is_marked for column in beside):
        return beside
    name = _("%(name)s as in the game") % {"name": marked.own.name}
    return [*beside, Column("", name, marked.whole, is_marked=True)]


def default_first() -> list[str]:
    """The ids of all editions, the default one first."""
    return sorted(edition_ids(), key=lambda each: (each != DEFAULT, each))


def requested(named: str) -> Layered | None:
    """The edition with an id, or with a digest; None if there is none, or the name is empty."""
    if named in edition_ids():
        return layered(named)
    if not DIGEST.fullmatch(named):
        return None
    try:
        return queries.pinned(named)
    except EditionText.DoesNotExist:
        return None


def differences(beside: list[Column]) -> list[EditionDifference]:
    """All differences between editions, in the order of the rules."""
    return [_difference(name, beside) for name in rulebook().differences]


def _difference(name: str, beside: list[Column]) -> EditionDifference:
    words = rulebook().differences[name]
    values = [(column, described(name, column.edition)) for column in beside]
    cells = [Cell(column, value.short, value.text) for column, value in values]
    return EditionDifference(name, words.title, words.rules, name in OPTIONAL, cells)


def _grouped(texts: Iterable[tuple[Column, str]]) -> list[SameValue]:
    by_text: dict[str, list[Column]] = {}
    for column, text in texts:
        by_text.setdefault(text, []).append(column)
    return [
        SameValue([each.name for each in those], text, any(each.is_marked for each in those))
        for text, those in by_text.items()
    ]
