"""How an event goes over the wire, as the HTML standard has it under server-sent events."""

from typing import Any, NamedTuple

import msgspec

KIND = "text/event-stream"

RETRY = b"retry: 3000\n"
"""Before the first event: the milliseconds after which a client comes back when its stream has ended."""

BEAT = b":\n\n"
"""A comment: the stream is alive. Proxies cut what is silent, and who is gone is found out by it."""

FIRST, LAST_KNOWN = 0, 2**53
"""The numbers that events may have."""


class News(NamedTuple):
    """What a stream has to tell.

    Attributes:
        sent: events as they are sent.
        is_last: the stream ends with it.
    """

    sent: bytes
    is_last: bool = False


def event(name: str, data: Any, number: int | None = None) -> bytes:
    """One event.

    Args:
        data: written as JSON, which has no line breaks.
        number: its id, which a client that comes back names as the last it has.
    """
    numbered = "" if number is None else f"id: {number}\n"
    return f"event: {name}\n{numbered}data: ".encode() + msgspec.json.encode(data) + b"\n\n"
