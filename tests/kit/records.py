"""Records of finished games, and tampered records with fixed-up hashes."""

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
from django.db import transaction

from games import engine
from games.engine import Ruleset, history
from games.engine.actions import Reply, Silence, Undo, encode
from games.engine.chance import Seeded, Source
from games.engine.history import LogItem
from games.engine.side import EAST, LABELS
from games.engine.undo import can_take_back
from games.log import portable
from games.models.game import ALPHABET, Game
from games.rulebook.editions import edition_text, ruleset
from games.services import play
from tests.kit.random_play import lively
from tests.kit.table import Table

Document = dict[str, Any]


def document_of(game: Game) -> Document:
    """The record of a game as whoever downloads it has it."""
    document: Document = json.loads(msgspec.json.encode(portable.complete(game)))
    return document


def of_nobody(document: Document) -> Document:
    """The record as it is exported where it was imported: who played is not taken over, as nobody is known
    there to have been them.
    """
    kept = {key: value for key, value in document.items() if key not in ("players", "register")}
    return kept | {"format": 2}


def finished(seed: int = 3, *, most: int = 150, **chosen: Any) -> Game:
    """A game with draws, something taken back, and an end, by resignation if nothing else.

    Args:
        most: so many requests at most.
        chosen: of the table.
    """
    table = Table(seed, **chosen)
    table.wander_on(most)
    if not table.game.is_over:
        play.resign(seat=table.seat(EAST))
    return table.game


@cache
def _elsewhere(seed: int, most: int) -> str:
    before = transaction.savepoint()
    document = json.dumps(document_of(finished(seed, most=most)))
    transaction.savepoint_rollback(before)
    return document


def from_elsewhere(seed: int = 3, *, most: int = 150) -> Document:
    """The record of a game that is not in this database."""
    document: Document = json.loads(_elsewhere(seed, most))
    return document


def simulated(edition: str, seed: int) -> Document:
    """The record of a game that was played in no database, from the set-up to the end by the rules.

    Actions are taken back in it, bids replaced, and windows left without an answer.
    """
    random, rules = Random(f"{edition} {seed}"), ruleset(edition)
    secret, name = random.randbytes(32), "".join(random.choices(ALPHABET, k=10))
    nonces = random.choice([("", ""), ("dice-of-east", "dice-of-west")])
    log = list(_game(rules, Seeded(secret, name, nonces), random))
    result = engine.replay(rules, history.effective(log)).result
    assert result is not None
    at = "2026-11-21T09:30:00Z"
    document: Document = {
        "format": 2,
        "game": name,
        "edition": {"id": edition, "digest": rules.digest},
        "revision": rules.revision,
        "commitment": "",
        "nonces": dict(zip(LABELS, nonces, strict=True)),
        "started_at": at,
        "complete": True,
        "ended_at": at,
        "winner": result.winner.label,
        "victory": result.victory,
        "seed": secret.hex(),
        "genesis": "",
        "entries": [
            {
                "seq": 0,
                "side": None if side is None else side.label,
                "body": encode(body).decode(),
                "salt": random.randbytes(16).hex(),
                "chain": "",
                "at": at,
            }
            for side, body in log
        ],
        "edition_text": edition_text(edition),
        "chance": {"first": random.choice(LABELS), "sides": "chosen", "nonce_hash": ""},
    }
    chain_again(document)
    return document


def _game(rules: Ruleset, source: Source, random: Random) -> Iterator[LogItem]:
    state = engine.new_game(rules).state
    while True:
        state, drawn = engine.settle(rules, state, source)
        yield from ((None, outcome) for outcome, _events in drawn)
        if state.result is not None:
            return
        side = random.choice(engine.pending(state)).side
        if random.random() < 0.3 and engine.options(rules, state, side.enemy):
            side = side.enemy  # asked too, or able to replace a sealed bid
        offered = engine.options(rules, state, side)
        assert offered is not None
        action: Reply = lively(offered, random)
        if offered.decision == "window" and random.random() < 0.3:
            action = Silence()
        yield side, action
        turned = engine.apply(rules, state, side, action)
        if random.random() < 0.2 and can_take_back(action, turned.events, turned.state, side):
            yield side, Undo()
        else:
            state = turned.state


def written(document: Document) -> bytes:
    """The document as a file."""
    return json.dumps(document).encode()


def chain_again(document: Document) -> None:
    """Make all hashes fit what the document says now: no longer what was chained, but in order in itself."""
    document["edition"]["digest"] = sha(document["edition_text"].encode()).hex()
    document["commitment"] = sha(bytes.fromhex(document["seed"])).hex()
    parts = [
        document["game"],
        document["edition"]["digest"],
        str(document["revision"]),
        document["commitment"],
    ]
    parts += [document["nonces"]["east"], document["nonces"]["west"]]
    if "chance" in document:
        parts += [document["chance"][name] for name in ("first", "sides", "nonce_hash")]
    chain = sha("|".join(parts).encode())
    document["genesis"] = chain.hex()
    for number, entry in enumerate(document["entries"], start=1):
        sealed = sha(bytes.fromhex(entry["salt"]) + entry["body"].encode())
        chain = sha(chain + (entry["side"] or "chance")[0].encode() + sealed)
        entry["seq"], entry["chain"] = number, chain.hex()
    chain = bytes.fromhex(document["genesis"])
    for number, row in enumerate(document.get("register", ()), start=1):
        parts = [document["game"], str(number), row["at"], row["side"], row["kind"], row["seal"]]
        chain = sha(chain + "|".join(parts).encode())
        row["number"], row["chain"] = number, chain.hex()


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
