"""A pytest plugin: the one way in which tests get past what guards the log of the games.

A test that commits has its tables emptied after it, which the triggers would refuse. They are dropped before,
and made again by what Django does after emptying tables, as after every migrate.
"""

import contextlib
from collections.abc import Iterator

import pytest
from django.db import connection, transaction

from games.models import guard
from tests.kit.sizes import uses_database


@pytest.fixture(autouse=True)
def _log_can_be_emptied(request: pytest.FixtureRequest) -> Iterator[None]:
    if not uses_database(request.node):
        yield
        return
    request.getfixturevalue("db")  # set up before this fixture, hence torn down after it
    yield
    if not connection.in_atomic_block:  # else the test is rolled back
        _drop_triggers()


@contextlib.contextmanager
def unguarded() -> Iterator[None]:
    """Let the block change entries, as somebody could who has the database in their hands.

    Where the block fails nothing is made again here: the end of the test does it.
    """
    _drop_triggers()
    yield
    _settle_constraints()
    guard.make()


def _drop_triggers() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        _settle_constraints()
        for table, name, _does in guard.triggers(connection.vendor):
            of_table = f" ON {table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{of_table}")


def _settle_constraints() -> None:
    """PostgreSQL touches no trigger of a table whose foreign keys wait for the end of the transaction."""
    if connection.vendor == "postgresql":
        connection.check_constraints()
