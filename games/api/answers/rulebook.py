"""Editions, their drawings, and rules."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers.terms import Number
from games.engine.edition_data import Edition, RoadData

VariantOf = Annotated[
    str | None,
    Meta(
        description="The id of the edition that this one is based on; null if it is not a variant.",
        examples=["gmt-2016"],
    ),
]


class EditionSummary(Struct, frozen=True):
    """An edition that can be played."""

    id: str
    name: str
    digest: str
    variant_of: VariantOf


class Editions(Struct, frozen=True):
    """All editions."""

    editions: list[EditionSummary]


class PrintedEdition(Struct, frozen=True):
    """The printed contents of an edition: board, blocks and cards, and how reliable each fact is."""

    id: str
    digest: str
    variant_of: VariantOf
    chosen: list[str]
    """The flags in `data` that were chosen for a game; empty if you requested the edition by its id."""
    data: Edition


class RuleDifference(Struct, frozen=True):
    """A difference between editions that affects a rule."""

    name: Annotated[str, Meta(examples=["disk_points"])]
    """The name of an edition flag or of another difference in print."""
    title: str
    editions: dict[str, str]
    """What applies in each edition, by edition id."""


class Rule(Struct, frozen=True):
    """A rule, or a ruling on a point that the rules leave open."""

    number: Annotated[str, Meta(examples=["8.6.1", "R-21"])]
    """The number, as in problem documents."""
    title: str
    text: str
    """A summary in one or two sentences."""
    url: str
    """The page with the rule."""
    differences: list[RuleDifference]
    because: str = ""
    """For a ruling, the reason for it: `silence`, `ambiguity`, `conflict`, `secrecy`, or `partial` where only
    some texts of the rules say it."""
    reason: str = ""
    """The reason as a sentence."""
    rules: tuple[str, ...] = ()
    """For a ruling, the numbers of the rules that it interprets."""


class Rules(Struct, frozen=True):
    """All rules and rulings."""

    rules: list[Rule]


class BoardPoint(Struct, frozen=True):
    """A place on a sheet, in units of its `viewBox`, y downwards."""

    x: Number
    y: Number


class BoardSheet(Struct, frozen=True):
    """The size of a sheet and the middle of each location on it, by the location's id."""

    width: Number
    height: Number
    locations: dict[str, BoardPoint]


class EditionDrawings(Struct, frozen=True):
    """What an edition is drawn with. Blocks and cards refer to emblems as `#` and the clan's id, and have the
    classes that `inks` gives colours."""

    digest: str
    wide: BoardSheet
    tall: BoardSheet
    roads: tuple[RoadData, ...]
    inks: str
    """A style sheet."""
    emblems: dict[str, str]
    """By clan, each an SVG `symbol` with the clan's id."""
    blocks: dict[str, str]
    """By kind of block, each an `svg` element."""
    cards: dict[str, str]
    """By card, each an `svg` element."""
