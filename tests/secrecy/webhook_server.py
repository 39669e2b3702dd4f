"""An HTTP server that receives the webhooks of these tests and stores the bytes."""

from __future__ import annotations

import json
from functools import cache

from tests.kit.receiver import Got, Receiver

CHAT = "chat"
"""What is posted in Discord's shape, which names no type."""


@cache
def server() -> Receiver:
    """The one of this process, which it takes along when it ends."""
    receiver = Receiver()
    receiver.start()
    return receiver


def take(who: str) -> list[tuple[str, bytes]]:
    """What was posted to somebody's webhooks since the last look, each with its type."""
    mine = [got for got in server().got if got.path.startswith(f"/{who}/")]
    server().got = [got for got in server().got if got not in mine]
    # Two webhooks are posted to at the same time.
    return sorted((_type_of(got), _written(got)) for got in mine)


def forget() -> None:
    """Throw everything away that was posted."""
    server().got.clear()


def _type_of(got: Got) -> str:
    return str(json.loads(got.body).get("type", CHAT))


def _written(got: Got) -> bytes:
    lines = [got.path, *(f"{name}: {value}" for name, value in got.headers.items())]
    return "\r\n".join([*lines, "", got.body]).encode()
