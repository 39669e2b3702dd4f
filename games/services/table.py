"""A game being played on: its rows held, its position loaded, what was done written down."""

from collections.abc import Sequence
from typing import NamedTuple, cast

from games import engine
from games.engine import changes, history
from games.engine.actions import Action, Adjudicate, Body, Drawn, Forfeit, TimeOut
from games.engine.errors import Illegal
from games.engine.events import Event
from games.engine.history import ALL, Seen
from games.engine.ruleset import Ruleset
from games.engine.side import Side
from games.engine.state import State
from games.log import position, record
from games.models.game import Game
from games.models.seat import Seat
from games.services import waiting
from sekigahara.db.writes import together


class Table(NamedTuple):
    """A game that nobody else changes unnoticed: locked, or watched. Only for as long as it is held so."""

    game: Game
    seats: tuple[Seat, Seat]
    rules: Ruleset
    state: State


class Step(NamedTuple):
    """What one side did (nobody, in the set-up), with the chance it set off, not yet written down.

    Attributes:
        can_undo: whether the side may take it back.
    """

    side: Side | None
    bodies: list[Body]
    events: list[Event]
    seen: Seen
    after: State
    can_undo: bool = False


def of(seats: Sequence[Seat]) -> Table:
    """The game of two seats that are held with it, its position loaded.

    Raises:
        Conflict: the game has not begun.
        Frozen: it is stopped.
        CorruptLog: its log cannot be trusted or does not replay.
    """
    east, west = seats
    return Table(east.game, (east, west), *position.of_locked(east.game))


def take(table: Table, side: Side, action: Action, *, is_last: bool = True) -> Step:
    """Carry out an action and everything chance owes after it.

    Args:
        is_last: no other action of the same list follows.

    Raises:
        EngineError: the rules refuse it; or it shows or draws something, which only the last of a list may.
            Nothing has been drawn then.
    """
    turned = engine.apply(table.rules, table.state, side, action)
    can_undo = history.can_take_back(action, turned.events, turned.state, side)
    if not can_undo and not is_last:
        raise Illegal("beyond-barrier")
    return _settled(table, side, action, turned.state, turned.events, can_undo=can_undo)


def lose(table: Table, side: Side, how: Forfeit) -> Step:
    """Have a side lose, whoever is asked what.

    Raises:
        GameIsOver: there is nothing left to lose.
    """
    turned = engine.forfeit(table.rules, table.state, side, how)
    return _settled(table, side, how, turned.state, turned.events)


def set_up(rules: Ruleset, game: Game) -> Step:
    """Let chance set the game up."""
    turned = engine.new_game(rules)
    after, drawn = engine.settle(rules, turned.state, position.chance_of(game))
    events = [*turned.events, *(event for _, caused in drawn for event in caused)]
    return Step(None, [outcome for outcome, _ in drawn], events, ALL, after)


def _settled(
    table: Table,
    side: Side,
    body: Action | Forfeit,
    state: State,
    events: Sequence[Event],
    *,
    can_undo: bool = False,
) -> Step:
    after, drawn = engine.settle(table.rules, state, position.chance_of(table.game))
    everything = [*events, *(event for _, caused in drawn for event in caused)]
    seen = history.who_sees(table.rules, table.state, after, everything)
    bodies = [cast("Body", body), *(outcome for outcome, _ in drawn)]
    return Step(side, bodies, everything, seen, after, can_undo)


def _actor(step: Step) -> Side | None:
    """Who acted, and knows it: who loses by the clock or by an arbiter did not."""
    return None if isinstance(step.bodies[0], TimeOut | Adjudicate) else step.side


def write(table: Table, steps: Sequence[Step], *, before: State | None) -> Table:
    """Append steps to the log and save what the rows say of them.

    Args:
        before: the position the seats last saw; None when the game has only begun.
    """
    game, after = table.game, steps[-1].after
    entries = [
        (None if isinstance(body, Drawn) else step.side, body) for step in steps for body in step.bodies
    ]
    start = engine.new_game(table.rules).state if before is None else before
    moment = waiting.Moment(table.rules, before, after, _actor(steps[-1]), [step.seen for step in steps])
    with together():
        record.append(game, entries, changes.between(start, after))
        waiting.project(game, table.seats, moment, can_undo=steps[-1].can_undo)
    return table._replace(state=after)
