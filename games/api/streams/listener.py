"""A stream to one client, on the event loop."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable

from games.api.streams.events import BEAT, News
from games.services.stream_hints import Changed

BEATS_WAITED_FOR = 2
"""The number of beats for which a client may leave events unread before it is disconnected."""


class Stream(ABC):
    """A stream of events to one client.

    It holds at most one batch of events. Changes that happen until the client has read it are read from the
    log later, so a slow client needs no more memory.

    Args:
        who: the caller for whom it is counted.
        token: the primary key of its API token; None without one.
        beginning: the first events.
    """

    def __init__(self, who: str, token: str | None, beginning: bytes) -> None:
        self.who, self.token = who, token
        self.is_due = True  # something may have changed since the first events were read
        self._sent = beginning
        self._is_ending = False
        self._beats_waited = 0
        self._ready = asyncio.Event()
        self._ready.set()
        self._task: asyncio.Task[object] | None = None
        self._leave: Callable[[Stream], None] = lambda _stream: None
        self._ask_again: Callable[[], None] = lambda: None

    @property
    @abstractmethod
    def topics(self) -> tuple[str, ...]:
        """The topics of changes that may concern it."""

    @abstractmethod
    def concerns(self, changed: Changed) -> bool:
        """Whether a change of one of its topics is visible to its viewer."""

    @property
    def is_free(self) -> bool:
        """Whether the client has read all events."""
        return not self._sent and not self._is_ending

    def attach(self, leave: Callable[["Stream"], None], ask_again: Callable[[], None]) -> None:
        """Set the callbacks for when it is closed, and for when it is free again and due."""
        self._leave, self._ask_again = leave, ask_again

    def put(self, news: News) -> None:
        """Send events to the client, which must be free. This and all methods below run on the event loop."""
        self._sent = news.sent
        self._is_ending = self._is_ending or news.is_last  # it may have been ended during the look
        self._ready.set()

    def beat(self) -> bool:
        """Send a keep-alive comment. False if the client has not read for too long."""
        if self.is_free:
            self.put(News(BEAT))
            return True
        self._beats_waited += 1
        return self._beats_waited < BEATS_WAITED_FOR

    def end(self) -> None:
        """End the stream after the pending events. The client reconnects."""
        self._is_ending = True
        self._ready.set()

    def drop(self) -> None:
        """Disconnect the client at once."""
        if self._task is not None:
            self._task.cancel()
        self.close()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        self._task = asyncio.current_task()
        while True:
            await self._ready.wait()
            self._ready.clear()
            sent, self._sent = self._sent, b""
            self._beats_waited = 0
            is_last = self._is_ending
            if self.is_due:
                self._ask_again()
            if sent:
                yield sent
            if is_last:
                return

    def close(self) -> None:
        """Remove the stream when its response is over. Safe from any thread and more than once."""
        self._leave(self)
