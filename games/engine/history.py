"""A log replayed step by step: what each viewer could see of every step, and what can still be undone.

A *step* is one action together with the draws it caused. A step that shows a viewer nothing, such as a sealed
pass, does not exist for that viewer. So a viewer's numbers count the steps visible to that viewer, never the
entries of the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from msgspec import Struct

from games.engine import core
from games.engine.actions import (
    Begin,
    Body,
    Drawn,
    Forfeit,
    Lasting,
    Reply,
    Undo,
)
from games.engine.errors import CorruptLog, EngineError, Illegal
from games.engine.events import Event
from games.engine.play import Play
from games.engine.ruleset import Ruleset
from games.engine.side import NOBODY, SIDES, Side
from games.engine.state import State
from games.engine.undo import can_be_given_back, can_take_back
from games.engine.view import view

LogItem = tuple[Side | None, Body]

VIEWERS = (*SIDES, NOBODY)
SeenBy = tuple[bool, bool, bool]
"""For each of VIEWERS."""
ALL: SeenBy = (True, True, True)


def effective(log: Iterable[LogItem]) -> list[tuple[Side | None, Lasting]]:
    """The entries that count: each undo removes its side's latest entry, and itself.

    A position that a game begins from is not an entry: its replay is given that position.

    Raises:
        CorruptLog: an undo that does not follow an action of its own side, or a game begins twice.
    """
    kept: list[tuple[Side | None, Lasting]] = []
    for side, body in log:
        if isinstance(body, Begin):
            if kept:
                raise CorruptLog("begun-twice")
        elif not isinstance(body, Undo):
            kept.append((side, body))
        elif kept and side is not None and kept[-1][0] == side:
            kept.pop()
        else:
            raise CorruptLog("nothing-to-undo", "", entry=len(kept))
    return kept


class GameEvents(Struct):
    """The events of a game, without undone actions.

    Attributes:
        actions: how many actions the sides took.
        events: all events in order, from the first draw of the set-up.
        state: the final position.
    """

    actions: int
    events: list[Event]
    state: State


def summarize(rules: Ruleset, log: Iterable[LogItem], start: State | None = None) -> GameEvents:
    """Replay the effective entries of a log and collect the events; far quicker than ``retell``.

    Args:
        rules: of the game.
        log: its entries.
        start: the position that it begins from; that of the rules by default. It is not changed.

    Raises:
        CorruptLog: naming the first effective entry that does not fit.
    """
    play = Play(rules.components, core.new_game(rules).state if start is None else start.copy())
    entries = effective(log)
    core.advance_all(play, entries)
    return GameEvents(sum(side is not None for side, _ in entries), play.events or [], play.s)


def who_sees(rules: Ruleset, before: State, after: State, events: Sequence[Event]) -> SeenBy:
    """Which of VIEWERS a step shows anything: all of them if it has events, else those whose view differs."""
    if events:
        return ALL
    east, west, public = (view(rules, before, each) != view(rules, after, each) for each in VIEWERS)
    return east, west, public


class Step(Struct):
    """One action with the draws it caused, or an undo.

    Attributes:
        entries: the numbers of its first and last entry in the log, from 1.
        side: who acted; None for the set-up, which consists of draws.
        body: the action; None for the set-up.
        events: what happened; empty for an undo.
        seen: which of VIEWERS it showed anything.
        after: the position after it.
        takes_back: for an undo, the index in the list of steps of the step it undid.
        undone: whether a later step undid this one.
        passed_on: whether it let the other side go on, which may agree that it is taken back.
    """

    entries: tuple[int, int]
    side: Side | None
    body: Reply | Forfeit | Undo | None
    events: list[Event]
    seen: SeenBy
    after: State
    takes_back: int | None = None
    undone: bool = False
    passed_on: bool = False


class _Open(Struct):
    """A step that can still be undone, and the position before it."""

    index: int
    before: State


class Retold(Struct):
    """A log replayed step by step.

    Attributes:
        steps: in the order of the log.
        state: the position at its end.
        open: the steps that their side can undo, the latest last.
        length: the number of entries up to its end.
        passed_on: if the latest step let the other side go on, and can be given back: it, after the steps
            that its side could undo before; otherwise empty.
    """

    steps: list[Step]
    state: State
    open: list[_Open]
    length: int = 0
    passed_on: list[_Open] = []

    @property
    def final(self) -> int:
        """How many steps, from the first, nothing can change any more: no undo can reach them."""
        reversible = self.open or self.passed_on
        return reversible[0].index if reversible else len(self.steps)

    def take_back(self, side: Side, *, agreed: bool = False) -> tuple[int, State]:
        """Take back the side's latest effective action: what it could undo before it can undo again.

        Args:
            side: that acted.
            agreed: whether the other side, which alone has to decide, agrees.

        Returns:
            The index of that action's step, and the position before it.

        Raises:
            Illegal: the side has nothing to take back so.
        """
        reversible = self.passed_on if agreed else self.open
        if not reversible or self.steps[reversible[-1].index].side != side:
            raise Illegal("not-undoable")
        *self.open, latest = reversible
        self.passed_on = []
        return latest.index, latest.before

    def can_undo(self, side: Side) -> bool:
        """Whether that side has an action it can undo."""
        return bool(self.open) and self.steps[self.open[-1].index].side == side


def undos_since(retold: Retold, before: State, side: Side) -> int:
    """How many actions a side has taken back since the turn of a position began.

    Args:
        before: the position that the next undo leads to; one by consent may lead to the turn before.
    """
    now = (before.week, before.turn)
    of_turn = takewhile(lambda step: (step.after.week, step.after.turn) >= now, reversed(retold.steps))
    return sum(step.side == side and isinstance(step.body, Undo) for step in of_turn)


def retell(rules: Ruleset, log: Iterable[LogItem], begun: core.Turned | None = None) -> Retold:
    """Replay a log step by step, and note what each step showed to whom.

    Args:
        rules: of the game.
        log: its entries.
        begun: the position that it begins from, with what happened before; that of the rules by default.

    Raises:
        CorruptLog: naming the first entry that does not fit.
    """
    turned = core.new_game(rules) if begun is None else begun
    retold = Retold([], turned.state, [])
    groups = _steps_of(log)
    opening = next(groups, None)
    if opening is None:
        return retold
    first, drawn = opening
    if first is not None:
        raise CorruptLog("set-up-missing", "", entry=0)
    state, events = _draw(rules, turned.state, drawn)
    retold.steps.append(Step((1, len(drawn)), None, None, [*turned.events, *events], ALL, state))
    retold.state, retold.length = state, len(drawn)
    _tell_all(rules, retold, groups)
    return retold


def go_on(rules: Ruleset, state: State, length: int, log: Iterable[LogItem]) -> Retold:
    """Replay the rest of a log step by step, from a position in which nothing can be undone.

    Args:
        rules: of the game.
        state: the position.
        length: how many entries led to it.
        log: the entries after these. The steps that come of them are numbered from 0.

    Raises:
        CorruptLog: naming the first entry that does not fit.
    """
    retold = Retold([], state, [], length)
    _tell_all(rules, retold, _steps_of(log))
    return retold


def _tell_all(rules: Ruleset, retold: Retold, groups: Iterable[_Group]) -> None:
    for acted, drawn in groups:
        try:
            _tell(rules, retold, acted, drawn)
        except EngineError as error:
            number = retold.length
            raise CorruptLog("entry-does-not-replay", error.rule, entry=number, reason=str(error)) from error


_Group = tuple[tuple[Side, Body] | None, list[Begin | Drawn]]
"""What a side did (None for the set-up), and chance's answers to it."""


def _steps_of(log: Iterable[LogItem]) -> Iterator[_Group]:
    """The entries in groups. That a game begins from a position belongs to its set-up."""
    acted: tuple[Side, Body] | None = None
    drawn: list[Begin | Drawn] = []
    for side, body in log:
        if isinstance(body, Begin) and (acted is not None or drawn):
            raise CorruptLog("begun-twice")
        if side is not None:
            if acted is not None or drawn:
                yield acted, drawn
            acted, drawn = (side, body), []
        elif isinstance(body, Begin | Drawn):
            drawn.append(body)
        else:
            raise CorruptLog("action-without-side")
    if acted is not None or drawn:
        yield acted, drawn


def _draw(rules: Ruleset, state: State, drawn: Iterable[Begin | Drawn]) -> tuple[State, list[Event]]:
    events: list[Event] = []
    for outcome in drawn:
        if isinstance(outcome, Begin):
            continue
        state, caused = core.draw(rules, state, outcome)
        events += caused
    return state, events


def _tell(
    rules: Ruleset, retold: Retold, acted: tuple[Side, Body] | None, drawn: Sequence[Begin | Drawn]
) -> None:
    if acted is None:
        raise CorruptLog("set-up-twice")
    side, body = acted
    entries = (retold.length + 1, retold.length + 1 + len(drawn))
    if isinstance(body, Undo):
        index, before = retold.take_back(side, agreed=body.agreed)
        undone = retold.steps[index]
        undone.undone = True
        retold.steps.append(Step(entries, side, body, [], undone.seen, before, index))
        retold.state, retold.length = before, entries[1]
        return
    if isinstance(body, Begin | Drawn):
        raise CorruptLog("draw-with-a-side")
    before, retold.passed_on = retold.state, []
    if isinstance(body, Forfeit):
        turned = core.forfeit(rules, before, side, body)
        retold.open = []
    else:
        turned = core.apply(rules, before, side, body)
        reversible = [*retold.open, _Open(len(retold.steps), before)]
        if can_take_back(body, turned.events, turned.state, side):
            retold.open = reversible
        else:
            retold.open = []
            if can_be_given_back(body, turned.events, turned.state, side):
                retold.passed_on = reversible
    state, events = _draw(rules, turned.state, drawn)
    everything = [*turned.events, *events]
    seen = who_sees(rules, before, state, everything)
    passed_on = bool(retold.passed_on)
    retold.steps.append(Step(entries, side, body, everything, seen, state, passed_on=passed_on))
    retold.state, retold.length = state, entries[1]
