"""An installation of the embedded size with games in every state, a browser, and the page of the examples."""

import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser

from tests.browser.windows import Size, Window, chromium
from tests.kit.frontend import frontend
from tests.kit.migrated import made_once
from tests.sekigahara.home import Home

SAID = "stage.json"
"""Beside the database: what the stage said."""
SITE = "http://stage.example.org"
"""Stands there for the address, which is another one for each copy."""


class Place(NamedTuple):
    """Where to look.

    Attributes:
        home: the installation.
        paths: by name, links to seats and addresses of pages.
        session: of somebody who has signed in.
    """

    home: Home
    paths: dict[str, str]
    session: str


@pytest.fixture(scope="package")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with staged(tmp_path_factory.mktemp("home")) as place:
        yield place


@contextmanager
def staged(folder: Path, settings: str = "sekigahara.settings") -> Iterator[Place]:
    """An installation with the games of the stage, served; they are played once in a run, and copied.

    Args:
        folder: where it is to be.
        settings: it is served with.
    """
    shutil.copytree(made_once("stage", _play), folder, dirs_exist_ok=True)
    home = Home(folder, DJANGO_SETTINGS_MODULE=settings)
    said = json.loads((folder / SAID).read_text(encoding="utf-8").replace(SITE, home.site))
    with home.served():
        yield Place(home, said["paths"], said["session"])


def _play(folder: Path) -> None:
    home = Home(folder)
    said = home.run("-m", "tests.browser.stage").replace(home.site, SITE)
    (folder / SAID).write_text(said, encoding="utf-8")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@contextmanager
def window(browser: Browser, place: Place, size: Size, *, scripts: bool = False) -> Iterator[Window]:
    """A window of nobody yet."""
    opened = Window(browser, place.home.site, size, scripts=scripts)
    yield opened
    opened.close()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments: object) -> None:
        """It is silent."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A folder over HTTP; its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="package")
def built() -> Path:
    """The page of the examples, with its compiler."""
    return frontend()
