"""Asking again: once for each deadline, the player whom a game waits for can be sent its mail once more."""

from datetime import datetime

from django.db import transaction

from games.models import both_seats, playing_time
from games.models.seat import Seat
from games.reads import deadlines
from notifications import rhythm
from notifications.models import Notification
from notifications.services import Announcement, announce
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict

ASKED_AGAIN = "games.asked-again"


def refusal(seat: Seat, now: datetime) -> Conflict | None:
    """Why the player of a seat cannot be asked again; None if they can.

    They can be after half of their time, while they are there.

    Args:
        seat: that the game waits for, with its game and player.
        now: the present time.
    """
    due, time, player = seat.answer_by, deadlines.time_of(seat), seat.player
    if due is None or time is None or player is None or seat.waiting_since is None or not seat.asked:
        return Conflict("not-waited-for")
    if deadlines.is_stopped(seat.game):
        return Conflict("paused")
    if deadlines.away_until(seat) is not None:
        return Conflict("on-holiday")
    left = time / 2 + seat.bank_included
    at = playing_time.when_left(now, due, left, seat.waiting_since, seat.time_away)
    if at > now:
        return Conflict("too-early", when=at.isoformat(timespec="minutes"))
    asked = Notification.objects.filter(kind=ASKED_AGAIN, about=seat.reference)
    if asked.filter(occasion=deadlines.occasion(due)).exists():
        return Conflict("asked-again-already")
    free = rhythm.free_from(player, now)
    return Conflict("in-quiet-hours", when=free.isoformat(timespec="minutes")) if free > now else None


def ask(*, seat: Seat) -> None:
    """Ask the opponent of a seat again: they are sent the mail that the game waits for them, at once.

    Raises:
        Conflict: ``not-waited-for``; ``paused``; ``asked-again-already``: for this deadline; ``on-holiday``;
            ``too-early``, ``in-quiet-hours``: with the time from which it can be done.
    """
    with transaction.atomic(durable=True):
        other = both_seats.to_change(seat.game_id)[seat.plays.enemy]
        if other.player_id == seat.player_id:
            raise Conflict("not-waited-for")
        if (refused := refusal(other, service_time.now())) is not None:
            raise refused
        if other.answer_by is not None and other.player is not None:
            is_mailed = not rhythm.is_never_mailed(other.player, other.game.public_id)
            occasion = deadlines.occasion(other.answer_by)
            announce(
                [Announcement(ASKED_AGAIN, other.reference, occasion, other.player.pk, is_mailed=is_mailed)]
            )
