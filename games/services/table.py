"""The handle for acting in a game: its rows as read, the actions so far, and the statements to write."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from django.db import transaction

from games import engine
from games.engine import changes, history, information_barrier
from games.engine.actions import (
    Adjudicate,
    Begin,
    Body,
    Conclude,
    Drawn,
    Forfeit,
    Reply,
    Silence,
    TimeOut,
    Undo,
)
from games.engine.core import Turned
from games.engine.errors import Illegal
from games.engine.events import Event
from games.engine.history import ALL, SeenBy
from games.engine.ruleset import Ruleset
from games.engine.side import NOBODY, Side
from games.engine.state import State
from games.engine.undo import MOST_UNDOS, can_take_back
from games.log import heads, position, record
from games.log.record import Written
from games.models import both_seats
from games.models.log import Entry
from games.models.seat import Seat
from games.services import stream_hints, waiting
from games.services.waiting import Acted, GameChange, Writer
from notifications.nudge import nudge
from notifications.services import announcing
from sekigahara.db.writes import Statement, write_together
from sekigahara.errors.exceptions import Conflict


class TableStep(NamedTuple):
    """An action with the draws that followed it, or the set-up.

    Attributes:
        side: that acted; None for the set-up.
        bodies: the entries.
        events: what happened.
        seen: which viewers could see it.
        after: the position afterwards.
        can_undo: whether the side can take it back.
        takes_back: for an undo, the public's version of the change that it takes back.
        by_order: the kind of order that acted; empty if nobody had ordered it.
        is_automatic: whether nobody did it: an order, or the end of the time to react.
    """

    side: Side | None
    bodies: list[Body]
    events: list[Event]
    seen: SeenBy
    after: State
    can_undo: bool = False
    takes_back: int | None = None
    by_order: str = ""
    is_automatic: bool = False


class Table:
    """A handle for acting in a game. Nothing is written or sent before `write`.

    First `load` the position, or `set_up` a new game. Then act with `take`, `take_back` or `lose`. Then
    `record` updates the rows. `add` adds other statements to the transaction.

    Args:
        seats: East's and West's with their game, read by one statement.

    Attributes:
        game: its row.
        seats: the rows of East and West.
        rules: of the game, once it is loaded.
        state: the present position, once the game is loaded.
        steps: the actions so far.
        present: a side whose player looks on while orders act, e.g. having just given them.
        writer: who acts by mail; None if nobody does.
    """

    rules: Ruleset
    state: State
    _start: State

    def __init__(self, seats: Sequence[Seat]) -> None:
        east, west = seats
        self.game, self.seats = east.game, (east, west)
        self.steps: list[TableStep] = []
        self.present: Side | None = None
        self.writer: Writer | None = None
        self._before: State | None = None
        self._statements: list[Statement] = []
        self._is_worker_needed = False

    def load(self) -> None:
        """Load the position.

        Raises:
            Conflict: the game has not begun.
            Frozen: the game is stopped. The subclass BrokenLog says that it must be stopped.
        """
        self.rules, self.state = position.load(self.game)
        self._before = self.state

    def set_up(self, begin: Begin | None = None) -> None:
        """Set up a new game, with the draws of the set-up.

        Args:
            begin: the position that it begins from; that of its edition by default.
        """
        self.rules = position.rules_of(self.game)
        bodies: list[Body] = []
        turned = engine.new_game(self.rules)
        if begin is not None:
            bodies.append(begin)
            turned = position.from_text(begin.position, self.rules)
        self._start = turned.state
        after, drawn = engine.settle(self.rules, turned.state, position.chance_of(self.game))
        bodies += [outcome for outcome, _ in drawn]
        events = [*turned.events, *(event for _, caused in drawn for event in caused)]
        self._append(TableStep(None, bodies, events, ALL, after))

    def take(self, side: Side, action: Reply, *, is_last: bool = True, by_order: str = "") -> None:
        """Carry out an action and the draws that follow.

        Args:
            side: that acts.
            action: to carry out; or its silence.
            is_last: whether it is the last action of its list.
            by_order: the kind of order that takes it; empty if the player does.

        Raises:
            EngineError: the rules refuse it, or it is an information barrier before the end of a list. Then
                nothing has been drawn.
        """
        turned = engine.apply(self.rules, self.state, side, action)
        if not is_last and information_barrier.learns(self.rules, action, turned.events, turned.state, side):
            raise Illegal("beyond-barrier")
        can_undo = can_take_back(action, turned.events, turned.state, side)
        self._settle(side, action, turned, can_undo=can_undo, by_order=by_order)

    def take_back(self, side: Side, *, agreed: bool = False, is_automatic: bool = False) -> None:
        """Take back the latest action of a side that is not taken back yet.

        Args:
            side: that acted.
            agreed: whether the other side, which alone has to decide, agrees.
            is_automatic: whether its player does not do it now, and is to be told.

        Raises:
            Illegal: there is nothing that it can take back so.
            Conflict: ``undone-too-often``: it has taken back ``MOST_UNDOS`` actions in this turn. By consent
                that was checked before.
            BrokenLog: the game must be stopped.
        """
        retold = position.retold(self.game)
        index, before = retold.take_back(side, agreed=agreed)
        if not agreed and history.undos_since(retold, before, side) >= MOST_UNDOS:
            raise Conflict("undone-too-often", most=MOST_UNDOS)
        version = sum(step.seen[NOBODY] for step in retold.steps[: index + 1])
        seen, can_undo = retold.steps[index].seen, retold.can_undo(side)
        step = TableStep(side, [Undo(agreed)], [], seen, before, can_undo, version)
        self._append(step._replace(is_automatic=is_automatic))

    def lose(self, side: Side, how: Forfeit) -> None:
        """End the game with the loss of a side, whatever decision is pending.

        Raises:
            GameIsOver: the game is already over.
        """
        turned = engine.forfeit(self.rules, self.state, side, how)
        self._settle(side, how, turned)

    def _settle(
        self,
        side: Side,
        body: Reply | Forfeit,
        turned: Turned,
        *,
        can_undo: bool = False,
        by_order: str = "",
    ) -> None:
        after, drawn = engine.settle(self.rules, turned.state, position.chance_of(self.game))
        everything = [*turned.events, *(event for _, caused in drawn for event in caused)]
        seen = history.who_sees(self.rules, self.state, after, everything)
        bodies = [cast("Body", body), *(outcome for outcome, _ in drawn)]
        is_ordered = bool(by_order) and side != self.present
        is_automatic = is_ordered or isinstance(body, Silence | TimeOut | Adjudicate | Conclude)
        step = TableStep(side, bodies, everything, seen, after, can_undo)
        self._append(step._replace(by_order=by_order, is_automatic=is_automatic))

    def _append(self, step: TableStep) -> None:
        self.steps.append(step)
        self.state = step.after

    def record(self) -> Sequence[Entry]:
        """Update the rows of the game and its seats, and add the entries and notifications to be written.

        Returns:
            The new entries.
        """
        latest = self.steps[-1]
        entries = [
            Written(None, body) if isinstance(body, Drawn) else Written(step.side, body, step.by_order)
            for step in self.steps
            for body in step.bodies
        ]
        start = self._start if self._before is None else self._before
        acted = [Acted(step.side, step.seen, step.after, step.is_automatic) for step in self.steps]
        moment = GameChange(self._before, self.state, acted, self.writer)
        public = self._public_before() if any(step.seen[NOBODY] for step in self.steps) else None
        added = record.append(self.game, entries, changes.between(start, self.state))
        if public is not None:
            self._renew_head(public, added)
        mails = waiting.project(self.game, self.seats, moment, can_undo=latest.can_undo)
        self.add(waiting.saving_seats(self.game, self.seats))
        self.add(record.ENTRIES.statement(added))
        if mails:
            self.add(announcing(mails))
        self._is_worker_needed = bool(mails) or self.game.orders_due or self._is_somebody_automatic_asked()
        return added

    def record_rows(self) -> None:
        """Save the rows of the game and its seats, although nobody has acted."""
        self.add(waiting.saving_seats(self.game, self.seats))

    def _is_somebody_automatic_asked(self) -> bool:
        """Whether a computer player is asked, or orders may answer at once, because there is no hold."""
        return any(
            seat.asked and (seat.computer or seat.held_until == seat.waiting_since) for seat in self.seats
        )

    def version_of(self, side: Side) -> int:
        """The version of a side's seat after the steps so far."""
        return self.seats[side].version + sum(step.seen[side] for step in self.steps)

    def _public_before(self) -> bytes:
        """The public value of the head before the first step, from the row or, where an earlier release wrote
        that, from the log.

        Raises:
            BrokenLog: the game must be stopped.
        """
        game = self.game
        if not game.version:
            return record.genesis(game)
        if game.head_version == game.version:
            return bytes(game.head_public)
        *_others, latest = filter(None, heads.of_game(game, position.retold(game).steps))
        return bytes.fromhex(latest.public)

    def _renew_head(self, public: bytes, added: Sequence[Entry]) -> None:
        """Update the head of the game for each step that the public could see.

        Args:
            public: its public value before the first step.
            added: the entries of all steps.
        """
        game = self.game
        game.head_version, last = game.version, -1
        for step in self.steps:
            last += len(step.bodies)
            if step.seen[NOBODY]:
                text = heads.public_text(step.side, step.bodies[0], step.events, step.takes_back)
                public = heads.public_after(public, text)
                game.head_version += 1
                game.head_public, game.head_chain = public, added[last].chain

    def add(self, statement: Statement) -> None:
        """Add a statement to be written in the same transaction."""
        self._statements.append(statement)

    def write(self) -> bool:
        """Write everything, unless the game was written to since it was read.

        After the commit, send a hint to event streams, and wake a worker if there is something to do.

        Returns:
            False if the game was written to in the meantime; then nothing was written.
        """
        if not self._statements:
            return True
        if not write_together(waiting.saving_game(self.game), self._statements):
            return False
        self.game.writes += 1
        stream_hints.send(self.game, self.seats, [step.seen for step in self.steps])
        if self._is_worker_needed:
            nudge()
        return True

    def write_locked(self) -> None:
        """Write everything to a game that is locked or new.

        Raises:
            RuntimeError: the game was written to in the meantime, so it was not locked. Nothing was written.
        """
        if not self.write():
            raise RuntimeError(f"game {self.game.public_id} was written to without its lock")


@contextlib.contextmanager
def held(game_id: int) -> Iterator[Table]:
    """A context that locks a game, and writes it at the end, in one transaction.

    Raises:
        Conflict: ``not-running``: the game was deleted in the meantime, with the guest who played it.
    """
    with transaction.atomic(durable=True):
        seats = both_seats.to_change(game_id)
        if not seats:
            raise Conflict("not-running")
        table = Table(seats)
        yield table
        table.write_locked()
