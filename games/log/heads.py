"""Heads: what somebody keeps of a game to find out later whether anything up to that version was changed.

The public value of a head is a hash chained over what the public could know of each change. Its chain value
is the chain hash of the last entry of the change that led to this version, so it covers what was hidden too.
Both are renewed only by changes that the public could see: they count nothing unseen. README.md says how to
compute them.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from games.engine.actions import Adjudicate, Begin, Body, Drawn, Resign, Silence, TimeOut, Undo
from games.engine.events import Event
from games.engine.history import VIEWERS, Step
from games.engine.side import NOBODY, Side
from games.log import record
from games.log.portable import CompleteRecord
from games.models.game import Game

SHOWN_DIGITS = 32
"""How many hexadecimal digits of each value pages, final mails and the addresses in other mails have."""
GLANCED_DIGITS = 8
"""How many of the public value other mails show."""

ChangeKind = Literal["set-up", "action", "undo", "silence", "resignation", "time-out", "adjudication"]

_KINDS: dict[type, ChangeKind] = {
    Begin: "set-up",
    Drawn: "set-up",
    Undo: "undo",
    Silence: "silence",
    Resign: "resignation",
    TimeOut: "time-out",
    Adjudicate: "adjudication",
}
_PUBLIC = VIEWERS.index(NOBODY)


Digits = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", examples=["3b" * 32])]


class Head(Struct, frozen=True):
    """The head of a game at a version of the public: two hashes to keep, and to compare later."""

    version: Annotated[int, Meta(ge=1)]
    """The number of changes visible to the public."""
    public: Annotated[
        Digits, Meta(description="A hash chained over what the public could see, in hexadecimal.")
    ]
    chain: Annotated[
        Digits,
        Meta(
            description="The chain hash of the last entry of the change that led to this version, in "
            "hexadecimal. It covers what is hidden too."
        ),
    ]

    def __str__(self) -> str:
        """The short form, as pages and mails show it."""
        return f"{self.version}:{self.public[:SHOWN_DIGITS]}:{self.chain[:SHOWN_DIGITS]}"

    @property
    def brief(self) -> str:
        """So much that two can be told apart at a glance."""
        return f"{self.version}:{self.public[:GLANCED_DIGITS]}"


def kind_of(body: Body | None) -> ChangeKind:
    """The kind of the change that an entry begins; for a draw or None it is the set-up."""
    return "set-up" if body is None else _KINDS.get(type(body), "action")


def public_text(
    side: Side | None, body: Body | None, events: Sequence[Event], takes_back: int | None
) -> bytes:
    """The text of a change that the public could see, which is hashed into the public value.

    Args:
        side: that acted; None for the set-up.
        body: what it did; for the set-up a draw or None.
        events: what happened.
        takes_back: for an undo, the public's version of the change that it took back.
    """
    facts: dict[str, Any] = {
        "events": [event.seen_by(NOBODY) for event in events],
        "side": None if side is None else side.label,
        "takes_back": takes_back,
        "type": kind_of(body),
    }
    return msgspec.json.encode(facts, order="sorted")


def public_after(previous: bytes, text: bytes) -> bytes:
    """The public value after a change that the public could see.

    Args:
        previous: the public value before; before the set-up, the genesis of the game.
        text: of the change.
    """
    return hashlib.sha256(previous + text).digest()


def public_texts(steps: Sequence[Step], *, version: int = 0) -> Iterator[bytes | None]:
    """For each step of a game its text; None for a step that the public could not see.

    Args:
        steps: from any on. None of them takes back an earlier one.
        version: the public's version before the first step.
    """
    versions: list[int] = []
    for step in steps:
        is_seen = step.seen[_PUBLIC]
        version += is_seen
        versions.append(version)
        takes_back = None if step.takes_back is None else versions[step.takes_back]
        yield public_text(step.side, step.body, step.events, takes_back) if is_seen else None


def of_steps(
    before: bytes, steps: Sequence[Step], chains: Sequence[bytes], *, version: int = 0
) -> Iterator[Head | None]:
    """For each step of a game the head that it led to; None for a step that the public could not see.

    Args:
        before: the public value before the first step; before the set-up it is the genesis.
        steps: from any on. None of them takes back an earlier one.
        chains: the chain hashes of their entries, and of no others.
        version: the public's version before the first step.
    """
    public = before
    skipped = steps[0].entries[0] if steps else 0
    for step, text in zip(steps, public_texts(steps, version=version), strict=True):
        if text is None:
            yield None
            continue
        version += 1
        public = public_after(public, text)
        yield _head(version, public, chains[step.entries[1] - skipped])


def of_game(game: Game, steps: Sequence[Step]) -> Iterator[Head | None]:
    """For each step of a stored game the head that it led to, as in `of_steps`.

    Args:
        game: that has begun.
        steps: all of it, replayed from its log.
    """
    return of_steps(record.genesis(game), steps, record.chains(game))


def of_record(document: CompleteRecord, steps: Sequence[Step]) -> Iterator[Head | None]:
    """For each step of a record the head that it led to, as in `of_steps`.

    Args:
        document: the record, verified.
        steps: all of it, replayed from its entries.
    """
    return of_steps(
        bytes.fromhex(document.genesis), steps, [bytes.fromhex(entry.chain) for entry in document.entries]
    )


def shown(game: Game) -> Head | None:
    """The present head of a game; None before it begins.

    Also None if an earlier release made its latest public change: then the next one brings a head. A head
    that appeared with any other change would reveal that there was one.
    """
    return stored(game.version, game.head_version, bytes(game.head_public), bytes(game.head_chain))


def stored(version: int, of_version: int, public: bytes, chain: bytes) -> Head | None:
    """The head in the columns of a game's row; None if it is not that of the game's version.

    Args:
        version: the public's version of the game.
        of_version: the version of the stored head.
        public: its public value.
        chain: its chain value.
    """
    return _head(version, public, chain) if version and version == of_version else None


def _head(version: int, public: bytes, chain: bytes) -> Head:
    """Every head is made here."""
    return Head(version, public.hex(), chain.hex())
