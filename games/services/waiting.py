"""For whom a game waits: updating the rows of a game and its seats, and the notifications about it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from games import engine
from games.engine import core
from games.engine.history import Seen
from games.engine.ruleset import Ruleset
from games.engine.side import NOBODY, Side
from games.engine.state import State
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from notifications.services import Announcement
from sekigahara.db import service_time
from sekigahara.db.statements import Update
from sekigahara.db.writes import Statement

YOUR_PHASE = "games.your-phase"
WINDOW = "games.window"
STARTED = "games.started"
OVER = "games.over"

PAUSE = timedelta(minutes=5)
"""The delay of mails in games against a computer player. They are dropped if the player looks before."""

_HEAD = ("head_version", "head_public", "head_chain")
_GAME = ("length", "chain", *position.MARK, "version", "changed_at", *_HEAD, "week", "phase")
_SEAT = ("version", "changed_at", "asked_at", "asked", "waiting_since", "told_at", "looked_at", "can_undo")
# Fields that cannot have changed are left out, because fewer values make every action faster.
GAME = Update(Game, *_GAME, counter="writes")
GAME_OVER = Update(Game, *_GAME, "status", "ended_at", "winner", "victory", counter="writes")
SEAT = Update(Seat, *_SEAT)
SEAT_ON_CLOCK = Update(Seat, *_SEAT, "due_at", "is_reminded", "is_overdue_told")


class Moment(NamedTuple):
    """A change in a game.

    Attributes:
        rules: of the game.
        before: the position before; None if the game has just begun.
        after: the position afterwards.
        by: the side that acted last; None if the game has just begun, or a side lost without acting.
        seen: for each step, which viewers could see it.
    """

    rules: Ruleset
    before: State | None
    after: State
    by: Side | None
    seen: Sequence[Seen]


def saving_game(game: Game) -> Statement:
    """The statement that saves the row of a game, unless the game was written to since it was read."""
    return (GAME_OVER if game.is_over else GAME).statement(game)


def saving_seats(game: Game, seats: Sequence[Seat]) -> Statement:
    """The statement that saves both seats of a game."""
    return (SEAT if game.pace is None else SEAT_ON_CLOCK).statement(*seats)


def project(game: Game, seats: Sequence[Seat], moment: Moment, *, can_undo: bool) -> list[Announcement]:
    """Update the rows of a game and its seats after a change, without saving them.

    Args:
        game: that has changed.
        seats: East's and West's.
        moment: the change.
        can_undo: whether the side that acted last can undo it.

    Returns:
        The notifications to players.
    """
    now = service_time.now()
    _project_game(game, moment, now)
    actor = None if moment.by is None else seats[moment.by].player_id
    announcements = []
    for seat in seats:
        _count(seat, moment, now)
        seat.can_undo = can_undo and seat.plays == moment.by
        if seat.plays == moment.by:
            seat.looked_at = seat.version
        is_news = _ask(game, seat, moment, now)
        is_own = seat.player_id == actor
        if seat.player_id is not None and (kind := _kind(game, seat, moment, is_news=is_news, is_own=is_own)):
            seat.told_at = seat.version
            due_at = now + PAUSE if kind in (YOUR_PHASE, WINDOW) and seats[seat.plays.enemy].computer else now
            announcements.append(
                Announcement(kind, seat.reference, str(seat.version), seat.player_id, due_at)
            )
    return announcements


def _project_game(game: Game, moment: Moment, now: datetime) -> None:
    state = moment.after
    position.mark(game, state)
    game.week, game.phase = state.week, engine.phase(state)
    if visible := sum(seen[NOBODY] for seen in moment.seen):
        game.version += visible
        game.changed_at = now
    if state.result is not None:
        game.winner, game.victory = state.result.winner, state.result.victory
        game.status, game.ended_at = Game.Status.OVER, now


def _count(seat: Seat, moment: Moment, now: datetime) -> None:
    if visible := sum(seen[seat.side] for seen in moment.seen):
        seat.version += visible
        seat.changed_at = now


def _ask(game: Game, seat: Seat, moment: Moment, now: datetime) -> bool:
    """Set the seat's pending decision and deadline. Return whether the game has just begun to wait for it."""
    if _changed(moment, seat.plays):
        seat.asked_at = seat.version
    decision = engine.pending_for(moment.after, seat.plays)
    seat.asked = "" if decision is None else core.word(decision)
    was_waiting = seat.waiting_since is not None
    if decision is None:
        seat.waiting_since = seat.due_at = None
    elif not was_waiting:
        seat.waiting_since = now
        seat.due_at = None if game.time_to_answer is None else now + game.time_to_answer
        seat.is_reminded = seat.is_overdue_told = False
    return decision is not None and not was_waiting


def _changed(moment: Moment, side: Side) -> bool:
    """Whether the pending decision of a side has changed.

    Its own action always changes it. The opponent's does not while both decide at the same time (R-07).
    """
    before = moment.before
    if before is None or side == moment.by:
        return True
    return engine.pending_for(before, side) != engine.pending_for(moment.after, side)


def _kind(game: Game, seat: Seat, moment: Moment, *, is_news: bool, is_own: bool) -> str:
    """The kind of notification for the seat's player; empty for none.

    The beginning of a game is always announced. Players are not notified of the result of their own actions.
    That a game waits is announced once, and not again before the player has looked.
    """
    if moment.before is None:
        return STARTED
    if is_own:
        return ""
    if game.is_over:
        return OVER
    if not is_news or seat.looked_at < seat.told_at:
        return ""
    combat = moment.after.combat
    is_window = combat is not None and combat.window is not None and combat.window.side != seat.plays
    return WINDOW if is_window else YOUR_PHASE
