"""A pytest plugin: a test that commits has its tables emptied after it, as fast as can be.

On PostgreSQL Django truncates, which remakes each table and index on the disk. That takes longer than most
tests; the few rows there are can be deleted. What migrating puts down, it would put down again.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection

KEPT = {ContentType._meta.db_table, Permission._meta.db_table}


@pytest.fixture(scope="session", autouse=True)
def _rows_are_deleted() -> Iterator[None]:
    honest = connection.ops.sql_flush

    def deletions(style: Any, tables: Sequence[str], **how: Any) -> list[str]:
        emptied = [table for table in tables if table not in KEPT]
        if connection.vendor == "postgresql":
            # Foreign keys are checked at the end of the transaction, so that any order does.
            return ["; ".join(f"DELETE FROM {connection.ops.quote_name(table)}" for table in emptied)]
        return list(honest(style, emptied, **how))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection.ops, "sql_flush", deletions)
        yield
