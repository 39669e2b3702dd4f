"""The database refuses to change or delete entries of the log."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.apps import apps
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, connection, models, transaction
from django.db.migrations.state import ProjectState

from accounts.models.person import Person
from games.models import guard
from games.models.game import EditionText, Game
from games.models.log import Entry
from games.models.seat import Seat
from games.rulebook.editions import ruleset
from sekigahara.db.indexes import AddIndexInUse
from tests.kit.log import unguarded
from tests.kit.processes import PROJECT, environment
from tests.sekigahara.home import copy_new

pytestmark = pytest.mark.both

TRIGGERS = guard.triggers(connection.vendor)
NAMES = [trigger.name for trigger in TRIGGERS]


@pytest.fixture
def entry(db: None) -> Entry:
    """One entry of a game; the other of its entries has number 2."""
    text = EditionText.objects.create(digest=ruleset("kessen").digest, text="")
    game = Game.objects.create(edition="kessen", edition_text=text, revision=1, seed=bytes(32), commitment="")
    first, _ = Entry.objects.bulk_create(entry_of(game, seq) for seq in (1, 2))
    return first


def entry_of(game: Game, seq: int) -> Entry:
    return Entry(game=game, seq=seq, body="{}", salt=bytes(16), chain=bytes(32), change=b"")


def sql(statement: str) -> Callable[[Entry], None]:
    def deed(entry: Entry) -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement)

    deed.__name__ = statement.partition("games_entry")[0].strip()
    return deed


def save(entry: Entry) -> None:
    entry.body = "something else"
    entry.save()


def delete(entry: Entry) -> None:
    entry.delete()


def delete_all(entry: Entry) -> None:
    Entry.objects.all().delete()


def update_all(entry: Entry) -> None:
    Entry.objects.update(change=None)


def write_over(entry: Entry) -> None:
    """An insert that takes the place of an entry with the same number."""
    Entry.objects.bulk_create(
        [entry_of(entry.game, entry.seq)],
        update_conflicts=True,
        unique_fields=["game", "seq"],
        update_fields=["body"],
    )


def replace(entry: Entry) -> None:
    """SQLite's own way to do that, which PostgreSQL takes for bad grammar: there its nearest is meant."""
    columns = "game_id, seq, body, salt, chain, created_at"
    copied = f"INTO games_entry ({columns}) SELECT {columns} FROM games_entry WHERE seq = 1"
    if connection.vendor == "sqlite":
        return sql(f"INSERT OR REPLACE {copied}")(entry)
    return sql(f"INSERT {copied} ON CONFLICT (game_id, seq) DO UPDATE SET seq = 3")(entry)


@pytest.mark.parametrize(
    "deed",
    [
        sql("UPDATE games_entry SET body = ''"),
        sql("UPDATE games_entry SET body = '' WHERE seq = 2"),
        sql("DELETE FROM games_entry"),
        save,
        delete,
        delete_all,
        update_all,
        write_over,
        replace,
    ],
)
def test_an_entry_can_neither_be_changed_nor_deleted(entry: Entry, deed: Callable[[Entry], None]) -> None:
    before = list(Entry.objects.values())
    with (
        pytest.raises(
            IntegrityError, match="of games_entry refused: the entries of a log are only ever added"
        ),
        transaction.atomic(),
    ):
        deed(entry)
    assert list(Entry.objects.values()) == before


@pytest.mark.services
@pytest.mark.parametrize("statement", ["TRUNCATE games_entry", "TRUNCATE games_game CASCADE"])
def test_postgresql_does_not_empty_the_log(entry: Entry, statement: str) -> None:
    connection.check_constraints()  # else it would refuse for another reason
    with pytest.raises(IntegrityError, match="TRUNCATE of games_entry refused"), transaction.atomic():
        sql(statement)(entry)
    assert Entry.objects.count() == 2


def test_an_entry_can_be_added(entry: Entry) -> None:
    Entry.objects.bulk_create([entry_of(entry.game, 3)])
    entry_of(entry.game, 4).save()
    assert [found.seq for found in Entry.objects.all()] == [1, 2, 3, 4]


def test_a_number_is_still_given_once(entry: Entry) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        entry_of(entry.game, 2).save()


def test_tests_may_change_entries_where_they_say_so(entry: Entry) -> None:
    with unguarded():
        save(entry)
    assert Entry.objects.get(seq=1).body == "something else"
    assert guard.missing() == []


def drop(table: str, name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}" + (f" ON {table}" if connection.vendor == "postgresql" else ""))


def disable(table: str, name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {name}")


@pytest.mark.django_db(transaction=True)
def test_the_check_fails_without_any_one_trigger_and_migrate_makes_them_again() -> None:
    for table, name, _does in TRIGGERS:
        drop(table, name)
        assert guard.missing() == [name]
        with pytest.raises(CommandError, match=rf"games\.E001.*{name}"):
            call_command("check", databases=["default"])
        guard.make()
    for table, name, _does in TRIGGERS:
        drop(table, name)
    assert guard.missing() == NAMES
    call_command("migrate", verbosity=0, skip_checks=False)
    assert guard.missing() == []
    call_command("check", databases=["default"])


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_disabled_trigger_is_as_good_as_none() -> None:
    for number, (table, name, _does) in enumerate(TRIGGERS, start=1):
        disable(table, name)
        assert guard.missing() == NAMES[:number]
    call_command("migrate", verbosity=0)
    assert guard.missing() == []


@pytest.mark.django_db(transaction=True)
def test_an_index_can_be_added_while_others_write() -> None:
    index = models.Index(fields=["created_at"], name="entries_by_time")
    add = AddIndexInUse("entry", index)
    before = ProjectState.from_apps(apps)
    after = before.clone()
    add.state_forwards("games", after)
    with connection.schema_editor(atomic=False) as editor:
        add.database_forwards("games", editor, before, after)
        with pytest.raises(DatabaseError, match="already exists"):
            editor.add_index(Entry, index)
        if connection.vendor == "postgresql":  # a run that was stopped has left it
            add.database_forwards("games", editor, before, after)
        add.database_backwards("games", editor, after, before)


@pytest.mark.django_db(transaction=True)
def test_the_guard_outlives_a_change_of_the_table() -> None:
    """On SQLite Django makes the table again, and its triggers are gone until the end of the migrate."""
    old = Entry._meta.get_field("body")
    new = models.TextField(default="{}")
    new.set_attributes_from_name("body")
    new.model = Entry
    with connection.schema_editor() as editor:
        editor.alter_field(Entry, old, new, strict=True)
        editor.alter_field(Entry, new, old, strict=True)
    of_entries = [name for name in NAMES if name.startswith(guard.ENTRIES)]
    assert guard.missing() == (of_entries if connection.vendor == "sqlite" else [])
    call_command("migrate", verbosity=0)
    assert guard.missing() == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("model", "name"), [(Person, "name"), (Seat, "computer")])
def test_a_migration_may_rebuild_the_tables_that_a_trigger_names(
    model: type[models.Model], name: str
) -> None:
    old, new = model._meta.get_field(name), models.TextField(default="")
    assert isinstance(old, models.Field)
    new.set_attributes_from_name(name)
    new.model = model
    guard.drop_before_migrate(using="default")
    assert guard.missing() == (
        ["games_entry_no_delete", "games_seatchange_no_delete"] if connection.vendor == "sqlite" else []
    )
    with connection.schema_editor() as editor:
        editor.alter_field(model, old, new, strict=True)
        editor.alter_field(model, new, old, strict=True)
    call_command("migrate", verbosity=0)
    assert guard.missing() == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", ["first", "second"])
def test_a_test_that_commits_leaves_no_entries_and_the_guard_in_place(time: str, entry: Entry) -> None:
    """The second time finds what the first left."""
    assert Entry.objects.count() == 2
    assert guard.missing() == []


def test_without_a_database_nothing_is_asked_of_it() -> None:
    """As of every command that does not name one."""
    assert [issue for issue in run_checks() if issue.id == "games.E001"] == []


def test_an_installation_is_told_at_the_command_line(tmp_path: Path) -> None:
    def manage(*arguments: str) -> subprocess.CompletedProcess[str]:
        actual = {"SEKIGAHARA_SIZE": "embedded", "SEKIGAHARA_HOME": str(tmp_path)}
        surroundings = environment(**actual) | {"DJANGO_SETTINGS_MODULE": "sekigahara.settings"}
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=PROJECT, env=surroundings, check=False, capture_output=True, text=True
        )

    check = ("check", "--database", "default")
    empty = manage(*check)
    assert empty.returncode == 1
    assert "The migration games.0001_initial is not applied" in empty.stderr
    assert "trigger" not in empty.stderr, "where there is no log yet no trigger is missing"
    copy_new(tmp_path)
    with sqlite3.connect(tmp_path / "db.sqlite3") as database:
        database.execute("DROP TRIGGER games_entry_no_update")
    failed = manage(*check)
    assert failed.returncode == 1
    assert "games_entry_no_update is missing in the database 'default'" in failed.stderr
    assert "`manage.py migrate` makes it again" in failed.stderr
