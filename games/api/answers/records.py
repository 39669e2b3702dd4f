"""A game as one document, while it is on. When it is over that is ``services.portable.CompleteRecord``."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.games import EditionName
from games.api.answers.playing import Change
from games.api.answers.terms import Moment, View
from games.api.shapes.terms import Viewpoint


class Nonces(Struct, frozen=True):
    """What either side added to the derivation of chance."""

    east: str
    west: str


class RecordSoFar(Struct, frozen=True):
    """A running game as one document, as far as you know it."""

    format: Annotated[Literal[1], Meta(description="Of this document.")]
    game: str
    edition: EditionName
    revision: int
    commitment: str
    nonces: Nonces
    started_at: Moment
    complete: Annotated[bool, Meta(extra_json_schema={"const": False})]
    viewer: Viewpoint
    history: list[Change]
    view: View
