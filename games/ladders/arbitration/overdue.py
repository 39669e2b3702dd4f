"""Games of clubs in which somebody's time is over, and nothing follows unless an arbiter decides it.

Arbiters are told once for each deadline: at once where they decide, and where the opponent may claim the win
when nobody has for long. Where nobody is free to decide, organisers are told, who can name somebody, and
opponents, who may claim the win until then.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.ladders import isolation
from games.ladders.arbitration import jurisdiction
from games.ladders.models.club_game import ClubGame
from games.ladders.models.membership import Membership
from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat
from games.models.time_out_policy import POLICIES
from games.reads import deadlines
from games.services import clock
from notifications.services import Announcement, announce

OVERDUE = "clubs.overdue"
"""A mail to an arbiter, that somebody's time is over."""
NO_ARBITER = "clubs.no-arbiter"
"""A mail to an organiser who plays, that somebody's time is over and nobody is free to decide."""

_FOR_ARBITERS = [name for name, policy in POLICIES.items() if policy.arbiter_decides]
_CLAIMABLE = [name for name, policy in POLICIES.items() if policy.may_be_claimed]

ASLEEP: Final = timedelta(days=14)
"""Whoever may claim a win and has not for so long has gone to sleep like their opponent."""


def tell_arbiters(now: datetime | None = None) -> int:
    """Tell those who decide in clubs whose time is over.

    Time in which the service was down is made good first.

    Several workers may call it at the same time: who has been told is written down with the messages.

    Args:
        now: the moment it is; by default this one.

    Returns:
        For how many seats somebody was told.
    """
    now = now or timezone.now()
    clock.extend_after_outage(now)
    theirs = overdue(now).filter(game__on_time_out__in=_FOR_ARBITERS, is_overdue_told=False)
    count = sum(
        isolation.attempt(partial(_tell, seat, now), "tell arbiters of game", seat.game)
        for seat in theirs.select_related("game__in_club__club")
    )
    may_be_claimed = overdue(now - ASLEEP).filter(game__on_time_out__in=_CLAIMABLE)
    asleep = may_be_claimed.filter(_untold("game__in_club__sleeping_told_at", F("due_at")))
    return count + sum(
        isolation.attempt(partial(_tell_asleep, seat, now), "tell arbiters of game", seat.game)
        for seat in asleep.select_related("game__in_club__club")
    )


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


def _tell(seat: Seat, now: datetime) -> bool:
    if seat.due_at is None:
        return False
    arbiters = _ids(jurisdiction.arbiters_of(seat.game.in_club))
    if not arbiters:  # one who is named later is told then
        return _tell_organisers(seat, now)
    same = Seat.objects.filter(pk=seat.pk, due_at=seat.due_at, is_overdue_told=False)
    with transaction.atomic(durable=True):
        both_seats.count_write(seat.game_id)
        if not same.update(is_overdue_told=True):
            return False
        _announce(OVERDUE, seat, seat.due_at, arbiters)
        return True


def _tell_asleep(seat: Seat, now: datetime) -> bool:
    """Nobody has claimed the win for long: tell who may do something about it, once for both seats."""
    arbiters = _ids(jurisdiction.arbiters_of(seat.game.in_club))
    if seat.due_at is None:
        return False
    if not arbiters:
        return _tell_organisers(seat, now)
    untold = ClubGame.objects.filter(_untold("sleeping_told_at", seat.due_at), game=seat.game_id)
    with transaction.atomic(durable=True):
        if not untold.update(sleeping_told_at=now):
            return False
        _announce(OVERDUE, seat, seat.due_at, arbiters)
        return True


def _tell_organisers(seat: Seat, now: datetime) -> bool:
    """All who could decide play in the game, or have: tell who can name another, once for both seats."""
    leaders = _ids(jurisdiction.leaders_of(seat.game.in_club))
    if seat.due_at is None or not leaders:
        return False
    untold = ClubGame.objects.filter(_untold("missed_told_at", seat.due_at), game=seat.game_id)
    with transaction.atomic(durable=True):
        if not untold.update(missed_told_at=now):
            return False
        _announce(NO_ARBITER, seat, seat.due_at, leaders)
        other = Seat.objects.get(game=seat.game_id, side=seat.plays.enemy)
        if seat.game.time_out_policy.arbiter_decides and other.player_id is not None:
            due = deadlines.occasion(seat.due_at)
            announce([Announcement(clock.OVERDUE, other.reference, due, other.player_id)])
        return True


def _untold(column: str, due_at: datetime | F) -> Q:
    """Nothing was told since a deadline."""
    return Q((column, None)) | Q((f"{column}__lt", due_at))


def _ids(members: Iterable[Membership]) -> list[int]:
    return [member.person_id for member in members]


def _announce(kind: str, seat: Seat, due_at: datetime, people: Sequence[int]) -> None:
    due = deadlines.occasion(due_at)
    announce([Announcement(kind, seat.reference, f"{due}.{each}", each) for each in people])
