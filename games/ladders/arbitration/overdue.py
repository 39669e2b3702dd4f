"""Missed deadlines in games of clubs that only an arbiter can resolve.

Arbiters are told of each deadline: soon if an arbiter decides, and after a long wait if the opponent may
claim the win. Their daily digest tells them (``games.ladders.digests``); those who want to be told at once
are mailed here, once for each deadline. If no arbiter is free, organisers are asked to appoint one, and
opponents may claim the win until then.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.ladders import isolation
from games.ladders.arbitration import jurisdiction
from games.ladders.models.club import ClubGame, Membership
from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat
from games.models.time_out_policy import POLICIES
from games.reads import deadlines
from games.services import clock, outages
from notifications import queries
from notifications.services import Announcement, announce
from sekigahara import batch
from sekigahara.db import service_time

OVERDUE = "clubs.overdue"
"""The kind of mail about a missed deadline to an arbiter who wants to be told at once."""
NO_ARBITER = "clubs.no-arbiter"
"""The kind of mail to an organiser who plays: a player is late and no one is free to rule."""

_FOR_ARBITERS = [name for name, policy in POLICIES.items() if policy.arbiter_decides]
_CLAIMABLE = [name for name, policy in POLICIES.items() if policy.may_be_claimed]

ASLEEP: Final = timedelta(days=14)
"""An opponent who has not claimed the win for this long is taken to have lost interest too."""


def tell_arbiters() -> int:
    """Notify organisers, and arbiters who want to be told at once, of missed deadlines.

    First extends deadlines by the time the service was down; does nothing else while the time is in doubt.
    Several workers may call it at the same time, because each notification is recorded together with its
    messages.

    Returns:
        The number of seats that were looked at for the first time since their deadline.
    """
    now = service_time.now()
    if not outages.catch_up(now):
        return 0
    theirs = overdue(now).filter(game__on_time_out__in=_FOR_ARBITERS, is_overdue_told=False)
    may_be_claimed = overdue(now - ASLEEP).filter(game__on_time_out__in=_CLAIMABLE)
    asleep = may_be_claimed.filter(_untold("game__in_club__sleeping_told_at", F("due_at")))
    return sum(
        isolation.attempt(partial(_tell, seat, now, is_asleep=is_asleep), "tell arbiters of game", seat.game)
        for is_asleep, seats in ((False, theirs), (True, asleep))
        for seat in batch.in_time(seats.select_related("game__in_club__club"))
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


def are_for_arbiters(now: datetime) -> Q:
    """Filter missed deadlines: those that arbiters are told of."""
    asleep = Q(game__on_time_out__in=_CLAIMABLE, due_at__lte=now - ASLEEP)
    return Q(game__on_time_out__in=_FOR_ARBITERS) | asleep


def _tell(seat: Seat, now: datetime, *, is_asleep: bool) -> bool:
    """Notify those who can act on a missed deadline.

    Args:
        is_asleep: no one has claimed the win for long: notify once for both seats.
    """
    arbiters = _ids(jurisdiction.arbiters_of(seat.game.in_club))
    if seat.due_at is None:
        return False
    if not arbiters:  # an arbiter appointed later is notified then
        return _tell_organisers(seat, now)
    with transaction.atomic(durable=True):
        if is_asleep:
            untold = ClubGame.objects.filter(_untold("sleeping_told_at", seat.due_at), game=seat.game_id)
            is_first = untold.update(sleeping_told_at=now)
        else:
            both_seats.count_write(seat.game_id)
            same = Seat.objects.filter(pk=seat.pk, due_at=seat.due_at, is_overdue_told=False)
            is_first = same.update(is_overdue_told=True)
        if is_first:
            at_once = queries.wanting(OVERDUE, arbiters)
            _announce(OVERDUE, seat, seat.due_at, [each for each in arbiters if each in at_once])
        return bool(is_first)


def _tell_organisers(seat: Seat, now: datetime) -> bool:
    """Everyone who could rule plays in the game: notify those who can appoint an arbiter, once for both
    seats.
    """
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
    """No notification was sent since a deadline."""
    return Q((column, None)) | Q((f"{column}__lt", due_at))


def _ids(members: Iterable[Membership]) -> list[int]:
    return [member.person_id for member in members]


def _announce(kind: str, seat: Seat, due_at: datetime, people: Sequence[int]) -> None:
    due = deadlines.occasion(due_at)
    announce([Announcement(kind, seat.reference, f"{due}.{each}", each) for each in people])
