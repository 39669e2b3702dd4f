"""What boards, blocks and cards are drawn with."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers.terms import Number
from games.engine.edition_data import RoadData


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
    inks: Annotated[str, Meta(description="A style sheet.")]
    emblems: Annotated[dict[str, str], Meta(description="By clan, each an SVG `symbol` with the clan's id.")]
    blocks: Annotated[dict[str, str], Meta(description="By kind of block, each an `svg` element.")]
    cards: Annotated[dict[str, str], Meta(description="By card, each an `svg` element.")]
