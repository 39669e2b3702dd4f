"""Outages: time in which the service was down counts for nobody. And whether the time can be trusted.

The clock job notes each minute that the service is up. If its last note is old, it extends the deadlines by
what has passed since. What it moved is stored, so that an operator can list and undo it: `manage.py outages`.

The time is *in doubt* while the last note is old or lies in the future, and after a gap that is longer than
``LONGEST_GAP``, until an operator has decided. Nothing that costs anyone a game happens then: no claim, no
time-out, no reminder, no opening of bids, no round of a ladder.
"""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models.person import Person
from games.models import both_seats
from games.models.game import Game
from games.models.outage import Outage, Pulse, Timer
from games.models.seat import Seat
from games.reads.competition import competition
from sekigahara.db import service_time
from sekigahara.db.writes import ensured
from sekigahara.errors.exceptions import Conflict

log = logging.getLogger(__name__)

SHORTEST_OUTAGE = timedelta(minutes=10)
"""If the clocks were not checked for longer than this, the service was down."""
LONGEST_GAP = timedelta(days=7)
"""A longer gap is rather a wrong clock or an old backup: an operator says what it was."""
CLOCKS_APART_AT_MOST = timedelta(minutes=1)
"""How far the last note may lie in the future: two processes know the time to some milliseconds."""
OUTAGES_ADDED_WITHIN = timedelta(days=365)
"""How long ago an outage may have begun that an operator adds. Earlier ones are typing mistakes."""
LEFT_AFTER_UNDO = timedelta(days=1)
"""What a player has left at least when an extension is taken back."""

CHECKS_ARE_LATE = timedelta(minutes=3)
"""Clocks are checked each minute. After this long, no job runs, or nothing can be stored any more."""

_KEY = 1


def catch_up(now: datetime) -> bool:
    """Extend deadlines if the service was down, and note that it is up now.

    Players are reminded of new deadlines again; reminders of the old ones that are still queued are dropped.

    Args:
        now: the present time.

    Returns:
        Whether the time can be trusted. Otherwise nothing that depends on it may happen.
    """
    with transaction.atomic(durable=True):
        pulse = _locked(now)
        if (why := _doubt(pulse, now)) is not None:
            log.error("the clocks stand still until `manage.py outages` is asked: %s", why)
            return False
        if now - pulse.at > SHORTEST_OUTAGE:
            _move(pulse.at, now, now, is_by_hand=False)
        if pulse.at < now:
            Pulse.objects.filter(pk=_KEY).update(at=now)
        return True


def doubt(now: datetime) -> str | None:
    """Why an operator has to decide before clocks run again, for the operator; None if there is no need."""
    pulse = Pulse.objects.filter(pk=_KEY).first()
    return None if pulse is None else _doubt(pulse, now)


def standing() -> str:
    """For `/readyz`: "ok", or since when clocks have not been checked, or whose own clock is wrong.

    The check stores its time, so it is also late where everything can be read and nothing written, as with a
    full disk.
    """
    pulse = Pulse.objects.filter(pk=_KEY).first()
    if pulse is None:
        return "never checked"
    age = service_time.now() - pulse.at
    if age > CHECKS_ARE_LATE:
        return f"not checked for {age // timedelta(minutes=1)} minutes"
    if age < -CLOCKS_APART_AT_MOST:
        return "in doubt: manage.py outages says why"
    if service_time.database_is_wrong():
        return "that of the database is wrong"
    is_right = abs(service_time.host_is_ahead()) <= service_time.HOSTS_APART_AT_MOST
    return "ok" if is_right else "that of a host is wrong"


def refuse_in_doubt(now: datetime) -> None:
    """Refuse what the time decides while it cannot be trusted.

    Raises:
        Conflict: ``time-in-doubt``: the clocks were last checked too long ago, or the time is wrong.
    """
    pulse = Pulse.objects.filter(pk=_KEY).first()
    if pulse is None or not -CLOCKS_APART_AT_MOST <= now - pulse.at <= SHORTEST_OUTAGE:
        raise Conflict("time-in-doubt")


def add(since: datetime, until: datetime, now: datetime) -> Outage:
    """Extend deadlines by an outage that an operator knows of. It also answers a doubt about that time.

    Args:
        since: when it began.
        until: when it ended, at the latest now.
        now: the present time.

    Returns:
        What was stored.

    Raises:
        ValueError: the times are not in this order, the outage began more than a year ago, or an outage
            overlaps that has counted already.
    """
    if not since < until <= now:
        raise ValueError("an outage begins before it ends, and it has ended")
    if since < now - OUTAGES_ADDED_WITHIN:
        raise ValueError(f"an outage of {since.isoformat()} is too long ago to matter")
    with transaction.atomic(durable=True):
        pulse = _locked(now)
        if (other := _counted().filter(since__lt=until, until__gt=since).first()) is not None:
            raise ValueError(f"{other} has counted already: from {other.since} until {other.until}")
        if since <= pulse.at <= until:
            Pulse.objects.filter(pk=_KEY).update(at=now)
        return _move(since, until, now, is_by_hand=True)


def undo(outage: Outage, now: datetime) -> int:
    """Move back what an outage has moved and nobody has changed since.

    No deadline becomes earlier than ``LEFT_AFTER_UNDO`` from now, except for those that already were.

    Returns:
        How many times were moved.

    Raises:
        ValueError: it was undone already.
    """
    with transaction.atomic(durable=True):
        outage = Outage.objects.select_for_update().get(pk=outage.pk)
        if outage.undone_at is not None:
            raise ValueError(f"{outage} was taken back already")
        seats = Seat.objects.filter(pk__in=_keys(outage))
        both_seats.count_write(*seats.values_list("game", flat=True))
        count = sum(
            timer.move_back(outage.moved.get(timer.name, {}), now + LEFT_AFTER_UNDO) for timer in _timers()
        )
        outage.undone_at = now
        outage.save(update_fields=["undone_at"])
    log.warning("%s is taken back: %d of %d deadlines were moved back", outage, count, outage.count)
    return count


def go_on(now: datetime) -> None:
    """Let the clocks run from now, as if they had been checked all the time. Deadlines stay as they are."""
    with transaction.atomic(durable=True):
        pulse = _locked(now)
        pulse.at = now
        pulse.save(update_fields=["at"])


def running() -> QuerySet[Seat]:
    """The seats with a deadline whose clock is running, for a decision or for checking in."""
    return _on_clock(due_at__isnull=False, game__status__in=(Game.Status.WAITING, Game.Status.RUNNING))


def reacting() -> QuerySet[Seat]:
    """The seats with a separate loyalty window whose reaction clock is running."""
    return _on_clock(lapses_at__isnull=False, game__status=Game.Status.RUNNING)


def _on_clock(**which: Any) -> QuerySet[Seat]:
    seats = Seat.objects.filter(game__paused_at=None, game__frozen_at=None, **which)
    return seats.select_related("game", "player")


def _locked(now: datetime) -> Pulse:
    return ensured(Pulse.objects.select_for_update(), {"at": now}, pk=_KEY)


def _doubt(pulse: Pulse, now: datetime) -> str | None:
    if now - pulse.at > LONGEST_GAP:
        return f"it is {now}, and they were last checked {pulse.at}"
    if pulse.at - now > CLOCKS_APART_AT_MOST:
        return f"it is {now}, but they were last checked {pulse.at}, which is in the future"
    return None


def _counted() -> QuerySet[Outage]:
    return Outage.objects.filter(undone_at=None)


def _move(since: datetime, until: datetime, now: datetime, *, is_by_hand: bool) -> Outage:
    """Extend every running deadline by what the outage took of it, and store this."""
    late = running().filter(due_at__gte=since, waiting_since__lt=until)
    lapsing = reacting().filter(lapses_at__gte=since, waiting_since__lt=until)
    both_seats.count_write(*late.union(lapsing).values_list("game", flat=True))
    moved = {timer.name: timer.move_on(since, until) for timer in _timers()}
    outage = Outage.objects.create(since=since, until=until, is_by_hand=is_by_hand, made_at=now, moved=moved)
    log.warning(
        "%s: the service was down from %s until %s, %d deadlines were moved",
        outage,
        since,
        until,
        outage.count,
    )
    return outage


def _timers() -> Iterator[Timer]:
    yield from timers_of_seats(running(), reacting())
    yield from competition().timers()


def timers_of_seats(deciding: QuerySet[Seat], reacting: QuerySet[Seat]) -> Iterator[Timer]:
    """The deadlines of seats: for decisions and check-ins, and of reaction clocks."""
    yield Timer(deciding, "due_at", "waiting_since", ("is_reminded", "is_overdue_told"), _asked_in)
    yield Timer(reacting, "lapses_at", "waiting_since", people=_asked_in)


def _asked_in(seat: Seat) -> list[Person]:
    return [seat.player] if seat.player is not None and seat.game.holidays_count else []


def _keys(outage: Outage) -> list[str]:
    columns = ("games_seat.due_at", "games_seat.lapses_at")
    return [key for column in columns for key in outage.moved.get(column, {})]
