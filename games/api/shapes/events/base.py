"""The base classes of events."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.shapes.terms import Side


class Happening(Struct, frozen=True, forbid_unknown_fields=True, tag_field="event"):
    """Something that happened. ``event`` says what."""


class Deed(Happening, frozen=True, forbid_unknown_fields=True):
    """An event that belongs to a side."""

    side: Annotated[Side, Meta(description="The side that acted or is affected.")]
