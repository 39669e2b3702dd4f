"""Database triggers that keep append-only tables: their rows are never changed, and never deleted.

Games at which only guests sit are an exception: nobody has come to keep them, so they can be deleted with
their log. From the moment when a guest's seat belongs to a person its log is guarded like every other.

Who owns a table can drop its triggers. On PostgreSQL the processes therefore work as another role
(``sekigahara.db.roles``), which can only read these tables and add to them. A function of the owner's
deletes the rows of a game of guests for it, and triggers see to it that no other game becomes one. Two
transactions that see nothing of each other must not make one together: seating somebody waits for the one
that makes a guest of them, and the other way round. Who works on an older state of the database is refused.

The triggers are created again after every migrate, because SQLite drops the triggers of a table when Django
rebuilds it. A system check reports missing triggers.
"""

import logging
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.apps import AppConfig
from django.core import checks
from django.core.checks import CheckMessage, Error
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Model
from django.db.models.signals import post_migrate, pre_migrate

from accounts.models.person import Person
from games.models.log import Entry
from games.models.seat import Seat
from games.models.seat_change import SeatChange
from sekigahara.db import roles
from sekigahara.db.writes import this_database
from sekigahara.pages import health

log = logging.getLogger(__name__)

TAG = "game_log"
"""The tag of the system check. ``migrate`` skips the check, because it creates the missing triggers."""

REFUSAL = "refused: the entries of a log are only ever added, never changed or deleted"
"""The end of the database's error message, which Django raises as an IntegrityError."""

ENTRIES, SEATS, PEOPLE, CHANGES = (model._meta.db_table for model in (Entry, Seat, Person, SeatChange))  # noqa: SLF001 - documented
FORGET = f"{ENTRIES}_forget"
"""The function that deletes the log of a game of guests."""

_SITTING = (
    f"SELECT 1 FROM {SEATS} seat JOIN {PEOPLE} person "  # noqa: S608 - constants
    "ON person.id = seat.player_id WHERE seat.game_id = OLD.game_id AND person.guest_seen_at IS"
)
_SAT = (
    f"SELECT 1 FROM {CHANGES} change LEFT JOIN {PEOPLE} person ON person.id = change.person_id "  # noqa: S608 - constants
    "WHERE change.game_id = OLD.game_id AND change.person_id IS NOT NULL AND person.guest_seen_at IS NULL"
)
OF_GUESTS = f"(EXISTS ({_SITTING} NOT NULL) AND NOT EXISTS ({_SITTING} NULL) AND NOT EXISTS ({_SAT}))"
"""The condition that all people at the table of a row's game are guests, that there is one, and that nobody
else has ever sat there: seats can be emptied and rows of people replaced, the register of seats cannot."""


class Guarded(NamedTuple):
    """An append-only table.

    Attributes:
        table: its name.
        keys: the columns of each of its unique keys.
        goes_with_guests: whether its rows belong to a game (``game_id``), and go with one of guests alone.
    """

    table: str
    keys: tuple[tuple[str, ...], ...]
    goes_with_guests: bool


_guarded: list[Guarded] = []


def protect(model: type[Model], *, goes_with_guests: bool = False) -> None:
    """Make the table of a model append-only. Apps call this when they are ready.

    Args:
        model: its rows are never changed or deleted.
        goes_with_guests: whether its rows belong to a game, and go with one of guests alone.
    """
    meta = model._meta  # noqa: SLF001 - the documented way to a model's table
    unique = [(field.name,) for field in meta.local_concrete_fields if field.unique]
    named = [*unique, *(constraint.fields for constraint in meta.total_unique_constraints)]
    keys = tuple(tuple(str(meta.get_field(name).column) for name in names) for names in named)  # type: ignore[union-attr]
    _guarded.append(Guarded(meta.db_table, keys, goes_with_guests))


def tables(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """The names of the append-only tables that there are already."""
    present = connections[using].introspection.table_names()
    return [guarded.table for guarded in _guarded if guarded.table in present]


class Trigger(NamedTuple):
    """A trigger of the database.

    Attributes:
        table: it belongs to.
        name: of it.
        does: when, and what, in the database's SQL.
    """

    table: str
    name: str
    does: str


def triggers(vendor: str) -> list[Trigger]:
    """All triggers that there must be on a database of this vendor."""
    if vendor == "postgresql":
        refusing = [
            Trigger(
                table,
                f"{table}_no_{deed.lower()}",
                f"BEFORE {deed} ON {table} {each} EXECUTE FUNCTION {do}()",
            )
            for table, _keys, goes_with_guests in _guarded
            for do in [f"{ENTRIES}_{'refuse' if goes_with_guests else 'refuse_all'}"]
            for deed, each in {"UPDATE": "", "DELETE": "FOR EACH ROW", "TRUNCATE": ""}.items()
        ]
        return [*refusing, *_against_false_guests()]
    return [
        Trigger(
            table,
            f"{table}_no_{deed.lower()}",
            f"BEFORE {when} BEGIN SELECT RAISE(ABORT, '{deed} of {table} {REFUSAL}'); END",
        )
        for table, keys, goes_with_guests in _guarded
        for deed, when in {
            "UPDATE": f"UPDATE ON {table}",
            "DELETE": f"DELETE ON {table}" + (f" WHEN NOT {OF_GUESTS}" if goes_with_guests else ""),
            "REPLACE": f"INSERT ON {table} WHEN EXISTS ({_replaced(table, keys)})",
        }.items()
    ]


def _replaced(table: str, keys: tuple[tuple[str, ...], ...]) -> str:
    """What an insert would replace: SQLite's INSERT OR REPLACE deletes it without firing a DELETE trigger."""
    same = (" AND ".join(f"{column} = NEW.{column}" for column in key) for key in keys)
    return f"SELECT 1 FROM {table} WHERE {' OR '.join(f'({each})' for each in same)}"  # noqa: S608 - constants


def _against_false_guests() -> Iterator[Trigger]:
    """Else a process could make guests of the people of a game, and have its log deleted."""
    changed = "OLD.player_id IS DISTINCT FROM NEW.player_id OR OLD.game_id <> NEW.game_id"
    for table, deed, when in (
        (SEATS, "INSERT", "NEW.player_id IS NOT NULL"),
        (SEATS, "UPDATE", changed),
        (PEOPLE, "INSERT", "NEW.guest_seen_at IS NOT NULL"),
        (PEOPLE, "UPDATE", "OLD.guest_seen_at IS NULL AND NEW.guest_seen_at IS NOT NULL OR OLD.id <> NEW.id"),
    ):
        name = f"{table}_no_guest_{deed.lower()}"
        yield Trigger(
            table,
            name,
            f"AFTER {deed} ON {table} FOR EACH ROW WHEN ({when}) EXECUTE FUNCTION {table}_no_guest()",
        )


def _functions(path: str) -> Iterator[str]:
    """PostgreSQL's functions, which look for tables in one schema, whatever the caller has set.

    Args:
        path: that schema, quoted.
    """
    begin = f"SET search_path = pg_catalog, {path}, pg_temp AS $$ BEGIN"
    violated = "USING ERRCODE = 'integrity_constraint_violation'"
    refuse = f"RAISE EXCEPTION '% of % {REFUSAL}', TG_OP, TG_TABLE_NAME {violated};"
    # Only then does each statement of a function see what was committed before it.
    is_fresh = "current_setting('transaction_isolation') = 'read committed'"
    yield f"""
        CREATE OR REPLACE FUNCTION {ENTRIES}_refuse() RETURNS trigger LANGUAGE plpgsql {begin}
            IF TG_LEVEL = 'ROW' THEN
                IF {is_fresh} AND {OF_GUESTS} THEN RETURN OLD; END IF;
            END IF;
            {refuse}
        END $$"""
    yield f"""
        CREATE OR REPLACE FUNCTION {ENTRIES}_refuse_all() RETURNS trigger LANGUAGE plpgsql {begin}
            {refuse}
        END $$"""
    # Seats share the lock, so that honest processes never wait in a circle. A person with a seat becomes no
    # guest even before the game begins: it could begin at this moment.
    begun = f"JOIN {ENTRIES} entry ON entry.game_id = seat.game_id"
    for table, row, person, shared, join, refused in (
        (SEATS, "seat", "player_id", "_shared", begun, "no guest comes to a game that has begun"),
        (PEOPLE, "person", "id", "", "", "nobody who has a seat becomes a guest"),
    ):
        yield f"""
            CREATE OR REPLACE FUNCTION {table}_no_guest() RETURNS trigger LANGUAGE plpgsql {begin}
                PERFORM pg_advisory_xact_lock{shared}(hashtextextended('guest ' || NEW.{person}, 0));
                IF NOT {is_fresh} OR EXISTS (
                    SELECT 1 FROM {PEOPLE} person JOIN {SEATS} seat ON person.id = seat.player_id {join}
                    WHERE {row}.id = NEW.id AND person.guest_seen_at IS NOT NULL
                ) THEN
                    RAISE EXCEPTION 'refused: {refused}' {violated};
                END IF;
                RETURN NULL;
            END $$"""  # noqa: S608 - constants
    deletes = " ".join(f"DELETE FROM {table} WHERE game_id = game;" for table in _with_guests())  # noqa: S608
    yield f"""
        CREATE OR REPLACE FUNCTION {FORGET}(game bigint) RETURNS void
            LANGUAGE plpgsql SECURITY DEFINER {begin} {deletes}
        END $$"""
    yield f"REVOKE ALL ON FUNCTION {FORGET}(bigint) FROM PUBLIC"


def _with_guests() -> list[str]:
    return [guarded.table for guarded in _guarded if guarded.goes_with_guests]


def forget(game_id: int) -> None:
    """Delete the log of a game at which only guests sit, in the caller's transaction, which has locked it.

    Args:
        game_id: the primary key of the game.

    Raises:
        IntegrityError: somebody else sits there too.
    """
    connection = this_database()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"SELECT {FORGET}(%s)", [game_id])
            return
        for table in _with_guests():
            cursor.execute(f"DELETE FROM {table} WHERE game_id = %s", [game_id])  # noqa: S608 - constants


ENABLED = {
    "postgresql": "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE tgenabled IN ('O', 'A')",
    "sqlite": "SELECT tbl_name, name FROM sqlite_master WHERE type = 'trigger'",
}
"""By database, the query for the tables and names of enabled triggers."""


def register(app: AppConfig) -> None:
    """Make the triggers after every migrate, and tell where they are missing.

    Args:
        app: the one that is migrated.
    """
    protect(Entry, goes_with_guests=True)
    protect(SeatChange, goes_with_guests=True)
    pre_migrate.connect(drop_before_migrate, sender=app)
    post_migrate.connect(make_after_migrate, sender=app)
    checks.register(check, TAG)
    checks.register(check_role, TAG, deploy=True)
    health.register("log", standing, is_needed=True)


def make(using: str = DEFAULT_DB_ALIAS) -> None:
    """Create every trigger, except of tables that do not exist yet.

    Each by itself: processes that write to several of the tables meanwhile must not wait in a circle.
    """
    connection = connections[using]
    present = {*connection.introspection.table_names()}
    if not present >= {ENTRIES, SEATS, PEOPLE}:
        return
    needed = [trigger for trigger in triggers(connection.vendor) if trigger.table in present]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for statement in _functions(roles.schema(cursor)):
                cursor.execute(statement)
            for trigger in needed:
                cursor.execute(f"CREATE OR REPLACE TRIGGER {trigger.name} {trigger.does}")
            return
        for trigger in needed:
            with transaction.atomic(using):
                cursor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}")
                cursor.execute(f"CREATE TRIGGER {trigger.name} {trigger.does}")


def missing(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """The names of triggers that are missing or disabled; none for tables that do not exist yet."""
    connection = connections[using]
    present = {*connection.introspection.table_names()}
    with connection.cursor() as cursor:
        cursor.execute(ENABLED[connection.vendor])
        found = {*cursor.fetchall()}
    needed = triggers(connection.vendor)
    return [name for table, name, _does in needed if table in present and (table, name) not in found]


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
    """Drop SQLite's triggers for deletions on the signal ``pre_migrate``.

    ``make_after_migrate`` creates them again. They name tables of people and seats, and SQLite cannot
    rename a table, as Django does to rebuild one, while a trigger names a table that is not there.
    """
    connection = connections[using]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            for table in _with_guests():
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_delete")


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


def check_role(*, databases: Sequence[str] | None, **_request: Any) -> list[CheckMessage]:
    """The check of `check --deploy`: a warning where the processes' own role could get past the triggers."""
    found: list[CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        if connection.vendor == "postgresql" and (bare := roles.changeable(connection, tables(alias))):
            role = connection.settings_dict["USER"]
            message = f"The role {role!r} of the database {alias!r} could change {', '.join(bare)}."
            hint = "Let a role of its own own the tables: see deploy/README.md."
            found.append(checks.Warning(message, hint=hint, id="games.W001"))
    return found
