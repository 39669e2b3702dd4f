"""The hash chain of a diary: what shows that its notes are those that were written, when they were written.

::

    first head = HMAC-SHA-256, key: the secret salt of its author, message: "diary|GAME|SIDE"
    head after a note = SHA-256(head before | JSON of [head of the game, text, time])

The side is ``east`` or ``west``. The JSON has no spaces and no escaped letters, and the time is in UTC as in
``2026-11-27T20:15:00.000000+00:00``. The head of the game is that which the player was shown when they wrote;
so a note cannot be older than the move before it, and a head in a mail shows that it is not younger.

A diary in which nothing is written has a head too, which nobody can tell from that of another: the salt is
told to nobody. The report of a game says the first heads, so that its readers can compute both chains.
"""

import hashlib
import hmac
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import msgspec

from accounts.models.person import Person
from games.engine.side import LABELS
from games.models.game import Game
from games.models.note import Note

DIGITS_OF_DIARY = 32
"""How many hexadecimal digits of its head pages and mails show."""


def first_head(author: Person, game: Game, side: int) -> str:
    """The head of a diary before anything is written, hex."""
    about = f"diary|{game.public_id}|{LABELS[side]}"
    return hmac.digest(author.salt.encode(), about.encode(), "sha256").hex()


def next_head(before: str, game_head: str, words: str, at: datetime) -> str:
    """The head of a diary after a note, hex.

    Args:
        before: the head before it, hex.
        game_head: the head of the game that its author was shown; empty for none.
        words: what they wrote.
        at: when they wrote it.
    """
    note = [game_head, words, written(at)]
    return hashlib.sha256(bytes.fromhex(before) + msgspec.json.encode(note)).hexdigest()


def written(at: datetime) -> str:
    """A time as it is hashed."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


class DiaryFault(NamedTuple):
    """The first note of a diary that is not as it was written: whose diary, and its number."""

    side: int
    number: int


def fault_of(game: Game) -> DiaryFault | None:
    """The first fault in the diaries of a game, those of former players too; None if there is none."""
    notes = Note.objects.select_related("author").filter(game=game).order_by("side", "author", "number")
    for (side, author), diary in groupby(notes, key=attrgetter("side", "author")):
        if number := fault_in(first_head(author, game, side), diary):
            return DiaryFault(side, number)
    return None


def fault_in(head: str, notes: Iterable[Note]) -> int:
    """The number of the first note of a diary that is not as it was written; 0 if all are.

    Args:
        head: the first of the diary, hex.
        notes: all of it, in order.
    """
    for number, note in enumerate(notes, start=1):
        head = next_head(head, note.game_head, note.words, note.written_at)
        if (note.number, note.head) != (number, head):
            return number
    return 0
