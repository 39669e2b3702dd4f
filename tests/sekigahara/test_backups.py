"""The database comes back from a file as it was, or it stays as it is."""

import contextlib
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection

from games.engine.side import EAST, WEST
from games.models.game import Game
from games.services import diary
from notifications.models import Notification
from notifications.webhooks import services as webhooks
from notifications.webhooks.models import Webhook
from notifications.webhooks.owners import Owner
from sekigahara.db import caching
from tests.factories.people import PersonFactory
from tests.kit import postgresql
from tests.kit.commands import output_of
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]


@contextlib.contextmanager
def other_database(folder: Path) -> Iterator[None]:
    """Within the block Django is connected to a database that is empty at first."""
    if settings.SIZE == "embedded":
        with postgresql.connected_to(str(folder / "other.sqlite3")):
            yield
        return
    name = f"{connection.settings_dict['NAME']}_other"
    with postgresql.database(name), postgresql.connected_to(name):
        yield


def all_rows() -> dict[str, list[str]]:
    """Every row of every table, whoever made the table."""
    rows = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            rows[table] = sorted(map(repr, cursor.fetchall()))
    return rows


def spoil(file: Path, length: int, *, is_known: bool) -> None:
    """Cut a backup off; the checksum beside it tells, or does not."""
    file.write_bytes(file.read_bytes()[:length])
    if is_known:
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        file.with_name(f"{file.name}.sha256").write_text(f"{digest}  {file.name}\n")


@pytest.fixture
def secret() -> str:
    """That of a webhook, in an installation with games, notes and mail."""
    table = Table()
    table.play_on()
    running = Table(1)
    running.submit(EAST)
    diary.write(seat=running.seat(WEST), text="I hope he takes the bait at Gifu.")
    owner = Owner(running.people[EAST].pk)
    webhooks.create(owner=owner, url="https://hooks.example.org/in", shape="standard", types=[])
    return Webhook.objects.get().secret


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """Of an installation with one person."""
    PersonFactory.create()
    file = tmp_path / "made.backup"
    call_command("backup", file, verbosity=0)
    return file


def test_restored_service_is_as_it_was_and_goes_on(tmp_path: Path, secret: str) -> None:
    file = tmp_path / "made.backup"
    call_command("backup", file, verbosity=0)
    before = all_rows()
    assert before["games_entry"]
    assert Notification.objects.exists()
    with other_database(tmp_path):
        assert "manage.py replay_games --all" in output_of("restore", file)
        assert all_rows() == before
        call_command("migrate", verbosity=0)
        assert all_rows() == before
        call_command("check", "--database", "default", "--fail-level", "WARNING")
        assert "2 games" in output_of("replay_games", "--all")
        assert Webhook.objects.get().secret == secret
        (note,) = diary.notes_of(Game.objects.get(status=Game.Status.RUNNING).seats.get(side=WEST))
        assert note.words == "I hope he takes the bait at Gifu."
        Table(2).play_on(lambda state: state.week > 1)  # ids go on from where they were


def test_backup_is_for_its_owner_alone_and_nothing_else_is_left(backup: Path) -> None:
    assert backup.stat().st_mode & 0o077 == 0
    assert sorted(path.name for path in backup.parent.iterdir()) == ["made.backup", "made.backup.sha256"]
    if settings.SIZE == "embedded":
        assert not list(Path(connection.settings_dict["NAME"]).parent.glob("backup-*"))


def test_database_with_tables_is_replaced_only_if_asked(backup: Path) -> None:
    before = all_rows()
    PersonFactory.create()
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", backup)
    assert all_rows() != before
    output_of("restore", "--over", backup)
    assert all_rows() == before


@pytest.mark.parametrize("is_known", [False, True], ids=["by its checksum", "by what reads it"])
def test_damaged_backup_is_refused_and_changes_nothing(
    backup: Path, is_known: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    PersonFactory.create()
    before = all_rows()
    spoil(backup, backup.stat().st_size * 2 // 3, is_known=is_known)
    with pytest.raises(CommandError, match=r"has failed|SQLite" if is_known else "is damaged"):
        call_command("restore", "--over", backup)
    assert all_rows() == before


def test_backup_without_its_checksum_is_refused(backup: Path) -> None:
    backup.with_name("made.backup.sha256").unlink()
    with pytest.raises(CommandError, match=r"no file .*made\.backup\.sha256"):
        call_command("restore", "--over", backup)


def test_restoring_forgets_what_was_derived_and_keeps_limits(backup: Path) -> None:
    caching.keep("past:of-a-game", b"later than the backup", 60)
    cache.set("hits", 7, 60)
    output_of("restore", "--over", backup)
    assert caching.recall("past:of-a-game") is None
    assert cache.get("hits") == 7


def test_only_the_last_backups_are_kept_and_nothing_else_is_deleted(tmp_path: Path) -> None:
    for name in ("sekigahara-2026-01-01T000000Z.backup", "sekigahara-2026-01-02T000000Z.backup"):
        for suffix in ("", ".sha256"):
            (tmp_path / f"{name}{suffix}").touch()
    (tmp_path / "sekigahara-before-the-move.backup").touch()
    output_of("backup", tmp_path, "--keep", 2)
    left = sorted(path.name for path in tmp_path.glob("*.backup"))
    made = left.pop(-2)
    assert made > "sekigahara-2026-01-02"
    assert left == ["sekigahara-2026-01-02T000000Z.backup", "sekigahara-before-the-move.backup"]
    assert not (tmp_path / "sekigahara-2026-01-01T000000Z.backup.sha256").exists()


def test_old_backups_are_kept_where_a_new_one_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = [tmp_path / f"sekigahara-2026-01-0{day}T000000Z.backup" for day in (1, 2)]
    for file in old:
        file.touch()
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(CommandError, match="There is no"):
        call_command("backup", tmp_path, "--keep", "1", "--recipient", "age1something")
    assert sorted(tmp_path.iterdir()) == old
