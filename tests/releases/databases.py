"""Databases of releases: as SQL in fixtures/releases, and restored beside the tests' own. And their code."""

import contextlib
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg
from django.core.management import call_command

from tests.kit import postgresql

PROJECT = Path(__file__).resolve().parents[2]
FOLDER = PROJECT / "fixtures" / "releases"
TOKEN = "-- API token of Ashigaru One: "
SECTION = re.MULTILINE | re.DOTALL
DJANGOS = ("public.django_", "public.auth_")
"""Tables whose rows Django makes with the tables."""


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

    @property
    def commit(self) -> str:
        """The commit whose code filled its database."""
        commits: dict[str, str] = tomllib.loads((FOLDER / "commits.toml").read_text(encoding="utf-8"))
        return commits[self.version]

    def unpack(self, folder: Path) -> None:
        """Write its code into a folder. The repository must have its history."""
        archive = ["git", "archive", "--format=tar", self.commit]
        code = subprocess.run(archive, cwd=PROJECT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=code, check=True)

    def inserts(self) -> Iterator[str]:
        """Its `INSERT` statements for all rows of its own tables, with the columns that it knew."""
        dump = self.file.read_text(encoding="utf-8")
        columns = {
            table: ", ".join(re.findall(r'^    ((?!CONSTRAINT )[\w"]+) ', lines, re.MULTILINE))
            for table, lines in re.findall(r"^CREATE TABLE (public\.\w+) \(\n(.*?)\n\);$", dump, SECTION)
        }
        for statement in re.findall(r"\n--\n\n(INSERT INTO .*?;)\n\n", dump, re.DOTALL):
            table = statement.split(maxsplit=3)[2]
            if not table.startswith(DJANGOS):
                yield statement.replace(" VALUES", f" ({columns[table]}) VALUES").replace("%", "%%")

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
    with postgresql.database(name) as url, postgresql.connected_to(name):
        call_command("migrate", verbosity=0)
        yield url


@contextlib.contextmanager
def restored(release: Release, name: str) -> Iterator[None]:
    """The database as the release left it; within the block Django is connected to it."""
    with postgresql.database(name) as url:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(release.file.read_bytes())
        with postgresql.connected_to(name):
            yield
