"""Playing: the one way an action gets into a game, or is taken back."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from django.db import transaction

from games import engine
from games.engine import actions, history
from games.engine.actions import Action, Resign, Undo
from games.engine.errors import CorruptLog, Illegal, Malformed
from games.engine.side import Side
from games.errors import Conflict, Stale
from games.log import position, record
from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat
from games.services import idempotency, table
from games.services.idempotency import Request
from games.services.table import Step, Table
from sekigahara.db.writes import Overtaken, can_watch, together

Outcome = TypeVar("Outcome")

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


def submit(*, seat: Seat, bodies: Sequence[bytes | str], expected_version: int, key: str = "") -> Done:
    """Carry out a seat's actions, all or none, and everything chance owes after them, in one transaction.

    Args:
        bodies: the actions as JSON, in order. All but the last must be such that they could be taken back:
            what shows or draws anything ends a list, so that nobody learns something from a list that fails.
        expected_version: the seat's version when its player decided.
        key: makes a repeated request the same request. Empty for none.

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
    return _once(seat, expected_version, request, lambda at: _steps(at, seat.plays, parsed))


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


def undo(*, seat: Seat, expected_version: int, key: str = "") -> Done:
    """Take back the seat's latest action that counts.

    Raises:
        Stale: what the seat is asked has changed since, or who plays it.
        Illegal: there is nothing it may take back.
        Unacceptable: the key is none, or was used for something else.
        Frozen: the game is stopped.
    """
    request = idempotency.request(seat, key, "undo")
    return _once(seat, expected_version, request, lambda at: [_taken_back(at, seat.plays)])


def resign(*, seat: Seat) -> Done:
    """Give the game up for the seat, whoever is asked what.

    Raises:
        Conflict: ``seat-lost``: somebody else has it by now.
        GameIsOver: it was over already.
        Frozen: the game is stopped.
    """
    side = seat.plays
    with turn(seat.game.public_id):
        at = table.of(both_seats.to_change(seat.game_id))
        if at.seats[side].player_id != seat.player_id:
            raise Conflict("seat-lost")
        step = table.lose(at, side, Resign())
        after = table.write(at, [step], before=at.state)
    return answer_for(after, side, [step])


def look(*, seat: Seat) -> None:
    """The seat's player has seen the game as it stands: from here on they are mailed again."""
    unseen = Seat.objects.filter(pk=seat.pk, looked_at__lt=seat.version)
    if seat.looked_at < seat.version:
        unseen.update(looked_at=seat.version)


@contextlib.contextmanager
def turn(public_id: str) -> Iterator[None]:
    """One transaction on a game. Where its log proves broken it is stopped, once nothing locks it.

    A request that opens it before it looks for its seat has the game locked by that look, and spares the
    database another.

    Raises:
        Frozen: so it was.
        CorruptLog: the log is whole; it is the rules that contradict themselves in what was to be done.
    """
    if both_seats.is_holding():
        yield
        return
    try:
        with transaction.atomic(durable=True), both_seats.holding():
            yield
    except CorruptLog:
        position.retold(Game.objects.get(public_id=public_id))
        raise


def in_turn(public_id: str, do: Callable[[], Outcome]) -> Outcome:
    """Do something in a game as if nobody else did anything meanwhile, all of it or nothing.

    Nearly always nobody does. So the game is not locked but watched, where the database can do that; who
    comes too late does it all once more, in a `turn`. Who submits need not care.

    Args:
        do: looks for its seat anew each time it is called. It must write all it writes at once.

    Raises:
        Frozen, CorruptLog: as a `turn` does.
    """
    if can_watch() and not both_seats.is_holding():
        # A log that seems broken is looked at again where it can be stopped.
        with contextlib.suppress(Overtaken, CorruptLog), both_seats.holding(watch=True):
            return do()
    with turn(public_id):
        return do()


def _once(
    seat: Seat, expected_version: int, request: Request | None, steps_from: Callable[[Table], list[Step]]
) -> Done:
    """Write down the steps of a request, unless that was done before: then its answer once more."""

    def do() -> Done:
        seats = both_seats.to_change(seat.game_id)
        now = seats[seat.plays]
        if now.player_id != seat.player_id:  # what they were shown is for somebody else to answer
            raise Stale(now.version)
        # Whoever else gets an answer in this game from here on changes it.
        if (answer := idempotency.recall(request)) is not None:
            return msgspec.json.decode(answer, type=Done)
        at = table.of(seats)
        _refuse_stale(at, seat.plays, expected_version)
        steps = steps_from(at)
        with together():
            after = table.write(at, steps, before=at.state)
            done = answer_for(after, seat.plays, steps)
            idempotency.keep(request, msgspec.json.encode(done).decode())
        return done

    return in_turn(seat.game.public_id, do)


def _taken_back(at: Table, side: Side) -> Step:
    """The step that undoes the side's latest."""
    retold = history.retell(at.rules, record.read(at.game))
    before, step = retold.take_back(side)
    retold.open.pop()
    return Step(side, [Undo()], [], step.seen, before, retold.can_undo(side))


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


def _steps(at: Table, side: Side, parsed: Sequence[Action]) -> list[Step]:
    steps: list[Step] = []
    for index, action in enumerate(parsed):
        try:
            step = table.take(at, side, action, is_last=index == len(parsed) - 1)
        except engine.EngineError as error:
            raise _at(error, index, len(parsed)) from None
        steps.append(step)
        at = at._replace(state=step.after)
    return steps


def _at(error: engine.EngineError, index: int, count: int) -> engine.EngineError:
    """The refusal, with the action's place in the list where there are several."""
    if count == 1:
        return error
    return type(error)(error.code, error.rule, **{**error.parameters, "index": index})


def _refuse_stale(at: Table, side: Side, expected_version: int) -> None:
    """A finished game answers that it is over, however old the view."""
    seat = at.seats[side]
    if not at.game.is_over and not seat.asked_at <= expected_version <= seat.version:
        raise Stale(seat.version)


def answer_for(at: Table, side: Side, steps: Sequence[Step]) -> Done:
    """What a side is told of steps that were just written down."""
    seat = at.seats[side]
    events = [event.seen_by(side) for step in steps for event in step.events]
    return Done(seat.version, seat.asked or None, events, seat.can_undo)
