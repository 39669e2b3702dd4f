"""The position of a game: replayed from its log, or read from a cached dump that may be missing."""

import contextlib
import hashlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from games import engine
from games.engine import changes, core, editions, history
from games.engine import position as positions
from games.engine.chance import SIDES_DRAWN, Seeded
from games.engine.core import Turned
from games.engine.editions import EditionError
from games.engine.errors import CorruptLog
from games.engine.history import GameEvents, Retold
from games.engine.ruleset import REVISION, Ruleset
from games.engine.side import LABELS, SIDES, Side
from games.engine.state import State, differing
from games.log import record
from games.models.game import EditionText, Game
from sekigahara.errors.exceptions import BrokenLog, Conflict, Frozen

SHAPE = hashlib.sha256(msgspec.json.encode(msgspec.json.schema(State))).hexdigest()[:16]
"""A hash of the fields of positions. Dumps and digests of another shape are never relied on."""

MARK = ("position", "shape", "dump")
"""The fields of a game that describe the position after its latest entry."""

LEADS_ELSEWHERE = "leads-elsewhere"
"""The error code for a log whose entries are legal but do not lead to the stored position."""


UNKNOWN_REVISION = "unknown-revision"
"""The error code for a game that a newer release began."""


class LoadedPosition(NamedTuple):
    """The rules of a game and its state."""

    rules: Ruleset
    state: State


def load(game: Game) -> LoadedPosition:
    """The position of a game after its latest entry.

    Raises:
        Conflict: the game has not begun.
        Frozen: the game is stopped. The subclass BrokenLog says that it must be stopped.
    """
    with reading(game):
        if not game.length:
            raise Conflict("not-begun")
        rules = rules_of(game)
        state = _recalled(game)
        return LoadedPosition(rules, _rebuilt(game, rules) if state is None else state)


def points_at_hand(game: Game) -> tuple[int, int] | None:
    """The victory points of East and of West now, for lists: from the cached position, and never by a replay.

    Returns:
        None if no position is cached, or this release does not know the game's rules.
    """
    with contextlib.suppress(CorruptLog):
        state = _recalled(game)
        return None if state is None else engine.points(rules_of(game), state)
    return None


def retold(game: Game) -> Retold:
    """Replay a game from its log.

    Raises:
        Frozen: the game is stopped. The subclass BrokenLog says that it must be stopped.
    """
    with reading(game):
        rules = rules_of(game)
        found = history.retell(rules, record.read(game), beginning(game, rules))
        refuse_another(game, found.state)
    return found


def summary_of(game: Game) -> GameEvents:
    """Summarize what happened in a game, without actions that were taken back.

    Raises:
        Frozen: the game is stopped. The subclass BrokenLog says that it must be stopped.
    """
    with reading(game):
        rules = rules_of(game)
        found = history.summarize(rules, record.read(game), beginning(game, rules).state)
        refuse_another(game, found.state)
    return found


@contextlib.contextmanager
def reading(game: Game) -> Iterator[None]:
    """A context in which the log of a game is read and a corrupt log is reported.

    Raises:
        Frozen: the game is stopped.
        BrokenLog: the log is corrupt or does not replay, so the game must be stopped.
    """
    refuse_stopped(game)
    try:
        yield
    except CorruptLog as error:
        # The original error may contain secrets, which must not get into the server log.
        raise BrokenLog(game.pk, error.code) from None


def refuse_stopped(game: Game) -> None:
    """Refuse a game that is stopped.

    Raises:
        Frozen: it is.
    """
    if game.frozen_at is not None:
        raise Frozen


def rules_of(game: Game) -> Ruleset:
    """The ruleset of a game, from the edition text it began with.

    Raises:
        CorruptLog: the text has changed or is invalid, or this release does not know the revision.
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


def beginning(game: Game, rules: Ruleset) -> Turned:
    """The position that a game begins from, before chance has answered anything, and what led to it.

    Most games begin from that of their edition. A game for practice begins from the text in its first entry,
    which is kept as it was written and read by the rules that the game began with.

    Raises:
        CorruptLog: there is no such entry, or the rules refuse its text.
    """
    if game.begins_from_position:
        return from_text(record.position_text(game), rules)
    return engine.new_game(rules)


def from_text(text: str, rules: Ruleset) -> Turned:
    """The beginning from the position that a text describes, by the given rules, whatever edition it names.

    Raises:
        CorruptLog: the rules refuse it.
    """
    try:
        state = positions.read(text, lambda *_: rules).state
    except positions.PositionError:
        raise CorruptLog("position-refused") from None
    return core.begin_from(rules, state)


def chance_of(game: Game) -> Seeded:
    """The source of a game's random draws."""
    east, west = game.nonces
    return Seeded(bytes(game.seed), game.public_id, (east, west))


def drawn_side(game: Game) -> Side:
    """The side that the seed gives to the player who came first, where sides are drawn.

    Raises:
        ValueError: nobody has come yet.
    """
    if game.first is None:
        raise ValueError("no order of nonces")
    nonces = game.nonces[game.first], game.nonces[1 - game.first]
    source = Seeded(bytes(game.seed), game.public_id, nonces)
    return SIDES[source.pick(SIDES_DRAWN, 0, [1] * len(SIDES), LABELS)]


def marks(state: State) -> dict[str, Any]:
    """The values of the ``MARK`` fields for a position."""
    dumped = engine.dump(state)
    return {"position": engine.digest_of(dumped), "shape": SHAPE, "dump": dumped}


def mark(game: Game, state: State) -> None:
    """Set the ``MARK`` fields of a game. The caller saves them."""
    for name, value in marks(state).items():
        setattr(game, name, value)


def _recalled(game: Game) -> State | None:
    # A missing or unreadable dump costs time, but never the result.
    if game.shape != SHAPE or not is_kept(game):
        return None
    with contextlib.suppress(CorruptLog):
        return engine.load(bytes(game.dump))
    return None


def _rebuilt(game: Game, rules: Ruleset) -> State:
    state = _by_changes(game, rules)
    if state is None:
        log = history.effective(record.read(game))
        state = engine.replay(rules, log, beginning(game, rules).state)
        refuse_another(game, state)
    return state


def refuse_another(game: Game, state: State) -> None:
    """Check that a position replayed from the log is the stored one.

    Raises:
        CorruptLog: it is another.
    """
    if game.shape == SHAPE and engine.digest(state) != game.position:
        raise CorruptLog(LEADS_ELSEWHERE, game=game.public_id)


def is_kept(game: Game) -> bool:
    """Whether the stored dump is that of the stored digest, in whatever shape."""
    return engine.digest_of(bytes(game.dump)) == game.position


def parts_that_differ(game: Game, state: State) -> list[str]:
    """The fields in which the stored position differs from a replayed one, as far as they can be compared.

    A position of another shape is compared by the fields that both shapes have, if its dump is kept.

    Raises:
        CorruptLog: the dump cannot be read in any shape.
    """
    parts = differing(bytes(game.dump), state) if is_kept(game) else []
    if game.shape == SHAPE and engine.digest(state) != game.position:
        return parts or [*State.__struct_fields__]
    return parts


def _by_changes(game: Game, rules: Ruleset) -> State | None:
    """Rebuild the position from the stored changes of entries; None if they do not lead to the stored one."""
    if game.shape != SHAPE:
        return None
    changed = [bytes(entry.change) for entry in record.verified(game) if entry.change is not None]
    with contextlib.suppress(CorruptLog):
        state = changes.replay(beginning(game, rules).state, changed)
        if engine.digest(state) == game.position:
            return state
    return None
