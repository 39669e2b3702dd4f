"""Going on holiday, coming back, and weekends off. Deadlines that run are worked out again.

Each verb is one durable transaction. It locks the person first, then counts a write of each of their games:
an action that was decided by the former days off is then decided again, and a claim that comes at the same
moment comes before or after.
"""

from collections.abc import Callable
from datetime import date, datetime

from django.db import transaction
from msgspec.structs import replace

from accounts.models.person import Person
from accounts.time_away import Holiday, TimeAway, read
from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat
from games.reads.competition import competition
from games.services import outages

_GOING = (Game.Status.WAITING, Game.Status.RUNNING)


def go(*, person: Person, first: date | None, last: date, now: datetime) -> TimeAway:
    """Begin or plan a holiday.

    Args:
        first: its first day; None for today.
        last: its last day.

    Raises:
        Unacceptable, Conflict: as in ``TimeAway.planned``.
    """
    return _change(
        person,
        lambda away: away.planned(Holiday(away.today(now) if first is None else first, last), now),
        now,
    )


def come_back(*, person: Person, first: date, now: datetime) -> TimeAway:
    """End the holiday that begins on a day at the end of today, or drop one that has not begun.

    The days that are not used come back. Repeating it has no effect.
    """
    return _change(person, lambda away: away.ended(first, now), now)


def take_weekends(*, person: Person, are_off: bool, now: datetime) -> TimeAway:
    """Choose whether weekends are off, from the next decision on."""
    return _change(person, lambda away: away.with_weekends(now, are_off=are_off), now)


def time_away_of(person: Person) -> TimeAway:
    """A person's days off; those that come are in the zone that the person has now."""
    away = read(person.time_away)
    return away if person.time_away else replace(away, zone=person.tzinfo.key)


def _change(person: Person, how: Callable[[TimeAway], TimeAway], now: datetime) -> TimeAway:
    with transaction.atomic(durable=True):
        row = Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        before = row.time_away
        after = how(replace(time_away_of(row), zone=row.tzinfo.key))
        if after.text != before:
            row.time_away = person.time_away = after.text
            row.save(update_fields=["time_away"])
            _work_out_again(row, before, now)
    return after


def _work_out_again(person: Person, before: str, now: datetime) -> None:
    games = Game.objects.filter(seats__player=person, status__in=_GOING, holidays_count=True)
    keys = set(games.values_list("pk", flat=True))
    both_seats.count_write(*keys)
    seats = Seat.objects.filter(player=person, game__in=keys).select_related("game", "player")
    deciding, reacting = seats.filter(due_at__isnull=False), seats.filter(lapses_at__isnull=False)
    for timer in outages.timers_of_seats(deciding, reacting):
        timer.work_out_again(person, before, now, lambda seat: seat.game.paused_at or seat.game.frozen_at)
    for timer in competition().timers(person):
        if timer.begins:
            timer.work_out_again(person, before, now, lambda _row: None)
