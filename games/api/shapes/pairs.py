"""Pairs with one value for each side."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.shapes.terms import Number


class Counts(Struct, frozen=True, forbid_unknown_fields=True):
    """A number for each side."""

    east: Annotated[Number, Meta(description="East's.")]
    west: Annotated[Number, Meta(description="West's.")]


class Flags(Struct, frozen=True, forbid_unknown_fields=True):
    """A boolean for each side."""

    east: Annotated[bool, Meta(description="East's.")]
    west: Annotated[bool, Meta(description="West's.")]


class Piles(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards or kinds of blocks of each side."""

    east: Annotated[tuple[str, ...], Meta(description="East's.")]
    west: Annotated[tuple[str, ...], Meta(description="West's.")]
