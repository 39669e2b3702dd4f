"""One client that listens, as the event loop sees it."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable

from games.api.streams.events import BEAT, News
from games.services.stream_hints import Changed

PATIENCE = 2
"""How many beats a client may leave what it was sent lying about before it is dropped."""


class Stream(ABC):
    """What is told one client after the beginning.

    It never holds more than one thing to be sent. What happens while the client has not taken that is read
    from the log when it has: so however slow it is, it costs no more than that.

    Args:
        who: whom it is counted for.
        token: the primary key of the API token that it was opened with; None without one.
        beginning: what it tells at once.
    """

    def __init__(self, who: str, token: str | None, beginning: bytes) -> None:
        self.who, self.token = who, token
        self.is_due = True  # something may have happened since the beginning was read
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
        """What it is about, to be found by when that changes."""

    @abstractmethod
    def concerns(self, changed: Changed) -> bool:
        """Whether a change of one of its topics is news for its viewer."""

    @property
    def is_free(self) -> bool:
        """Whether the client has taken all that it was told."""
        return not self._sent and not self._is_ending

    def attach(self, leave: Callable[["Stream"], None], ask_again: Callable[[], None]) -> None:
        """Have it call these: when it is closed, and when it has room for what was put off."""
        self._leave, self._ask_again = leave, ask_again

    def put(self, news: News) -> None:
        """Tell the client; it must be free. On the event loop, as all below."""
        self._sent = news.sent
        self._is_ending = self._is_ending or news.is_last  # it may have been ended during the look
        self._ready.set()

    def beat(self) -> bool:
        """Show the client that the stream is alive; whether the client shows that it is."""
        if self.is_free:
            self.put(News(BEAT))
            return True
        self._beats_waited += 1
        return self._beats_waited < PATIENCE

    def end(self) -> None:
        """End it after what it has to tell still; the client comes back."""
        self._is_ending = True
        self._ready.set()

    def drop(self) -> None:
        """End it at once, in the middle of what it tells."""
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
        """The response is over. From any thread, and more than once."""
        self._leave(self)
