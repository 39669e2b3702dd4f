"""Clients that post all at the same time over real connections, each one request after the other."""

import asyncio
import re
import socket
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing

from tests.benchmarks.moves import Move

CLIENTS = 8
_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)


class Heard:
    """What clients were answered.

    Attributes:
        seconds: how long each answer took.
        statuses: how often each status was given.
        problem: the latest answer that was no success, as it came.
    """

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.statuses: Counter[int] = Counter()
        self.problem = b""

    def percentile(self, percent: int) -> float:
        """The time that so many percent of the answers did not exceed."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def post(path: str, body: bytes, *headers: str) -> bytes:
    """A whole POST of JSON."""
    lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", *headers]
    return "\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode() + body


def post_of(move: Move) -> bytes:
    """A move as a client of the API posts it."""
    return post(move.path, move.body, f"Authorization: Bearer {move.token}", f"If-Match: {move.tag}")


def send(port: int, posts: Sequence[Iterable[bytes]]) -> Heard:
    """Let as many clients as there are series post them to a server of this machine, and hear the answers."""
    heard = Heard()
    asyncio.run(_all(port, posts, heard))
    return heard


async def _all(port: int, posts: Sequence[Iterable[bytes]], heard: Heard) -> None:
    async with asyncio.TaskGroup() as group:
        for own in posts:
            group.create_task(_client(port, own, heard))


async def _client(port: int, posts: Iterable[bytes], heard: Heard) -> None:
    loop = asyncio.get_running_loop()
    with closing(socket.create_connection(("127.0.0.1", port))) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setblocking(False)
        for one in posts:
            begin = time.perf_counter()
            await loop.sock_sendall(connection, one)
            answer = await _answer(loop, connection)
            heard.seconds.append(time.perf_counter() - begin)
            status = int(answer[9:12])
            heard.statuses[status] += 1
            if status >= 400:
                heard.problem = answer


async def _answer(loop: asyncio.AbstractEventLoop, connection: socket.socket) -> bytes:
    """An answer with a Content-Length."""
    answer = b""
    while True:
        part = await loop.sock_recv(connection, 65536)
        if not part:
            raise ConnectionError(f"the server hung up after {answer!r}")
        answer += part
        head, end, body = answer.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        if end and length and len(body) >= int(length.group(1)):
            return answer
