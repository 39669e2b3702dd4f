"""Time away: the days of a person that do not count when deadlines are worked out.

Each person has ``DAYS_A_YEAR`` for holidays, in blocks of whole days of their own zone, and may take weekends
off. It is all kept as one text in the person's row, which is read together with the seats of a game:
an action needs no statement for it, and almost no time where the text is empty.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from accounts.zones import zone_named
from sekigahara.errors.exceptions import Conflict, Unacceptable

DAYS_A_YEAR = 30
PLANNED_AHEAD = timedelta(days=365)
"""How far ahead a holiday may begin."""
LAST_HOUR = timedelta(hours=1)
"""A deadline that is no further away is not moved: nobody goes on holiday to escape it."""

_DAY = timedelta(days=1)
_SATURDAY = 5


class Holiday(msgspec.Struct, frozen=True, order=True):
    """A block of whole days, both included."""

    first: date
    last: date

    @property
    def days(self) -> Iterator[date]:
        """Each of its days."""
        return (self.first + count * _DAY for count in range((self.last - self.first).days + 1))


class TimeAway(msgspec.Struct, frozen=True, omit_defaults=True):
    """The days of a person that do not count.

    Attributes:
        zone: in which its days begin and end.
        holidays: the earliest first; past ones stay until the end of the next year.
        switched: when weekends off were chosen, given up, chosen again and so on, in turn. What a decision
            was asked with stays with it.
    """

    zone: str = "UTC"
    holidays: tuple[Holiday, ...] = ()
    switched: tuple[datetime, ...] = ()

    @property
    def text(self) -> str:
        """As it is stored; empty for somebody who never is away."""
        return "" if self == TimeAway(self.zone) else msgspec.json.encode(self).decode()

    def as_of(self, begun: datetime) -> "TimeAway":
        """As it counts for a decision that was asked at some time."""
        if not self.switched or self.switched[-1] <= begun:
            return self
        return replace(self, switched=tuple(each for each in self.switched if each <= begun))

    @property
    def weekends(self) -> bool:
        """Whether Saturdays and Sundays are off."""
        return len(self.switched) % 2 == 1

    def today(self, now: datetime) -> date:
        """The day that it is for the person."""
        return now.astimezone(zone_named(self.zone)).date()

    def next_day(self, moment: datetime) -> tuple[bool, datetime]:
        """Whether the day of a moment is off, and when the next begins."""
        zone = zone_named(self.zone)
        day = moment.astimezone(zone).date()
        is_off = (self.weekends and day.weekday() >= _SATURDAY) or self.holiday_on(day) is not None
        return is_off, datetime.combine(day + _DAY, time(), zone).astimezone(moment.tzinfo)

    def holiday_on(self, day: date) -> Holiday | None:
        """The holiday that a day is part of; None for none."""
        return next((block for block in self.holidays if block.first <= day <= block.last), None)

    def until(self, now: datetime) -> date | None:
        """The last day of the holiday that the person has today; None if they have none."""
        block = self.holiday_on(self.today(now))
        while block is not None and (more := self.holiday_on(block.last + _DAY)) is not None:
            block = more
        return None if block is None else block.last

    def coming(self, now: datetime) -> list[Holiday]:
        """The holidays that are not over."""
        today = self.today(now)
        return [block for block in self.holidays if block.last >= today]

    def left(self, year: int) -> int:
        """How many days of a year have not been taken or planned."""
        return DAYS_A_YEAR - sum(day.year == year for block in self.holidays for day in block.days)

    def with_weekends(self, now: datetime, *, are_off: bool) -> "TimeAway":
        """With weekends off, or without, for decisions asked from now on."""
        if self.weekends == are_off:
            return self
        kept = self.switched
        while len(kept) > 1 and kept[1] < now - PLANNED_AHEAD:
            kept = kept[2:]
        return replace(self, switched=(*kept, now))

    def planned(self, block: Holiday, now: datetime) -> "TimeAway":
        """With another holiday.

        Raises:
            Unacceptable: ``no-such-holiday``: it begins in the past or in more than a year, or ends before
                it begins.
            Conflict: ``holidays-overlap``; ``no-holidays-left``: the year has fewer days left.
        """
        today = self.today(now)
        if not today <= block.first <= today + PLANNED_AHEAD or block.last < block.first:
            raise Unacceptable("no-such-holiday")
        if block.last - block.first >= DAYS_A_YEAR * _DAY * 2:
            raise Conflict("no-holidays-left", most=DAYS_A_YEAR)
        if any(self.holiday_on(day) for day in block.days):
            raise Conflict("holidays-overlap")
        kept = self.without_past(now)
        after = replace(kept, holidays=tuple(sorted((*kept.holidays, block))))
        if any(after.left(year) < 0 for year in {block.first.year, block.last.year}):
            raise Conflict("no-holidays-left", most=DAYS_A_YEAR)
        return after

    def without_past(self, now: datetime) -> "TimeAway":
        """Without the holidays that ended before the year before this one."""
        year = self.today(now).year - 1
        return replace(self, holidays=tuple(each for each in self.holidays if each.last.year >= year))

    def ended(self, first: date, now: datetime) -> "TimeAway":
        """Without the days after today of the holiday that begins on a day; the same if there is none."""
        today = self.today(now)
        found = next((block for block in self.coming(now) if block.first == first), None)
        if found is None:
            return self
        rest = [block for block in self.holidays if block != found]
        if found.first <= today:
            rest.append(replace(found, last=today))
        return replace(self, holidays=tuple(sorted(rest)))


ALWAYS_THERE = TimeAway()


@lru_cache(maxsize=1024)
def read(text: str) -> TimeAway:
    """What a row says; see ``TimeAway.text``."""
    return msgspec.json.decode(text, type=TimeAway) if text else ALWAYS_THERE


def later(since: datetime, span: timedelta, away: Sequence[TimeAway]) -> datetime:
    """When so much time has passed, without the days on which any of some people is away."""
    moment = since
    while True:
        is_off, end = _next_day(moment, away)
        if not is_off:
            if span <= end - moment:
                return moment + span
            span -= end - moment
        moment = end


def counted(since: datetime, until: datetime, away: Sequence[TimeAway]) -> timedelta:
    """How much time passes between two moments, without the days on which any of some people is away."""
    total, moment = timedelta(), since
    while moment < until:
        is_off, end = _next_day(moment, away)
        total += timedelta() if is_off else min(end, until) - moment
        moment = end
    return total


def _next_day(moment: datetime, away: Sequence[TimeAway]) -> tuple[bool, datetime]:
    days = [each.next_day(moment) for each in away]
    return any(is_off for is_off, _end in days), min(end for _is_off, end in days)
