"""The record of a running game. That of a finished game is ``games.log.portable.CompleteRecord``."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from games.api.answers.games import EditionName
from games.api.answers.playing import Change
from games.api.answers.terms import Moment, View
from games.api.shapes.terms import Side, Viewpoint


class Nonces(Struct, frozen=True):
    """What each side added to the randomness."""

    east: str
    west: str


class NonceOrder(Struct, frozen=True):
    """How the nonces came about, as in a complete record."""

    first: Side
    sides: Literal["chosen", "drawn"]
    nonce_hash: str


class RecordSoFar(Struct, frozen=True):
    """The record of a running game, with everything that you know of it."""

    format: Annotated[
        Literal[1, 2],
        Meta(description="The version of this format: 2 with `chance`, 1 without it, in games begun before."),
    ]
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
    chance: NonceOrder | UnsetType = UNSET
