"""Playing: submitting, previewing and undoing actions, and resigning."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from games import engine
from games.engine import actions, information_barrier
from games.engine.actions import Action, Deploy, Resign, Undo
from games.engine.errors import Illegal, Malformed
from games.engine.grave import GraveReasons
from games.engine.side import Side
from games.engine.undo import grave_for_good
from games.log import position
from games.models import both_seats
from games.models.seat import Seat
from games.services import idempotency, running_orders
from games.services.idempotency import Request
from games.services.order_book import OrderBook
from games.services.table import Table, held
from games.services.waiting import Writer
from sekigahara.db.writes import Statement, write_together
from sekigahara.errors.exceptions import Conflict, Stale

MOST_ACTIONS = 50
"""The most actions in one request. No movement phase has as many."""


class Done(msgspec.Struct, frozen=True):
    """The result of a request.

    Attributes:
        version: the seat's version after it.
        asked: the seat's next decision; None if it has none.
        events: what happened, as the seat may know it.
        can_undo: whether the seat can undo its latest action.
    """

    version: int
    asked: str | None
    events: list[dict[str, Any]]
    can_undo: bool = False


class Previewed(NamedTuple):
    """The predictable result of some actions.

    Attributes:
        legal: the number of legal actions, which is always the number in the list.
        barrier: the index of the action that is an information barrier, whose result cannot be predicted;
            None if there is none.
        events: what would happen before the barrier, as the seat may know it.
        view: of the seat after these events.
        options: the seat's options after all actions; None behind a barrier.
        warns: why one of the actions is grave that could not be taken back.
    """

    legal: int
    barrier: int | None
    events: list[dict[str, Any]]
    view: dict[str, Any]
    options: dict[str, Any] | None
    warns: GraveReasons = ()


def submit(
    *,
    seat: Seat,
    bodies: Sequence[bytes | str],
    expected_version: int,
    key: str = "",
    both: Sequence[Seat] = (),
    then_stop: bool = False,
    by_mail: bool = False,
) -> Done:
    """Carry out a seat's actions, all or none, and the draws that follow.

    Args:
        seat: that acts.
        bodies: the actions as JSON, in order. Only the last can tell its side anything, draw anything or let
            somebody else act, so that a list that fails reveals nothing.
        expected_version: the seat's version when its player decided.
        key: an idempotency key; empty for none.
        both: East's seat and West's, if they were read with the game by one statement. This saves reading
            them again.
        then_stop: whether a seat that deploys orders to stop deploying when it is asked again.
        by_mail: whether its player answers by mail, and so does not see what comes of it.

    Raises:
        Malformed: an action is invalid, or names something that does not exist.
        Stale: the seat's decision or player has changed since that version.
        Illegal, NotYourDecision, GameIsOver: the rules refuse an action. In a list of several, the parameter
            ``index`` says which.
        Unacceptable: the key is invalid, or was used for another request.
        Frozen: the game is stopped.
    """
    parsed = _parsed(bodies)
    request = idempotency.request(seat, key, "submit, then stop" if then_stop else "submit", *bodies)
    return _once(seat, both, expected_version, request, parsed, then_stop=then_stop, by_mail=by_mail)


def preview(*, seat: Seat, bodies: Sequence[bytes | str]) -> Previewed:
    """Predict the result of actions up to the first information barrier, without changing the game.

    The result does not depend on anything that is hidden from the seat, such as the order of its deck or the
    identity of enemy blocks.

    Raises:
        Malformed, Illegal, NotYourDecision, GameIsOver, Frozen: as in ``submit``.
    """
    parsed = _parsed(bodies)
    side = seat.plays
    where = position.load(seat.game)
    state = where.state
    events: list[dict[str, Any]] = []
    warns: GraveReasons = ()
    for index, action in enumerate(parsed):
        warns += grave_for_good(where.rules, state, side, action)
        try:
            turned = engine.apply(where.rules, state, side, action)
        except engine.EngineError as error:
            raise _at(error, index, len(parsed)) from None
        if information_barrier.learns(where.rules, action, turned.events, turned.state, side):
            if index < len(parsed) - 1:
                raise _at(Illegal("beyond-barrier"), index, len(parsed))
            return Previewed(len(parsed), index, events, engine.view(where.rules, state, side), None, warns)
        state = turned.state
        events += [event.seen_by(side) for event in turned.events]
    options = engine.options(where.rules, state, side)
    described = None if options is None else options.describe()
    return Previewed(len(parsed), None, events, engine.view(where.rules, state, side), described, warns)


def undo(*, seat: Seat, expected_version: int, key: str = "", both: Sequence[Seat] = ()) -> Done:
    """Take back the seat's latest action that is not undone yet.

    Args:
        seat: that acted.
        expected_version, key, both: as for ``submit``.

    Raises:
        Stale: the seat's decision or player has changed since that version.
        Illegal: there is nothing that it can take back.
        Conflict: ``undone-too-often``: it has taken back too many actions in this turn.
        Unacceptable: the key is invalid, or was used for another request.
        Frozen: the game is stopped.
    """
    request = idempotency.request(seat, key, "undo")
    return _once(seat, both, expected_version, request, [Undo()])


def resign(*, seat: Seat) -> Done:
    """Resign the game for a seat, whether or not the game waits for it.

    Raises:
        Conflict: ``seat-lost``: somebody else has the seat by now.
        GameIsOver: the game is already over.
        Frozen: the game is stopped.
    """
    side = seat.plays
    with held(seat.game_id) as table:
        if table.seats[side].player_id != seat.player_id:
            raise Conflict("seat-lost")
        table.load()
        table.lose(side, Resign())
        table.record()
        return answer_for(table, side)


def mark_seen(*, seat: Seat) -> None:
    """Record that the seat's player has seen the present version, so that new mails are sent again.

    Like everything that matters to play it counts as a write to the game.
    """
    if seat.looked_at < seat.version:
        counting = Statement("UPDATE games_game SET writes = writes + 1 WHERE id = %s", [seat.game_id])
        seen = Statement(
            "UPDATE games_seat SET looked_at = %s WHERE looked_at < %s AND id = %s",
            [seat.version, seat.version, seat.pk],
        )
        write_together(counting, [seen])


def _once(
    seat: Seat,
    both: Sequence[Seat],
    expected_version: int,
    request: Request | None,
    requested: Sequence[Action | Undo],
    *,
    then_stop: bool = False,
    by_mail: bool = False,
) -> Done:
    """Carry out a request, or return the stored response if it was carried out before.

    Concurrent writes to a game are rare. So the game is not locked at first; only if it was written to in the
    meantime, the request starts again with a lock.
    """
    table = Table(both or both_seats.of_game(seat.game_id))
    if table.game.orders_due:
        running_orders.go_on(seat.game_id)
        table = Table(both_seats.of_game(seat.game_id))
    writer = Writer(seat.plays, expected_version) if by_mail else None
    table.writer = writer
    done = _carry_out(table, seat, expected_version, request, requested, then_stop=then_stop)
    if table.write():
        return done
    with held(seat.game_id) as table:
        table.writer = writer
        return _carry_out(table, seat, expected_version, request, requested, then_stop=then_stop)


def _carry_out(
    table: Table,
    seat: Seat,
    expected_version: int,
    request: Request | None,
    requested: Sequence[Action | Undo],
    *,
    then_stop: bool,
) -> Done:
    """Carry out a request at a table, without writing it, and return the result."""
    side = seat.plays
    now = table.seats[side]
    if now.player_id != seat.player_id:  # the seat has another player now
        raise Stale(now.version)
    # A concurrent copy of the request would have written to the game, so that write() fails.
    if (answer := idempotency.recall(request)) is not None:
        return msgspec.json.decode(answer, type=Done)
    table.load()
    # A finished game refuses with GameIsOver, not Stale, whatever the version.
    if not table.game.is_over and not now.asked_at <= expected_version <= now.version:
        raise Stale(now.version)
    book = OrderBook(table.seats)
    for index, action in enumerate(requested):
        try:
            if isinstance(action, Undo):
                table.take_back(side)
            else:
                asked = running_orders.translated(table, book, side, action)
                combat = table.state.combat
                table.take(side, asked, is_last=index == len(requested) - 1)
                if then_stop and combat is not None and isinstance(action, Deploy):
                    running_orders.stop_when_asked_again(table, book, side, combat.location)
        except engine.EngineError as error:
            raise _at(error, index, len(requested)) from None
    if not isinstance(requested[-1], Undo):  # an order would do again what was taken back
        running_orders.run(table, book)
    running_orders.finish(table, book)
    done = answer_for(table, side)
    if request is not None:
        table.add(idempotency.storing(request, msgspec.json.encode(done).decode()))
    return done


def _parsed(bodies: Sequence[bytes | str]) -> list[Action]:
    if not bodies:
        raise Malformed("no-action")
    if len(bodies) > MOST_ACTIONS:
        raise Malformed("list-too-long", most=MOST_ACTIONS)
    parsed = []
    for index, body in enumerate(bodies):
        try:
            parsed.append(actions.parse(body))
        except Malformed as error:
            raise _at(error, index, len(bodies)) from None
    return parsed


def _at(error: engine.EngineError, index: int, count: int) -> engine.EngineError:
    """The refusal, with the index of the action if there are several."""
    if count == 1:
        return error
    return type(error)(error.code, error.rule, **{**error.parameters, "index": index})


def answer_for(table: Table, side: Side) -> Done:
    """The result of the actions at a table, for one side."""
    seat = table.seats[side]
    events = [event.seen_by(side) for step in table.steps for event in step.events]
    return Done(seat.version, seat.asked or None, events, seat.can_undo)
