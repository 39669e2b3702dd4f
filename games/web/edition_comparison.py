"""Editions side by side: what each has where they differ."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.engine.edition_data import Edition
from games.engine.edition_layers import OPTIONAL
from games.models.edition import EditionText
from games.reads import queries
from games.rulebook.differences import described
from games.rulebook.editions import DEFAULT, Layered, edition_ids, layered
from games.rulebook.rules import rulebook

DIGEST = re.compile(r"[0-9a-f]{64}")


class Column(NamedTuple):
    """An edition beside the others.

    Attributes:
        id: what its page is named by; empty for the text of a game that no file has, or no more.
        is_marked: whether it is the one that is asked for.
    """

    id: str
    name: str
    edition: Edition
    is_marked: bool


class Cell(NamedTuple):
    """What one of them has, in short and in a sentence."""

    column: Column
    short: str
    text: str


class Has(NamedTuple):
    """What is true of some editions and of no other.

    Attributes:
        names: of these editions; empty for all there are.
        is_marked: whether the one that is asked for is among them.
    """

    names: list[str]
    text: str
    is_marked: bool


class Difference(NamedTuple):
    """Something in which editions differ.

    Attributes:
        name: of the flag, or of the fact.
        rules: the numbers of the rules and rulings it bears on, that which it belongs to first.
        is_optional: whether players may choose it for a game.
        cells: what each column has.
    """

    name: str
    title: str
    rules: tuple[str, ...]
    is_optional: bool
    cells: list[Cell]

    @property
    def groups(self) -> list[Has]:
        """What there is, in sentences, each of them once."""
        found = _grouped((cell.column, cell.text) for cell in self.cells)
        return found if len(found) > 1 else [has._replace(names=[]) for has in found]

    @property
    def marked(self) -> Cell:
        """What the edition has that is asked for.

        Raises:
            StopIteration: none is marked.
        """
        return next(cell for cell in self.cells if cell.column.is_marked)

    @property
    def elsewhere(self) -> list[Has]:
        """What the others have otherwise than the marked one, in short; empty where all have the same."""
        own = self.marked.short
        return _grouped((cell.column, cell.short) for cell in self.cells if cell.short != own)


def columns(named: str) -> list[Column]:
    """All editions, the usual one first.

    Args:
        named: the id of the one to mark, or a digest: of a text that no file has, it comes last. What nobody
            knows marks nothing.
    """
    asked = _asked(named)
    digest = "" if asked is None else asked.digest
    ids = sorted(edition_ids(), key=lambda each: (each != DEFAULT, each))
    found = [(each, layered(each)) for each in ids]
    beside = [Column(each, its.whole.name, its.whole, its.digest == digest) for each, its in found]
    if asked is None or any(column.is_marked for column in beside):
        return beside
    name = _("%(name)s as in the game") % {"name": asked.own.name}
    return [*beside, Column("", name, asked.whole, is_marked=True)]


def _asked(named: str) -> Layered | None:
    if named in edition_ids():
        return layered(named)
    if not DIGEST.fullmatch(named):
        return None
    try:
        return queries.pinned(named)
    except EditionText.DoesNotExist:
        return None


def differences(beside: list[Column]) -> list[Difference]:
    """Everything in which editions may differ, in the order of the rules."""
    return [_difference(name, beside) for name in rulebook().differences]


def _difference(name: str, beside: list[Column]) -> Difference:
    words = rulebook().differences[name]
    values = [(column, described(name, column.edition)) for column in beside]
    cells = [Cell(column, value.short, value.text) for column, value in values]
    return Difference(name, words.title, words.rules, name in OPTIONAL, cells)


def _grouped(told_of: Iterable[tuple[Column, str]]) -> list[Has]:
    by_text: dict[str, list[Column]] = {}
    for column, text in told_of:
        by_text.setdefault(text, []).append(column)
    return [
        Has([each.name for each in those], text, any(each.is_marked for each in those))
        for text, those in by_text.items()
    ]
