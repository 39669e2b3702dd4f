"""`manage.py setup` makes an installation out of an empty server, once."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from tests.kit import postgresql
from tests.kit.processes import PROJECT

pytestmark = pytest.mark.services

NAME = f"test_setup_{os.getpid()}"


def setup(**told: str) -> subprocess.CompletedProcess[str]:
    """Run it as the README does, where nothing else is set."""
    superuser = postgresql.address_of("postgres")
    return subprocess.run(
        [sys.executable, "-m", "sekigahara.db.setup", "--superuser", superuser, "--database", NAME],
        cwd=PROJECT,
        env={"PATH": os.environ["PATH"], **told},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def _leaves_nothing() -> Iterator[None]:
    yield
    with postgresql.server() as server:
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(NAME)))
        for role in (NAME, f"{NAME}_owner"):
            server.execute(sql.SQL("DROP ROLE IF EXISTS {}").format(sql.Identifier(role)))


@pytest.mark.overnight
@pytest.mark.usefixtures("_leaves_nothing")
def test_setup_makes_everything_once_and_says_passwords_once() -> None:
    first = setup()
    assert first.returncode == 0, first.stderr
    told = dict(line.split("=", 1) for line in first.stdout.splitlines())
    assert list(told) == ["SECRET_KEY", "PUSH_KEY", "METRICS_TOKEN", "DATABASE_URL", "DATABASE_OWNER_URL"]
    with psycopg.connect(told["DATABASE_URL"]) as processes:
        assert processes.execute("SELECT count(*) FROM games_game").fetchone() == (0,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            processes.execute("DELETE FROM games_entry")
    with psycopg.connect(told["DATABASE_OWNER_URL"]) as owner:
        owner.execute("CREATE TABLE another (id int)")
    folders = Path(sys.executable).resolve().parents
    is_roots_alone = os.geteuid() == 0 and not all(folder.stat().st_mode & stat.S_IXOTH for folder in folders)
    assert ("nobody but root can run this Python" in first.stderr) == is_roots_alone
    again = setup()
    assert again.stdout == ""
    assert "keeps its password" in again.stderr
    assert setup(**told).returncode == 0


def test_setup_says_in_a_line_that_the_server_does_not_answer() -> None:
    nowhere = "postgres://postgres@127.0.0.1:1/postgres"
    command = [sys.executable, "-m", "sekigahara.db.setup", "--superuser", nowhere]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("manage.py setup: ")
    assert "Traceback" not in done.stderr
