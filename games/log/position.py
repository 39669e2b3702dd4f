"""Where a game stands: its log replayed, or a shortcut to the same that may vanish at any moment."""

import contextlib
import hashlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from games import engine
from games.engine import changes, editions, history
from games.engine.chance import Seeded
from games.engine.editions import EditionError
from games.engine.errors import CorruptLog
from games.engine.history import Retold, Summary
from games.engine.ruleset import REVISION, Ruleset
from games.engine.state import State
from games.errors import BrokenLog, Conflict, Frozen
from games.log import record
from games.models.edition import EditionText
from games.models.game import Game

SHAPE = hashlib.sha256(msgspec.json.encode(msgspec.json.schema(State))).hexdigest()[:16]
"""Changes with the fields of a position: a dump of another release is not even looked at, and a digest by it
not compared."""

MARK = ("position", "shape", "dump")
"""The fields of a game's row that say where its latest entry led."""

LEADS_ELSEWHERE = "leads-elsewhere"
"""Every entry is legal, and yet together they do not lead to the position that was written down."""


UNKNOWN_REVISION = "unknown-revision"
"""Of a game that a newer release began."""


class Position(NamedTuple):
    """The rules of a game and the state it is in."""

    rules: Ruleset
    state: State


def load(game: Game) -> Position:
    """The position of a game after its latest entry.

    Raises:
        Conflict: the game has not begun.
        Frozen: it is stopped; as BrokenLog, it has to be.
    """
    with reading(game):
        if not game.length:
            raise Conflict("not-begun")
        rules = rules_of(game)
        state = _recalled(game)
        return Position(rules, _rebuilt(game, rules) if state is None else state)


def retold(game: Game) -> Retold:
    """A game told again from its log by the rules.

    Raises:
        Frozen: it is stopped; as BrokenLog, it has to be.
    """
    with reading(game):
        told = history.retell(rules_of(game), record.read(game))
        _refuse_another(game, told.state)
    return told


def summary_of(game: Game) -> Summary:
    """What happened in a game, from its log by the rules, without what was taken back.

    Raises:
        Frozen: it is stopped; as BrokenLog, it has to be.
    """
    with reading(game):
        found = history.summarize(rules_of(game), record.read(game))
        _refuse_another(game, found.state)
    return found


@contextlib.contextmanager
def reading(game: Game) -> Iterator[None]:
    """Within the block the log of a game is read.

    Raises:
        Frozen: the game is stopped.
        BrokenLog: it has to be, since its log cannot be trusted or does not replay.
    """
    refuse_stopped(game)
    try:
        yield
    except CorruptLog as error:
        # What was found may name what is hidden, and must not get into a log on the way.
        raise BrokenLog(game.pk, error.code) from None


def refuse_stopped(game: Game) -> None:
    """Let only a game through that goes on.

    Raises:
        Frozen: it is stopped.
    """
    if game.frozen_at is not None:
        raise Frozen


def rules_of(game: Game) -> Ruleset:
    """The ruleset a game is bound to, by the text it began with.

    Raises:
        CorruptLog: when this release does not know the revision, or refuses the text, or that is not the one.
    """
    if not 1 <= game.revision <= REVISION:
        raise CorruptLog(UNKNOWN_REVISION, game=game.public_id, revision=game.revision)
    return _rules(game.edition_text_id, game.revision)


@lru_cache(maxsize=64)
def _rules(digest: str, revision: int) -> Ruleset:
    text = EditionText.objects.get(pk=digest).text
    if editions.digest(text) != digest:
        raise CorruptLog("edition-changed", digest=digest)
    try:
        return Ruleset.from_text(text, revision)
    except EditionError:
        raise CorruptLog("edition-refused", digest=digest) from None


def chance_of(game: Game) -> Seeded:
    """Where the game's outcomes come from."""
    east, west = game.nonces
    return Seeded(bytes(game.seed), game.public_id, (east, west))


def marks(state: State) -> dict[str, Any]:
    """What the fields of MARK say of a position."""
    dumped = engine.dump(state)
    return {"position": engine.digest_of(dumped), "shape": SHAPE, "dump": dumped}


def mark(game: Game, state: State) -> None:
    """Write on the game where its latest entry led; the caller saves the fields of MARK."""
    for name, value in marks(state).items():
        setattr(game, name, value)


def _recalled(game: Game) -> State | None:
    # A shortcut that is lost, unreadable or another's costs time, never an answer.
    dumped = bytes(game.dump)
    if game.shape != SHAPE or engine.digest_of(dumped) != game.position:
        return None
    with contextlib.suppress(CorruptLog):
        return engine.load(dumped)
    return None


def _rebuilt(game: Game, rules: Ruleset) -> State:
    state = _by_changes(game, rules)
    if state is None:
        state = engine.replay(rules, history.effective(record.read(game)))
        _refuse_another(game, state)
    return state


def _refuse_another(game: Game, state: State) -> None:
    """Make sure that the rules lead where they led when the game was played."""
    if game.shape == SHAPE and engine.digest(state) != game.position:
        raise CorruptLog(LEADS_ELSEWHERE, game=game.public_id)


def _by_changes(game: Game, rules: Ruleset) -> State | None:
    """By what the entries changed, if that leads to the very position the game's row names."""
    if game.shape != SHAPE:
        return None
    changed = [bytes(entry.change) for entry in record.verified(game) if entry.change is not None]
    with contextlib.suppress(CorruptLog):
        state = changes.replay(engine.new_game(rules).state, changed)
        if engine.digest(state) == game.position:
            return state
    return None
