"""The record of rulings on a game: adding a ruling, and verifying all of them.

Each ruling is chained to the previous one by a hash, and the row of the club's game holds the latest hash. So
none can be changed, added or removed without breaking the chain. Both players have the hash in a mail, so the
whole chain cannot be replaced either. The chain contains the arbiter's name only as a salted hash, and no
other names, so people can be forgotten and the chain stays valid.
"""

import hashlib
import json
import secrets
from collections.abc import Sequence
from datetime import datetime

from accounts.models.person import Person
from games.ladders.models.club import ClubGame
from games.ladders.models.ruling import ANNUL, Ruling
from games.models.game import Game
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict

SALT_BYTES = 16


def record_of(game: Game) -> list[Ruling]:
    """All that was decided of a game, in order."""
    decided = Ruling.objects.select_related("arbiter", "newcomer", "former").filter(game=game)
    return list(decided.order_by("number"))


def append(row: Ruling, *, held: ClubGame, by: Person | None) -> None:
    """Add a ruling to the record of a game, in the caller's transaction, which has locked the game.

    Args:
        row: the ruling as the verb decided it, and the nonce of the form it came from.
        held: the game in its club.
        by: the arbiter; None for a rule of the ladder.
    """
    latest = Ruling.objects.filter(game=held.game_id).order_by("-number").first()
    row.game, row.number = held.game, 1 if latest is None else latest.number + 1
    if by is not None:
        salt = secrets.token_hex(SALT_BYTES)
        row.arbiter, row.arbiter_name = by, str(by)
        row.name_salt, row.name_seal = salt, _sealed(salt, str(by))
    row.made_at = service_time.now()
    row.chain = _chained("" if latest is None else latest.chain, row)
    row.save(force_insert=True)
    held.head = row.chain
    held.save(update_fields=["head"])


def is_whole(game: Game, record: Sequence[Ruling]) -> bool:
    """Whether the record is as it was written: nothing changed, put in or taken out."""
    chain = ""
    for number, row in enumerate(record, start=1):
        chain = _chained(chain, row)
        is_named = not row.name_salt or row.name_seal == _sealed(row.name_salt, row.arbiter_name)
        if row.number != number or row.chain != chain or not is_named:
            return False
    held = ClubGame.objects.filter(game=game).first()
    # Without its club there is no stored head to compare with, so only the chain itself is checked.
    return held is None or held.head == chain


def is_annulled(game: Game) -> bool:
    """Whether an arbiter has annulled a game."""
    return Ruling.objects.filter(game=game, kind=ANNUL).exists()


def refuse_annulled(game: Game) -> None:
    """Let only a game through that counts.

    Raises:
        Conflict: ``annulled-already``.
    """
    if is_annulled(game):
        raise Conflict("annulled-already")


def forget(person: Person) -> None:
    """Take the name of a person who leaves out of their rulings, in the caller's transaction."""
    Ruling.objects.filter(arbiter=person).update(arbiter_name="", name_salt="")


def _sealed(salt: str, name: str) -> str:
    return hashlib.sha256(f"{salt}|{name}".encode()).hexdigest()


def _chained(before: str, row: Ruling) -> str:
    """The hash over the ruling before and this one."""
    hashed = [
        before,
        row.game.public_id,
        row.number,
        str(row.kind),
        row.name_seal,
        row.side,
        row.reason,
        row.parameters,
        _moment(row.made_at),
    ]
    return hashlib.sha256(json.dumps(hashed, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def _moment(at: datetime) -> int:
    """In microseconds, which every database keeps."""
    return int(at.timestamp()) * 1_000_000 + at.microsecond
