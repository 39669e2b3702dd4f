"""Running SQL: single statements, several that are written together or not at all, and rows made once.

`sekigahara.db.statements` makes the statements.
"""

import select
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import Model, QuerySet
from psycopg import RawCursor
from psycopg.types.datetime import TimestamptzLoader


class Statement(NamedTuple):
    """SQL with its parameters. The text ends in a WHERE clause, so that another condition can be added."""

    text: str
    parameters: list[Any]


def run(statement: Statement) -> None:
    """Run one statement."""
    executed(*statement, this_database()).close()


def write_together(first: Statement, others: Sequence[Statement]) -> bool:
    """Run all statements if the first one, an update, changes its row; none of them otherwise.

    On PostgreSQL they are one statement, on SQLite a transaction. No statement sees what another one writes.

    Returns:
        Whether they were written.
    """
    database = this_database()
    if database.vendor == "postgresql":
        text = _in_one(first.text, tuple(other.text for other in others))
        parameters = [value for statement in (first, *others) for value in statement.parameters]
        with executed(text, parameters, database) as cursor:
            return bool(cursor.fetchone()[0])
    with transaction.atomic():
        with executed(*first, database) as cursor:
            is_found = bool(cursor.rowcount)
        if is_found:
            for other in others:
                run(other)
    return is_found


@lru_cache(maxsize=1024)
def _in_one(first: str, others: tuple[str, ...]) -> str:
    """The statement of several. The first runs first, and the others write only if it has written."""
    parts = [
        f"part_{number} AS ({text} AND EXISTS (SELECT FROM first))"
        for number, text in enumerate(others, start=2)
    ]
    named = ", ".join([f"first AS ({first} RETURNING 1)", *parts])
    return f"WITH {named} SELECT count(*) FROM first"  # noqa: S608 - statements of ours


def executed(
    text: str, parameters: Sequence[Any], database: BaseDatabaseWrapper, *, has_times: bool = False
) -> CursorWrapper:
    """The cursor after executing a statement.

    Args:
        has_times: the result contains times.
    """
    if database.vendor != "postgresql" or database.queries_logged:
        cursor, statement = database.cursor(), text
    else:
        database.ensure_connection()
        raw = RawCursor(database.connection)
        if has_times:  # Django's reader is in Python, for the sake of zones other than UTC
            raw.adapters.register_loader("timestamptz", TimestamptzLoader)
        cursor, statement = database.make_cursor(cast("CursorWrapper", raw)), _numbered(text)
    cursor.execute(statement, parameters)
    return cursor


@lru_cache(maxsize=1024)
def _numbered(text: str) -> str:
    """With PostgreSQL's own placeholders: psycopg would search a long text for its own each time."""
    first, *others = text.split("%s")
    return first + "".join([f"${number}{part}" for number, part in enumerate(others, start=1)])


def close_if_lost() -> None:
    """Close a connection that the database has ended since its last use, so that a new one is opened.

    As long as the socket has nothing to read, this costs no query.
    """
    database = this_database()
    if database.vendor != "postgresql" or database.connection is None:
        return
    if database.connection.closed or _is_heard_from(database.connection.fileno()):
        database.errors_occurred = True  # or it would not be asked
        database.close_if_unusable_or_obsolete()


def _is_heard_from(descriptor: int) -> bool:
    heard = select.poll()
    heard.register(descriptor, select.POLLIN)
    return bool(heard.poll(0))


def this_database() -> BaseDatabaseWrapper:
    """The connection itself: Django's proxy would look it up at every access."""
    return connections[DEFAULT_DB_ALIAS]


ModelRow = TypeVar("ModelRow", bound=Model)


def one_at_a_time(what: str) -> None:
    """Wait for every transaction that has asked for the same, until it ends. Then others wait for this one.

    On SQLite the transactions that write come one after another in any case.

    Args:
        what: a word for what only one may do. FoundRows are locked before it, not after.
    """
    database = this_database()
    if database.vendor == "postgresql":
        with database.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [what])


def ensured(rows: QuerySet[ModelRow], defaults: dict[str, Any] | None = None, /, **named: Any) -> ModelRow:
    """The row of these values, which is made if there is none.

    Args:
        rows: where it is, or will be. A lock of the query holds for the row.
        defaults: further values of a new row.
        named: values that are unique together.
    """
    found = rows.filter(**named).first()
    if found is None:
        rows.bulk_create([rows.model(**named, **(defaults or {}))], ignore_conflicts=True)
        found = rows.get(**named)
    return found
