"""What keeps event streams in bounds, without a server around them: slow clients, failures, hints."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import pytest

from games.api.streams.events import BEAT, News
from games.api.streams.hub import Hub, TooManyStreamsError, of_game
from games.api.streams.listener import Stream
from games.services.stream_hints import Changed

PATIENCE = 20
"""Seconds in which something must come true."""


class Tale(Stream):
    """A stream of a game that every viewer may see all of."""

    def __init__(self, game: int = 1, who: str = "somebody", token: str | None = "token") -> None:
        self.game = game
        super().__init__(who, token, b"hello ")

    @property
    def topics(self) -> tuple[str, ...]:
        return (of_game(self.game),)

    def concerns(self, changed: Changed) -> bool:
        return changed.versions[0] > 0


class Book:
    """What there is to tell; it is told once.

    Attributes:
        looks: at which streams it was looked, each time.
        failures: how often the next looks fail.
    """

    def __init__(self) -> None:
        self.news: dict[Stream, News] = {}
        self.looks: list[list[Stream]] = []
        self.failures = 0

    def look(self, streams: Sequence[Stream]) -> Mapping[Stream, News]:
        self.looks.append(list(streams))
        if self.failures:
            self.failures -= 1
            raise RuntimeError("the ink is dry")
        return {each: self.news.pop(each) for each in streams if each in self.news}


def told(test: Callable[[Hub, Book], Awaitable[None]], *, beat: float = 3600, most: int = 9) -> None:
    """Run a test beside a hub."""

    async def run() -> None:
        book = Book()
        limits = {"most_of_one": 3, "most_of_strangers": most // 2, "most_of_network": 4}
        hub = Hub(book.look, beat=beat, most=most, **limits)
        running = asyncio.create_task(hub.run())
        await true(lambda: hub.is_open)
        await test(hub, book)
        running.cancel()
        await asyncio.wait([running])
        assert not hub.is_open

    asyncio.run(run())


async def true(condition: Callable[[], object]) -> None:
    """Wait for it."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - of what has no event to wait for
            await asyncio.sleep(0.001)


async def taken(stream: Stream, taken: list[bytes]) -> None:
    """Take all that is told."""
    async for part in stream:
        taken.append(part)  # noqa: PERF401 - what has come by now counts, whenever it is looked at


def test_a_hint_leads_to_one_look_at_whom_it_concerns_and_at_nobody_else() -> None:
    async def test(hub: Hub, book: Book) -> None:
        concerned, other = Tale(1), Tale(2)
        heard: dict[Stream, list[bytes]] = {concerned: [], other: []}
        tasks = []
        for stream, parts in heard.items():
            hub.add(stream)
            tasks.append(asyncio.create_task(taken(stream, parts)))
        await true(lambda: sum(map(len, book.looks)) == 2)  # the first look at each
        book.news[concerned] = News(b"change", is_last=True)
        hub.hear(Changed(1, (0, 0, 0), ()))  # nothing to be seen
        hub.hear(Changed(1, (1, 0, 0), ()))
        await asyncio.wait_for(tasks[0], PATIENCE)
        assert b"".join(heard[concerned]) == b"hello change"
        assert heard[other] == [b"hello "]
        assert book.looks[-1] == [concerned]
        assert sum(map(len, book.looks)) == 3
        hub.end_all()
        await asyncio.wait_for(tasks[1], PATIENCE)

    told(test)


def test_listener_that_takes_nothing_is_dropped_and_costs_nothing() -> None:
    async def test(hub: Hub, book: Book) -> None:
        slow, quick = Tale(who="slow"), Tale(who="quick")
        heard: list[bytes] = []

        async def stuck() -> None:
            async for _part in slow:
                await asyncio.Event().wait()

        tasks = [asyncio.create_task(stuck()), asyncio.create_task(taken(quick, heard))]
        for stream in (slow, quick):
            hub.add(stream)
        await true(tasks[0].done)
        assert tasks[0].cancelled()
        assert not tasks[1].done()
        assert len(hub) == 1
        assert heard[0] == b"hello "
        assert set(heard[1:]) == {BEAT}
        assert sum(slow in looked for looked in book.looks) <= 2  # before it got stuck
        hub.end_all()
        await asyncio.wait_for(tasks[1], PATIENCE)

    told(test, beat=0.02)


def test_failed_lookup_is_made_up_with_the_next_beat(caplog: pytest.LogCaptureFixture) -> None:
    async def test(hub: Hub, book: Book) -> None:
        book.failures = 2
        stream = Tale()
        book.news[stream] = News(b"change", is_last=True)
        heard: list[bytes] = []
        hub.add(stream)
        await asyncio.wait_for(taken(stream, heard), PATIENCE)
        assert heard[-1] == b"change"

    told(test, beat=0.02)
    assert "the ink is dry" in caplog.text


def test_streams_are_limited_for_one_and_for_all() -> None:
    async def test(hub: Hub, book: Book) -> None:
        own = [Tale() for _number in range(3)]
        for stream in own:
            hub.add(stream)
        with pytest.raises(TooManyStreamsError) as refused:
            hub.add(Tale())
        assert refused.value.most == 3
        hub.add(Tale(who="another"))
        with pytest.raises(TooManyStreamsError) as full:
            hub.add(Tale(who="a third"))
        assert full.value.most is None
        own[0].close()
        own[0].close()
        hub.add(Tale())
        assert len(hub) == 4

    told(test, most=4)


def test_strangers_leave_half_of_the_places_to_those_with_a_token() -> None:
    async def test(hub: Hub, book: Book) -> None:
        for number in range(10):
            hub.add(Tale(who=f"192.0.{number}.1", token=None))
        for who in ("198.51.100.1", "2001:db8::/64"):
            with pytest.raises(TooManyStreamsError) as full:
                hub.add(Tale(who=who, token=None))
            assert full.value.most is None
        for number in range(10):
            hub.add(Tale(who=f"person {number}"))
        with pytest.raises(TooManyStreamsError):
            hub.add(Tale(who="person 11"))

    told(test, most=20)


@pytest.mark.parametrize(
    ("near", "far"),
    [
        ([f"192.0.2.{number}" for number in range(5)], "192.0.3.1"),
        ([f"2001:db8:1:{number}::/64" for number in range(5)], "2001:db8:2:1::/64"),
    ],
)
def test_strangers_of_one_network_are_counted_together(near: list[str], far: str) -> None:
    async def test(hub: Hub, book: Book) -> None:
        *first, last = near
        for who in first:
            hub.add(Tale(who=who, token=None))
        with pytest.raises(TooManyStreamsError):
            hub.add(Tale(who=last, token=None))
        hub.add(Tale(who=last))
        hub.add(Tale(who=far, token=None))

    told(test, most=40)


def test_somebody_listens_while_there_are_streams() -> None:
    async def test(hub: Hub, book: Book) -> None:
        assert not hub.is_listened_to.is_set()
        stream: Any = Tale()
        hub.add(stream)
        await true(hub.is_listened_to.is_set)
        stream.close()
        await true(lambda: not hub.is_listened_to.is_set())

    told(test)


def test_one_that_is_ended_while_it_was_looked_for_ends_all_the_same() -> None:
    async def test(hub: Hub, book: Book) -> None:
        stream = Tale()
        heard: list[bytes] = []
        listening = asyncio.create_task(taken(stream, heard))
        await true(lambda: heard)
        stream.end()
        stream.put(News(b"change"))
        await asyncio.wait_for(listening, PATIENCE)
        assert heard == [b"hello ", b"change"]

    told(test)
