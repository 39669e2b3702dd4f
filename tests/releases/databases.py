"""Databases of releases: as SQL in fixtures/releases, and restored beside the tests' own."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg
from django.core.management import call_command
from django.db import connection

from tests.kit import postgresql

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "releases"
TOKEN = "-- API token of Ashigaru One: "


class Release(NamedTuple):
    """A release whose database is kept.

    Attributes:
        version: as ``0.2.0``.
    """

    version: str

    @property
    def file(self) -> Path:
        """Where its database is kept."""
        return FOLDER / f"{self.version}.sql"

    @property
    def token(self) -> str:
        """An API token of the first player, which the release issued."""
        first = self.file.read_text(encoding="utf-8").partition("\n")[0]
        return first.removeprefix(TOKEN)

    def write(self, dump: str, *, token: str) -> None:
        """Keep what `pg_dump` wrote, without the lines that only `psql` understands."""
        sql = [line for line in dump.splitlines() if not line.startswith("\\")]
        self.file.write_text("\n".join([TOKEN + token, *sql, ""]), encoding="utf-8")


def releases() -> list[Release]:
    """All releases whose database is kept, by name."""
    return [Release(path.stem) for path in sorted(FOLDER.glob("*.sql"))]


@contextlib.contextmanager
def empty(name: str) -> Iterator[str]:
    """A new database with the present tables; within the block Django is connected to it. Its address."""
    with postgresql.database(name) as url, _connected_to(name):
        call_command("migrate", verbosity=0)
        yield url


@contextlib.contextmanager
def restored(release: Release, name: str) -> Iterator[None]:
    """The database as the release left it; within the block Django is connected to it."""
    with postgresql.database(name) as url:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(release.file.read_bytes())
        with _connected_to(name):
            yield


@contextlib.contextmanager
def _connected_to(name: str) -> Iterator[None]:
    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual
