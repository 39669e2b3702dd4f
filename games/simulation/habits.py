"""Habits of people in a rehearsal: when they want mail, whether a device tells them, when they are away."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, Literal

from accounts.models.person import Person
from games.engine.side import EAST, Side
from games.services import away
from games.simulation.timetable import BEGIN, DAY, Gap
from notifications.models import MailRhythm, Rhythm
from notifications.push.models import PushDevice

Habit = Literal["at-once", "gathered", "daily", "quiet", "push", "holiday", "reply", "bounced"]
"""Mail at once; gathered, of several games; once a day; not at night; only on a device; or with a holiday.
Or they reply by mail; or mail comes back for some days, and East has a device too."""
HABITS: Final[tuple[Habit, ...]] = ("gathered", "daily", "quiet", "push", "holiday", "reply", "bounced")
"""All but the usual one."""
GAMES_TOGETHER: Final = 4
"""How many games the same two people play if they gather."""
GATHERED_EVERY: Final = 8
"""Hours."""
HOLIDAY: Final = Gap(BEGIN.replace(hour=0) + 3 * DAY, BEGIN.replace(hour=0) + 9 * DAY)
"""Longer than the time to answer."""
UNREACHABLE: Final = HOLIDAY
"""When mail comes back."""
LONGEST_WAIT: Final[dict[Habit, timedelta]] = {
    "at-once": timedelta(0),
    "gathered": timedelta(hours=GATHERED_EVERY),
    "daily": timedelta(days=1),
    "quiet": timedelta(hours=9),
    "push": timedelta(0),
    "holiday": timedelta(0),
    "reply": timedelta(0),
    "bounced": timedelta(0),
}
"""After how long, at most, somebody is told of what waits for them."""


def take_up(person: Person, side: Side, habit: Habit) -> None:
    """Have a person, who plays a side, do so from now on, which is the beginning of the rehearsal."""
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
            _add_device(person)
        case "holiday":
            last = (HOLIDAY.until - DAY).date()
            away.go(person=person, first=HOLIDAY.since.date(), last=last, now=BEGIN)
            return
        case "bounced" if side == EAST:
            _add_device(person)
        case _:
            return
    chosen.save()


def _add_device(person: Person) -> None:
    PushDevice.objects.create(person=person, endpoint=f"https://push.example/{person.pk}")
