"""An HTTP server that receives webhooks of these tests and pushes to devices, and stores the bytes."""

from __future__ import annotations

import json
from functools import cache

from accounts.models.person import Person
from tests.kit.push_browser import PushBrowser
from tests.kit.receiver import Got, Receiver

CHAT = "chat"
"""What is posted in Discord's shape, which names no type."""
PUSH = "push"
"""What is pushed to a device."""
RANDOM = {"authorization", "content-length"}
"""Headers of a push that are random: a signature is, and has now and then a digit less."""

_browsers: dict[str, PushBrowser] = {}
"""By path, those that devices are."""


@cache
def server() -> Receiver:
    """The one of this process, which it takes along when it ends."""
    receiver = Receiver()
    receiver.start()
    return receiver


def add_device(who: str, person: Person) -> None:
    """Let somebody be notified on a device, which reads what comes."""
    _browsers[f"/{who}/{PUSH}"] = browser = PushBrowser(server(), f"{who}/{PUSH}")
    browser.added(person)


def take(who: str) -> list[tuple[str, bytes]]:
    """What was posted to somebody's webhooks and devices since the last look, each with its type."""
    mine = [got for got in server().got if got.path.startswith(f"/{who}/")]
    server().got = [got for got in server().got if got not in mine]
    # Two webhooks are posted to at the same time.
    return sorted((_type_of(got), _written(got)) for got in mine)


def forget() -> None:
    """Throw everything away that was posted."""
    server().got.clear()


def _type_of(got: Got) -> str:
    return PUSH if got.path in _browsers else str(json.loads(got.body).get("type", CHAT))


def _written(got: Got) -> bytes:
    """All of it; of a push what the device reads, as all else about it is random."""
    browser = _browsers.get(got.path)
    content = got.content if browser is None else browser.read(got.content)
    left_out = set[str]() if browser is None else RANDOM
    lines = [f"{name}: {value}" for name, value in got.headers.items() if name not in left_out]
    return "\r\n".join([got.path, *lines, "", ""]).encode() + content
