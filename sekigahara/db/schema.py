"""Whether the database has every migration, table and column that this release expects.

`manage.py check --database default` reports what is missing, and `/readyz` sends no requests to a process
whose database is not complete.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import apps
from django.core.checks import CheckMessage, Error
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

TAG = "schema"
"""Of the system check. ``migrate`` leaves it out, because it makes what the check misses."""


def unapplied_migrations(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """The migrations of this release that the database does not have, as ``games.0001_initial``."""
    executor = MigrationExecutor(connections[using])
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _is_backwards in plan]


def stopped_among_joined(using: str = DEFAULT_DB_ALIAS) -> bool:
    """Whether the database has some, but not all, of the migrations that later were joined into one.

    Django would pass over that one, and the database would miss what it makes.
    """
    loader = MigrationLoader(connections[using])
    return any(
        not loader.applied_migrations.keys().isdisjoint(joined.replaces)
        for name, joined in loader.replacements.items()
        if name not in loader.applied_migrations and loader.disk_migrations.keys().isdisjoint(joined.replaces)
    )


def missing_columns(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """The columns of the models that the database does not have, as ``games_game.version``.

    A missing table is named alone, as ``games_game``.
    """
    return [*_missing_columns(using)]


def _missing_columns(using: str) -> Iterator[str]:
    connection = connections[using]
    migrated = MigrationLoader(connection).migrated_apps
    tables = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            meta = model._meta  # noqa: SLF001 - the documented way to a model's table
            if meta.app_label not in migrated or not meta.can_migrate(connection) or meta.proxy:
                continue
            if meta.db_table not in tables:
                yield meta.db_table
                continue
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(meta.db_table)} LIMIT 0")  # noqa: S608
            found = {column[0] for column in cursor.description}
            expected = (str(field.column) for field in meta.local_concrete_fields)
            yield from (f"{meta.db_table}.{column}" for column in expected if column not in found)


def check(*, databases: Sequence[str] | None, **_request: Any) -> list[CheckMessage]:
    """The system check: an error for everything that is missing in the given databases.

    Columns are compared only when all migrations are applied: before that some are always missing.
    """
    return [error for alias in databases or () for error in _errors(alias)]


def _errors(alias: str) -> list[CheckMessage]:
    unapplied = unapplied_migrations(alias)
    if unapplied:
        return [
            Error(
                f"The migration {name} is not applied to the database {alias!r}.",
                hint="`manage.py migrate` applies it.",
                id="sekigahara.E002",
            )
            for name in unapplied
        ]
    return [
        Error(
            f"The database {alias!r} has all migrations, but not {name}.",
            hint="Restore it from a backup, or find out who changed the database by hand.",
            id="sekigahara.E003",
        )
        for name in missing_columns(alias)
    ]
