"""A client of an event stream, over HTTP."""

import contextlib
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx2

PATIENCE = 20
"""Seconds in which something must come."""


class Event(NamedTuple):
    """What came.

    Attributes:
        name: the kind of event; empty for a sign of life.
        id: its number, or None.
        data: what its JSON says.
    """

    name: str
    id: int | None = None
    data: Any = None


class Listener:
    """An open stream.

    Args:
        response: its answer, whose body is still to come.
    """

    def __init__(self, response: httpx2.Response) -> None:
        self.response = response
        self._lines = response.iter_lines()

    def next(self) -> Event:
        """The next event, whatever beats come before it.

        Raises:
            StopIteration: the stream has ended.
        """
        while not (event := self.next_sign()).name:
            pass
        return event

    def next_sign(self) -> Event:
        """The next event or beat.

        Raises:
            StopIteration: the stream has ended.
        """
        lines: list[str] = []
        while (line := next(self._lines)) or not lines:
            lines.append(line)
        (event,) = events("\n".join(lines))
        return event

    def rest(self) -> list[Event]:
        """All until it ends."""
        return [event for event in events("\n".join(self._lines)) if event.name]


def events(body: str) -> Iterator[Event]:
    """What a stream has told."""
    for block in body.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "event" in fields:
            number = int(fields["id"]) if "id" in fields else None
            yield Event(fields["event"], number, json.loads(fields["data"]))
        elif block.startswith(":"):
            yield Event("")


def told_in(body: bytes, *names: str) -> list[Event]:
    """The events in what a stream was sent; those of some names, if any are given."""
    return [event for event in events(body.decode()) if event.name and (not names or event.name in names)]


def data_in(body: bytes, name: str) -> list[Any]:
    """What the events of a name say in what a stream was sent."""
    return [event.data for event in told_in(body, name)]


@contextlib.contextmanager
def listening(address: str, token: str | None = None, **headers: str) -> Iterator[Listener]:
    """A stream that is closed after the block."""
    identified = {} if token is None else {"Authorization": f"Bearer {token}"}
    with (
        httpx2.Client(timeout=PATIENCE) as client,
        client.stream("GET", address, headers={**identified, **headers}) as response,
    ):
        listener = Listener(response)  # without one that is kept the client hangs up
        yield listener
