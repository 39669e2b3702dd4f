"""Whether an error means that the database is away or refuses to work, so that trying again later helps."""

import sqlite3
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, InterfaceError, InternalError, OperationalError
from django.db.backends.signals import connection_created

from sekigahara.db.writes import this_database

REFUSALS = frozenset({"25006", "25P03", "25P04"})
"""SQLSTATEs of refusals that Django calls internal errors: it only reads now, as a standby does, or the
transaction took too long."""

DISK_FULL = "53100"
FULL_FOR = 60.0
"""Seconds."""
_noted: dict[str, float] = {}
"""By what this process was told, when, by its monotonic clock."""


def is_outage(error: BaseException | None) -> bool:
    """Whether an error is an outage of the database, and not a mistake of ours.

    On PostgreSQL that is a lost or refused connection, a full disk, a deadlock, a statement that took too
    long, or a database that can only be read. SQLite also calls a wrong statement operational, under the name
    SQLITE_ERROR.
    """
    cause = getattr(error, "__cause__", None)
    if isinstance(error, InternalError):
        return getattr(cause, "sqlstate", None) in REFUSALS
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    return not (isinstance(cause, sqlite3.Error) and cause.sqlite_errorname == "SQLITE_ERROR")


def note_full_disk(error: BaseException | None) -> None:
    """Note it if an error means that the disk of the database is full. It can be read all the while."""
    if getattr(getattr(error, "__cause__", None), "sqlstate", None) == DISK_FULL:
        _noted["full disk"] = monotonic()


def is_disk_full() -> bool:
    """Whether this process was told so within ``FULL_FOR``."""
    return monotonic() - _noted.get("full disk", -FULL_FOR) < FULL_FOR


def reason(error: BaseException) -> str:
    """What the database said, in one line. Its further lines may quote rows."""
    return str(error).partition("\n")[0]


def let_go() -> None:
    """Close the connection after an outage, so that the next request finds where the database is now.

    A connection to what has become a standby stays good for reading, so nothing else would close it.
    """
    database = this_database()
    if not database.in_atomic_block:
        database.close()


def tell_of_sessions() -> None:
    """Tell the database of each new connection when to give it up, so that what it holds is free again.

    Otherwise PostgreSQL notices only after two hours that a host is gone, and so long its games wait.
    """
    connection_created.connect(_tell)


def limit_statements() -> None:
    """Let no statement of this process take longer than ``STATEMENT_TIMEOUT``, from its next connection on.

    For processes that answer requests: a few statements that wait for a lock would else hold all threads.
    """
    _of_this_process["statement_timeout"] = f"{settings.STATEMENT_TIMEOUT}s"


_of_this_process: dict[str, str] = {}


def _tell(connection: Any, **_signal: Any) -> None:
    if connection.alias != DEFAULT_DB_ALIAS:  # a replica is told by its address, and holds nothing
        return
    if (
        settings.DATABASE_POOLER == "transaction"
    ):  # what is set would hold for the next user of the connection
        return
    values = settings.DATABASE_SESSION | _of_this_process
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT " + ", ".join(["set_config(%s, %s, false)"] * len(values)),
            [word for pair in values.items() for word in pair],
        )
