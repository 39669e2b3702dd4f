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
from django.db import connection
from django.test import override_settings
from psycopg import sql

from sekigahara.db import roles
from tests.kit import postgresql

PROJECT = Path(__file__).resolve().parents[2]
FOLDER = PROJECT / "fixtures" / "releases"
TOKEN = "-- API token of Ashigaru One: "
SECTION = re.MULTILINE | re.DOTALL
PASSWORD = "known to everybody"
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
        lines = [line for line in dump.splitlines() if not line.startswith("\\")]
        self.file.write_text("\n".join([TOKEN + token, *lines, ""]), encoding="utf-8")


def releases() -> list[Release]:
    """All releases whose database is kept, the newest last."""
    versions = [path.stem for path in FOLDER.glob("*.sql")]
    return [Release(each) for each in sorted(versions, key=lambda each: [*map(int, each.split("."))])]


@contextlib.contextmanager
def empty(name: str) -> Iterator[str]:
    """A new database with the present tables; within the block Django is connected to it. Its address."""
    with postgresql.database(name) as url, postgresql.connected_to(name):
        call_command("migrate", verbosity=0)
        yield url


@contextlib.contextmanager
def restored(release: Release, name: str) -> Iterator[None]:
    """The database as the release left it, with an owner of its own.

    Within the block Django is connected as the role of the processes, and knows the owner for `migrate`.
    """
    owner, web = (sql.Identifier(f"{name}_{role}") for role in ("owner", "web"))
    usual = {each: connection.settings_dict[each] for each in roles.CONNECTING}
    with contextlib.ExitStack() as leaving:
        server = leaving.enter_context(postgresql.server())
        for role in (owner, web):
            server.execute(sql.SQL("DROP ROLE IF EXISTS {}").format(role))
            server.execute(sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(role, PASSWORD))
            leaving.callback(server.execute, sql.SQL("DROP ROLE {}").format(role))
        url = leaving.enter_context(postgresql.database(name))
        server.execute(sql.SQL("ALTER DATABASE {} OWNER TO {}").format(sql.Identifier(name), owner))
        with psycopg.connect(url, autocommit=True) as database:
            database.execute(sql.SQL("ALTER SCHEMA public OWNER TO {}").format(owner))
            database.execute(sql.SQL("SET SESSION AUTHORIZATION {}").format(owner))
            database.execute(release.file.read_bytes())
        leaving.enter_context(postgresql.connected_to(name))
        leaving.callback(connection.settings_dict.update, usual)
        as_owner, as_web = ({"USER": f"{name}_{role}", "PASSWORD": PASSWORD} for role in ("owner", "web"))
        leaving.enter_context(override_settings(DATABASE_OWNER=usual | as_owner))
        connection.settings_dict.update(as_web)
        yield
