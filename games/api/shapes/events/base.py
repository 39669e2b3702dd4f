"""What all events have in common."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.shapes.terms import Side


class Happening(Struct, frozen=True, forbid_unknown_fields=True, tag_field="event"):
    """Something that happened. ``event`` says what."""


class Deed(Happening, frozen=True, forbid_unknown_fields=True):
    """Something a side did, or that happened to it."""

    side: Annotated[Side, Meta(description="The side that did it or that it happened to.")]
