"""``manage.py release_check`` says whether to switch to a release."""

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection

from games.engine.side import EAST, WEST
from games.management.commands.release_check import IN_USE
from games.models.game import Game
from sekigahara.db import schema
from tests.kit.shipping import Replayed, ended
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]


def release_check(*arguments: str) -> Replayed:
    return ended("release_check", *arguments)


@pytest.fixture
def table() -> Table:
    """A game in which both have bid."""
    table = Table()
    table.submit(EAST)
    table.submit(WEST)
    return table


def test_sound_copy_means_go(table: Table) -> None:
    status, said = release_check()
    assert status == 0, said
    assert "Every game, replayed: " in said
    assert "1 game, " in said
    assert said.rstrip().endswith("Go: run deploy/migrate on the real database, then replace the processes.")


def test_pending_migration_is_applied_and_timed(table: Table) -> None:
    call_command("migrate", "games", "0004", verbosity=0)
    assert schema.unapplied_migrations()[0] == "games.0005_indexes_of_0_3_0"
    status, said = release_check()
    assert status == 0, said
    assert "games.0005_indexes_of_0_3_0: " in said
    assert schema.unapplied_migrations() == []


def test_game_that_differs_means_stay(table: Table) -> None:
    Game.objects.filter(pk=table.game.pk).update(week=5)
    status, said = release_check()
    assert status == 1
    assert f"{table.game.public_id}: row-differs" in said
    assert said.endswith("1 game differs.\nDo not switch to this release.")


def test_check_that_fails_means_stay(table: Table) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE accounts_person RENAME COLUMN zone TO another")
    try:
        status, said = release_check()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE accounts_person RENAME COLUMN another TO zone")
    assert status == 1
    assert "accounts_person.zone" in said
    assert said.endswith("Do not switch to this release.")


def test_trigger_that_is_off_is_made_anew(table: Table) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_entry DISABLE TRIGGER USER")
    assert release_check()[0] == 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_trigger WHERE tgrelid = 'games_entry'::regclass"
            " AND NOT tgisinternal AND tgenabled = 'D'"
        )
        assert cursor.fetchone() == (0,)


def test_database_that_a_service_works_with_is_left_alone(table: Table) -> None:
    with psycopg.connect(
        host=connection.settings_dict["HOST"],
        port=connection.settings_dict["PORT"] or None,
        user=connection.settings_dict["USER"],
        password=connection.settings_dict["PASSWORD"] or None,
        dbname=connection.settings_dict["NAME"],
    ):
        status, said = release_check()
        assert (status, said.partition(" to this")[0]) == (IN_USE, "1 other is connected")
        assert release_check("--in-use")[0] == 0
