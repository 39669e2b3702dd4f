"""A pytest plugin: one process of a run migrates a database, and the others copy it.

Sixty migrations take eight seconds of processor time, a copy takes less than one. A run without
pytest-xdist has nothing to share and migrates its own.
"""

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from psycopg import sql

from tests.kit import postgresql
from tests.kit.processes import PROJECT
from tests.kit.settings import CHECKOUT

PLACE = Path(os.environ["SEKIGAHARA_TEST_RUN"])
TEMPLATE = f"test_sekigahara_{CHECKOUT}_migrated"
"""The database on the server of the tests that the others of this checkout are copies of."""


@pytest.fixture(scope="session")
def django_db_keepdb(request: pytest.FixtureRequest) -> bool:
    """Whether Django finds the database made already: a worker's file is."""
    return hasattr(request.config, "workerinput") and settings.SIZE == "embedded"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Let a worker begin with a copy."""
    if not hasattr(request.config, "workerinput"):
        return
    test = settings.DATABASES["default"]["TEST"]
    if settings.SIZE == "full":
        _make_template()
        test["TEMPLATE"] = TEMPLATE
    else:
        shutil.copy(home() / "db.sqlite3", test["NAME"])


def pytest_sessionfinish(session: pytest.Session) -> None:
    if settings.SIZE == "full" and not hasattr(session.config, "workerinput"):
        _drop_template()


def home() -> Path:
    """The folder of an embedded installation that nobody has used, to be copied and not to be used."""
    return made_once("home", lambda folder: _migrate(SEKIGAHARA_SIZE="embedded", SEKIGAHARA_HOME=str(folder)))


def made_once(name: str, make: Callable[[Path], None]) -> Path:
    """A folder that one process of this run makes and all others find.

    Args:
        name: what it is called, the same in all processes.
        make: fills the folder it is given, which may not exist yet.
    """
    folder = PLACE / name
    with _alone(name):
        if not folder.exists():
            unfinished = PLACE / f"{name}-to-be"
            make(unfinished)
            unfinished.rename(folder)
    return folder


def _make_template() -> None:
    """Make it on the server, unless another process of this run has."""
    is_made = PLACE / "template"
    with _alone("database"):
        if not is_made.exists():
            _drop_template()
            with postgresql.server() as connection:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(TEMPLATE)))
            _migrate(DATABASE_URL=postgresql.address_of(TEMPLATE))
            is_made.touch()


def _drop_template() -> None:
    with postgresql.server() as connection:
        connection.execute(
            sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(TEMPLATE))
        )


@contextlib.contextmanager
def _alone(name: str) -> Iterator[None]:
    """While the other processes of this run that want the same wait."""
    with (PLACE / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _migrate(**surroundings: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "django", "migrate", "--verbosity=0"],
        cwd=PROJECT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "sekigahara.settings"} | surroundings,
        check=True,
    )
