"""The log of a game: appending entries, and reading them with every hash verified.

``chain = SHA-256(previous chain | side | SHA-256(salt | body))``, where the side is one byte (``e``, ``w`` or
``c`` for chance). The first entry is chained to a hash of the game's identity. As long as the salts are
secret, bodies cannot be guessed from the hashes; once they are published, anybody can verify the log.
"""

import contextlib
import hashlib
import secrets
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple, TypeVar

from django.db.models import QuerySet

from games.engine.actions import Begin, Body, encode, parse_body
from games.engine.errors import CorruptLog, Malformed
from games.engine.side import LABELS, Side
from games.models.game import Game
from games.models.log import Entry
from sekigahara.db.statements import Insert, Select

AnyEntry = TypeVar("AnyEntry", "StoredEntry", "DatedEntry")
SALT_BYTES = 16
ENTRIES = Insert(Entry)
_LATER = Select[tuple[Entry]](
    """
    SELECT {entry} FROM games_entry entry
    WHERE entry.game_id = %s AND entry.seq > %s AND entry.seq <= %s ORDER BY entry.seq
    """,
    entry=Entry,
)


class DatedEntry(NamedTuple):
    """A stored entry with its time."""

    seq: int
    side: int | None
    body: str
    salt: bytes
    chain: bytes
    by_order: str
    created_at: datetime


class StoredEntry(NamedTuple):
    """A stored entry. It has the fields of ``Entry``, but is cheaper than a model instance."""

    seq: int
    side: int | None
    body: str
    salt: bytes
    chain: bytes
    change: bytes | None
    by_order: str


class Written(NamedTuple):
    """An entry to be appended.

    Attributes:
        side: who acted; None for chance.
        body: the action or the draw.
        by_order: the kind of order that took the action; empty if nobody had ordered it.
    """

    side: Side | None
    body: Body
    by_order: str = ""


def genesis(game: Game) -> bytes:
    """The hash that the first entry is chained to: of the game's id, rules, seed commitment and nonces.

    Except in games of earlier releases also of who came first, how sides were chosen, and the nonce's hash.
    """
    parts = [game.public_id, game.edition_text_id, str(game.revision), game.commitment, *game.nonces]
    if game.first is not None:
        parts += [LABELS[game.first], "drawn" if game.sides_drawn else "chosen", game.nonce_hash]
    return hashlib.sha256("|".join(parts).encode()).digest()


def link(previous: bytes, side: Side | None, salt: bytes, body: str) -> bytes:
    """The chain hash of an entry."""
    actor = b"c" if side is None else side.label[:1].encode()
    sealed = hashlib.sha256(salt + body.encode()).digest()
    return hashlib.sha256(previous + actor + sealed).digest()


def append(game: Game, written: Iterable[Written], change: bytes) -> list[Entry]:
    """Create entries, and update the game's length and chain. The caller saves all of them.

    Args:
        game: to append to.
        written: the entries.
        change: what all entries together changed in the position.

    Returns:
        The new entries.
    """
    entries = []
    for side, action, by_order in written:
        body, salt = encode(action).decode(), secrets.token_bytes(SALT_BYTES)
        game.length += 1
        game.chain = link(bytes(game.chain), side, salt, body)
        entry = ENTRIES.new(
            game_id=game.pk,
            seq=game.length,
            side=side,
            body=body,
            salt=salt,
            chain=game.chain,
            by_order=by_order,
        )
        entries.append(entry)
    entries[-1].change = change
    return entries


def read(game: Game) -> Iterator[tuple[Side | None, Body]]:
    """The actions and draws of a game, in order.

    Raises:
        CorruptLog: a hash is wrong, an entry is missing, or a body cannot be parsed.
    """
    for entry in verified(game):
        yield said(game, entry)


def said(game: Game, entry: "StoredEntry | DatedEntry") -> tuple[Side | None, Body]:
    """Who made an entry of a game, and what it is.

    Raises:
        CorruptLog: the body cannot be parsed.
    """
    try:
        body = parse_body(entry.body)
    except Malformed as error:
        raise CorruptLog("unreadable-entry", game=game.public_id, entry=entry.seq) from error
    return None if entry.side is None else Side(entry.side), body


def read_after(game: Game, length: int, chain: bytes) -> list[DatedEntry]:
    """The entries of a game after the first ones, with their times and with their hashes verified.

    Args:
        game: any game.
        length: the number of the first ones.
        chain: the chain hash of the last of these; the genesis of the game if there are none.

    Raises:
        CorruptLog: a hash is wrong, or an entry is missing.
    """
    rows = _LATER.rows(game.pk, length, game.length)
    dated = (DatedEntry(*map(row.__getattribute__, DatedEntry._fields)) for (row,) in rows)
    return list(_chained(game, length, chain, dated))


def verified(game: Game) -> Iterator[StoredEntry]:
    """The entries of a game, in order, with their hashes verified.

    Raises:
        CorruptLog: a hash is wrong, or an entry is missing.
    """
    rows = _entries(game).values_list(*StoredEntry._fields)
    return _chained(game, 0, genesis(game), (StoredEntry(*row) for row in rows))


def _chained(game: Game, count: int, chain: bytes, entries: Iterable[AnyEntry]) -> Iterator[AnyEntry]:
    for entry in entries:
        count += 1
        side = None if entry.side is None else Side(entry.side)
        chain = link(chain, side, bytes(entry.salt), entry.body)
        if entry.seq != count or chain != bytes(entry.chain):
            raise CorruptLog("chain-broken", game=game.public_id, entry=count)
        yield entry
    if count != game.length or chain != bytes(game.chain):
        raise CorruptLog("chain-broken", game=game.public_id, entry=count)


def position_text(game: Game) -> str:
    """The text of the position that a game begins from, as its first entry has it. It holds secrets.

    Raises:
        CorruptLog: the game has no such entry.
    """
    entry = Entry.objects.filter(game=game, seq=1, side=None).values_list("body", flat=True).first()
    if entry is not None:
        with contextlib.suppress(Malformed):
            body = parse_body(entry)
            if isinstance(body, Begin):
                return body.position
    raise CorruptLog("no-beginning", game=game.public_id)


def chains(game: Game) -> list[bytes]:
    """The stored chain hash of each entry."""
    return [bytes(chain) for chain in _entries(game).values_list("chain", flat=True)]


def times(game: Game) -> Iterator[datetime]:
    """When each entry was written."""
    return iter(_entries(game).values_list("created_at", flat=True))


def _entries(game: Game) -> QuerySet[Entry]:
    return Entry.objects.filter(game=game, seq__lte=game.length).order_by("seq")
