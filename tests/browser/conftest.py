"""An installation of the embedded size with games in every state, and a browser."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser

from tests.browser.windows import Size, Window, chromium
from tests.sekigahara.home import Home


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
    home = Home(tmp_path_factory.mktemp("home"))
    stage_output = json.loads(home.run("-m", "tests.browser.stage"))
    with home.served():
        yield Place(home, stage_output["paths"], stage_output["session"])


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
