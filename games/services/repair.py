"""Whether a stored game is still what the rules make of its log.

It is played again from the first entry, chance and all, and compared with all that is stored beside the log.

Nothing is changed here. Of a game that runs no more is told than the number and the kind of an entry, for
whoever runs the service may play in it too.
"""

import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games import engine
from games.engine import changes, core, history
from games.engine.actions import Body, Drawn
from games.engine.errors import CorruptLog
from games.engine.history import VIEWERS, LogItem, Retold
from games.engine.ruleset import REVISION, Ruleset
from games.engine.side import NOBODY, SIDES, Side
from games.engine.state import State
from games.log import position, record
from games.log.portable import Unsound
from games.log.verification import Replay
from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat

ROW_DIFFERS = "row-differs"
CHANGES_DIFFER = "changes-differ"
RULES_FAIL = "rules-fail"
"""The rules of this release end in an error of their own, which is no refusal."""


class Difference(NamedTuple):
    """The first thing in which a stored game and the rules do not agree.

    Attributes:
        code: a stable word for what kind it is.
        entry: the number of the entry; 0 where it is none's.
        what: what that entry is, without what it holds; or which part of the row it is.
        expected: what there should be by the rules of this release, in words.
        came: what is stored, in words.
    """

    code: str
    entry: int
    what: str
    expected: str
    came: str

    @property
    def stops(self) -> bool:
        """Whether the game must not go on so. Stored changes that mislead are found out and left aside."""
        return self.code != CHANGES_DIFFER


def first_difference(public_id: str) -> Difference | None:
    """Play a game that has begun again; None where everything agrees.

    The digest of the position and the stored changes are compared where they are of the shape that positions
    have in this release. Where the rules themselves fail, that is the difference.
    """
    # One statement, so that a game that goes on meanwhile is read as it was at one moment.
    seats = both_seats.found(public_id)
    game = seats[0].game
    try:
        rules = position.rules_of(game)
        log = list(record.read(game))
        stored = _stored_changes(game)
    except CorruptLog as error:
        return _unreadable(game, error)
    # Nothing is read from here on: whatever is raised is a fault of the rules, of whatever type.
    try:
        return _in_play(game, rules, log, stored) or _in_rows(game, seats, rules, history.retell(rules, log))
    except Exception as error:  # noqa: BLE001 - it is told, and the other games are still to be looked at
        return _failed(0, "", error)


def _unreadable(game: Game, error: CorruptLog) -> Difference:
    """Of a log that is not even played."""
    words = {
        "unknown-revision": (
            _("rules of revision 1 to %(latest)d") % {"latest": REVISION},
            _("revision %(revision)d") % {"revision": game.revision},
        ),
        "edition-changed": (_("the text of the edition that it began with"), _("another text")),
        "edition-refused": (_("a text that this release takes for an edition"), _("one that it refuses")),
        "chain-broken": (_("the hash of an entry that follows the one before"), _("another, or no entry")),
        "unreadable-entry": (_("an action, or a draw"), _("what this release cannot read")),
    }
    return Difference(error.code, error.parameters.get("entry", 0), "", *words[error.code])


def _stored_changes(game: Game) -> dict[int, bytes]:
    """What entries changed, by their number; nothing where that is of another shape."""
    entries = record.verified(game) if game.shape == position.SHAPE else ()
    return {entry.seq: bytes(entry.change) for entry in entries if entry.change is not None}


class _Changes:
    """The positions that the stored changes lead to, beside those that the rules lead to.

    Attributes:
        parted: the first difference between them.
    """

    def __init__(self, stored: dict[int, bytes], rules: Ruleset) -> None:
        self._changes = stored
        self._state = engine.new_game(rules).state
        self.parted: Difference | None = None

    def compare(self, number: int, item: LogItem, state: State) -> None:
        """Go on to an entry, after which the rules say that this is the position."""
        if self.parted is not None or number not in self._changes:
            return
        try:
            self._state = changes.replay(self._state, [self._changes[number]])
        except CorruptLog:
            self.parted = _elsewhere(number, item, _("a change that can be read"))
            return
        fields = State.__struct_fields__
        parts = [name for name in fields if getattr(state, name) != getattr(self._state, name)]
        if parts:
            other = _("a position that differs in %(parts)s") % {"parts": ", ".join(parts)}
            self.parted = _elsewhere(number, item, other)


def _in_play(game: Game, rules: Ruleset, log: list[LogItem], changed: dict[int, bytes]) -> Difference | None:
    """The first entry that is not legal, not what the seed gives, or leads elsewhere than it did."""
    stored = _Changes(changed, rules)
    source = position.chance_of(game)
    replay = Replay(rules, source)
    for number, (side, body) in enumerate(log, start=1):
        try:
            replay.carry_out(number, side, body)
        except Unsound as error:
            owed = engine.ask_chance(rules, replay.state, source)
            return stored.parted or _refused(number, (side, body), error, owed)
        except Exception as error:  # noqa: BLE001 - told like anything else that is wrong with an entry
            return stored.parted or _failed(number, _kind(side, body), error)
        stored.compare(number, (side, body), replay.state)
    if game.shape == position.SHAPE and engine.digest(replay.state) != game.position:
        return stored.parted or _elsewhere(len(log), log[-1], _("another position"))
    return stored.parted and stored.parted._replace(code=CHANGES_DIFFER)


def _elsewhere(number: int, item: LogItem, expected: str) -> Difference:
    came = _("what was written down when it was played")
    return Difference(position.LEADS_ELSEWHERE, number, _kind(*item), expected, came)


def _refused(number: int, item: LogItem, error: Unsound, owed: Drawn | None) -> Difference:
    """Of an entry that cannot stand where it stands.

    Args:
        owed: what chance would draw there.
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
    return Difference(error.code, number, _kind(side, body), expected, came)


def _failed(number: int, what: str, error: Exception) -> Difference:
    """Of rules that fail. The words of the error are left out: they may name what is hidden."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    values = {"error": type(error).__name__, "file": Path(at.filename).name, "line": at.lineno}
    came = _("%(error)s in %(file)s, line %(line)s") % values
    return Difference(RULES_FAIL, number, what, _("rules that come to an end"), came)


def _counted(draw: Drawn) -> str:
    """A draw without what was drawn."""
    return _("%(count)d from %(pile)s") % {"count": len(draw.items), "pile": draw.pile}


def _kind(side: Side | None, body: Body) -> str:
    """An entry without what it holds."""
    if isinstance(body, Drawn):
        return _("draw from %(pile)s") % {"pile": body.pile}
    kind = body.__struct_config__.tag
    return _("%(kind)s by %(side)s") % {"kind": kind, "side": "nobody" if side is None else side.label}


def _in_rows(game: Game, seats: list[Seat], rules: Ruleset, told: Retold) -> Difference | None:
    """The first field of the game's row or its seats' that does not say what the log says."""
    for what, by_log, on_row in (*_of_game(game, rules, told), *_of_seats(seats, told)):
        if by_log != on_row:
            return Difference(ROW_DIFFERS, 0, what, str(by_log), str(on_row))
    return None


def _of_game(game: Game, rules: Ruleset, told: Retold) -> Iterator[tuple[str, Any, Any]]:
    public = engine.view(rules, told.state, NOBODY)
    result = told.state.result
    yield "week", public["week"], game.week
    yield "phase", public["phase"], game.phase
    yield "version", _seen(told, NOBODY), game.version
    yield "status", Game.Status.RUNNING if result is None else Game.Status.OVER, game.status
    yield "winner", None if result is None else int(result.winner), game.winner
    yield "victory", "" if result is None else result.victory, game.victory


def _of_seats(seats: list[Seat], told: Retold) -> Iterator[tuple[str, Any, Any]]:
    for seat, side in zip(seats, SIDES, strict=True):
        decision = engine.pending_for(told.state, side)
        yield f"version of {side.label}", _seen(told, side), seat.version
        yield f"asked of {side.label}", "" if decision is None else core.word(decision), seat.asked
        yield f"waits for {side.label}", decision is not None, seat.waiting_since is not None
        yield f"undo of {side.label}", told.can_undo(side), seat.can_undo


def _seen(told: Retold, viewer: int) -> int:
    place = VIEWERS.index(viewer)
    return sum(step.seen[place] for step in told.steps)
