"""Checks whether a stored game still agrees with its log and the rules of this release.

The game is replayed from its first entry, with every draw derived again, and compared with everything stored
beside the log. Nothing is changed.

Reports name only the number and the kind of an entry, because the operator may be one of the players.
"""

import traceback
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games import engine
from games.engine import changes, core, history
from games.engine.actions import Body, Drawn
from games.engine.errors import CorruptLog
from games.engine.history import LogItem, Retold
from games.engine.ruleset import REVISION, Ruleset
from games.engine.side import NOBODY, SIDES, Side
from games.engine.state import State
from games.log import heads, position, record, seat_register
from games.log.portable import Unsound
from games.log.verification import Replay
from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat
from games.reads.chronicle import noticed

ROW_DIFFERS = "row-differs"
CHANGES_DIFFER = "changes-differ"
OTHER_PLAYERS = "other-players"
"""The code for a register that was changed, or that does not fit the seats."""
RULES_FAIL = "rules-fail"
"""The code for rules that fail with an unexpected exception."""


class LogDifference(NamedTuple):
    """The first difference between a stored game and its replay.

    Attributes:
        code: a stable code for its kind.
        entry: the number of the entry; 0 for none.
        what: the kind of the entry without its contents, or the name of a stored field.
        expected: the value by the rules of this release, in words.
        came: the stored value, in words.
    """

    code: str
    entry: int
    what: str
    expected: str
    came: str

    @property
    def stops(self) -> bool:
        """Whether the game must be stopped.

        Wrong stored changes are harmless: they are never trusted. Nothing that is played rests on a register.
        """
        return self.code not in (CHANGES_DIFFER, OTHER_PLAYERS)


def first_difference(public_id: str) -> LogDifference | None:
    """Replay a game that has begun, and return the first difference; None if there is none.

    A position of another release is compared by the fields that this release has too; the stored changes only
    if they have the shape of this release. An exception in the rules counts as a difference.
    """
    # One statement, so that the rows are consistent even if somebody acts at the same time.
    seats = both_seats.found(public_id)
    game = seats[0].game
    try:
        rules = position.rules_of(game)
        log = list(record.read(game))
        begun = position.beginning(game, rules)
        stored, chains = _stored_changes(game), record.chains(game)
        unregistered = seat_register.fault_of(game)
    except CorruptLog as error:
        return _unreadable(game, error)
    # Nothing is read from here on, so any exception is a fault of the rules.
    try:
        return (
            _in_play(game, rules, begun.state, log, stored)
            or _in_rows(seats, rules, history.retell(rules, log, begun), chains)
            or _in_register(unregistered)
        )
    except Exception as error:  # noqa: BLE001 - it is reported, and the other games are still checked
        return _failed(0, "", error)


def _unreadable(game: Game, error: CorruptLog) -> LogDifference:
    """The difference for a log that cannot be read."""
    words = {
        "unknown-revision": (
            _("rules of revision 1 to %(latest)d") % {"latest": REVISION},
            _("revision %(revision)d") % {"revision": game.revision},
        ),
        "edition-changed": (_("the text of the edition that it began with"), _("another text")),
        "edition-refused": (_("a text that this release takes for an edition"), _("one that it refuses")),
        "chain-broken": (_("the hash of an entry that follows the one before"), _("another, or no entry")),
        "unreadable-entry": (_("an action, or a draw"), _("what this release cannot read")),
        "no-beginning": (_("the position that the game begins from"), _("none")),
        "position-refused": (_("a position by the rules of this release"), _("one that they refuse")),
    }
    return LogDifference(error.code, error.parameters.get("entry", 0), "", *words[error.code])


def _in_register(fault: seat_register.Fault | None) -> LogDifference | None:
    """The difference for a register that is not in order."""
    if fault is None:
        return None
    words = {
        "register-broken": (_("a row of the register that follows the one before"), _("another, or no row")),
        "register-unopened": (_("the key of a player in the register"), _("none")),
        "other-player": (_("the players of the register"), _("others")),
    }
    where = f"register {fault.row} {fault.side}".replace(" 0", "").strip()
    return LogDifference(OTHER_PLAYERS, 0, where, *words[fault.code])


def _stored_changes(game: Game) -> dict[int, bytes]:
    """The stored changes, by the number of the entry; empty if they have another shape."""
    entries = record.verified(game) if game.shape == position.SHAPE else ()
    return {entry.seq: bytes(entry.change) for entry in entries if entry.change is not None}


class _Changes:
    """Compares the positions that stored changes lead to with those of the rules.

    Attributes:
        first: the first difference; None so far.
    """

    def __init__(self, stored: dict[int, bytes], start: State) -> None:
        self._changes = stored
        self._state = start
        self.first: LogDifference | None = None

    def compare(self, number: int, item: LogItem, state: State) -> None:
        """Apply the stored change of an entry, and compare the result with the position by the rules."""
        if self.first is not None or number not in self._changes:
            return
        try:
            self._state = changes.replay(self._state, [self._changes[number]])
        except CorruptLog:
            self.first = _elsewhere(number, item, _("a change that can be read"))
            return
        fields = State.__struct_fields__
        parts = [name for name in fields if getattr(state, name) != getattr(self._state, name)]
        if parts:
            self.first = _elsewhere(number, item, _differing(parts))


def _in_play(
    game: Game, rules: Ruleset, start: State, log: list[LogItem], changed: dict[int, bytes]
) -> LogDifference | None:
    """The first entry that is illegal, differs from the seed, or leads to another position than stored."""
    stored = _Changes(changed, start)
    source = position.chance_of(game)
    replay = Replay(rules, source, start if game.begins_from_position else None)
    for number, (side, body) in enumerate(log, start=1):
        try:
            replay.carry_out(number, side, body)
        except Unsound as error:
            owed = engine.ask_chance(rules, replay.state, source)
            return stored.first or _refused(number, (side, body), error, owed)
        except Exception as error:  # noqa: BLE001 - reported like any other fault of an entry
            return stored.first or _failed(number, _kind(side, body), error)
        stored.compare(number, (side, body), replay.state)
    try:
        parts = position.parts_that_differ(game, replay.state)
    except CorruptLog:
        return stored.first or _elsewhere(len(log), log[-1], _("a position that can be read"))
    if parts:
        return stored.first or _elsewhere(len(log), log[-1], _differing(parts))
    return stored.first and stored.first._replace(code=CHANGES_DIFFER)


def _differing(parts: list[str]) -> str:
    return _("a position that differs in %(parts)s") % {"parts": ", ".join(parts)}


def _elsewhere(number: int, item: LogItem, expected: str) -> LogDifference:
    came = _("what was written down when it was played")
    return LogDifference(position.LEADS_ELSEWHERE, number, _kind(*item), expected, came)


def _refused(number: int, item: LogItem, error: Unsound, owed: Drawn | None) -> LogDifference:
    """The difference for an entry that is refused.

    Args:
        number: of the entry.
        item: the entry.
        error: the refusal.
        owed: what chance would draw there; None if it is a side's turn.
    """
    side, body = item
    came = _("nothing of the kind")
    if owed is not None:
        expected = _("%(draw)s as the seed gives it") % {"draw": _counted(owed)}
        came = _counted(body) if isinstance(body, Drawn) else came
    elif error.code == "illegal-action":
        expected = _("what is legal")
        said = " ".join(filter(None, (error.parameters["refusal"], error.parameters["rule"])))
        came = _("what is refused: %(said)s") % {"said": said}
    elif error.code == "nothing-to-undo":
        expected = _("something to take back")
    else:
        expected = _("an action of a side")
    return LogDifference(error.code, number, _kind(side, body), expected, came)


def _failed(number: int, what: str, error: Exception) -> LogDifference:
    """The difference for rules that fail, without the exception's message, which may contain secrets."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    values = {"error": type(error).__name__, "file": Path(at.filename).name, "line": at.lineno}
    came = _("%(error)s in %(file)s, line %(line)s") % values
    return LogDifference(RULES_FAIL, number, what, _("rules that come to an end"), came)


def _counted(draw: Drawn) -> str:
    """A draw in words, without the items."""
    return _("%(count)d from %(pile)s") % {"count": len(draw.items), "pile": draw.pile}


def _kind(side: Side | None, body: Body) -> str:
    """The kind of an entry in words, without its contents."""
    if isinstance(body, Drawn):
        return _("draw from %(pile)s") % {"pile": body.pile}
    kind = body.__struct_config__.tag
    return _("%(kind)s by %(side)s") % {"kind": kind, "side": "nobody" if side is None else side.label}


def _in_rows(
    seats: list[Seat], rules: Ruleset, replayed: Retold, chains: list[bytes]
) -> LogDifference | None:
    """The first stored field of the game or its seats that differs from the log."""
    game = seats[0].game
    in_rows = _of_game(game, rules, replayed), _of_head(game, replayed, chains), _of_seats(seats, replayed)
    for what, by_log, on_row in chain.from_iterable(in_rows):
        if by_log != on_row:
            return LogDifference(ROW_DIFFERS, 0, what, str(by_log), str(on_row))
    return None


def _of_game(game: Game, rules: Ruleset, replayed: Retold) -> Iterator[tuple[str, Any, Any]]:
    public = engine.view(rules, replayed.state, NOBODY)
    result = replayed.state.result
    yield "week", public["week"], game.week
    yield "phase", public["phase"], game.phase
    yield "version", len(noticed(replayed.steps, NOBODY)), game.version
    yield "status", Game.Status.RUNNING if result is None else Game.Status.OVER, game.status
    yield "winner", None if result is None else int(result.winner), game.winner
    yield "victory", "" if result is None else result.victory, game.victory


def _of_head(game: Game, replayed: Retold, chains: list[bytes]) -> Iterator[tuple[str, Any, Any]]:
    if (head := heads.shown(game)) is not None:
        *_others, latest = filter(None, heads.of_steps(record.genesis(game), replayed.steps, chains))
        yield "head", latest, head


def _of_seats(seats: list[Seat], replayed: Retold) -> Iterator[tuple[str, Any, Any]]:
    for seat, side in zip(seats, SIDES, strict=True):
        decision = engine.pending_for(replayed.state, side)
        yield f"version of {side.label}", len(noticed(replayed.steps, side)), seat.version
        yield f"asked of {side.label}", "" if decision is None else core.word(decision), seat.asked
        yield f"waits for {side.label}", decision is not None, seat.waiting_since is not None
        yield f"undo of {side.label}", replayed.can_undo(side), seat.can_undo
