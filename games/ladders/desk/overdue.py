"""Games of clubs in which somebody's time is over and an arbiter decides what follows: they are told once."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.ladders.desk import jurisdiction
from games.models.game import Game
from games.models.seat import Seat
from games.services import clock
from notifications.services import Announcement, announce

OVERDUE = "clubs.overdue"
"""A mail to an arbiter, that somebody's time is over."""


def tell_arbiters(now: datetime | None = None) -> int:
    """Tell the arbiters of clubs whose time is over.

    Several workers may call it at the same time: who has been told is written down with the messages.

    Args:
        now: the moment it is; by default this one.

    Returns:
        For how many seats somebody was told.
    """
    due = overdue(now or timezone.now()).filter(game__on_time_out=Game.OnTimeOut.ARBITER)
    return sum(_tell(seat) for seat in due.filter(is_overdue_told=False).select_related("game__in_club"))


def overdue(now: datetime) -> QuerySet[Seat]:
    """The seats in clubs' games whose time is over, with the clock running; who waits longest first."""
    waiting = Seat.objects.select_related("game", "player").filter(
        due_at__lte=now,
        game__status=Game.Status.RUNNING,
        game__paused_at=None,
        game__frozen_at=None,
        game__in_club__isnull=False,
    )
    return waiting.order_by("due_at", "pk")


def _tell(seat: Seat) -> bool:
    if seat.due_at is None:
        return False
    occasion = clock.occasion(seat.due_at)
    arbiters = [member.person_id for member in jurisdiction.arbiters_of(seat.game.in_club)]
    if not arbiters:  # one who is named later is told then
        return False
    same = Seat.objects.filter(pk=seat.pk, due_at=seat.due_at, is_overdue_told=False)
    with transaction.atomic(durable=True):
        if not same.update(is_overdue_told=True):
            return False
        announce([Announcement(OVERDUE, seat.reference, f"{occasion}.{each}", each) for each in arbiters])
        return True
