"""The viewers who send requests, and their credentials."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from django.test import Client

from games.engine import Side
from games.engine.side import NOBODY
from games.reads.turn_links import turn_link
from tests.secrecy import determinism
from tests.secrecy.channels import API, PAGES, Asks
from tests.secrecy.stage import Stage

ADDRESS = "198.51.100.7"


class Watcher(NamedTuple):
    """Somebody who asks.

    Attributes:
        who: in a word.
        cookies: of the browser.
        headers: of every request.
        channels: what they ask.
        is_thorough: asks at every look, and not only now and then.
    """

    who: str
    cookies: Mapping[str, str]
    headers: Mapping[str, str]
    channels: Mapping[str, Asks]
    is_thorough: bool


def watchers(stage: Stage, viewer: int) -> list[Watcher]:
    """Everybody to whom both tellings are to look the same. The game has begun."""
    passer_by = Watcher("passer-by", {}, {}, PAGES | API, is_thorough=viewer == NOBODY)
    other_account = Watcher("other account", _signed_in(stage, "other"), {}, PAGES, is_thorough=False)
    other_program = Watcher("other token", {}, _token(stage, "other"), API, is_thorough=False)
    anybody = [passer_by, other_account, other_program]
    if viewer == NOBODY:
        return anybody
    side = Side(viewer)
    return [
        Watcher("account", _signed_in(stage, side.label), {}, PAGES, is_thorough=True),
        Watcher("link", _by_link(stage, side), {}, PAGES, is_thorough=False),
        Watcher("token", {}, _token(stage, side.label), API, is_thorough=True),
        *anybody,
    ]


def _signed_in(stage: Stage, who: str) -> dict[str, str]:
    browser = Client(REMOTE_ADDR=ADDRESS)
    with determinism.chance(f"session of {who}"):
        browser.force_login(stage.people[who])
    return _jar(browser)


def _by_link(stage: Stage, side: Side) -> dict[str, str]:
    browser = Client(REMOTE_ADDR=ADDRESS)
    with determinism.chance("session of a link"):
        browser.get(urlsplit(turn_link(stage.seat(side))).path)
    return _jar(browser)


def _jar(browser: Client) -> dict[str, str]:
    return {name: morsel.value for name, morsel in browser.cookies.items()}


def _token(stage: Stage, who: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {stage.tokens[who]}"}
