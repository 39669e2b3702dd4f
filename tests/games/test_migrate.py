"""`manage.py migrate` on a database in use: it gives way to players, and tries again."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import override_settings

from games.management.commands import migrate

pytestmark = [pytest.mark.both, pytest.mark.services, pytest.mark.django_db(transaction=True)]

NEW_TABLE = """
from django.db import migrations, models

class Migration(migrations.Migration):
    initial = True
    dependencies = [("accounts", "__first__")]
    operations = [
        migrations.CreateModel("Late", [
            ("id", models.AutoField(primary_key=True)),
            ("person", models.ForeignKey("accounts.Person", models.CASCADE)),
        ])
    ]
"""


@pytest.fixture
def new_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A migration that adds a table, whose foreign key Django defers to the migration's end."""
    package = tmp_path / "migrations_of_a_late_table"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "0001_late.py").write_text(NEW_TABLE)
    monkeypatch.syspath_prepend(tmp_path)
    with override_settings(MIGRATION_MODULES={"messages": package.name}):
        yield
        call_command("migrate", "messages", "zero", verbosity=0)


@pytest.fixture
def other() -> Iterator[psycopg.Connection]:
    """A connection of another process."""
    parameters = connection.get_connection_params() | {"cursor_factory": None}
    with psycopg.connect(**parameters) as connected:
        yield connected


def test_migrate_does_not_wait_long_for_a_table_in_use(
    other: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everyone who asks for a table that migrate waits for waits behind it."""
    monkeypatch.setattr(migrate, "LOCK_TRIES", 2)
    monkeypatch.setattr(migrate, "SECONDS_BETWEEN_TRIES", 0)
    other.execute("LOCK TABLE games_entry IN ROW EXCLUSIVE MODE")
    with pytest.raises(CommandError, match="A table was in use"):
        call_command("migrate", verbosity=0)
    other.rollback()
    call_command("migrate", verbosity=0)
    assert lock_timeout() == "0"


@pytest.mark.parametrize("table", ["games_entry", "accounts_person"])
def test_migrate_tries_again_when_a_table_is_free(
    other: psycopg.Connection,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    new_table: None,
    table: str,
) -> None:
    """The second table is asked for by the deferred foreign key alone."""
    other.execute(f"LOCK TABLE {table} IN ROW EXCLUSIVE MODE")
    pauses: list[float] = []

    def end_of_the_lock(seconds: float) -> None:
        pauses.append(seconds)
        other.rollback()

    monkeypatch.setattr("games.management.commands.migrate.time.sleep", end_of_the_lock)
    call_command("migrate")
    assert pauses == [migrate.SECONDS_BETWEEN_TRIES]
    assert capsys.readouterr().out.count("A table is in use") == 1
    assert "messages_late" in connection.introspection.table_names()
    assert lock_timeout() == "0"


def lock_timeout() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        (span,) = cursor.fetchone()
    return str(span)
