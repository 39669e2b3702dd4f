"""A pytest plugin: one process of a run migrates a database, and the others copy it.

All migrations take 7 seconds of processor time, a copy takes less than one. So the file of the
embedded size is kept for later runs too, as long as no migration and no package changes.
"""

import contextlib
import fcntl
import hashlib
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

APPS = ("accounts", "games", "notifications")
PLACE = Path(os.environ["SEKIGAHARA_TEST_RUN"])
TEMPLATE = f"test_sekigahara_{CHECKOUT}_migrated"
"""The database on the server of the tests that the others of this checkout are copies of."""


@pytest.fixture(scope="session")
def django_db_keepdb(request: pytest.FixtureRequest) -> bool:
    """Whether Django finds the database made already: the file of the embedded size is."""
    return settings.SIZE == "embedded"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Begin with a copy. A run of one process on PostgreSQL has nothing to share and migrates its own."""
    test = settings.DATABASES["default"]["TEST"]
    if settings.SIZE == "full":
        if not hasattr(request.config, "workerinput"):
            return
        _make_template()
        test["TEMPLATE"] = TEMPLATE
    else:
        shutil.copy(home() / "db.sqlite3", test["NAME"])


def pytest_sessionfinish(session: pytest.Session) -> None:
    if settings.SIZE == "full" and not hasattr(session.config, "workerinput"):
        _drop_template()


def home() -> Path:
    """The folder of an embedded installation that nobody has used, to be copied and not to be used."""
    return made_once("home", _copy_kept)


def _copy_kept(folder: Path) -> None:
    kept = PROJECT / ".pytest_cache" / "migrated" / _schema()
    if kept.exists():
        shutil.copytree(kept, folder)
        return
    _migrate(SEKIGAHARA_SIZE="embedded", SEKIGAHARA_HOME=str(folder))
    shutil.copytree(folder, unfinished := kept.with_suffix(f".{os.getpid()}"))
    with contextlib.suppress(OSError):  # another run has kept its own meanwhile
        unfinished.rename(kept)


def _schema() -> str:
    """A digest of everything that says what a new database looks like."""
    migrations = sorted(path for app in APPS for path in (PROJECT / app).rglob("migrations/*.py"))
    read = hashlib.sha256(sys.version.encode())
    for path in (*migrations, *(PROJECT / name for name in ("uv.lock", "games/models/guard.py"))):
        read.update(path.name.encode() + path.read_bytes())
    return read.hexdigest()[:16]


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
