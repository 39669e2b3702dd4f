"""For whom a game waits: updating the rows of a game and its seats, and the notifications about it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from games import engine
from games.engine import core
from games.engine.decisions import AnswerDeployment
from games.engine.history import SeenBy
from games.engine.side import NOBODY, Side
from games.engine.state import State
from games.log import position
from games.models import playing_time
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

SEPARATE_WINDOW = core.WORDS[AnswerDeployment]
"""The decision of a side that is asked nothing but whether to challenge a block."""

COMPUTER_MAIL_DELAY = timedelta(minutes=5)
"""The delay of mails in games against a computer player. They are dropped if the player looks before."""

_HEAD = ("head_version", "head_public", "head_chain")
_GAME = ("length", "chain", *position.MARK, "version", "changed_at", *_HEAD, "week", "phase", "orders_due")
_SEAT = (
    *("version", "changed_at", "asked_at", "asked", "waiting_since", "told_at", "looked_at", "can_undo"),
    *("held_until", "lapses_at"),
)
# Fields that cannot have changed are left out, because fewer values make every action faster.
GAME_ROW = Update(Game, *_GAME, counter="writes")
FINISHED_GAME_ROW = Update(Game, *_GAME, "status", "ended_at", "winner", "victory", counter="writes")
SEAT_ROW = Update(Seat, *_SEAT)
CLOCKED_SEAT_ROW = Update(Seat, *_SEAT, "due_at", "bank_left", "is_reminded", "is_overdue_told")
FINISHED_SEAT_ROW = Update(Seat, *_SEAT, "due_at", "is_reminded", "is_overdue_told", "shares_presence")
# Presence is saved at the end only: players switch it without a count of writes (``presence.switch``).


class Acted(NamedTuple):
    """One step of a change.

    Attributes:
        side: that acted; None for the set-up.
        seen: which viewers could see it.
        after: the position afterwards.
        is_automatic: whether nobody did it: an order, the end of some time, or an arbiter.
    """

    side: Side | None
    seen: SeenBy
    after: State
    is_automatic: bool


class Writer(NamedTuple):
    """A side whose player acts by mail.

    Attributes:
        has_read: the seat's version in the mail that its player answers.
    """

    side: Side
    has_read: int


class GameChange(NamedTuple):
    """A change in a game.

    Attributes:
        before: the position before; None if the game has just begun.
        after: the position afterwards.
        steps: what happened, in order.
        writer: who acted by mail; None if nobody did.
    """

    before: State | None
    after: State
    steps: Sequence[Acted]
    writer: Writer | None = None

    def is_by_mail(self, side: Side) -> bool:
        """Whether the player of a side has acted by mail, and so reads what came of it in the next one."""
        return self.writer is not None and self.writer.side == side

    def is_present(self, side: Side) -> bool:
        """Whether the player of a side has acted, and so sees what came of it."""
        acted = (side, False) in [(step.side, step.is_automatic) for step in self.steps]
        return acted and not self.is_by_mail(side)

    def is_answered_for(self, side: Side) -> bool:
        """Whether a decision of a side was answered without its player."""
        return (side, True) in [(step.side, step.is_automatic) for step in self.steps]

    def goes_on_for(self, side: Side) -> bool:
        """Whether the side had to decide all the time, so that nothing new is asked of an absent player."""
        return not self.is_answered_for(side) and all(
            engine.pending_for(step.after, side) is not None for step in self.steps
        )

    def seen_by(self, viewer: int) -> int:
        """How many steps a viewer could see."""
        return [step.seen[viewer] for step in self.steps].count(True)


def saving_game(game: Game) -> Statement:
    """The statement that saves the row of a game, unless the game was written to since it was read."""
    return (FINISHED_GAME_ROW if game.is_over else GAME_ROW).statement(game)


def saving_seats(game: Game, seats: Sequence[Seat]) -> Statement:
    """The statement that saves both seats of a game."""
    if game.is_over:
        return FINISHED_SEAT_ROW.statement(*seats)
    return (SEAT_ROW if game.pace is None else CLOCKED_SEAT_ROW).statement(*seats)


def project(game: Game, seats: Sequence[Seat], moment: GameChange, *, can_undo: bool) -> list[Announcement]:
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
    present = {seat.player_id for seat in seats if moment.is_present(seat.plays)}
    announcements = []
    for seat in seats:
        side = seat.plays
        _count(seat, moment, now)
        seat.can_undo = can_undo and side == moment.steps[-1].side
        seat.shares_presence = seat.shares_presence and not game.is_over
        if moment.is_present(side):
            seat.looked_at = seat.version
        elif moment.writer is not None and moment.writer.side == side:
            # What came of it is news to the player.
            seat.looked_at = max(seat.looked_at, moment.writer.has_read)
            seat.told_at = min(seat.told_at, seat.looked_at)
        elif moment.is_answered_for(side):
            # The decision in the last mail is answered, so the next one is mailed again.
            seat.told_at = min(seat.told_at, seat.looked_at)
        # Who has not seen what came of their latest decision made it by mail, and is not looking.
        is_away = moment.is_by_mail(side) or seat.looked_at < seat.asked_at
        is_news = _ask(game, seat, moment, now)
        is_own = seat.player_id in present
        if seat.player_id is not None and (kind := _kind(game, seat, moment, is_news=is_news, is_own=is_own)):
            seat.told_at = seat.version
            is_watched = kind in (YOUR_PHASE, WINDOW) and seats[side.enemy].computer and not is_away
            due_at = now + COMPUTER_MAIL_DELAY if is_watched else now
            announcements.append(
                Announcement(kind, seat.reference, str(seat.version), seat.player_id, due_at)
            )
    return announcements


def restart_clock(game: Game, seat: Seat, now: datetime) -> None:
    """Give a seat that is asked its whole time again, without saving it.

    The time bank comes on top of the time for a decision. A separate window has the reaction clock, if one
    was agreed; meanwhile the clock of turns is stopped. While the clock is paused, deadlines are extended by
    the pause when it resumes.
    """
    if not seat.asked:
        return
    is_window = seat.asked == SEPARATE_WINDOW
    reaction = game.reaction if is_window else None
    seat.waiting_since = now
    # Orders act after the hold whether or not the player is away.
    seat.held_until = now + timedelta(minutes=game.hold) if is_window and not seat.computer else None
    time = game.time_to_answer if reaction is None else timedelta(hours=reaction)
    if time is not None and reaction is None and game.time_bank is not None:
        if seat.bank_left is None:
            seat.bank_left = game.time_bank * 24 * 60 * 60
        time += timedelta(seconds=seat.bank_left)
    until = None if time is None else playing_time.deadline(now, time, seat.time_away)
    seat.due_at, seat.lapses_at = (until, None) if reaction is None else (None, until)
    seat.is_reminded = seat.is_overdue_told = False


def _project_game(game: Game, moment: GameChange, now: datetime) -> None:
    state = moment.after
    position.mark(game, state)
    game.week, game.phase = state.week, engine.phase(state)
    if visible := moment.seen_by(NOBODY):
        game.version += visible
        game.changed_at = now
    if state.result is not None:
        game.winner, game.victory = state.result.winner, state.result.victory
        game.status, game.ended_at = Game.Status.OVER, now


def _count(seat: Seat, moment: GameChange, now: datetime) -> None:
    if visible := moment.seen_by(seat.side):
        seat.version += visible
        seat.changed_at = now


def _ask(game: Game, seat: Seat, moment: GameChange, now: datetime) -> bool:
    """Set the seat's pending decision and its deadlines. Return whether the game has just begun to wait."""
    side = seat.plays
    if _changed(moment, side):
        seat.asked_at = seat.version
    decision = None if game.orders_due else engine.pending_for(moment.after, side)
    seat.asked = "" if decision is None else core.word(decision)
    goes_on = seat.waiting_since is not None and moment.goes_on_for(side)
    if decision is None:
        _charge_bank(game, seat, now)
        seat.waiting_since = seat.due_at = seat.held_until = seat.lapses_at = None
        return False
    is_window = seat.asked == SEPARATE_WINDOW
    reacts = is_window and game.reaction is not None
    if not goes_on or reacts != (seat.lapses_at is not None):
        since = seat.waiting_since if goes_on else now
        _charge_bank(game, seat, now)
        restart_clock(game, seat, now)
        seat.waiting_since = since
    elif not is_window:
        seat.held_until = None
    return not goes_on or moment.is_by_mail(side)


def _charge_bank(game: Game, seat: Seat, now: datetime) -> None:
    """Take from a seat's time bank what its decision took beyond the time for one, without saving it."""
    if seat.bank_left is None or seat.due_at is None or seat.waiting_since is None:
        return
    stopped = game.paused_at or game.frozen_at
    at = now if stopped is None else max(stopped, seat.waiting_since)
    left = playing_time.left(at, seat.due_at, seat.waiting_since, seat.time_away)
    seat.bank_left = min(seat.bank_left, int(left.total_seconds()))


def _changed(moment: GameChange, side: Side) -> bool:
    """Whether the pending decision of a side has changed.

    Its own action always changes it. The opponent's does not while both decide at the same time (R-07).
    """
    before = moment.before
    if before is None or side in [step.side for step in moment.steps]:
        return True
    return engine.pending_for(before, side) != engine.pending_for(moment.after, side)


def _kind(game: Game, seat: Seat, moment: GameChange, *, is_news: bool, is_own: bool) -> str:
    """The kind of notification for the seat's player; empty for none.

    Nothing is announced of a lesson. The beginning of any other game always is. Players are not notified of
    the result of their own actions.
    That a game waits is announced once, and not again before the player has looked.
    """
    if game.lesson:
        return ""
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
