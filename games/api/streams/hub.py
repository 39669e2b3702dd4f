"""The streams of a process, with one thread that reads the database for all of them.

An idle stream holds only memory: no thread and no database connection. After a change, and at every beat, one
look finds the new events for all streams that may be affected. A lost hint therefore delays events by at most
one beat.
"""

import asyncio
import contextlib
import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from accounts.rate_limits import network_of
from games.api.streams.events import News
from games.api.streams.listener import Stream
from games.services.stream_hints import Changed
from sekigahara.requests.figures import open_streams

log = logging.getLogger(__name__)

Look = Callable[[Sequence[Stream]], Mapping[Stream, News]]
"""Finds new events for some streams in the database. Streams without any are omitted."""


class TooManyStreamsError(Exception):
    """Too many streams are open.

    Attributes:
        most: the limit per caller; None if the process has reached its own limit.
    """

    def __init__(self, most: int | None) -> None:
        super().__init__(most)
        self.most = most


class Hub:
    """The streams of a process.

    Args:
        look: finds new events, on the hub's own thread.
        beat: seconds between two keep-alive comments on a stream.
        most: the maximum number of streams.
        most_of_one: the maximum number of streams of one caller.
        most_of_strangers: of all callers without a token. The other places are kept for those with one.
        most_of_network: of all callers without a token from one wider network.
    """

    def __init__(
        self,
        look: Look,
        *,
        beat: float,
        most: int,
        most_of_one: int,
        most_of_strangers: int,
        most_of_network: int,
    ) -> None:
        self._look, self._beat = look, beat
        self._most, self._most_of_one = most, most_of_one
        self._most_of_strangers, self._most_of_network = most_of_strangers, most_of_network
        self._lock = threading.Lock()
        self._streams: set[Stream] = set()
        self._by_topic: defaultdict[str, set[Stream]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._something = asyncio.Event()
        self._is_open = False
        self.is_listened_to = asyncio.Event()

    # ---- from any thread ----

    @property
    def is_open(self) -> bool:
        """Whether new streams may start: only while the server is up and not shutting down."""
        return self._is_open

    def __len__(self) -> int:
        return len(self._streams)

    def add(self, stream: Stream) -> None:
        """Add a stream.

        Raises:
            TooManyStreamsError: too many streams are open.
        """
        with self._lock:
            if len(self._streams) >= self._most:
                raise TooManyStreamsError(None)
            if sum(each.who == stream.who for each in self._streams) >= self._most_of_one:
                raise TooManyStreamsError(self._most_of_one)
            if stream.token is None:
                self._refuse_strangers(stream)
            self._streams.add(stream)
            open_streams.set(len(self._streams))
            for topic in stream.topics:
                self._by_topic[topic].add(stream)
        stream.attach(self._leave, self._something.set)
        self._call(self._note_audience)

    def _refuse_strangers(self, stream: Stream) -> None:
        networks = [network_of(each.who) for each in self._streams if each.token is None]
        is_full = len(networks) >= self._most_of_strangers
        if is_full or networks.count(network_of(stream.who)) >= self._most_of_network:
            raise TooManyStreamsError(None)

    def hear(self, changed: Changed) -> None:
        """Mark all streams that a change may affect as due."""
        if self._streams:
            self._call(self._mark, changed)

    def look_at_all(self) -> None:
        """Mark all streams as due, because hints may have been lost."""
        self._call(self._mark_all)

    def end_all(self) -> None:
        """End all streams and accept no new ones, because the server is shutting down."""
        self._is_open = False
        self._call(self._end_all)

    def _leave(self, stream: Stream) -> None:
        with self._lock:
            self._streams.discard(stream)
            open_streams.set(len(self._streams))
            for topic in stream.topics:
                there = self._by_topic.get(topic)
                if there is not None:
                    there.discard(stream)
                    if not there:
                        del self._by_topic[topic]
        self._call(self._note_audience)

    def _call(self, do: Callable[..., None], *arguments: object) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(do, *arguments)

    def _all(self) -> list[Stream]:
        with self._lock:
            return list(self._streams)

    # ---- on the event loop ----

    async def run(self) -> None:
        """Serve the streams until it is cancelled."""
        self._loop = asyncio.get_running_loop()
        self._something, self.is_listened_to = asyncio.Event(), asyncio.Event()
        self._is_open = True
        try:
            with ThreadPoolExecutor(1, thread_name_prefix="streams") as thread:
                await self._serve(thread)
        finally:
            self._is_open = False
            self._end_all()
            self._loop = None

    async def _serve(self, thread: ThreadPoolExecutor) -> None:
        loop = asyncio.get_running_loop()
        next_beat = loop.time() + self._beat
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(next_beat):
                    await self._something.wait()
            self._something.clear()
            is_beat = loop.time() >= next_beat
            if is_beat:
                next_beat = loop.time() + self._beat
                self._mark_all(is_news=False)
            due = [stream for stream in self._all() if stream.is_due and stream.is_free]
            if due:
                await self._update(due, thread)
            if is_beat:
                self._beat_all()
            await asyncio.sleep(0)  # lets streams send their events before slow ones are dropped

    async def _update(self, due: Sequence[Stream], thread: ThreadPoolExecutor) -> None:
        for stream in due:
            stream.is_due = False  # before the look, so that a change during it makes the stream due again
        try:
            found = await asyncio.get_running_loop().run_in_executor(thread, self._look, due)
        except Exception:
            log.exception("streams get no events before the next beat")
            return
        for stream, news in found.items():
            stream.put(news)

    def _beat_all(self) -> None:
        for stream in self._all():
            if not stream.beat():
                stream.drop()

    def _mark(self, changed: Changed) -> None:
        topics = [of_game(changed.game), *map(of_person, changed.players)]
        for stream in [each for topic in topics for each in self._by_topic.get(topic, ())]:
            if stream.concerns(changed):
                stream.is_due = True
                self._something.set()

    def _mark_all(self, *, is_news: bool = True) -> None:
        for stream in self._all():
            stream.is_due = True
        if is_news:
            self._something.set()

    def _end_all(self) -> None:
        for stream in self._all():
            stream.end()

    def _note_audience(self) -> None:
        if self._streams:
            self.is_listened_to.set()
        else:
            self.is_listened_to.clear()


def of_game(game: int) -> str:
    """The topic of a game, by its primary key."""
    return f"game {game}"


def of_person(person: int) -> str:
    """The topic of a person, by their primary key."""
    return f"person {person}"
