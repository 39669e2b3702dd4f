"""Whether an error means that the database is away or refuses to work, so that trying again later helps."""

import sqlite3
from typing import Any

from django.conf import settings
from django.db import InterfaceError, InternalError, OperationalError
from django.db.backends.signals import connection_created

from sekigahara.db.writes import this_database

REFUSALS = frozenset({"25006", "25P03", "25P04"})
"""SQLSTATEs of refusals that Django calls internal errors: it only reads now, as a standby does, or the
transaction took too long."""


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


def limit_statements() -> None:
    """Let no statement of this process take longer than ``STATEMENT_TIMEOUT``, from its next connection on.

    For processes that answer requests: a few statements that wait for a lock would else hold all threads.
    """
    connection_created.connect(_limit)


def _limit(connection: Any, **_signal: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('statement_timeout', %s, false)", [f"{settings.STATEMENT_TIMEOUT}s"]
        )
