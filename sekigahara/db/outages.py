"""Whether an error means that the database is away or refuses to work, so that trying again later helps."""

import sqlite3

from django.db import InterfaceError, OperationalError


def is_outage(error: BaseException | None) -> bool:
    """Whether an error is an outage of the database, and not a mistake of ours.

    On PostgreSQL that is a lost or refused connection, a full disk, a deadlock, or a statement that took too
    long. SQLite also calls a wrong statement operational, under the name SQLITE_ERROR.
    """
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    cause = error.__cause__
    return not (isinstance(cause, sqlite3.Error) and cause.sqlite_errorname == "SQLITE_ERROR")


def reason(error: BaseException) -> str:
    """What the database said, in one line. Its further lines may quote rows."""
    return str(error).partition("\n")[0]
