"""Keeps the log as it was written: triggers in the database refuse to change or delete its entries.

They are made again after every migrate, because SQLite silently drops a table's triggers when Django remakes
the table. A system check, and every caller of ``missing``, notices when one is gone.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.core.checks import CheckMessage, Error
from django.db import DEFAULT_DB_ALIAS, connections, transaction

from games.models.log import Entry

TAG = "game_log"
"""Of the system check. ``migrate`` leaves it out, for it makes what the check misses."""

TABLE = Entry._meta.db_table  # noqa: SLF001 - the documented way to a model's table

REFUSAL = "refused: the entries of a log are only ever added, never changed or deleted"
"""What the database says, after the name of the deed and of the table. It arrives as an IntegrityError."""

FUNCTION = f"""
    CREATE OR REPLACE FUNCTION {TABLE}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '% of % {REFUSAL}', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END $$
"""
"""What PostgreSQL's triggers call."""

# SQLite's INSERT OR REPLACE deletes what is in its way, and fires no trigger for that.
_REPLACED = f"(SELECT 1 FROM {TABLE} WHERE id = NEW.id OR (game_id, seq) = (NEW.game_id, NEW.seq))"  # noqa: S608 - a constant

TRIGGERS: dict[str, dict[str, str]] = {
    "postgresql": {
        f"{TABLE}_no_{deed.lower()}": f"BEFORE {deed} ON {TABLE} EXECUTE FUNCTION {TABLE}_refuse()"
        for deed in ("UPDATE", "DELETE", "TRUNCATE")
    },
    "sqlite": {
        f"{TABLE}_no_{deed.lower()}": f"BEFORE {when} "
        f"BEGIN SELECT RAISE(ABORT, '{deed} of {TABLE} {REFUSAL}'); END"
        for deed, when in {
            "UPDATE": f"UPDATE ON {TABLE}",
            "DELETE": f"DELETE ON {TABLE}",
            "REPLACE": f"INSERT ON {TABLE} WHEN EXISTS {_REPLACED}",
        }.items()
    },
}
"""For each kind of database the names of the triggers, and what they do."""

AT_WORK = {
    "postgresql": "SELECT tgname FROM pg_trigger WHERE tgrelid = to_regclass(%s) AND tgenabled IN ('O', 'A')",
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s",
}
"""The query for the triggers of a table that are there and not disabled."""


def make(using: str = DEFAULT_DB_ALIAS) -> None:
    """Create every trigger again; does nothing where there is no log yet."""
    connection = connections[using]
    if TABLE not in connection.introspection.table_names():
        return
    with transaction.atomic(using), connection.cursor() as cursor:
        for statement in _statements(connection.vendor):
            cursor.execute(statement)


def _statements(vendor: str) -> Iterator[str]:
    if vendor == "postgresql":
        yield FUNCTION
        for name, does in TRIGGERS[vendor].items():
            yield f"CREATE OR REPLACE TRIGGER {name} {does}"
    else:
        for name, does in TRIGGERS[vendor].items():
            yield f"DROP TRIGGER IF EXISTS {name}"
            yield f"CREATE TRIGGER {name} {does}"


def missing(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """The names of the triggers that should be there and are not, or are disabled; none without a log."""
    connection = connections[using]
    if TABLE not in connection.introspection.table_names():
        return []
    with connection.cursor() as cursor:
        cursor.execute(AT_WORK[connection.vendor], [TABLE])
        found = {name for (name,) in cursor.fetchall()}
    return [name for name in TRIGGERS[connection.vendor] if name not in found]


def make_after_migrate(*, using: str, **_signal: Any) -> None:
    """Receives ``post_migrate``, and creates the triggers again."""
    make(using)


def check(*, databases: Sequence[str] | None, **_request: Any) -> list[CheckMessage]:
    """The system check: an error for every missing trigger in the given databases."""
    return [
        Error(
            f"The trigger {name} is missing in the database {alias!r}: the log of a game could be changed.",
            hint="`manage.py migrate` makes it again.",
            id="games.E001",
        )
        for alias in databases or ()
        for name in missing(alias)
    ]
