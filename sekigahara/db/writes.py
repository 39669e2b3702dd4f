"""Running SQL: several statements in one, rows watched instead of locked, and what follows after the commit.

Rows need not be locked to be changed. On PostgreSQL they can be watched instead: each is read along with its
stamp, by which the database tells who wrote it last, and what is saved is written only if the stamps of all
are still the same. That spares a transaction its beginning, its end and its locks.

`sekigahara.db.statements` makes the statements.
"""

import contextlib
import re
import select
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple, cast

from django.db import DEFAULT_DB_ALIAS, DataError, OperationalError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from psycopg import RawCursor
from psycopg.types.datetime import TimestamptzLoader

STAMP = "xmin"
"""The column of PostgreSQL that tells which transaction wrote a row as it is."""

_DIVISION_BY_ZERO = "22012"
_DEADLOCK = "40P01"
_OVERTAKEN = {_DIVISION_BY_ZERO, _DEADLOCK}
"""How a statement fails that has met a change of a watched row, or would have waited for one for ever."""


class Overtaken(Exception):  # noqa: N818 - what happened, and nobody's error
    """Somebody else has changed a watched row since it was read. Nothing was written."""


class Statement(NamedTuple):
    """What is to be run.

    Attributes:
        watched: how many watched rows it changes, of which it returns one each; 0 where it watches none.
    """

    text: str
    parameters: list[Any]
    watched: int = 0


class _Batch(NamedTuple):
    """What is run together, and what is called after it."""

    statements: list[Statement]
    afterwards: list[Callable[[], None]]


_waiting: ContextVar[_Batch | None] = ContextVar("what is run together", default=None)


def can_watch() -> bool:
    """Whether rows can be watched here: by this database, and outside of a transaction."""
    database = this_database()
    return database.vendor == "postgresql" and not database.in_atomic_block


@contextlib.contextmanager
def together() -> Iterator[None]:
    """What is added and saved within the block is sent to the database at its end, all in one go.

    Nothing in it may depend on another part, and what is read within the block was there before it. Where
    the block raises, nothing is sent. A block within a block is part of it.

    Raises:
        Overtaken: a row that is saved was watched, and is not what it was.
    """
    if _waiting.get() is not None:
        yield
        return
    batch = _Batch([], [])
    token = _waiting.set(batch)
    try:
        yield
    finally:
        _waiting.reset(token)
    if batch.statements:
        _run_all(batch.statements, this_database())
    for do in batch.afterwards:
        once_committed(do)


def once_committed(do: Callable[[], None]) -> None:
    """Have something called once what is being written here is committed; what it raises is logged.

    What is asked for several times within a block of `together` is called once.
    """
    batch = _waiting.get()
    if batch is None:
        transaction.on_commit(do, robust=True)
    elif do not in batch.afterwards:
        batch.afterwards.append(do)


def _run_all(statements: Sequence[Statement], database: BaseDatabaseWrapper) -> None:
    """As one statement, where the database can change several tables by one."""
    if database.vendor != "postgresql":
        for text, parameters, _ in statements:
            executed(text, parameters, database).close()
        return
    text = _in_one(tuple((text, watched) for text, _, watched in statements))
    values = [value for statement in statements for value in statement.parameters]
    try:
        executed(text, values, database).close()
    except (DataError, OperationalError) as error:
        is_watching = any(statement.watched for statement in statements)
        if is_watching and getattr(error.__cause__, "sqlstate", "") in _OVERTAKEN:
            raise Overtaken from None
        raise


def executed(
    text: str, parameters: Sequence[Any], database: BaseDatabaseWrapper, *, has_times: bool = False
) -> CursorWrapper:
    """The cursor by which it was done.

    Args:
        has_times: there are times among what it returns.
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
    """With PostgreSQL's own marks: psycopg would look for others, and in a long text it does so each time."""
    numbers = count(1)
    return re.sub("%s", lambda _mark: f"${next(numbers)}", text)


@lru_cache(maxsize=1024)
def _in_one(parts: tuple[tuple[str, int], ...]) -> str:
    """The statement of several. Where rows are watched it fails, and so writes nothing, unless all are there.

    PostgreSQL runs what the last part refers to before any other: another's change of a watched row is found
    before something of ours could collide with it.
    """
    watched = sum(rows for _, rows in parts)
    named = [f"part_{number} AS ({text})" for number, (text, _) in enumerate(parts)]
    if watched:
        counts = (f"(SELECT count(*) FROM part_{number})" for number, (_, rows) in enumerate(parts) if rows)  # noqa: S608
        return f"WITH {', '.join(named)} SELECT 1 / (({' + '.join(counts)}) / {watched})"
    *others, _ = named
    last, _ = parts[-1]
    return f"WITH {', '.join(others)} {last}" if others else last


def run(statement: Statement, database: BaseDatabaseWrapper) -> None:
    """Run it, at the end of a block of `together` if there is one.

    Raises:
        Overtaken: it changes watched rows, and one of them is not what it was.
    """
    batch = _waiting.get()
    if batch is not None:
        batch.statements.append(statement)
    else:
        _run_all([statement], database)


def close_if_lost() -> None:
    """Close a connection that the database has ended since it was last used, so that the next is a new one.

    While nothing is asked nothing is said: only if there is something to hear the database is asked whether
    it is still there.
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
    """The connection itself: what Django offers in its place looks for it anew at every touch."""
    return connections[DEFAULT_DB_ALIAS]
