"""For whom a game waits: the projection after something happened, and the mail that goes with it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone

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
from sekigahara.db.statements import Update
from sekigahara.db.writes import Statement

YOUR_PHASE = "games.your-phase"
WINDOW = "games.window"
STARTED = "games.started"
OVER = "games.over"

PAUSE = timedelta(minutes=5)
"""Who plays against a computer player is mailed only when they have not looked at its answer for so long."""

_GAME = ("length", "head", *position.MARK, "version", "changed_at", "week", "phase")
_SEAT = ("version", "changed_at", "asked_at", "asked", "waiting_since", "told_at", "looked_at", "can_undo")
# What cannot have changed is not sent along: the fewer values, the less there is to do in every action.
GAME = Update(Game, *_GAME, counter="writes")
GAME_OVER = Update(Game, *_GAME, "status", "ended_at", "winner", "victory", counter="writes")
SEAT = Update(Seat, *_SEAT)
SEAT_ON_CLOCK = Update(Seat, *_SEAT, "due_at", "is_reminded", "is_overdue_told")


class Moment(NamedTuple):
    """What has just happened in a game.

    Attributes:
        before: None when the game has only begun.
        by: who acted last; None when the game has only begun, or somebody lost who did nothing.
        seen: of each step, which viewers it showed anything.
    """

    rules: Ruleset
    before: State | None
    after: State
    by: Side | None
    seen: Sequence[Seen]


def saving_game(game: Game) -> Statement:
    """The statement that saves the row of a game, if nobody has written to the game since it was read."""
    return (GAME_OVER if game.is_over else GAME).statement(game)


def saving_seats(game: Game, seats: Sequence[Seat]) -> Statement:
    """The statement that saves both seats of a game."""
    return (SEAT if game.pace is None else SEAT_ON_CLOCK).statement(*seats)


def project(game: Game, seats: Sequence[Seat], moment: Moment, *, can_undo: bool) -> list[Announcement]:
    """Have the rows of a game and its seats say what has happened. They are not saved.

    Args:
        can_undo: whether who acted last may take it back.

    Returns:
        The mails to whom the game now waits for, and to whom it is over.
    """
    now = timezone.now()
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
    """Write down what the seat is asked; whether the game has begun to wait for it just now."""
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
    """Whether a side is asked something else than before.

    Its own action always changes that, the other side's not while the two decide at the same time (R-07).
    """
    before = moment.before
    if before is None or side == moment.by:
        return True
    return engine.pending_for(before, side) != engine.pending_for(moment.after, side)


def _kind(game: Game, seat: Seat, moment: Moment, *, is_news: bool, is_own: bool) -> str:
    """What the seat's player is mailed now; empty for nothing.

    A game that begins is always told. What somebody brought about themselves, at either seat, is not: they
    are there. That the game waits is told once, and then not again before the player has looked.
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
