"""Database triggers that refuse to change or delete entries of the log.

Games at which only guests sit are an exception: nobody has come to keep them, so they can be deleted with
their log. From the moment when a guest's seat belongs to a person its log is guarded like every other.

The triggers are created again after every migrate, because SQLite drops the triggers of a table when Django
rebuilds it. A system check reports missing triggers.
"""

import logging
from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.core.checks import CheckMessage, Error
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models.signals import post_migrate, pre_migrate

from accounts.models.person import Person
from games.models.log import Entry
from games.models.seat import Seat
from sekigahara.pages import health

log = logging.getLogger(__name__)

TAG = "game_log"
"""The tag of the system check. ``migrate`` skips the check, because it creates the missing triggers."""

TABLE = Entry._meta.db_table  # noqa: SLF001 - the documented way to a model's table

REFUSAL = "refused: the entries of a log are only ever added, never changed or deleted"
"""The end of the database's error message, which Django raises as an IntegrityError."""

_SITTING = (
    f"SELECT 1 FROM {Seat._meta.db_table} seat JOIN {Person._meta.db_table} person "  # noqa: SLF001, S608 - constants
    "ON person.id = seat.player_id WHERE seat.game_id = OLD.game_id AND person.guest_seen_at IS"
)
OF_GUESTS = f"(EXISTS ({_SITTING} NOT NULL) AND NOT EXISTS ({_SITTING} NULL))"
"""The condition that all people at the table of an entry are guests, and that there is one."""

FUNCTION = f"""
    CREATE OR REPLACE FUNCTION {TABLE}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_LEVEL = 'ROW' THEN
            IF {OF_GUESTS} THEN
                RETURN OLD;
            END IF;
        END IF;
        RAISE EXCEPTION '% of % {REFUSAL}', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END $$
"""
"""The function that PostgreSQL's triggers call."""

# SQLite's INSERT OR REPLACE deletes conflicting rows without firing a DELETE trigger.
_REPLACED = f"(SELECT 1 FROM {TABLE} WHERE id = NEW.id OR (game_id, seq) = (NEW.game_id, NEW.seq))"  # noqa: S608 - a constant

TRIGGERS: dict[str, dict[str, str]] = {
    "postgresql": {
        f"{TABLE}_no_{deed.lower()}": f"BEFORE {deed} ON {TABLE} {each} EXECUTE FUNCTION {TABLE}_refuse()"
        for deed, each in {"UPDATE": "", "DELETE": "FOR EACH ROW", "TRUNCATE": ""}.items()
    },
    "sqlite": {
        f"{TABLE}_no_{deed.lower()}": f"BEFORE {when} "
        f"BEGIN SELECT RAISE(ABORT, '{deed} of {TABLE} {REFUSAL}'); END"
        for deed, when in {
            "UPDATE": f"UPDATE ON {TABLE}",
            "DELETE": f"DELETE ON {TABLE} WHEN NOT {OF_GUESTS}",
            "REPLACE": f"INSERT ON {TABLE} WHEN EXISTS {_REPLACED}",
        }.items()
    },
}
"""By database, the names and definitions of the triggers."""

ENABLED = {
    "postgresql": "SELECT tgname FROM pg_trigger WHERE tgrelid = to_regclass(%s) AND tgenabled IN ('O', 'A')",
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s",
}
"""By database, the query for the enabled triggers of a table."""


def register(app: AppConfig) -> None:
    """Make the triggers after every migrate, and tell where they are missing.

    Args:
        app: the one that is migrated.
    """
    pre_migrate.connect(drop_before_migrate, sender=app)
    post_migrate.connect(make_after_migrate, sender=app)
    checks.register(check, TAG)
    health.register("log", standing, is_needed=True)


def make(using: str = DEFAULT_DB_ALIAS) -> None:
    """Create every trigger, unless the table of the log does not exist yet."""
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
    """The names of triggers that are missing or disabled; none if the table does not exist yet."""
    connection = connections[using]
    if TABLE not in connection.introspection.table_names():
        return []
    with connection.cursor() as cursor:
        cursor.execute(ENABLED[connection.vendor], [TABLE])
        found = {name for (name,) in cursor.fetchall()}
    return [name for name in TRIGGERS[connection.vendor] if name not in found]


def standing() -> str:
    """For `/readyz`: "ok", or "unguarded" while triggers are missing. The log of the process names them."""
    unguarded = missing()
    if unguarded:
        log.error("the log is not guarded, triggers are missing: %s", ", ".join(unguarded))
    return "unguarded" if unguarded else "ok"


def make_after_migrate(*, using: str, **_signal: Any) -> None:
    """Create the triggers on the signal ``post_migrate``."""
    make(using)


def drop_before_migrate(*, using: str, **_signal: Any) -> None:
    """Drop SQLite's trigger for deletions on the signal ``pre_migrate``.

    ``make_after_migrate`` creates it again. It names tables of people and seats, and SQLite cannot rename a
    table, as Django does to rebuild one, while a trigger names a table that is not there.
    """
    connection = connections[using]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TRIGGER IF EXISTS {TABLE}_no_delete")


def check(*, databases: Sequence[str] | None, **_request: Any) -> list[CheckMessage]:
    """The system check: an error for each missing trigger in the given databases."""
    return [
        Error(
            f"The trigger {name} is missing in the database {alias!r}: the log of a game could be changed.",
            hint="`manage.py migrate` makes it again.",
            id="games.E001",
        )
        for alias in databases or ()
        for name in missing(alias)
    ]
