"""`manage.py setup`: makes the database and its two roles, and prints the secrets that the environment needs.

It knows no settings: those that the full size must have come from what it prints.
"""

import argparse
import os
import secrets
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import psycopg
from psycopg import sql

from sekigahara.bootstrap import PROJECT

_Connection = psycopg.Connection[tuple[object, ...]]

FOR_MIGRATING = {
    "SECRET_KEY": "signs nothing, and is not kept",
    "SITE_URL": "http://localhost",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
    "EMAIL_URL": "console:",
}
"""Settings without which nothing starts, and which do not matter for migrating an empty database."""


def main(arguments: list[str] | None = None) -> None:
    """Set up what is missing, print variables of the environment, and migrate. What is there stays as it is.

    Raises:
        SystemExit: the server does not answer, or migrating fails.
    """
    parser = argparse.ArgumentParser(prog="manage.py setup", description="Make the database and its roles.")
    parser.add_argument(
        "--superuser", required=True, metavar="URL", help="postgres://postgres:...@host:5432/postgres"
    )
    parser.add_argument(
        "--database",
        default="sekigahara",
        metavar="NAME",
        help="of the database and its role; the owner's is NAME_owner (sekigahara)",
    )
    given = parser.parse_args(arguments)
    name, owner = given.database, f"{given.database}_owner"
    if (shut := _shut_to_others(Path(sys.executable).resolve())) is not None:
        sys.stderr.write(
            f"manage.py setup: nobody but root can run this Python, which is in {shut}. If the service is "
            "to run as another user, remove .venv, and then use /usr/bin/python3 in place of python3.\n"
        )
    try:
        with psycopg.connect(given.superuser, autocommit=True, connect_timeout=5) as server:
            host = "127.0.0.1" if server.info.host.startswith("/") else server.info.host
            place = f"{host}:{server.info.port}/{name}"
            told = {
                variable: f"postgres://{role}:{password}@{place}"
                for variable, role in (("DATABASE_URL", name), ("DATABASE_OWNER_URL", owner))
                if (password := _made_role(server, role)) is not None
            }
            _make_database(server, name, owner)
        with psycopg.connect(given.superuser, dbname=name, autocommit=True) as server:
            server.execute(sql.SQL("ALTER SCHEMA public OWNER TO {}").format(sql.Identifier(owner)))
    except psycopg.Error as error:
        sys.exit(f"manage.py setup: {error}")
    sys.stdout.writelines(f"{line}\n" for line in _lines(told))
    sys.stdout.flush()
    sys.stderr.write("manage.py setup: makes the tables, which takes up to a minute\n")
    _migrate(told)


def _shut_to_others(program: Path) -> Path | None:
    """The folder that keeps others than root from a program; None if none does, or somebody else asks."""
    if os.geteuid() != 0:
        return None
    return next((folder for folder in program.parents if not folder.stat().st_mode & stat.S_IXOTH), None)


def _made_role(server: _Connection, role: str) -> str | None:
    """The password of a role that was made now. The server, and so its log, is told a hash of it alone."""
    if server.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone():
        sys.stderr.write(f"manage.py setup: the role {role} is there already, and keeps its password\n")
        return None
    password = secrets.token_urlsafe(24)
    hashed = server.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
    making = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(sql.Identifier(role), sql.Literal(hashed))
    server.execute(making)
    return password


def _make_database(server: _Connection, name: str, owner: str) -> None:
    if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
        names = map(sql.Identifier, (name, owner))
        server.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(*names))


def _lines(told: Mapping[str, str]) -> Iterator[str]:
    """What the environment must say, once: what was not made now is in it already."""
    if "DATABASE_URL" in told and "SECRET_KEY" not in os.environ:
        yield f"SECRET_KEY={secrets.token_urlsafe(50)}"
        yield f"PUSH_KEY={secrets.token_urlsafe(32)}"
        yield f"METRICS_TOKEN={secrets.token_urlsafe(32)}"
    yield from (f"{variable}={address}" for variable, address in told.items())


def _migrate(told: Mapping[str, str]) -> None:
    known = {**FOR_MIGRATING, **os.environ, **told}
    if not {"DATABASE_URL", "DATABASE_OWNER_URL"} <= known.keys():
        sys.exit("manage.py setup: give DATABASE_URL and DATABASE_OWNER_URL, and it migrates")
    surroundings = known | {"SEKIGAHARA_SIZE": "full", "DJANGO_SETTINGS_MODULE": "sekigahara.settings"}
    command = [sys.executable, "-m", "django", "migrate", "--no-input", "--verbosity=0"]
    done = subprocess.run(command, cwd=PROJECT, env=surroundings, stdout=sys.stderr, check=False)
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    main()
