"""What idle event streams cost, and how soon they tell: ``python -m tests.benchmarks.streams`` prints it.

Ours beside the barest server of events there can be (asyncio, a head and a queue for each connection), in one
run and measured alike: by the resident memory of one serving process, and by the time from the commit in a
process of its own to the event at a client. Needs PostgreSQL and Redis; nothing is asserted.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import socket
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.installation import installation
from tests.benchmarks.outcome import say
from tests.kit.processes import free_port, running, wait_until, wait_until_listening

WARM_UP = 10
BARE = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
HELLO = b"event: hello\ndata: {}\n\n"


class Served(NamedTuple):
    """A server that is measured.

    Attributes:
        process: the one that holds the streams.
        head: of the request that opens one.
    """

    name: str
    process: int
    port: int
    head: bytes


def main() -> None:
    """Open streams at both servers and print what that took; then act, and print how soon it was told."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.streams")
    parser.add_argument("--streams", type=int, default=300, help="open at once (300)")
    parser.add_argument("--actions", type=int, default=100, help="told one after the other (100)")
    parser.add_argument("--bare", type=int, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.bare is not None:
        asyncio.run(_bare(told.bare))
        return
    with installation():
        _measure(told.streams, told.actions)


def _measure(streams: int, actions: int) -> None:
    ports = free_port(), free_port()
    surroundings = {"STREAMS": str(streams + WARM_UP + 1), "PORT": str(ports[0]), "TRUST_FORWARDED_FOR": "1"}
    uvicorn = ("uvicorn", "sekigahara.asgi:application", "--no-proxy-headers", "--log-level=warning")
    with (
        running(*uvicorn, f"--port={ports[0]}", **surroundings) as ours,
        running("tests.benchmarks.streams", "--bare", str(ports[1])) as bare,
    ):
        for port in ports:
            wait_until_listening(port)
        game, act = _game()
        address = f"/api/v1/games/{game}/stream/"
        pair = [
            Served("ours", ours.pid, ports[0], f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1\r\n".encode()),
            Served("bare asyncio", bare.pid, ports[1], b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"),
        ]
        for served in pair:
            grown = _memory(served, streams)
            say(f"{served.name:14} {grown / streams * 100 / 1024:7.2f} MiB for 100 idle streams")
        soon = _latency(pair[0], actions, act)
        middle, slow = statistics.median(soon), sorted(soon)[int(len(soon) * 0.95)]
        say(f"from the commit to the event at the client: median {middle:.1f} ms, 95 in 100 {slow:.1f} ms")


def _memory(served: Served, streams: int) -> float:
    """By how many KiB a process grows with so many idle streams."""
    with contextlib.ExitStack() as opened:
        for number in range(WARM_UP):
            opened.enter_context(_stream(served, number))
        before = _resident(served.process)
        for number in range(streams):
            opened.enter_context(_stream(served, WARM_UP + number))
        return _resident(served.process) - before


def _latency(served: Served, actions: int, act: Callable[[], tuple[int, float]]) -> list[float]:
    """Milliseconds from each commit to its event."""
    came: dict[int, float] = {}

    def listen(listening: socket.socket) -> None:
        told = b""
        while part := listening.recv(65536):
            now = time.perf_counter()
            told += part
            *whole, told = told.split(b"event: change\nid: ")
            for each in [*whole, told][1:]:
                came.setdefault(int(each.partition(b"\n")[0] or 0), now)

    with _stream(served, 0) as listening:
        thread = threading.Thread(target=listen, args=(listening,), daemon=True)
        thread.start()
        taken = []
        for _number in range(actions):
            version, committed = act()
            wait_until(lambda at=version: at in came, what="the event")  # type: ignore[misc] # mypy #15459
            taken.append((came[version] - committed) * 1000)
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()
    return taken


@contextlib.contextmanager
def _stream(served: Served, number: int) -> Iterator[socket.socket]:
    """An open stream that has said hello. Each comes from another sender, who may have only a few."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as client:
        sender = f"X-Forwarded-For: 10.0.{number // 250}.{number % 250}\r\n\r\n"
        client.sendall(served.head + sender.encode())
        came = b""
        while HELLO[:12] not in came:
            came += client.recv(65536)
        yield client


def _resident(process: int) -> float:
    """The memory of a process in KiB."""
    for line in Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1])
    raise LookupError("no VmRSS")


def _game() -> tuple[str, Callable[[], tuple[int, float]]]:
    """A public game; and what acts in it, until the public could see it, and says its version and when."""
    from tests.kit.table import Table

    table = Table(1, is_public=True)

    def act() -> tuple[int, float]:
        before = table.game.version
        while True:
            table.submit(table.asked()[0])
            at = time.perf_counter()
            if (version := table.game.version) > before:
                return version, at

    return table.game.public_id, act


async def _bare(port: int) -> None:
    """The barest server: it tells hello, and waits for more to tell."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not await reader.readline():  # it was only tried whether anybody listens
            return
        writer.write(BARE + b"%x\r\n%s\r\n" % (len(HELLO), HELLO))
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        while True:
            writer.write(await queue.get())

    server = await asyncio.start_server(serve, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    main()
