"""Clocks: reminders, claiming a win, giving more time, pausing, and extensions after an outage.

A seat has a deadline while the game waits for it, so several decisions in a row share one deadline. A passed
deadline does not end the game: depending on the time-out policy, it gives the opponent or an arbiter a right.
Deadlines are columns that `send_reminders` scans; there is no queue of time-outs.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.engine.actions import TimeOut
from games.errors import Conflict
from games.models import both_seats
from games.models.game import PACES, Game
from games.models.pulse import Pulse
from games.models.seat import Seat
from games.models.time_out_policy import POLICIES
from games.reads import deadlines
from games.reads.competition import competition
from games.services import play
from games.services.table import held
from notifications.services import Announcement, announce

REMINDER = "games.reminder"
OVERDUE = "games.overdue"

REMIND_WITH = 0.25
"""The part of the time to answer that is left when the player is reminded."""
MOST_EXTENSIONS = 3
"""The most extensions that one seat gets in a game."""
OUTAGE = timedelta(minutes=10)
"""If clocks were not checked for longer than this, deadlines are extended by the time of the outage."""

_CLAIMABLE = [name for name, policy in POLICIES.items() if policy.may_be_claimed]


def send_reminders(now: datetime | None = None) -> int:
    """Remind players whose time runs out, and notify opponents of players who are out of time.

    Several workers may call it at the same time: each notification is stored once, in the transaction that
    marks the seat as notified.

    Args:
        now: the present time, by default that of the system.

    Returns:
        The number of notifications.
    """
    now = now or timezone.now()
    extend_after_outage(now)
    count = 0
    for pace in PACES:
        left = timedelta(days=pace) * REMIND_WITH
        for seat in _running().filter(game__pace=pace, is_reminded=False, due_at__lte=now + left):
            count += _remind(seat, now)
    overdue = _running().filter(is_overdue_told=False, due_at__lte=now)
    for seat in overdue.filter(game__on_time_out__in=_CLAIMABLE):
        count += _notify_opponent(seat)
    return count


def extend_after_outage(now: datetime) -> None:
    """Extend every deadline by the time during which the service was down.

    Reminders are sent again for the new deadline; those of the old one that are still queued are dropped.

    Args:
        now: the present time.
    """
    with transaction.atomic(durable=True):
        Pulse.objects.get_or_create(pk=1, defaults={"at": now})
        pulse = Pulse.objects.select_for_update().get(pk=1)
        down = now - pulse.at
        if down > OUTAGE:
            late = _running().filter(due_at__gte=pulse.at)
            both_seats.count_write(*late.values_list("game", flat=True))
            late.update(due_at=F("due_at") + down, is_reminded=False, is_overdue_told=False)
            competition().move_deadlines(pulse.at, down)
        if down > timedelta(0):
            Pulse.objects.filter(pk=1).update(at=now)


def claim(*, seat: Seat) -> play.Done:
    """Claim the win for a seat whose opponent is out of time.

    Raises:
        Conflict: ``no-claim``: the time-out policy does not allow it; ``not-overdue``: there is time left, or
            the opponent has answered; ``paused``: the clock is stopped.
        GameIsOver, Frozen: as in ``play.resign``.
    """
    extend_after_outage(timezone.now())
    with held(seat.game_id) as table:
        table.load()
        table.lose(seat.plays.enemy, TimeOut())
        if not deadlines.policy_now(table.game).may_be_claimed:
            raise Conflict("no-claim")
        if table.game.paused_at is not None:
            raise Conflict("paused")
        if not deadlines.is_overdue(table.seats[seat.plays.enemy], timezone.now()):
            raise Conflict("not-overdue")
        table.record()
        return play.answer_for(table, seat.plays)


def give_time(*, seat: Seat, due_at: datetime) -> bool:
    """Extend the deadline of a seat's opponent by the pace of the game, once for each deadline.

    Args:
        seat: whose player gives the time.
        due_at: the deadline to extend. If it has changed, e.g. by a double click, nothing happens.

    Returns:
        Whether it was extended.

    Raises:
        Conflict: ``no-clock``: the game has no clock; ``enough-time-given``: the opponent already got
            ``MOST_EXTENSIONS``.
    """
    with transaction.atomic(durable=True):
        seats = both_seats.to_change(seat.game_id)
        game, other = seats[0].game, seats[seat.plays.enemy]
        if game.time_to_answer is None:
            raise Conflict("no-clock")
        if other.due_at is None or other.due_at != due_at:
            return False
        if other.extensions >= MOST_EXTENSIONS:
            raise Conflict("enough-time-given", most=MOST_EXTENSIONS)
        # Resuming a stopped clock adds the time since it stopped, so count from then.
        shown = game.paused_at or game.frozen_at or timezone.now()
        other.due_at = max(other.due_at, shown) + game.time_to_answer
        other.extensions += 1
        other.is_reminded = other.is_overdue_told = False
        other.save(update_fields=["due_at", "extensions", "is_reminded", "is_overdue_told"])
        return True


def go_on(seats: Sequence[Seat]) -> None:
    """Resume the clock of a paused game in the caller's transaction, which has locked its seats."""
    game, now = seats[0].game, timezone.now()
    if game.paused_at is not None:
        for seat in seats:
            seat.move_deadline(game.paused_at, now)
            seat.save(update_fields=["due_at"])
        game.paused_at = None
        game.save(update_fields=["paused_at"])


def _running() -> QuerySet[Seat]:
    """The seats with a deadline whose clock is running."""
    return Seat.objects.filter(
        due_at__isnull=False,
        game__status=Game.Status.RUNNING,
        game__paused_at=None,
        game__frozen_at=None,
    ).select_related("game")


def _remind(seat: Seat, now: datetime) -> bool:
    """Remind a player once that their time runs out, unless it already has."""
    if seat.due_at is None:
        return False
    same = Seat.objects.filter(pk=seat.pk, due_at=seat.due_at, is_reminded=False)
    with transaction.atomic(durable=True):
        both_seats.count_write(seat.game_id)
        if not same.update(is_reminded=True) or seat.player_id is None or deadlines.is_overdue(seat, now):
            return False
        announce([Announcement(REMINDER, seat.reference, deadlines.occasion(seat.due_at), seat.player_id)])
        return True


def _notify_opponent(seat: Seat) -> bool:
    """Notify a seat's opponent once that they can claim the win."""
    if seat.due_at is None:
        return False
    same = Seat.objects.filter(pk=seat.pk, due_at=seat.due_at, is_overdue_told=False)
    other = Seat.objects.select_related("game").get(game=seat.game_id, side=seat.plays.enemy)
    with transaction.atomic(durable=True):
        both_seats.count_write(seat.game_id)
        if not same.update(is_overdue_told=True) or other.player_id is None:
            return False
        announce([Announcement(OVERDUE, other.reference, deadlines.occasion(seat.due_at), other.player_id)])
        return True
