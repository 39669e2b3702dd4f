"""The system check that compares the database with the models and the migrations."""

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from games.management.commands.migrate import LAST_BEFORE_JOINED
from sekigahara.db import schema

pytestmark = pytest.mark.django_db


def found() -> dict[str | None, str]:
    errors = run_checks(tags=[schema.TAG], databases=["default"])
    assert all(error.is_serious() for error in errors)
    return {error.id: error.msg for error in errors}


def test_a_migrated_database_is_complete() -> None:
    assert found() == {}


def test_a_migration_that_is_not_applied_is_named() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    assert found() == {
        "sekigahara.E002": "The migration sessions.0001_initial is not applied to the database 'default'."
    }


def test_a_missing_column_is_named() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE accounts_person RENAME COLUMN zone TO another")
    assert found() == {
        "sekigahara.E003": "The database 'default' has all migrations, but not accounts_person.zone."
    }


def test_a_missing_table_is_named_without_its_columns() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE django_session RENAME TO another")
    assert schema.missing_columns() == ["django_session"]


def test_migrate_is_not_stopped_by_what_it_will_make() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE accounts_person RENAME COLUMN zone TO another")
    call_command("migrate", verbosity=0)


def test_migrate_refuses_a_database_that_stopped_between_two_releases() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM django_migrations WHERE app = 'games'"
            " AND name IN ('0002_columns_of_0_3_0', '0030_index_of_games_not_over')"
        )
    with pytest.raises(CommandError, match=f"Migrate it by commit {LAST_BEFORE_JOINED} first"):
        call_command("migrate", verbosity=0)


def test_database_that_had_each_joined_migration_is_complete() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name LIKE '%_of_0_3_0'")
    assert found() == {}


def test_without_a_database_to_look_at_nothing_is_looked_at(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(0):
        assert run_checks(tags=[schema.TAG]) == []
