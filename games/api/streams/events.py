"""The wire format of server-sent events, as defined in the HTML standard."""

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import msgspec

KIND = "text/event-stream"

RETRY = b"retry: 3000\n"
"""Sent before the first event: milliseconds after which a client reconnects."""

BEAT = b":\n\n"
"""A comment that keeps the stream alive. Proxies close silent connections, and writing detects clients that
have gone."""

FIRST, LAST_KNOWN = 0, 2**53
"""The range of event ids."""

_MICROSECOND = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class News(NamedTuple):
    """Events for a stream.

    Attributes:
        sent: the encoded events.
        is_last: whether the stream ends after them.
    """

    sent: bytes
    is_last: bool = False


def event(name: str, data: Any, number: int | None = None) -> bytes:
    """Encode an event.

    Args:
        data: encoded as JSON without line breaks.
        number: its id, which a client names when it reconnects.
    """
    numbered = "" if number is None else f"id: {number}\n"
    return f"event: {name}\n{numbered}data: ".encode() + msgspec.json.encode(data) + b"\n\n"


def number_of(moment: datetime) -> int:
    """The id of an event of several games: microseconds since 1970."""
    return (moment - _EPOCH) // _MICROSECOND


def moment_of(number: int) -> datetime:
    """The time that such an id names."""
    return _EPOCH + number * _MICROSECOND
