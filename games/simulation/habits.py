"""Habits of people in a rehearsal: when they want mail, whether a device tells them, when they are away."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, Literal

from accounts.models.person import Person
from games.services import away
from games.simulation.timetable import BEGIN, DAY, Gap
from notifications.models import MailRhythm, Rhythm
from notifications.push.models import PushDevice

Habit = Literal["at-once", "gathered", "daily", "quiet", "push", "holiday"]
"""Mail at once; gathered, of several games; once a day; not at night; only on a device; or with a holiday."""
HABITS: Final[tuple[Habit, ...]] = ("gathered", "daily", "quiet", "push", "holiday")
"""All but the usual one."""
GAMES_TOGETHER: Final = 4
"""How many games the same two people play if they gather."""
GATHERED_EVERY: Final = 8
"""Hours."""
HOLIDAY: Final = Gap(BEGIN.replace(hour=0) + 3 * DAY, BEGIN.replace(hour=0) + 9 * DAY)
"""Longer than the time to answer."""
LONGEST_WAIT: Final[dict[Habit, timedelta]] = {
    "at-once": timedelta(0),
    "gathered": timedelta(hours=GATHERED_EVERY),
    "daily": timedelta(days=1),
    "quiet": timedelta(hours=9),
    "push": timedelta(0),
    "holiday": timedelta(0),
}
"""After how long, at most, somebody is told of what waits for them."""


def take_up(person: Person, habit: Habit) -> None:
    """Have a person do so from now on, which is the beginning of the rehearsal."""
    chosen = MailRhythm(person_id=person.pk)
    match habit:
        case "gathered":
            chosen.rhythm, chosen.every = Rhythm.GATHERED, GATHERED_EVERY
        case "daily":
            chosen.rhythm, chosen.hour = Rhythm.DAILY, 18
        case "quiet":
            chosen.quiet_from, chosen.quiet_until = 22, 7
        case "push":
            chosen.rhythm = Rhythm.PUSH
            PushDevice.objects.create(person=person, endpoint=f"https://push.example/{person.pk}")
        case "holiday":
            last = (HOLIDAY.until - DAY).date()
            away.go(person=person, first=HOLIDAY.since.date(), last=last, now=BEGIN)
            return
        case "at-once":
            return
    chosen.save()
