"""When the people of a rehearsal look into their mail: waking hours, delays, a weekend off, an outage.

People who hear of something come after a delay in waking hours that is drawn evenly from a quarter to seven
quarters of its middle. They wake for 16 hours a day, so that the middle is two thirds of the median between
mail and visit. Nobody comes on one weekend, and nobody can while the service is down.
"""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

BEGIN: Final = datetime(2026, 1, 5, 9, tzinfo=UTC)
"""A Monday."""
DAY: Final = timedelta(days=1)
AWAKE: Final = timedelta(hours=16)
WAKING: Final = (6, 7, 8)
"""The hours at which people wake, in UTC."""
SPREAD: Final = (0.25, 1.75)
"""The shortest and the longest delay, as parts of the middle."""
LOOKS_AFTER: Final = timedelta(days=3)
"""After so long without a mail people look by themselves."""


class Gap(NamedTuple):
    """A time in which nobody comes."""

    since: datetime
    until: datetime


OUTAGE: Final = Gap(BEGIN + timedelta(days=8), BEGIN + timedelta(days=8, hours=5))
"""The service is down for five hours on a Tuesday."""
WEEKEND: Final = Gap(datetime(2026, 1, 17, tzinfo=UTC), datetime(2026, 1, 19, tzinfo=UTC))


class Timetable:
    """The times of one person.

    Args:
        hours: the median from a mail to the visit.
        chooser: draws the delays.
        away: when the person does not come, beside the times in which nobody does.
    """

    def __init__(self, hours: float, chooser: random.Random, *away: Gap) -> None:
        self._middle = timedelta(hours=hours) * (AWAKE / DAY)
        self._chooser = chooser
        self._wakes = timedelta(hours=chooser.choice(WAKING))
        self._gaps = (OUTAGE, WEEKEND, *away)

    def after_mail(self, told: datetime) -> datetime:
        """When the person comes who is told of something now."""
        return self._awake_after(told, self._middle * self._chooser.uniform(*SPREAD))

    def by_themselves(self, last: datetime) -> datetime:
        """When the person comes who got no mail."""
        return self._awake_after(last + LOOKS_AFTER, timedelta(0))

    def _awake_after(self, since: datetime, delay: timedelta) -> datetime:
        """The moment after so many waking hours."""
        for gap in self._waking(since):
            begins = max(since, gap.since)
            if begins + delay <= gap.until:
                return begins + delay
            delay -= max(timedelta(0), gap.until - begins)
        raise AssertionError("people wake every day")

    def _waking(self, since: datetime) -> Iterator[Gap]:
        """The times at which they are awake and can come, from that day on."""
        day = since.replace(hour=0, minute=0, second=0, microsecond=0) - DAY
        while True:
            awake = Gap(day + self._wakes, day + self._wakes + AWAKE)
            yield from _without(awake, self._gaps, since)
            day += DAY


def _without(awake: Gap, gaps: Sequence[Gap], since: datetime) -> Iterator[Gap]:
    """What is left of a day without the times in which the person does not come."""
    parts = [awake]
    for gap in gaps:
        parts = (
            [
                part
                for each in parts
                for part in (
                    Gap(each.since, min(each.until, gap.since)),
                    Gap(max(each.since, gap.until), each.until),
                )
                if part.since < part.until
            ]
            if gap.since < awake.until and awake.since < gap.until
            else parts
        )
    return (part for part in parts if part.until > since)
