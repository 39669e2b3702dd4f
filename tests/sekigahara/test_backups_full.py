"""Backups of PostgreSQL by its own programs, and encrypted ones."""

import hashlib
import subprocess
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models.person import Person
from sekigahara.db import backups
from tests.factories.people import PersonFactory
from tests.kit import postgresql
from tests.kit.commands import output_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A backup of one person called Ishida, after which the person was renamed."""
    Person.objects.filter(pk=PersonFactory.create().pk).update(name="Ishida")
    file = tmp_path / "made.backup"
    call_command("backup", file, verbosity=0)
    Person.objects.update(name="Kobayakawa")
    return file


def key(file: Path) -> str:
    """Make a key of age; its public half."""
    subprocess.run(["age-keygen", "-o", file], check=True, capture_output=True)
    return subprocess.run(
        ["age-keygen", "-y", file], check=True, capture_output=True, text=True
    ).stdout.strip()


def names() -> list[str]:
    return list(Person.objects.values_list("name", flat=True))


def test_encrypted_backup_is_read_with_its_key_alone(tmp_path: Path, made: Path) -> None:
    mine, other = tmp_path / "key", tmp_path / "other-key"
    output_of("backup", made, "--recipient", key(mine))
    key(other)
    assert made.read_bytes().startswith(backups.ENCRYPTED)
    Person.objects.update(name="Otani")
    for told, complaint in (((), "--identity"), (("--identity", other), "age has failed")):
        with pytest.raises(CommandError, match=complaint):
            output_of("restore", "--over", made, *told)
        assert names() == ["Otani"]
    output_of("restore", "--over", "--identity", mine, made)
    assert names() == ["Kobayakawa"]


def test_encrypted_backup_that_breaks_off_changes_nothing(tmp_path: Path, made: Path) -> None:
    """What was decrypted so far is sound, and has been restored by then."""
    mine = tmp_path / "key"
    output_of("backup", made, "--recipient", key(mine))
    made.write_bytes(made.read_bytes()[:-1])
    digest = hashlib.sha256(made.read_bytes()).hexdigest()
    made.with_name("made.backup.sha256").write_text(f"{digest}  made.backup\n")
    Person.objects.update(name="Otani")
    with pytest.raises(CommandError, match="age has failed"):
        output_of("restore", "--over", "--identity", mine, made)
    assert names() == ["Otani"]


def test_restoring_does_not_wait_for_who_uses_the_tables(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "LOCK_TIMEOUT", 0.1)
    with psycopg.connect(postgresql.address_of(connection.settings_dict["NAME"])) as other:
        other.execute("SELECT name FROM accounts_person")
        with pytest.raises(CommandError, match="stop all processes"):
            output_of("restore", "--over", made)
    assert names() == ["Kobayakawa"]


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        (9, r"pg_dump is of PostgreSQL 9\. Install the clients of PostgreSQL \d+\."),
        (None, "There is no pg_dump"),
    ],
)
def test_programs_must_be_there_and_no_older_than_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: int | None, complaint: str
) -> None:
    if told is not None:
        program = tmp_path / "pg_dump"
        program.write_text(f"#!/bin/sh\necho 'pg_dump (PostgreSQL) {told}.6'\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match=complaint):
        call_command("backup", tmp_path / "made.backup")
    assert not [*tmp_path.glob("made.*")]
