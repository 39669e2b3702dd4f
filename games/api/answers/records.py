"""The record of a running game. That of a finished game is ``games.log.portable.CompleteRecord``."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.games import EditionName
from games.api.answers.playing import Change
from games.api.answers.terms import Moment, View
from games.api.shapes.terms import Viewpoint


class Nonces(Struct, frozen=True):
    """What each side added to the randomness."""

    east: str
    west: str


class RecordSoFar(Struct, frozen=True):
    """The record of a running game, with everything that you know of it."""

    format: Annotated[Literal[1], Meta(description="The version of this format.")]
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
