"""The embedded size in a folder of its own, served by a process as an installation is."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.kit.migrated import home
from tests.kit.processes import PROJECT, answers, free_port, wait_until
from tests.kit.visitor import Visitor, with_session

SIGN_IN = """
import sys, django
django.setup()
from django.test import Client
from accounts.models.person import Person
browser = Client()
browser.force_login(Person.objects.at(sys.argv[1]))
print(browser.session.session_key)
"""


class Home:
    """A folder with a database in it, and the address it is to be served at.

    Args:
        folder: of an installation that goes on, or what is to become one.
        is_copy: a new one is copied from one that was made before; else there is nothing in it yet.
        told: further variables of its environment.
    """

    def __init__(self, folder: Path, *, is_copy: bool = True, **told: str) -> None:
        port = free_port()
        self.folder = folder
        self.site = f"http://127.0.0.1:{port}"
        self._serve = ["-m", "uvicorn", "sekigahara.asgi:application", f"--port={port}", "--lifespan=on"]
        self._serve += ["--log-level=warning", "--no-proxy-headers"]
        self._serve += ["--http=sekigahara.server.connections:Connection"]
        inherited = {name: value for name, value in os.environ.items() if name != "EMAIL_URL"}
        self._surroundings = {
            **inherited,
            "DJANGO_SETTINGS_MODULE": "sekigahara.settings",
            "SEKIGAHARA_SIZE": "embedded",
            "SEKIGAHARA_HOME": str(folder),
            "SITE_URL": self.site,
            "PORT": str(port),
            **told,
        }
        if is_copy and not (folder / "db.sqlite3").exists():
            copy_new(folder)

    def run(self, *command: str) -> str:
        """Run Python in its surroundings; what it said."""
        done = subprocess.run(
            [sys.executable, *command],
            cwd=PROJECT,
            env=self._surroundings,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def change(self, statement: str, *values: object) -> None:
        """Change its database, as another process does of which nobody is told."""
        with (
            contextlib.closing(sqlite3.connect(self.folder / "db.sqlite3", timeout=20)) as connection,
            connection,
        ):
            assert connection.execute(statement, values).rowcount == 1

    @contextlib.contextmanager
    def served(self, *server: str) -> Iterator[subprocess.Popen[bytes]]:
        """Its web server, or another one in Python, which is ended with the block."""
        command = [sys.executable, *(server or self._serve)]
        process = subprocess.Popen(command, cwd=PROJECT, env=self._surroundings)
        try:
            wait_until(lambda: process.poll() is not None or answers(self.site), what="the server's answer")
            assert process.poll() is None
            yield process
        finally:
            process.terminate()
            process.wait(timeout=20)

    def mails(self) -> list[Path]:
        """The files of all that was mailed so far, newest first."""
        return sorted((self.folder / "mail").glob("*.eml"), reverse=True)

    @contextlib.contextmanager
    def visitor(self, email: str) -> Iterator[Visitor]:
        """Somebody who has signed in with that address."""
        key = self.run("-c", SIGN_IN, email).strip()
        with with_session(self.site, key) as visitor:
            yield visitor


def copy_new(folder: Path) -> None:
    """Make a folder that of an installation that nobody has used."""
    shutil.copytree(home(), folder, dirs_exist_ok=True)
