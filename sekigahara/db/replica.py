"""A streaming replica for lists that may miss the last seconds. There is none by default.

The replica says only which rows a list has. Each of them is then asked of the primary, by its key and with
every condition of the list, so nothing is shown that was taken back since: a game of a club that has become
private, a name that somebody has given up. Whatever does not come through ``first`` is the primary's.

The reasons and the cost are in `sekigahara/adr/0030-a-replica-only-says-which.md`.
"""

import logging
from datetime import timedelta
from time import monotonic
from typing import Any, Final, TypeVar

from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.models import Model, QuerySet

from sekigahara.db import service_time
from sekigahara.db.outages import reason

log = logging.getLogger(__name__)

ALIAS: Final = "replica"
"""Its name in the settings."""
BEHIND_AT_MOST = timedelta(minutes=3)
"""A replica that has heard of nothing for longer is not asked. Jobs write something each minute."""
LEFT_ALONE_FOR = 30
"""Seconds for which this process does not ask it after it could not answer."""

KeyedRow = TypeVar("KeyedRow", bound=Model)

_asked_again_from = float("-inf")
"""The moment, by the monotonic clock, until which this process leaves the replica alone."""


class Router:
    """Sends nothing to the replica by itself."""

    def db_for_read(self, _model: type[Model], **_hints: Any) -> str:
        """The primary."""
        return DEFAULT_DB_ALIAS

    def db_for_write(self, _model: type[Model], **_hints: Any) -> str:
        """The primary."""
        return DEFAULT_DB_ALIAS

    def allow_migrate(self, db: str, _app_label: str, **_hints: Any) -> bool | None:
        """Never the replica, which gets its tables from the primary."""
        return False if db == ALIAS else None


def first(rows: QuerySet[KeyedRow], most: int) -> list[KeyedRow]:
    """The first rows of a list. If there is a replica, those of the last seconds may be missing.

    Args:
        rows: sorted, and without limits.
        most: how many.
    """
    keys = _keys(rows, most)
    if keys is not None:
        found = list(rows.filter(pk__in=keys))
        if len(found) == len(keys):
            return found
    return list(rows[:most])


def _keys(rows: QuerySet[KeyedRow], most: int) -> list[Any] | None:
    """The primary keys of the rows by the replica; None if there is none, or it cannot say."""
    global _asked_again_from  # noqa: PLW0603 - one for the process
    if ALIAS not in connections.settings or monotonic() < _asked_again_from:
        return None
    try:
        if (why := _why_not()) is None:
            return list(rows.using(ALIAS).values_list("pk", flat=True)[:most])
    except Error as error:  # also that it lacks a column of late
        why = reason(error)
        connections[ALIAS].close()
    _asked_again_from = monotonic() + LEFT_ALONE_FOR
    log.warning("lists are read from the primary, as the replica is away: %s", why)
    return None


def _why_not() -> str | None:
    """Why the replica is not to be asked; None if it may be.

    Raises:
        Error: it does not answer.
    """
    with connections[ALIAS].cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery(), pg_last_xact_replay_timestamp()")
        is_replica, heard = cursor.fetchone()
    if not is_replica:
        return "it is none"
    if heard is None or service_time.now() - heard > BEHIND_AT_MOST:
        return f"the last it has heard of was at {heard}"
    return None
