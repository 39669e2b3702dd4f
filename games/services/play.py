"""Playing: the one way an action gets into a game, or is taken back."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from django.db import transaction

from games import engine
from games.engine import actions, history
from games.engine.actions import Action, Resign, Undo
from games.engine.errors import Illegal, Malformed
from games.engine.side import Side
from games.errors import Conflict, Stale
from games.log import position
from games.models import both_seats
from games.models.seat import Seat
from games.services import idempotency
from games.services.idempotency import Request
from games.services.table import Table, held

MOST_ACTIONS = 50
"""In one list. No movement phase has as many."""


class Done(msgspec.Struct, frozen=True):
    """What came of a request.

    Attributes:
        version: the seat's version after it.
        asked: the word of the decision the seat is asked now, or None.
        events: what happened, as the seat may know it.
        can_undo: whether the latest of it may be taken back.
    """

    version: int
    asked: str | None
    events: list[dict[str, Any]]
    can_undo: bool = False


class Previewed(NamedTuple):
    """What would come of some actions, as far as that can be told without doing them.

    Attributes:
        legal: how many of them would be carried out; all, or the preview is refused.
        barrier: the place in the list of the action that shows or draws something, so that nothing can be
            said of what comes of it; None without one.
        events: what would happen before the barrier, as the seat may know it.
        view: what the seat would see then.
    """

    legal: int
    barrier: int | None
    events: list[dict[str, Any]]
    view: dict[str, Any]


def submit(
    *,
    seat: Seat,
    bodies: Sequence[bytes | str],
    expected_version: int,
    key: str = "",
    both: Sequence[Seat] = (),
) -> Done:
    """Carry out a seat's actions, all or none, and everything chance owes after them.

    Args:
        bodies: the actions as JSON, in order. All but the last must be such that they could be taken back:
            what shows or draws anything ends a list, so that nobody learns something from a list that fails.
        expected_version: the seat's version when its player decided.
        key: makes a repeated request the same request. Empty for none.
        both: East's seat and West's, one of them this one, where they were read by one statement with the
            game: they need not be read again.

    Raises:
        Malformed: one is no action, or names what does not exist.
        Stale: what the seat is asked has changed since, or who plays it.
        Illegal, NotYourDecision, GameIsOver: the rules refuse one; the parameter ``index`` says which, if
            there are several.
        Unacceptable: the key is none, or was used for something else.
        Frozen: the game is stopped.
    """
    parsed = _parsed(bodies)
    request = idempotency.request(seat, key, "submit", *bodies)
    return _once(seat, both, expected_version, request, parsed)


def preview(*, seat: Seat, bodies: Sequence[bytes | str]) -> Previewed:
    """What would come of these actions, up to the first that shows or draws anything. Nothing is changed.

    The answer says no more than the seat knows already: it is the same for every order of its deck and every
    identity of the enemy's blocks.

    Raises:
        Malformed, Illegal, NotYourDecision, GameIsOver, Frozen: as ``submit`` does.
    """
    parsed = _parsed(bodies)
    side = seat.plays
    where = position.load(seat.game)
    state = where.state
    events: list[dict[str, Any]] = []
    for index, action in enumerate(parsed):
        try:
            turned = engine.apply(where.rules, state, side, action)
        except engine.EngineError as error:
            raise _at(error, index, len(parsed)) from None
        if not history.can_take_back(action, turned.events, turned.state, side):
            if index < len(parsed) - 1:
                raise _at(Illegal("beyond-barrier"), index, len(parsed))
            return Previewed(len(parsed), index, events, engine.view(where.rules, state, side))
        state = turned.state
        events += [event.seen_by(side) for event in turned.events]
    return Previewed(len(parsed), None, events, engine.view(where.rules, state, side))


def undo(*, seat: Seat, expected_version: int, key: str = "", both: Sequence[Seat] = ()) -> Done:
    """Take back the seat's latest action that counts.

    Args:
        expected_version, key, both: as for ``submit``.

    Raises:
        Stale: what the seat is asked has changed since, or who plays it.
        Illegal: there is nothing it may take back.
        Unacceptable: the key is none, or was used for something else.
        Frozen: the game is stopped.
    """
    request = idempotency.request(seat, key, "undo")
    return _once(seat, both, expected_version, request, [Undo()])


def resign(*, seat: Seat) -> Done:
    """Give the game up for the seat, whoever is asked what.

    Raises:
        Conflict: ``seat-lost``: somebody else has it by now.
        GameIsOver: it was over already.
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


def look(*, seat: Seat) -> None:
    """The seat's player has seen the game as it stands: from here on they are mailed again."""
    if seat.looked_at < seat.version:
        with transaction.atomic():
            both_seats.count_write(seat.game_id)
            Seat.objects.filter(pk=seat.pk, looked_at__lt=seat.version).update(looked_at=seat.version)


def _once(
    seat: Seat,
    both: Sequence[Seat],
    expected_version: int,
    request: Request | None,
    wanted: Sequence[Action | Undo],
) -> Done:
    """Carry out what a request wants, unless that was done before: then give its answer once more.

    Nearly always nobody else writes to the game meanwhile. So it is locked only for who found that somebody
    was faster, and then begins anew.
    """
    table = Table(both or both_seats.of_game(seat.game_id))
    done = _carried_out(table, seat, expected_version, request, wanted)
    if table.write():
        return done
    with held(seat.game_id) as table:
        return _carried_out(table, seat, expected_version, request, wanted)


def _carried_out(
    table: Table, seat: Seat, expected_version: int, request: Request | None, wanted: Sequence[Action | Undo]
) -> Done:
    """Do at a table what a request wants, to be written, and say what comes of it."""
    side = seat.plays
    now = table.seats[side]
    if now.player_id != seat.player_id:  # what they were shown is for somebody else to answer
        raise Stale(now.version)
    # Whoever gave it an answer since the game was read has written to the game.
    if (answer := idempotency.recall(request)) is not None:
        return msgspec.json.decode(answer, type=Done)
    table.load()
    # A finished game answers that it is over, however old the view.
    if not table.game.is_over and not now.asked_at <= expected_version <= now.version:
        raise Stale(now.version)
    for index, action in enumerate(wanted):
        try:
            if isinstance(action, Undo):
                table.take_back(side)
            else:
                table.take(side, action, is_last=index == len(wanted) - 1)
        except engine.EngineError as error:
            raise _at(error, index, len(wanted)) from None
    table.record()
    done = answer_for(table, side)
    if request is not None:
        table.add(idempotency.keeping(request, msgspec.json.encode(done).decode()))
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
    """The refusal, with the action's place in the list where there are several."""
    if count == 1:
        return error
    return type(error)(error.code, error.rule, **{**error.parameters, "index": index})


def answer_for(table: Table, side: Side) -> Done:
    """What a side is told of what was done at a table."""
    seat = table.seats[side]
    events = [event.seen_by(side) for step in table.steps for event in step.events]
    return Done(seat.version, seat.asked or None, events, seat.can_undo)
