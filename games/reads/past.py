"""What happened in a game, step by step, ready to be shown to any viewer.

To replay a whole log takes longer than all else a page does. So what came of it is kept in the cache, up to
the last step that no undo can reach, with the position there; only the entries after it are replayed. What is
kept is used only if its chain hash is that of the log, by this release only, and may be lost at any moment.
See `sekigahara/adr/0022-a-replay-is-kept-up-to-where-it-is-final.md`.
"""

import contextlib
import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Raw, Struct

from games import engine
from games.engine import history
from games.engine.actions import Body, Undo, encode, parse_body
from games.engine.errors import CorruptLog
from games.engine.events import Event
from games.engine.history import Retold, SeenBy
from games.engine.ruleset import Ruleset
from games.log import heads, position, record
from games.log.heads import ChangeKind, Head
from games.log.record import DatedEntry
from games.models.game import Game
from sekigahara.db import caching

REPLAY_KEPT_FOR: Final = 7 * 24 * 60 * 60
"""Seconds. A game that nobody has looked at for so long is replayed once more."""
WORTH_KEEPING: Final = 8
"""So many more final steps are kept at once; to replay fewer takes no longer than to keep them."""


class PastStep(Struct, frozen=True, array_like=True):
    """A step of a game, with all that any viewer is shown of it.

    Attributes:
        seq: the number of its first entry.
        side: who acted; None for the set-up.
        kind: of the change.
        body: the action as in the log; null for the set-up.
        happened: its events. They are decoded only where they are shown.
        seen: which of VIEWERS it showed anything.
        undone: whether a later step undid it.
        takes_back: for an undo, the index of the step it undid.
        at: when it happened.
        by_order: the kind of order that acted; empty for none.
        head: of the game after it; None if the public could not see it.
        passed_on: whether it could be given back while nothing else had happened.
    """

    seq: int
    side: int | None
    kind: ChangeKind
    body: Raw
    happened: Raw
    seen: SeenBy
    undone: bool
    takes_back: int | None
    at: datetime
    by_order: str
    head: Head | None
    passed_on: bool

    @property
    def action(self) -> Body | None:
        """The action; None for the set-up."""
        return None if self.side is None else parse_body(bytes(self.body))

    @property
    def is_agreed(self) -> bool:
        """Whether it is an undo to which the other side had to agree."""
        return self.kind == "undo" and self.action == Undo(agreed=True)

    @property
    def events(self) -> list[Event]:
        """What happened, with all that any side may know of it."""
        return _events.decode(self.happened)


class _Past(Struct, array_like=True):
    """What is kept of a game.

    Attributes:
        length: the number of entries it covers.
        chain: the chain hash of the last of them.
        state: the position after it, dumped.
        version: the public's version after it.
        public: the public value of its head.
        steps: all steps so far.
    """

    length: int
    chain: bytes
    state: bytes
    version: int
    public: bytes
    steps: list[PastStep]


_events: msgspec.json.Decoder[list[Event]] = msgspec.json.Decoder(list[Event])
_pasts: msgspec.json.Decoder[_Past] = msgspec.json.Decoder(_Past)


def steps_of(game: Game) -> list[PastStep]:
    """All steps of a game, from the set-up; none before it begins.

    Raises:
        Frozen: the game is stopped. The subclass BrokenLog says that it must be stopped.
    """
    with position.reading(game):
        if not game.length:
            return []
        rules = position.rules_of(game)
        kept = _recalled(game)
        if kept is not None:
            with contextlib.suppress(CorruptLog):  # either of them is wrong: the log alone decides
                return _gone_on(game, rules, kept)
        start = record.genesis(game)
        return _gone_on(game, rules, _Past(0, start, b"", 0, start, []))


def of_retold(game: Game, retold: Retold) -> list[PastStep]:
    """The steps of a game that is replayed already.

    Raises:
        CorruptLog: the log has changed since.
    """
    start = record.genesis(game)
    entries = record.read_after(game, 0, start)
    return list(_told(retold, entries, _Past(0, start, b"", 0, start, [])))


def _gone_on(game: Game, rules: Ruleset, past: _Past) -> list[PastStep]:
    """The steps of a game: those that are kept, and those after them."""
    # Asked even if nothing can follow: how far a replay is kept depends on what a side could still undo,
    # which depends on what it holds.
    entries = record.read_after(game, past.length, past.chain)
    if (past.length, past.chain) == (game.length, bytes(game.chain)):
        return past.steps
    log = (record.said(game, entry) for entry in entries)
    if past.length:
        retold = history.go_on(rules, engine.load(past.state), past.length, log)
    else:
        retold = history.retell(rules, log, position.beginning(game, rules))
    position.refuse_another(game, retold.state)
    new = list(_told(retold, entries, past))
    if retold.final >= WORTH_KEEPING:
        _keep(game, past, retold, entries, new[: retold.final])
    return past.steps + new


def _told(retold: Retold, entries: Sequence[DatedEntry], past: _Past) -> Iterator[PastStep]:
    """The steps that were replayed, as they are shown."""
    chains = [bytes(entry.chain) for entry in entries]
    led_to = heads.of_steps(past.public, retold.steps, chains, version=past.version)
    before = len(past.steps)
    for step, head in zip(retold.steps, led_to, strict=True):
        entry = entries[step.entries[0] - past.length - 1]
        yield PastStep(
            entry.seq,
            step.side,
            heads.kind_of(step.body),
            Raw(b"null" if step.body is None else encode(step.body)),
            Raw(msgspec.json.encode(step.events)),
            step.seen,
            step.undone,
            None if step.takes_back is None else before + step.takes_back,
            entry.created_at,
            entry.by_order,
            head,
            step.passed_on,
        )


def _key(game: Game) -> str:
    return f"past:{game.public_id}"


def _recalled(game: Game) -> _Past | None:
    """What is kept of a game, if it can be part of its log."""
    packed = caching.recall(_key(game))
    if packed is None:
        return None
    with contextlib.suppress(zlib.error, msgspec.DecodeError):
        past = _pasts.decode(zlib.decompress(packed))
        return past if past.length <= game.length else None
    return None


def _keep(
    game: Game, past: _Past, retold: Retold, entries: Sequence[DatedEntry], final: Sequence[PastStep]
) -> None:
    last = retold.steps[len(final) - 1]
    steps = [*past.steps, *final]
    head = next((step.head for step in reversed(steps) if step.head is not None), None)
    kept = _Past(
        last.entries[1],
        bytes(entries[last.entries[1] - past.length - 1].chain),
        engine.dump(last.after),
        0 if head is None else head.version,
        past.public if head is None else bytes.fromhex(head.public),
        steps,
    )
    caching.keep(_key(game), zlib.compress(msgspec.json.encode(kept), 1), REPLAY_KEPT_FOR)
