"""What tests hear of the statements that the database is told."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from django.db import connection

READS = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK")
"""How statements begin that write nothing."""


@contextlib.contextmanager
def writes() -> Iterator[list[str]]:
    """The statements of the block that write something, without their values.

    Django's own list would quote the values of each, which on SQLite takes another statement.
    """
    statements: list[str] = []

    def execute(run: Callable[..., Any], text: str, *how: Any) -> Any:
        if not text.lstrip().startswith(READS):
            statements.append(text)
        return run(text, *how)

    with connection.execute_wrapper(execute):
        yield statements
