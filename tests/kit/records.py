"""Records of finished games: one of each kind of game, and the hashes made to fit what was done to one."""

import hashlib
import itertools
import json
from functools import cache
from typing import Any

import msgspec
from django.db import transaction

from games.engine.side import EAST
from games.models.game import Game
from games.services import play, portable
from tests.kit import caches
from tests.kit.table import Table

Document = dict[str, Any]


def document_of(game: Game) -> Document:
    """The record of a game as whoever downloads it has it."""
    told: Document = json.loads(msgspec.json.encode(portable.complete(game)))
    return told


def finished(seed: int = 3, *, most: int = 150) -> Game:
    """A game with draws, something taken back, and an end, by resignation if nothing else.

    Args:
        most: so many requests at most.
    """
    table = Table(seed)
    for _by in itertools.islice(table.wander(), most):
        pass
    if not table.game.is_over:
        play.resign(seat=table.seat(EAST))
    return table.game


@cache
def _elsewhere(seed: int, most: int) -> str:
    before = transaction.savepoint()
    told = json.dumps(document_of(finished(seed, most=most)))
    transaction.savepoint_rollback(before)
    caches.empty()
    return told


def from_elsewhere(seed: int = 3, *, most: int = 150) -> Document:
    """The record of a game that is not in this database."""
    told: Document = json.loads(_elsewhere(seed, most))
    return told


def chain_again(told: Document) -> None:
    """Make all hashes fit what the document says now: no longer what was chained, but in order in itself."""
    told["edition"]["digest"] = sha(told["edition_text"].encode()).hex()
    told["commitment"] = sha(bytes.fromhex(told["seed"])).hex()
    parts = [told["game"], told["edition"]["digest"], str(told["revision"]), told["commitment"]]
    chain = sha("|".join([*parts, told["nonces"]["east"], told["nonces"]["west"]]).encode())
    told["genesis"] = chain.hex()
    for number, entry in enumerate(told["entries"], start=1):
        sealed = sha(bytes.fromhex(entry["salt"]) + entry["body"].encode())
        chain = sha(chain + (entry["side"] or "chance")[0].encode() + sealed)
        entry["seq"], entry["chain"] = number, chain.hex()


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
