"""Applied migrations are never edited: some database was made by them. A change is a migration of its own.

They are applied while processes of the release before work, which must neither fail nor wait.

What was added between two releases may become a few migrations (`replaces`) before the next one: one for
columns, one for tables, one for indexes, so that none keeps many tables locked for long.

Whoever adds a migration adds its digest here; the failing test names it.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import migrations, models
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from sekigahara.db.indexes import AddIndexInUse

PROJECT = Path(__file__).resolve().parents[2]
APPS = ("accounts", "games", "games/ladders", "notifications")
SHOWN = 40
"""Digits of a digest that are kept here."""
RELEASED = {
    "accounts/migrations/0001_initial.py": "41dd59d89ba9fd2a40ec4b5eed46dbb725bd8794",
    "accounts/migrations/0002_columns_of_0_3_0.py": "ac84d87dcaf02cb569cbae4fc816947dab44abf3",
    "accounts/migrations/0003_tokens_of_0_3_0.py": "3dfe45d598a83bc82b506a7abbc06a5b56408ec5",
    "accounts/migrations/0004_tables_of_0_3_0.py": "18343bad6d30ec1e5921ae1a233e824bf78e571e",
    "accounts/migrations/0005_indexes_of_0_3_0.py": "ddcc5cc43be15ace064cb0740561155cce1bf0be",
    "accounts/migrations/0006_nameless_models.py": "2665e7bb4d42e5e78f0ad668b718cd90a4ad22aa",
    "games/migrations/0001_initial.py": "9a970b891f96740da867aad6b1855b995afbc1c2",
    "games/migrations/0002_columns_of_0_3_0.py": "5bb9427a6163da44a816fc0b71738adaba6ecbda",
    "games/migrations/0003_seats_of_0_3_0.py": "e2516468091cb83a931aba538ce9b1b3900094e5",
    "games/migrations/0004_tables_of_0_3_0.py": "aabd4453f48a7e78d2c091bdb6e834957ffd7816",
    "games/migrations/0005_indexes_of_0_3_0.py": "996fdd16e0e65457c0f188e2adb3905a643cdd98",
    "games/migrations/0006_nameless_models.py": "0c726d56ac130a1b6dc8da6e0b07377c4c8617f3",
    "games/ladders/migrations/0001_initial.py": "4f76f75d96055ffaac86a89579c5951b47b54526",
    "games/ladders/migrations/0002_columns_of_0_3_0.py": "0a423715417919a8a07822de3733aac7be7b3632",
    "games/ladders/migrations/0003_tables_of_0_3_0.py": "ff77afd129afcbf4e6865282ea0abcc4368141a8",
    "games/ladders/migrations/0004_nameless_models.py": "b8a8ec904e20b144ff2f04f819d6b40d1c990a6b",
    "notifications/migrations/0001_initial.py": "09d1a133e83e87a525e8f91ae43ee8ef4746b856",
    "notifications/migrations/0002_columns_of_0_3_0.py": "538ac8794c583172eaf3ab2d8bd3d74d0940943c",
    "notifications/migrations/0003_tables_of_0_3_0.py": "9414bc8956c816f8179cb69286d2df714d4868d3",
    "notifications/migrations/0004_indexes_of_0_3_0.py": "2c3c6318328040873a09650314c067a7bb09c699",
    "notifications/migrations/0005_nameless_models.py": "e3721af4d675a0fbb671f0b1024e0dab8a892d4c",
}
"""By the file: the beginning of the SHA-256 of what it says."""


def digests() -> dict[str, str]:
    """The digest of every migration, by its file."""
    return {
        path.relative_to(PROJECT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:SHOWN]
        for app in APPS
        for path in sorted((PROJECT / app / "migrations").glob("0*.py"))
    }


def test_no_migration_was_edited_renamed_or_deleted() -> None:
    present = digests()
    edited = [file for file, digest in RELEASED.items() if present.get(file) != digest]
    assert not edited, f"leave it as it was, and add a migration after it: {edited}"


def test_every_migration_is_listed() -> None:
    added = {file: digest for file, digest in digests().items() if file not in RELEASED}
    assert not added, f"add to RELEASED: {added}"


# ---- what a migration may do while processes of the release before it work ----

LARGE = frozenset(
    {
        "accounts.person",
        "games.entry",
        "games.game",
        "games.receipt",
        "games.seat",
        "ladders.match",
        "ladders.ratingchange",
        "notifications.delivery",
        "notifications.notification",
    }
)
"""Tables that grow with what is played: an index that is not made concurrently stops all writing to them."""
MADE_WITH_A_LOCK = frozenset({"accounts.0002_columns_of_0_3_0"})
"""It gives each person a key of their own, and so writes the table anew: with the index of the keys that
takes 0.3 seconds for 100,000 people.
"""


def after_the_first() -> Iterator[tuple[Migration, ProjectState]]:
    """Every migration of ours that a release may bring to tables in use, with the state before it."""
    graph = MigrationLoader(None).graph
    state, seen = ProjectState(), set()
    for leaf in sorted(graph.leaf_nodes()):
        for node in graph.forwards_plan(leaf):
            if node in seen:
                continue
            seen.add(node)
            migration = graph.nodes[node]
            if node[0] in {path.rpartition("/")[2] for path in APPS} and not migration.initial:
                yield migration, state.clone()
            migration.mutate_state(state, preserve=False)


def done(migration: Migration) -> Iterator[Operation]:
    """What it does to the database."""
    for operation in migration.operations:
        if isinstance(operation, migrations.SeparateDatabaseAndState):
            yield from operation.database_operations
        else:
            yield operation


def unset_by_older_releases(migration: Migration) -> list[str]:
    """Columns that it adds, and that would be null where a process of an older release inserts a row."""
    own = {each.name_lower for each in migration.operations if isinstance(each, migrations.CreateModel)}
    added = [
        (each.model_name, each.name)
        for each in migration.operations
        if isinstance(each, migrations.AddField) and each.model_name_lower not in own
    ]
    fields = [apps.get_model(migration.app_label, model)._meta.get_field(name) for model, name in added]
    return [
        str(field) for field in fields if not (field.null or field.has_db_default() or field.many_to_many)
    ]


def locking(migration: Migration, before: ProjectState) -> list[str]:
    """Indexes that it makes on large tables while nobody can write to these."""
    return [
        operation.describe()
        for operation in done(migration)
        if f"{migration.app_label}.{getattr(operation, 'model_name', '')}".lower() in LARGE
        and makes_an_index(operation, migration.app_label, before)
    ]


def makes_an_index(operation: Operation, app: str, before: ProjectState) -> bool:
    if isinstance(operation, AddIndexInUse):
        return False
    if isinstance(operation, migrations.AddConstraint):
        return isinstance(operation.constraint, models.UniqueConstraint)
    if isinstance(operation, migrations.AlterField):
        old = before.models[app, operation.model_name_lower].fields[operation.name]
        return is_indexed(operation.field) and not is_indexed(old)
    if isinstance(operation, migrations.AddField):
        return is_indexed(operation.field)
    return isinstance(operation, (migrations.AddIndex, migrations.AlterUniqueTogether))


def is_indexed(field: Any) -> bool:
    return bool(field.db_index or field.unique)


def test_processes_of_the_release_before_can_insert_rows_after_a_migration() -> None:
    unset = [name for migration, _before in after_the_first() for name in unset_by_older_releases(migration)]
    assert not unset, f"give it a db_default, or let it be null: {unset}"


def test_no_migration_keeps_writers_of_a_large_table_waiting_for_an_index() -> None:
    made = {
        str(migration): found
        for migration, before in after_the_first()
        if str(migration) not in MADE_WITH_A_LOCK and (found := locking(migration, before))
    }
    assert not made, f"AddIndexInUse, in a migration with `atomic = False`: {made}"


def of_games(operation: Operation) -> Migration:
    class Added(Migration):
        operations = [operation]

    return Added("9999_test", "games")


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddIndex("seat", models.Index(fields=["asked"], name="asked")),
        migrations.AddConstraint("Seat", models.UniqueConstraint(fields=["asked"], name="asked")),
        migrations.AddField("seat", "other", models.ForeignKey("games.game", models.CASCADE, null=True)),
        migrations.AlterField("seat", "asked", models.CharField(max_length=20, db_index=True)),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_an_index_on_a_large_table_is_found(operation: Operation) -> None:
    *_earlier, (_last, before) = after_the_first()
    assert locking(of_games(operation), before)
    online = AddIndexInUse("seat", models.Index(fields=["asked"], name="asked"))
    assert not locking(of_games(online), before)


def test_a_column_without_a_default_of_the_database_is_found() -> None:
    added = migrations.AddField("seat", "asked", models.CharField(max_length=20))
    assert unset_by_older_releases(of_games(added)) == ["games.Seat.asked"]
