"""The time by which everything is decided: deadlines, lifetimes of links, rounds of ladders, what is due.

Hosts may disagree about the time, so in the full size the database's clock counts. Each process asks for it
when it connects, and again once it asked longer than ``TIME_KEPT_FOR`` ago. In between it counts on by its
monotonic clock, which nobody sets. What its own clock shows never matters. The embedded size has one host and
uses its clock.

The reasons and the cost are in `sekigahara/adr/0016-the-time-is-the-databases.md`.
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
"""A host whose clock differs by more has a wrong one."""


class _Asked(NamedTuple):
    """What the database answered, and what the monotonic clock showed then."""

    time: datetime
    monotonic: float


_asked: _Asked | None = None
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


def refresh() -> None:
    """Ask the database again if that is due. While it is away, count on."""
    if settings.HAS_DATABASE_CLOCK and _is_due() and connection.connection is not None:
        with contextlib.suppress(Error):  # the next statement will report it
            _ask(connection)


def _is_due() -> bool:
    return _asked is None or time.monotonic() - _asked.monotonic > TIME_KEPT_FOR


def _ask(database: BaseDatabaseWrapper) -> _Asked:
    global _asked  # noqa: PLW0603 - one for the process, replaced as a whole
    with database.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (answer,) = cursor.fetchone()
    _asked = _Asked(answer, time.monotonic())
    if abs(host_is_ahead()) > HOSTS_APART_AT_MOST:
        log.warning("the clock of this host is wrong: it is ahead by %s", host_is_ahead())
    return _asked


def _ask_when_connected(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    is_primary = connection.alias == DEFAULT_DB_ALIAS  # a replica's host has a clock of its own
    if settings.HAS_DATABASE_CLOCK and is_primary and _is_due():
        _ask(connection)


connection_created.connect(_ask_when_connected)
