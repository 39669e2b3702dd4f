"""Asking again: once for each deadline, the player whom a game waits for can be sent its mail once more."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

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


class Again(NamedTuple):
    """Whether a player can be asked again.

    Attributes:
        refusal: why not; None if they can.
        at: from when they can, if that is known.
    """

    refusal: Conflict | None = None
    at: datetime | None = None


def possible(seat: Seat, now: datetime) -> Again:
    """Whether the player of a seat can be asked again: after half of their time, while they are there.

    Args:
        seat: that the game waits for, with its game and player.
        now: the present time.
    """
    due, time, player = seat.lapses_at or seat.due_at, deadlines.time_of(seat), seat.player
    if due is None or time is None or player is None or seat.waiting_since is None or not seat.asked:
        return Again(Conflict("not-waited-for"))
    if deadlines.is_stopped(seat.game):
        return Again(Conflict("paused"))
    if deadlines.away_until(seat) is not None:
        return Again(Conflict("on-holiday"))
    at = playing_time.when_left(now, due, time / 2, seat.waiting_since, seat.time_away)
    if at > now:
        return Again(Conflict("too-early", when=_minute(at)), at)
    if _is_done(seat, due):
        return Again(Conflict("asked-again-already"))
    free = rhythm.free_from(player, now)
    return Again(Conflict("in-quiet-hours", when=_minute(free)), free) if free > now else Again()


def ask(*, seat: Seat) -> None:
    """Ask the opponent of a seat again: they are sent the mail that the game waits for them, at once.

    Raises:
        Conflict: ``not-waited-for``; ``paused``; ``asked-again-already``: for this deadline; ``on-holiday``;
            ``too-early``, ``in-quiet-hours``: with the time from which it can be done.
    """
    now = service_time.now()
    with transaction.atomic(durable=True):
        seats: Sequence[Seat] = both_seats.to_change(seat.game_id)
        other = seats[seat.plays.enemy]
        if other.player_id == seat.player_id:
            raise Conflict("not-waited-for")
        refusal = possible(other, now).refusal
        if refusal is not None:
            raise refusal
        due = other.lapses_at or other.due_at
        if due is not None and other.player is not None:
            is_mailed = not rhythm.is_never_mailed(other.player, other.game.public_id)
            told = Announcement(
                ASKED_AGAIN, other.reference, deadlines.occasion(due), other.player.pk, is_mailed=is_mailed
            )
            announce([told])


def _minute(at: datetime) -> str:
    return at.isoformat(timespec="minutes")


def _is_done(seat: Seat, due: datetime) -> bool:
    occasion = deadlines.occasion(due)
    return Notification.objects.filter(kind=ASKED_AGAIN, about=seat.reference, occasion=occasion).exists()
