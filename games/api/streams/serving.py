"""Runs the event streams while the server runs, and ends them when it is stopped."""

import asyncio
import contextlib
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from types import FrameType
from typing import Any

from django.conf import settings

from games.api.streams.process import hub

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextlib.asynccontextmanager
async def serving() -> AsyncIterator[None]:
    """Streams can be opened within the block."""
    tasks = [asyncio.create_task(hub.run())]
    if settings.SIZE == "full":
        from games.api.streams.relay import Relay  # noqa: PLC0415 - the embedded size has no Redis

        tasks.append(asyncio.create_task(Relay(hub).run()))
    try:
        with _before_the_end(hub.end_all):
            yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


@contextlib.contextmanager
def _before_the_end(do: Callable[[], None]) -> Iterator[None]:
    """Call a function when a signal stops the server, before the server handles the signal.

    Uvicorn notifies applications only after all connections are closed, and streams would never close. Its
    own signal handlers are already installed; each is called afterwards.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before: dict[signal.Signals, Any] = {each: signal.getsignal(each) for each in SIGNALS}

    def end(number: int, frame: FrameType | None) -> None:
        do()
        before[signal.Signals(number)](number, frame)

    for each in SIGNALS:
        if callable(before[each]):
            signal.signal(each, end)
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
