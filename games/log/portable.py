"""The record of a finished game as a portable JSON document: writing and parsing it.

The classes define the format, and the API makes its JSON Schema from them. README.md describes the rest.
There are three formats: 1 for games that releases up to 0.2 began, 2, which also has ``RecordedChance``, and
3, which also has the register: who played.
``verification`` checks whether a document is true.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any, Literal, TypeVar, cast

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from games.engine.chance import NONCE, Grade, graded
from games.engine.edition_data import SideName
from games.engine.orders.keeping import OrderKind
from games.engine.side import LABELS, Side
from games.log import record, seat_register
from games.log.seat_register import RecordedPlayers, RecordedSeatChange
from games.models.game import EditionText, Game
from sekigahara.errors.exceptions import Refused

FORMATS = (1, 2, 3)
RECORD_BYTES_AT_MOST = 16 * 2**20
"""The largest document, many times the size of the longest game."""
NONCE_ALONE = rf"^{NONCE.pattern}\Z"

RecordedTime = Annotated[datetime, Meta(tz=True, description="The time, with time zone. It is not hashed.")]
RecordFormat = Annotated[
    Literal[1, 2, 3],
    Meta(
        description="The version of this format: 3 with `chance` and `register`, 2 without `register`, 1 "
        "without both, in games begun before; the record of a running game has no `register`."
    ),
]
Decoded = TypeVar("Decoded")


class RecordedEdition(Struct, frozen=True, forbid_unknown_fields=True):
    """The exact edition that was played."""

    id: Annotated[str, Meta(max_length=40, examples=["kessen"])]
    """The edition's id."""
    digest: str
    """The SHA-256 of `edition_text`, in hexadecimal."""


class RecordedNonces(Struct, frozen=True, forbid_unknown_fields=True):
    """What each side added to the randomness; often empty."""

    east: Annotated[str, Meta(pattern=NONCE_ALONE)]
    """East's."""
    west: Annotated[str, Meta(pattern=NONCE_ALONE)]
    """West's."""


class RecordedChance(Struct, frozen=True, forbid_unknown_fields=True):
    """How the nonces came about, which says who could have chosen the draws."""

    first: SideName
    """The side of the player who came first."""
    sides: Literal["chosen", "drawn"]
    """Whether the sides were drawn from the seed and both nonces when the game began."""
    nonce_hash: Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")]
    """The SHA-256 of the nonce of the player who came first, in hexadecimal, if it was published before the
    other nonce was given; otherwise empty."""


class RecordedEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the log with its link in the hash chain."""

    seq: Annotated[int, Meta(ge=1)]
    """From 1, without a gap."""
    side: SideName | None
    """The side that acted; null for a random draw."""
    body: str
    """The exact text that was hashed."""
    salt: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z", examples=["00" * 16])]
    """16 bytes, in hexadecimal."""
    chain: str
    """SHA-256(previous chain | e, w or c | SHA-256(salt | body)), in hexadecimal."""
    at: RecordedTime
    by_order: OrderKind | UnsetType = UNSET
    """The kind of order that took the action; omitted if the player did. It is not hashed."""


class CompleteRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game as one document: enough to play it again and to check every draw."""

    format: RecordFormat
    game: Annotated[str, Meta(pattern=r"^[a-z0-9]{1,12}\Z", examples=["k7m2p9qrst"])]
    """The game's id."""
    edition: RecordedEdition
    """The edition that was played."""
    revision: Annotated[int, Meta(ge=1, le=2**15 - 1)]
    """The revision of the rules engine."""
    commitment: str
    """The SHA-256 of the seed, in hexadecimal. It was public before the game started."""
    nonces: RecordedNonces
    """What the players added to the randomness."""
    started_at: RecordedTime
    complete: Annotated[bool, Meta(extra_json_schema={"const": True})]
    """Always true. The record of a running game has false."""
    ended_at: RecordedTime
    winner: SideName
    """Who won."""
    victory: Annotated[str, Meta(max_length=40, examples=["points"])]
    """The kind of victory."""
    seed: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", examples=["00" * 32])]
    """The random seed, 32 bytes in hexadecimal."""
    genesis: str
    """The start of the hash chain, in hexadecimal."""
    entries: list[RecordedEntry]
    """The log, in order."""
    edition_text: str
    """The edition as TOML."""
    chance: RecordedChance | UnsetType = UNSET
    """How the nonces came about; from format 2 on."""
    players: RecordedPlayers | UnsetType = UNSET
    """The public keys of those who have the seats; only in format 3."""
    register: list[RecordedSeatChange] | UnsetType = UNSET
    """Who got a seat and who has left, in order; only in format 3. Its seals are open."""

    @property
    def grade(self) -> Grade:
        """Who could have chosen the draws."""
        nonce_hash = "" if self.chance is UNSET else self.chance.nonce_hash
        return graded([self.nonces.east, self.nonces.west], nonce_hash)


class Unsound(Refused):
    """A record is invalid. If an entry is, ``parameters`` have its number as ``entry``."""


class NotCarried(Refused):
    """A game cannot be exported or imported, though its record is valid."""


# ---- writing


def complete(game: Game) -> CompleteRecord:
    """The record of a finished game.

    Raises:
        NotCarried: the game is not over, so part of it is still secret; or it began from a position, which
            does not follow from its seed, so that nobody could check it.
        CorruptLog: the stored log does not match its hashes.
    """
    if game.winner is None or game.started_at is None or game.ended_at is None:
        raise NotCarried("not-over")
    if game.begins_from_position:
        raise NotCarried("no-record")
    east, west = game.nonces
    return CompleteRecord(
        format=format_of(game),
        game=game.public_id,
        edition=RecordedEdition(game.edition, game.edition_text_id),
        revision=game.revision,
        commitment=game.commitment,
        nonces=RecordedNonces(east, west),
        started_at=game.started_at,
        complete=True,
        ended_at=game.ended_at,
        winner=LABELS[game.winner],
        victory=game.victory,
        seed=bytes(game.seed).hex(),
        genesis=record.genesis(game).hex(),
        entries=list(_entries(game)),
        edition_text=EditionText.objects.get(pk=game.edition_text_id).text,
        chance=chance(game),
        players=seat_register.players_of(game) if format_of(game) == 3 else UNSET,
        register=seat_register.rows_of(game) if format_of(game) == 3 else UNSET,
    )


def format_of(game: Game) -> Literal[1, 2, 3]:
    """The format of the record of a game."""
    if game.first is None:
        return 1
    return 3 if game.register else 2


def chance(game: Game) -> RecordedChance | UnsetType:
    """How the nonces of a game came about; unset in games that releases up to 0.2 began."""
    if game.first is None:
        return UNSET
    return RecordedChance(LABELS[game.first], "drawn" if game.sides_drawn else "chosen", game.nonce_hash)


def _entries(game: Game) -> Iterator[RecordedEntry]:
    for entry, at in zip(record.verified(game), record.times(game), strict=True):
        yield RecordedEntry(
            seq=entry.seq,
            side=None if entry.side is None else LABELS[entry.side],
            body=entry.body,
            salt=bytes(entry.salt).hex(),
            chain=bytes(entry.chain).hex(),
            at=at,
            by_order=kind_of(entry.by_order),
        )


def kind_of(by_order: str) -> OrderKind | UnsetType:
    """The kind of order that took an action, from its entry; unset if the player did."""
    return cast("OrderKind", by_order) if by_order else UNSET


# ---- parsing


def read(data: bytes) -> CompleteRecord:
    """Parse a document, without verifying its contents.

    Raises:
        Unsound: it is not the record of a finished game.
    """
    if len(data) > RECORD_BYTES_AT_MOST:
        raise Unsound("too-large", most=RECORD_BYTES_AT_MOST)
    head = _decoded(data, _Head)
    if head.format not in FORMATS:
        raise Unsound("other-format", format=head.format)
    if not head.complete:
        raise Unsound("not-complete")
    document = _decoded(data, CompleteRecord)
    registered = {document.players is not UNSET, document.register is not UNSET}
    if (document.chance is UNSET) != (document.format == 1) or registered != {document.format == 3}:
        raise Unsound("other-facts", format=document.format)  # the JSON Schema does not say this
    return document


class _Head(Struct):
    """The fields of a document that are checked before the others."""

    format: int
    complete: bool


def _decoded(data: bytes, shape: type[Decoded]) -> Decoded:
    try:
        return msgspec.json.decode(data, type=shape)
    except msgspec.ValidationError as error:
        raise Unsound("not-a-record", reason=str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unsound("not-json", reason=str(error)) from None


def identity(document: CompleteRecord) -> dict[str, Any]:
    """The fields of a game that its hash chain and its random draws are derived from."""
    return {
        "public_id": document.game,
        "edition": document.edition.id,
        "edition_text_id": document.edition.digest,
        "revision": document.revision,
        "seed": bytes.fromhex(document.seed),
        "commitment": document.commitment,
        "nonces": [document.nonces.east, document.nonces.west],
        "first": None if document.chance is UNSET else Side.named(document.chance.first),
        "nonce_hash": "" if document.chance is UNSET else document.chance.nonce_hash,
        "sides_drawn": document.chance is not UNSET and document.chance.sides == "drawn",
    }
