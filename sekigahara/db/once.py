"""What two transactions would make at the same moment is made once, without an error of the database.

A unique constraint would refuse one of them too, but each refusal is an error in PostgreSQL's log, which is
for the unexpected.
"""

from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from sekigahara.db.writes import this_database

Row = TypeVar("Row", bound=Model)


def one_at_a_time(what: str) -> None:
    """Wait for every transaction that has asked for the same, until it ends. Then others wait for this one.

    On SQLite the transactions that write come one after another in any case.

    Args:
        what: a word for what only one may do. Rows are locked before it, not after.
    """
    database = this_database()
    if database.vendor == "postgresql":
        with database.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [what])


def ensured(rows: QuerySet[Row], defaults: dict[str, Any] | None = None, /, **named: Any) -> Row:
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
