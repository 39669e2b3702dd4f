"""When deadlines fall. Every clock asks here, and nothing else adds a time to answer to the present time.

Days on which a person is away do not count (``accounts.time_away``). Callers name people by the texts in
which their time away is stored, usually ``Seat.time_away``.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from accounts.time_away import LAST_HOUR, counted, later, read


def deadline(begins: datetime, time: timedelta, *people: str) -> datetime:
    """The deadline of a decision that begins now.

    Args:
        begins: now.
        time: to answer.
        people: who decide; while any of them is away the time stands still.
    """
    if not any(people):
        return begins + time
    return later(begins, time, [read(text).as_of(begins) for text in people])


def moved(
    due: datetime,
    since: datetime,
    until: datetime,
    begun: datetime,
    people: Sequence[str],
    *,
    before: Sequence[str] | None = None,
) -> datetime:
    """The deadline that leaves as much time from one moment as the former left from another.

    Args:
        due: the former deadline.
        since: from when it did not count; or now, if people's time away changes.
        until: from when it counts again.
        begun: when the decision was asked.
        people: who decide.
        before: the same people, as they were when the former deadline was worked out.
    """
    plain = due + (until - since)
    before = people if before is None else before
    if due <= since or not any((*people, *before)):
        return plain
    left = counted(since, due, [read(text).as_of(begun) for text in before])
    after = later(until, left, [read(text).as_of(begun) for text in people])
    return max(after, min(plain, until + LAST_HOUR))


def left(now: datetime, due: datetime, begun: datetime, *people: str) -> timedelta:
    """How much time is left until a deadline; nothing once it has passed.

    Args:
        now: the present time.
        due: the deadline.
        begun: when the decision was asked.
        people: who decide.
    """
    if due <= now or not any(people):
        return max(due - now, timedelta())
    return counted(now, due, [read(text).as_of(begun) for text in people])


def when_left(now: datetime, due: datetime, left: timedelta, begun: datetime, *people: str) -> datetime:
    """When no more than some time is left until a deadline; now if that is so already.

    Args:
        now: the present time.
        due: the deadline.
        left: the time.
        begun: when the decision was asked.
        people: who decide.
    """
    away = [read(text).as_of(begun) for text in people if text]
    longer = (counted(now, due, away) if away else due - now) - left
    if longer <= timedelta():
        return now
    return later(now, longer, away) if away else now + longer


def idle_since(since: datetime, now: datetime, person: str) -> datetime:
    """Since when somebody has been idle, if the days on which they were away are not counted."""
    return since if not person else now - counted(since, now, [read(person)])
