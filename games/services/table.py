"""The handle by which somebody acts in a game: what was read, what is done, what is to be written."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from django.db import transaction

from games import engine
from games.engine import changes, history
from games.engine.actions import Action, Adjudicate, Body, Drawn, Forfeit, TimeOut, Undo
from games.engine.errors import Illegal
from games.engine.events import Event
from games.engine.history import ALL, Seen
from games.engine.ruleset import Ruleset
from games.engine.side import Side
from games.engine.state import State
from games.log import position, record
from games.models import both_seats
from games.models.seat import Seat
from games.services import stream_hints, waiting
from notifications.nudge import nudge
from notifications.services import announcing
from sekigahara.db.writes import Statement, write_together


class Step(NamedTuple):
    """What one side did (nobody, in the set-up), with the chance it set off.

    Attributes:
        can_undo: whether the side may take it back.
    """

    side: Side | None
    bodies: list[Body]
    events: list[Event]
    seen: Seen
    after: State
    can_undo: bool = False


class Table:
    """A game that somebody acts in. Nothing is written, and nobody told, before `write`.

    First `load` the position, or `set_up` a new game. Then act, by `take`, `take_back` or `lose`. Then
    `record` has the rows say what was done. What else belongs to it is given to `add`.

    Args:
        seats: East's and West's with their game, read by one statement.

    Attributes:
        game: its row.
        seats: the rows of East and West.
        rules: the game's; once it is loaded.
        state: the position after all that was done; once it is loaded.
        steps: what was done.
    """

    rules: Ruleset
    state: State

    def __init__(self, seats: Sequence[Seat]) -> None:
        east, west = seats
        self.game, self.seats = east.game, (east, west)
        self.steps: list[Step] = []
        self._before: State | None = None
        self._statements: list[Statement] = []
        self._is_worker_needed = False

    def load(self) -> None:
        """Load the position.

        Raises:
            Conflict: the game has not begun.
            Frozen: it is stopped; as BrokenLog, it has to be.
        """
        self.rules, self.state = position.load(self.game)
        self._before = self.state

    def set_up(self) -> None:
        """Let chance set a new game up."""
        self.rules = position.rules_of(self.game)
        turned = engine.new_game(self.rules)
        after, drawn = engine.settle(self.rules, turned.state, position.chance_of(self.game))
        events = [*turned.events, *(event for _, caused in drawn for event in caused)]
        self._append(Step(None, [outcome for outcome, _ in drawn], events, ALL, after))

    def take(self, side: Side, action: Action, *, is_last: bool = True) -> None:
        """Carry out an action and everything chance owes after it.

        Args:
            is_last: no other action of the same list follows.

        Raises:
            EngineError: the rules refuse it; or it shows or draws something, which only the last of a list
                may. Nothing has been drawn then.
        """
        turned = engine.apply(self.rules, self.state, side, action)
        can_undo = history.can_take_back(action, turned.events, turned.state, side)
        if not can_undo and not is_last:
            raise Illegal("beyond-barrier")
        self._settle(side, action, turned.state, turned.events, can_undo=can_undo)

    def take_back(self, side: Side) -> None:
        """Undo the latest action of a side that counts.

        Raises:
            Illegal: there is nothing it may take back.
            BrokenLog: the game has to be stopped.
        """
        retold = position.retold(self.game)
        before, step = retold.take_back(side)
        retold.open.pop()
        self._append(Step(side, [Undo()], [], step.seen, before, retold.can_undo(side)))

    def lose(self, side: Side, how: Forfeit) -> None:
        """Have a side lose, whoever is asked what.

        Raises:
            GameIsOver: there is nothing left to lose.
        """
        turned = engine.forfeit(self.rules, self.state, side, how)
        self._settle(side, how, turned.state, turned.events)

    def _settle(
        self,
        side: Side,
        body: Action | Forfeit,
        state: State,
        events: Sequence[Event],
        *,
        can_undo: bool = False,
    ) -> None:
        after, drawn = engine.settle(self.rules, state, position.chance_of(self.game))
        everything = [*events, *(event for _, caused in drawn for event in caused)]
        seen = history.who_sees(self.rules, self.state, after, everything)
        bodies = [cast("Body", body), *(outcome for outcome, _ in drawn)]
        self._append(Step(side, bodies, everything, seen, after, can_undo))

    def _append(self, step: Step) -> None:
        self.steps.append(step)
        self.state = step.after

    def record(self) -> None:
        """Have the rows of game and seats say what was done; entries and mails are to be written too."""
        latest = self.steps[-1]
        entries = [
            (None if isinstance(body, Drawn) else step.side, body)
            for step in self.steps
            for body in step.bodies
        ]
        start = engine.new_game(self.rules).state if self._before is None else self._before
        seen = [step.seen for step in self.steps]
        moment = waiting.Moment(self.rules, self._before, self.state, _actor(latest), seen)
        added = record.append(self.game, entries, changes.between(start, self.state))
        mails = waiting.project(self.game, self.seats, moment, can_undo=latest.can_undo)
        self.add(waiting.saving_seats(self.game, self.seats))
        self.add(record.ENTRIES.statement(added))
        if mails:
            self.add(announcing(mails))
        is_computer_asked = any(seat.computer and seat.asked for seat in self.seats)
        self._is_worker_needed = bool(mails) or is_computer_asked

    def add(self, statement: Statement) -> None:
        """Have something else written together with the game."""
        self._statements.append(statement)

    def write(self) -> bool:
        """Write all, or nothing where somebody has written to the game since it was read.

        Once it is committed open streams are told, and a worker is woken where there is something to do.

        Returns:
            Whether that was so: somebody was faster if not. True where nothing was to be written.
        """
        if not self._statements:
            return True
        if not write_together(waiting.saving_game(self.game), self._statements):
            return False
        self.game.writes += 1
        stream_hints.tell(self.game, self.seats, [step.seen for step in self.steps])
        if self._is_worker_needed:
            nudge()
        return True

    def write_locked(self) -> None:
        """Write all, where nobody can have been faster: the game is locked, or new.

        Raises:
            RuntimeError: somebody was, so the game was not locked. Nothing was written.
        """
        if not self.write():
            raise RuntimeError(f"game {self.game.public_id} was written to without its lock")


@contextlib.contextmanager
def held(game_id: int) -> Iterator[Table]:
    """A game that nobody else can write to within the block. It is written at the end, in one transaction."""
    with transaction.atomic(durable=True):
        table = Table(both_seats.to_change(game_id))
        yield table
        table.write_locked()


def _actor(step: Step) -> Side | None:
    """Who acted, and knows it: who loses by the clock or by an arbiter did not."""
    return None if isinstance(step.bodies[0], TimeOut | Adjudicate) else step.side
