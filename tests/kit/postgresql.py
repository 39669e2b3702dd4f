"""Databases on the PostgreSQL server of the tests, made for one purpose and dropped after it."""

import contextlib
import getpass
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from django.db import connection
from psycopg import sql

DATABASE_URL = os.environ.get("TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/sekigahara")


def server() -> "psycopg.Connection[tuple[object, ...]]":
    """A connection to the server, for creating databases.

    Raises:
        psycopg.OperationalError: it does not answer.
    """
    return psycopg.connect(DATABASE_URL, dbname="postgres", autocommit=True, connect_timeout=5)


def address_of(name: str) -> str:
    """The address of a database of that name on the server."""
    return urlsplit(DATABASE_URL)._replace(path=f"/{name}").geturl()


@contextlib.contextmanager
def database(name: str) -> Iterator[str]:
    """A new, empty database of that name, dropped afterwards; its address.

    Raises:
        psycopg.OperationalError: the server does not answer.
    """
    with server() as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield address_of(name)
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextlib.contextmanager
def connected_to(name: str) -> Iterator[None]:
    """Within the block Django is connected to the database of that name, on SQLite to a file."""
    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual


def stand_in() -> str | None:
    """The user that a server of PostgreSQL runs as, which refuses to run as root; None for this one."""
    return "postgres" if getpass.getuser() == "root" else None


def program(name: str) -> str:
    """The path of a program of PostgreSQL, which Debian puts on nobody's PATH.

    Raises:
        FileNotFoundError: it is not installed.
    """
    beside = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = shutil.which(name) or next(map(str, reversed(beside)), None)
    if found is None:
        raise FileNotFoundError(f"{name}: PostgreSQL is not installed")
    return found
