"""The time by which everything is decided: deadlines, lifetimes of links, rounds of ladders, what is due.

Hosts may disagree about the time, so in the full size the database's clock counts. Each process asks for it
when it connects, and again once it asked longer than ``TIME_KEPT_FOR`` ago. In between it counts on by its
monotonic clock, which nobody sets. What its own clock shows matters only where the database's has jumped. If
it agrees with what was counted, somebody has set the database's clock, and the process counts on without it.
The embedded size has one host and uses its clock.

The reasons and the cost are in `sekigahara/adr/0016-the-time-is-the-databases.md` and
`0032-a-database-clock-that-was-set-is-not-followed.md` beside it.
"""

import contextlib
import logging
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.utils import timezone

log = logging.getLogger(__name__)

TIME_KEPT_FOR = 60
"""Seconds."""
HOSTS_APART_AT_MOST = timedelta(minutes=1)
"""Of two clocks that differ by more, one is wrong."""


class _Asked(NamedTuple):
    """What the database answered, and what the monotonic clock showed then."""

    time: datetime
    monotonic: float


_asked: _Asked | None = None
_database_is_ahead = timedelta()
"""By how much, if its clock is not followed."""
_simulated: Callable[[], datetime] | None = None


@contextlib.contextmanager
def simulated(clock: Callable[[], datetime]) -> Iterator[None]:
    """A context in which it is the time of a simulation, for the whole process. Only commands use it.

    Args:
        clock: the present time of the simulation, in UTC.
    """
    global _simulated  # noqa: PLW0603 - one for the process, replaced as a whole
    before, _simulated = _simulated, clock
    try:
        yield
    finally:
        _simulated = before


def now() -> datetime:
    """The present time, in UTC. It costs no statement, except in a process that has not yet connected."""
    if _simulated is not None:
        return _simulated()
    if not settings.HAS_DATABASE_CLOCK:
        return timezone.now()
    if _asked is None:
        try:
            connection.ensure_connection()  # which asks
        except Error:  # nothing is decided while the database is away, only shown
            return timezone.now()
    asked = _asked or _ask(connection)
    return asked.time + timedelta(seconds=time.monotonic() - asked.monotonic)


def host_is_ahead() -> timedelta:
    """How far the clock of this host is ahead of the time; negative if it is behind.

    It decides nothing here, but libraries judge by it how old sessions, links in mails and tokens are.
    """
    return timezone.now() - now()


def database_is_wrong() -> bool:
    """Whether somebody has set the clock of the database, so that this process does not follow it."""
    return bool(_database_is_ahead)


def refresh() -> None:
    """Ask the database again if that is due. While it is away, count on."""
    if settings.HAS_DATABASE_CLOCK and _is_due() and connection.connection is not None:
        with contextlib.suppress(Error):  # the next statement will report it
            _ask(connection)


def _is_due() -> bool:
    return _asked is None or time.monotonic() - _asked.monotonic > TIME_KEPT_FOR


def _ask(database: BaseDatabaseWrapper) -> _Asked:
    global _asked, _database_is_ahead
    with database.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (answer,) = cursor.fetchone()
    showed = time.monotonic()
    counted = answer if _asked is None else _asked.time + timedelta(seconds=showed - _asked.monotonic)
    # A host that slept has counted too little, but then its own clock shows what the database says.
    if _are_apart(answer, counted) and not _are_apart(counted, timezone.now()):
        _asked, _database_is_ahead = _Asked(counted, showed), answer - counted
        log.error(
            "the clock of the database was set, and is not followed: it is ahead by %s", answer - counted
        )
        return _asked
    _asked, _database_is_ahead = _Asked(answer, showed), timedelta()
    if _are_apart(answer, timezone.now()):
        log.warning("the clock of this host is wrong: it is ahead by %s", host_is_ahead())
    return _asked


def _are_apart(one: datetime, other: datetime) -> bool:
    return abs(one - other) > HOSTS_APART_AT_MOST


def _ask_when_connected(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    is_primary = connection.alias == DEFAULT_DB_ALIAS  # a replica's host has a clock of its own
    if settings.HAS_DATABASE_CLOCK and is_primary and _is_due():
        _ask(connection)


connection_created.connect(_ask_when_connected)
