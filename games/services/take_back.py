"""Taking back by consent: a player asks to take back their latest action, and the other agrees.

It is possible once the decision has passed on, if the action drew nothing and told nobody anything
(``engine.undo.can_be_given_back``). A request stands until its player can see anything else happen: to refuse
it, one plays on. Whether one can ask depends on nothing that one cannot see.
"""

from collections.abc import Sequence

import msgspec

from games.engine import history
from games.engine.errors import Illegal
from games.engine.history import Step
from games.engine.side import Side
from games.engine.undo import MOST_UNDOS
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.reads import past
from games.reads.chronicle import noticed
from games.reads.past import PastStep
from games.services import idempotency, running_orders, stream_hints
from games.services.play import Done, answer_for
from games.services.table import Table, held
from notifications.services import Announcement, announce
from sekigahara.errors.exceptions import Conflict, Stale

TAKE_BACK = "games.take-back"


def is_asked_by(seat: Seat) -> bool:
    """Whether the player of a seat asks to take back their latest action."""
    is_running = seat.game.status == Game.Status.RUNNING
    return is_running and 0 < seat.take_back_asked == seat.version


def can_be_asked_for(seat: Seat, other: Seat) -> bool:
    """Whether the player of a seat can ask the other to take back their latest action, or has asked."""
    if seat.asked or refusal(seat, other) is not None:
        return False
    return _passed_on(past.steps_of(seat.game), seat.plays) is not None


def ask_or_agree(*, seat: Seat, expected_version: int, key: str = "") -> Done:
    """Ask to take back the latest action of a seat, or agree that the other takes back theirs.

    Against oneself it is taken back at once. Orders do not answer it, as with an undo.

    Args:
        seat: of the player who asks or agrees.
        expected_version: the seat's version that the player has seen.
        key: an idempotency key, as for ``play.submit``.

    Returns:
        What came of it: the version is another one if an action was taken back.

    Raises:
        Stale: the seat has another version or player.
        Conflict: ``not-running``; ``paused``; ``no-take-back``: the other is no person;
            ``nothing-to-take-back``; ``too-late-to-take-back``: the one who agrees has acted since, unseen;
            ``undone-too-often``: as in ``play.undo``.
        Unacceptable: the key is invalid, or was used for another request.
        Frozen: the game is stopped.
    """
    request = idempotency.request(seat, key, "take-back")
    if seat.game.orders_due:
        running_orders.go_on(seat.game_id)
    with held(seat.game_id) as table:
        mine, other = table.seats[seat.plays], table.seats[seat.plays.enemy]
        if mine.player_id == seat.player_id and (answer := idempotency.recall(request)) is not None:
            return msgspec.json.decode(answer, type=Done)
        if (refused := refusal(mine, other)) is not None:
            raise refused
        if (mine.player_id, mine.version) != (seat.player_id, expected_version) or table.game.orders_due:
            raise Stale(mine.version)
        if is_asked_by(other):
            _take_back(table, other)
        elif not is_asked_by(mine):
            _check(table.game, mine.plays)
            if mine.player_id == other.player_id:
                _take_back(table, mine)
            else:
                _ask(mine, other)
        done = answer_for(table, mine.plays)
        if request is not None:
            table.add(idempotency.storing(request, msgspec.json.encode(done).decode()))
        return done


def refusal(mine: Seat, other: Seat) -> Conflict | None:
    """Why nobody can ask or agree now; None if they can."""
    game = mine.game
    if game.status != Game.Status.RUNNING:
        return Conflict("not-running")
    if None in (mine.player_id, other.player_id):
        return Conflict("no-take-back")
    return None if game.paused_at is None else Conflict("paused")


def _passed_on(steps: Sequence[Step | PastStep], side: Side) -> int | None:
    """The index of the latest step that a side could see, if it is its own and can be given back."""
    latest = noticed(steps, side)[-1]
    return latest if steps[latest].passed_on and steps[latest].side == side else None


def _check(game: Game, side: Side) -> None:
    """Refuse a request for anything but an action that can be given back, for all that the side can see."""
    retold = position.retold(game)
    latest = _passed_on(retold.steps, side)
    if latest is None:
        raise Conflict("nothing-to-take-back")
    if history.undos_since(retold, retold.steps[latest - 1].after, side) >= MOST_UNDOS:
        raise Conflict("undone-too-often", most=MOST_UNDOS)


def _ask(mine: Seat, other: Seat) -> None:
    mine.take_back_asked = mine.version
    mine.save(update_fields=["take_back_asked"])
    stream_hints.send_presence(mine.game_id)
    if other.player_id is not None:
        announce([Announcement(TAKE_BACK, other.reference, str(mine.version), other.player_id)])


def _take_back(table: Table, seat: Seat) -> None:
    """Take back the latest action of a seat. Its player is told, unless they are who agrees."""
    is_alone = len({each.player_id for each in table.seats}) == 1
    table.load()
    try:
        table.take_back(seat.plays, agreed=True, is_automatic=not is_alone)
    except Illegal:
        raise Conflict("too-late-to-take-back") from None
    table.record()
