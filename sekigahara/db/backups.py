"""Backups: the whole database in one file, with its checksum beside it.

The full size is dumped by `pg_dump`, and restored by `pg_restore` and `psql`; the embedded size copies its
file as SQLite does. The program `age` encrypts for the holder of the key, which need not be on this machine.
Everything goes through pipes, so that a large database needs no memory.
"""

import contextlib
import hashlib
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, cast

from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

from sekigahara.db import private_files, roles

SUFFIX = ".sha256"
"""Of the file beside a backup: its checksum, in the format of `sha256sum`."""
ENCRYPTED = b"age-encryption.org/"
"""How a file begins that `age` has encrypted."""
LOCK_TIMEOUT = 5
"""Seconds that a restore waits for processes that still use the tables."""
PIECE = 1024 * 1024
"""Bytes that are held at a time."""


class BackupError(Exception):
    """There is no backup, or nothing was restored; the message says why."""


def write(file: Path, recipient: str = "") -> None:
    """Write a backup, and its checksum. Nothing is found under the name before all of it is there.

    Args:
        file: where.
        recipient: whose key it is encrypted for, a public key of `age`; it is not encrypted without one.

    Raises:
        BackupError: a program is missing, too old, or has failed.
    """
    encrypting = [_age("--encrypt", "--recipient", recipient)] if recipient else []
    part = file.with_name(f"{file.name}.part")
    try:
        with private_files.created(part) as sink:
            if connection.vendor == "postgresql":
                options, told = _address()
                dumping = [_program("pg_dump"), "--format=custom", "--no-owner", "--no-privileges", *options]
                digest = _copied(None, [dumping, *encrypting], told, sink)
            else:
                with _copy_of_sqlite() as copy, copy.open("rb") as source:
                    digest = _copied(source, encrypting, {}, sink)
        _checksum(file).write_text(f"{digest}  {file.name}\n", encoding="utf-8")
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def delete(file: Path) -> None:
    """Delete a backup, and its checksum."""
    file.unlink()
    _checksum(file).unlink(missing_ok=True)


def restore(file: Path, identity: Path | None = None, *, over: bool = False) -> None:
    """Put a backup in the place of the database. If that fails, the database is as it was.

    Args:
        file: the backup; its checksum is beside it.
        identity: the file with the private key of `age`, if it is encrypted.
        over: even if the database has tables.

    Raises:
        BackupError: the database has tables, the checksum or key is wrong, or a program is missing or fails.
    """
    with roles.as_owner(connection.alias):  # what it sees is replaced, should the two be on two hosts
        if not over and connection.introspection.table_names():
            raise BackupError("The database is not empty. With --over everything in it is lost.")
    _verify(file)
    decrypting = []
    with file.open("rb") as source:
        if source.read(len(ENCRYPTED)) == ENCRYPTED:
            if identity is None:
                raise BackupError("The backup is encrypted: --identity names the file with the key.")
            decrypting = [_age("--decrypt", "--identity", str(identity))]
    if connection.vendor == "postgresql":
        _restore_dump(file, decrypting)
    else:
        _restore_sqlite(file, decrypting)


def _verify(file: Path) -> None:
    try:
        expected = _checksum(file).read_text(encoding="utf-8").split(maxsplit=1)[0]
        with file.open("rb") as source:
            found = hashlib.file_digest(source, "sha256").hexdigest()
    except FileNotFoundError as error:
        raise BackupError(f"There is no file {error.filename}.") from error
    if found != expected:
        raise BackupError(f"{file} is damaged: its checksum is not the one beside it.")


def _checksum(file: Path) -> Path:
    return file.with_name(f"{file.name}{SUFFIX}")


# ---- PostgreSQL ----


def _address() -> tuple[list[str], dict[str, str]]:
    """What the programs of PostgreSQL are told of the database: options, and variables with its password."""
    (_psql, *options), told = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    return options, dict(told or {})


def _program(name: str) -> str:
    """The path of a program of PostgreSQL that is no older than the server."""
    server = cast("Any", connection).pg_version // 10_000
    path = shutil.which(name)
    if path is None:
        raise BackupError(f"There is no {name}. Install the clients of PostgreSQL {server}.")
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
    version = int(re.findall(r"\d+", said)[0])
    if version < server:
        raise BackupError(f"{name} is of PostgreSQL {version}. Install the clients of PostgreSQL {server}.")
    return path


def _restore_dump(file: Path, decrypting: Sequence[list[str]]) -> None:
    """Restore in one transaction, which is committed when everything before `psql` has ended well."""
    with roles.as_owner(connection.alias):
        with connection.cursor() as cursor:
            schema = roles.schema(cursor)
        options, told = _address()
        restoring = [_program("pg_restore"), "--no-owner", "--no-privileges", "--file=-"]
        psql = [_program("psql"), "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
        connection.close()
    with (
        contextlib.suppress(BrokenPipeError),  # how psql has ended tells more
        subprocess.Popen([*psql, *options], stdin=subprocess.PIPE, env=os.environ | told) as running,
        file.open("rb") as source,
    ):
        sink = cast("IO[bytes]", running.stdin)
        sink.write(f"BEGIN; SET LOCAL lock_timeout = '{LOCK_TIMEOUT}s';\n".encode())
        sink.write(f"DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema};\n".encode())
        _copied(source, [*decrypting, restoring], {}, sink)
        sink.write(b"COMMIT;\n")
    if running.returncode:
        raise BackupError("Nothing was restored. If tables were in use, stop all processes of the service.")


# ---- SQLite ----


@contextlib.contextmanager
def _copy_of_sqlite() -> Iterator[Path]:
    """A copy of the database as it is at one moment, for as long as the block lasts."""
    connection.ensure_connection()
    with _beside_database() as copy, contextlib.closing(sqlite3.connect(copy)) as target:
        connection.connection.backup(target)
        yield copy


def _restore_sqlite(file: Path, decrypting: Sequence[list[str]]) -> None:
    with _beside_database() as copy:
        with file.open("rb") as source, copy.open("wb") as sink:
            _copied(source, decrypting, {}, sink)
        with contextlib.closing(sqlite3.connect(copy)) as restored:
            try:
                (found,) = restored.execute("PRAGMA integrity_check").fetchone()
            except sqlite3.DatabaseError as error:
                found = str(error)
            if found != "ok":
                raise BackupError(f"This is no database of SQLite: {found}")
            connection.ensure_connection()
            restored.backup(connection.connection)
            connection.close()


@contextlib.contextmanager
def _beside_database() -> Iterator[Path]:
    folder = Path(connection.settings_dict["NAME"]).parent
    with tempfile.TemporaryDirectory(prefix="backup-", dir=folder) as name:
        yield Path(name) / "copy.sqlite3"


# ---- pipes ----


def _age(*options: str) -> list[str]:
    path = shutil.which("age")
    if path is None:
        raise BackupError("There is no age, the program that encrypts backups. Install it.")
    return [path, *options]


def _copied(
    source: IO[bytes] | None, commands: Sequence[list[str]], told: dict[str, str], sink: IO[bytes]
) -> str:
    """Copy what one file holds, or the first program says, through programs to another file.

    Args:
        source: what the first program reads.
        commands: the programs; each reads what the one before it writes.
        told: variables for all of them.
        sink: it is written to the disk, if it is a file on one.

    Returns:
        The SHA-256 of what was written, in hexadecimal.

    Raises:
        BackupError: a program has failed; it has said why.
    """
    digest = hashlib.sha256()
    with contextlib.ExitStack() as stack:
        running = []
        for command in commands:
            process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, env=os.environ | told)
            running.append(stack.enter_context(process))
            if source is not None and len(running) > 1:
                source.close()  # so that the program before learns when this one ends
            source = process.stdout
        while piece := cast("IO[bytes]", source).read(PIECE):
            digest.update(piece)
            sink.write(piece)
    for command, process in zip(commands, running, strict=True):
        if process.returncode:
            raise BackupError(f"{Path(command[0]).name} has failed ({process.returncode}).")
    return digest.hexdigest()
