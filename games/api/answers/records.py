"""A game as one document."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.games import EditionName
from games.api.answers.playing import Change
from games.api.answers.terms import Moment, Side, View


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
    viewer: Literal["east", "west", "public"]
    history: list[Change]
    view: View


class Entry(Struct, frozen=True):
    """An entry of the log, and its link of the chain of hashes."""

    seq: Annotated[int, Meta(ge=1, description="From 1, without a gap.")]
    side: Annotated[Side | None, Meta(description="Who acted; null for chance.")]
    body: Annotated[str, Meta(description="Exactly the text that was hashed.")]
    salt: Annotated[str, Meta(description="In hexadecimal.")]
    chain: Annotated[
        str, Meta(description="SHA-256(chain before | e, w or c | SHA-256(salt | body)), in hexadecimal.")
    ]
    at: Moment


class CompleteRecord(Struct, frozen=True):
    """A finished game as one document: enough to play it again and to check every draw."""

    format: Annotated[Literal[1], Meta(description="Of this document.")]
    game: str
    edition: EditionName
    revision: int
    commitment: str
    nonces: Nonces
    started_at: Moment
    complete: Annotated[bool, Meta(extra_json_schema={"const": True})]
    ended_at: Moment
    winner: Side
    victory: str
    seed: Annotated[str, Meta(description="The secret of all chance, in hexadecimal.")]
    genesis: Annotated[str, Meta(description="What the first entry is chained to, in hexadecimal.")]
    entries: list[Entry]
    edition_text: Annotated[str, Meta(description="The edition as TOML, whose SHA-256 is its digest.")]
