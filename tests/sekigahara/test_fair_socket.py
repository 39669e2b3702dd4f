"""Several processes that listen together have each its share of those who come."""

import contextlib
import os
import socket
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from sekigahara.server import fair_socket
from sekigahara.server.fair_socket import FairSocket
from sekigahara.server.web_server import serve
from tests.kit.processes import free_port, running, wait_until

CLIENTS = 8

if "PATIENCE" in os.environ:  # of a server of this module: on a busy machine no process is quick
    fair_socket.PATIENCE = float(os.environ["PATIENCE"])


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Tell which process answers."""
    if scope["type"] == "lifespan":
        for step in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{step}.complete"})
        return
    told = str(os.getpid()).encode()
    headers = [(b"content-length", str(len(told)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": told})


if __name__ == "__main__":
    serve("tests.sekigahara.test_fair_socket:application", "127.0.0.1", int(os.environ["PORT"]), 2)


@pytest.fixture
def door() -> Iterator[tuple[FairSocket, FairSocket]]:
    """Two that listen as two processes would."""
    with contextlib.ExitStack() as stack:
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        listening.setblocking(False)
        first = stack.enter_context(FairSocket.of(listening))
        both = [
            stack.enter_context(FairSocket(os.dup(first.fileno()), os.dup(first.board), slot))
            for slot in (1, 2)
        ]
        for each in both:
            each.setblocking(False)
        yield both[0], both[1]


def come(door: FairSocket) -> socket.socket:
    return socket.create_connection(door.getsockname())


def test_one_is_taken_and_then_others_are_asked(door: tuple[FairSocket, FairSocket]) -> None:
    one, _ = door
    with come(one), come(one), one.accept()[0], pytest.raises(BlockingIOError):
        one.accept()


def test_who_has_more_leaves_the_next_to_the_other(
    door: tuple[FairSocket, FairSocket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair_socket, "PATIENCE", 60)
    one, other = door
    with contextlib.ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(come(one))
        for _ in range(2):
            stack.enter_context(one.accept()[0])  # as many as the other: whoever asks may take it
            for _ in range(3):
                with pytest.raises(BlockingIOError):
                    one.accept()
            stack.enter_context(other.accept()[0])
            with pytest.raises(BlockingIOError):
                other.accept()


def test_who_has_closed_its_own_has_none(
    door: tuple[FairSocket, FairSocket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair_socket, "PATIENCE", 60)
    one, _ = door
    with come(one), come(one):
        taken, _address = one.accept()
        taken.close()
        taken.close()  # closed twice, it counts once
        with pytest.raises(BlockingIOError):
            one.accept()
        one.accept()[0].close()


def test_nobody_waits_for_one_that_does_not_come(
    door: tuple[FairSocket, FairSocket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair_socket, "PATIENCE", 0)
    one, _ = door
    with come(one), come(one), one.accept()[0]:
        with pytest.raises(BlockingIOError):
            one.accept()
        one.accept()[0].close()


def test_nobody_waits_for_one_that_has_ended(
    door: tuple[FairSocket, FairSocket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked to end, and lets go of those it has after that."""
    monkeypatch.setattr(fair_socket, "PATIENCE", 60)
    one, other = door
    with come(one), come(one), come(one), one.accept()[0]:
        with pytest.raises(BlockingIOError):
            one.accept()
        last = other.accept()[0]
        other.close()
        last.close()
        one.accept()[0].close()


def test_nobody_gets_the_slot_of_one_that_is_still_there() -> None:
    """However many have come and gone since: two in one would not know of each other."""
    with FairSocket.of(socket.create_server(("127.0.0.1", 0))) as first:
        first.setblocking(False)
        slot = first.give_slot()
        with FairSocket(os.dup(first.fileno()), os.dup(first.board), slot) as stays:
            stays.setblocking(False)
            given = []
            for _ in range(2 * fair_socket.SLOTS):
                given.append(first.give_slot())
                with pytest.raises(BlockingIOError):
                    stays.accept()
    assert slot not in given
    assert set(given) == set(range(fair_socket.SLOTS)) - {slot}


def test_nobody_is_there(door: tuple[FairSocket, FairSocket]) -> None:
    for each in door:
        with pytest.raises(BlockingIOError):
            each.accept()


def test_each_process_has_its_share_of_clients_who_stay() -> None:
    port = free_port()
    server = running("tests.sekigahara.test_fair_socket", PORT=str(port), PATIENCE="20")
    with server, contextlib.ExitStack() as stack:
        wait_until(lambda: len({asked(port) for _ in range(6)}) == 2, what="two processes")
        clients = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(CLIENTS)]
        share = Counter(answer(client) for client in clients)
        again = Counter(answer(client) for client in clients)
    assert share == again
    assert len(share) == 2
    assert min(share.values()) >= CLIENTS // 4, share


def asked(port: int) -> bytes:
    """Which process answers somebody who does not stay; empty where none does yet."""
    with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)) as client:
        return answer(client)
    return b""


def answer(client: socket.socket) -> bytes:
    client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    told = b""
    while b"\r\n\r\n" not in told or told.endswith(b"\r\n\r\n"):
        told += client.recv(4096)
    return told.rpartition(b"\r\n\r\n")[2]
