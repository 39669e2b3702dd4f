"""A web server is replaced by another while it has work: no request is refused, and none is lost."""

import contextlib
import http.client
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connections

from games.engine.side import SIDES
from tests.kit.calling import token_of
from tests.kit.processes import environment, free_port, listeners, running, wait_until
from tests.kit.stream_listener import listening
from tests.kit.table import Table

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

MODULE = "sekigahara.server.web_server"
PLAYERS = 4
REQUESTS = 1000


class Player:
    """Plays both sides of a game by the API, with a connection for each request, as proxies do.

    Attributes:
        statuses: those of all answers.
    """

    def __init__(self, port: int, seed: int) -> None:
        self._port = port
        self.table = Table(seed, is_public=True)
        self._tokens = [token_of(self.table.people[side]) for side in SIDES]
        self.statuses: list[int] = []

    def play(self, has_enough: threading.Event) -> None:
        """Look three times, then act, until it is enough.

        Raises:
            OSError: a connection was refused, or broke off.
        """
        try:
            while not has_enough.is_set():
                self._act()
        finally:
            connections.close_all()

    def _act(self) -> None:
        if self.table.game.is_over:
            self.table = Table(len(self.statuses) + self._port, is_public=True)
            self._tokens = [token_of(self.table.people[side]) for side in SIDES]
        side = self.table.asked()[0]
        path = f"/api/v1/games/{self.table.game.public_id}/"
        for _look in range(3):
            self._ask("GET", path, self._tokens[side])
        tag = f'"{side.label}.{self.table.version(side)}.en"'
        before = self.table.game.length
        self._ask("POST", f"{path}actions/", self._tokens[side], self.table.any_action(side), tag)
        assert self.table.game.length > before

    def _ask(self, method: str, path: str, token: str, body: bytes | None = None, tag: str = "") -> None:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "If-Match": tag}
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)) as client:
            client.request(method, path, body, {name: text for name, text in headers.items() if text})
            answer = client.getresponse()
            said = answer.read()
        assert answer.status in (200, 201), said
        self.statuses.append(answer.status)


@contextlib.contextmanager
def at_play(port: int) -> Iterator[list[Player]]:
    """Players who play within the block, and until they have sent enough. Whoever failed fails the test."""
    players = [Player(port, seed) for seed in range(PLAYERS)]
    has_enough = threading.Event()
    with ThreadPoolExecutor(PLAYERS) as threads:
        done = [threads.submit(player.play, has_enough) for player in players]
        try:
            yield players
            wait_until(
                lambda: answered(players) >= REQUESTS or any(each.done() for each in done), seconds=240
            )
        finally:
            has_enough.set()
            for each in done:
                each.result()


def answered(players: list[Player]) -> int:
    return sum(len(player.statuses) for player in players)


def has_worked(players: list[Player], since: int) -> bool:
    return answered(players) > since


def test_no_request_is_lost_while_one_server_replaces_another() -> None:
    port = free_port()
    told = {"PORT": str(port), "WEB_PROCESSES": "2", "SITE_URL": f"http://127.0.0.1:{port}"}
    with contextlib.ExitStack() as stack:
        old = stack.enter_context(running(MODULE, **told))
        wait_until(lambda: listeners(port) == 1, what="the first server")
        with at_play(port) as players:
            for _replacement in range(3):
                before = answered(players)
                wait_until(partial(has_worked, players, before), what="work at the server")
                new = stack.enter_context(running(MODULE, **told))
                wait_until(lambda: listeners(port) == 2, what="the next server")
                old.terminate()
                assert old.wait(timeout=30) == 0
                assert listeners(port) == 1
                old = new
        assert answered(players) >= REQUESTS


def test_server_that_is_told_to_end_finishes_what_it_has_begun_and_takes_nothing_new() -> None:
    """A request whose body is still on its way, those that nobody has read yet, and a stream."""
    table = Table(8, is_public=True)
    side = table.asked()[0]
    game = f"/api/v1/games/{table.game.public_id}/"
    told = {"WEB_PROCESSES": "1", "PORT": str(port := free_port()), "SITE_URL": f"http://127.0.0.1:{port}"}
    body = table.any_action(side)
    head = (
        f"POST {game}actions/ HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Authorization: Bearer {token_of(table.people[side])}",
        f'If-Match: "{side.label}.{table.version(side)}.en"',
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Expect: 100-continue",
    )
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(running(MODULE, **told))
        wait_until(lambda: listeners(port) == 1, what="the server")
        stream = stack.enter_context(listening(f"{told['SITE_URL']}{game}stream/"))
        assert stream.next().name == "hello"
        begun = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
        begun.sendall("\r\n".join((*head, "\r\n")).encode())
        assert answer(begun) == 100  # it waits for the body
        unread = [stack.enter_context(contextlib.closing(request(port))) for _each in range(20)]
        server.terminate()
        assert [answer(each) for each in unread] == [200] * 20
        assert stream.rest() == []  # to the end, not cut off
        wait_until(lambda: listeners(port) == 0, what="the end of listening")
        with pytest.raises(ConnectionRefusedError):
            request(port)
        begun.sendall(body)
        assert answer(begun) == 201
        assert server.wait(timeout=30) == 0
    assert table.game.length > 0


def test_socket_of_systemd_keeps_connections_while_no_server_runs() -> None:
    """What comes meanwhile is answered by the next one."""
    with socket.create_server(("127.0.0.1", 0)) as listening_socket:
        port = listening_socket.getsockname()[1]
        with handed_over(listening_socket) as process, contextlib.closing(request(port)) as client:
            assert answer(client) == 200
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=30) == 0
        with contextlib.closing(request(port)) as client, handed_over(listening_socket):
            assert answer(client) == 200


def test_streams_end_and_are_opened_again_at_the_server_that_takes_over() -> None:
    port = free_port()
    site = f"http://127.0.0.1:{port}"
    told = {"PORT": str(port), "WEB_PROCESSES": "1", "SITE_URL": site}
    address = f"{site}/api/v1/games/{Table(8, is_public=True).game.public_id}/stream/"
    with contextlib.ExitStack() as stack:
        old = stack.enter_context(running(MODULE, **told))
        wait_until(lambda: listeners(port) == 1, what="the first server")
        stream = stack.enter_context(listening(address))
        assert stream.next().name == "hello"
        stack.enter_context(running(MODULE, **told))
        wait_until(lambda: listeners(port) == 2, what="the next server")
        old.terminate()
        assert stream.rest() == []  # to the end, not cut off
        again = stack.enter_context(listening(address))
        assert again.next().name == "hello"
        assert old.wait(timeout=30) == 0
        assert listeners(port) == 1


@contextlib.contextmanager
def handed_over(listening_socket: socket.socket) -> Iterator[subprocess.Popen[bytes]]:
    """A server with a socket of somebody else, as systemd starts it."""
    number = listening_socket.fileno()
    site = f"http://127.0.0.1:{listening_socket.getsockname()[1]}"
    process = subprocess.Popen(
        [
            "bash",
            "-c",
            f'exec 3<&{number}; export LISTEN_PID=$$ LISTEN_FDS=1; exec "$0" -m {MODULE}',
            sys.executable,
        ],
        pass_fds=[number],
        env=environment(SITE_URL=site, WEB_PROCESSES="1", PORT="1"),
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=30)


def request(port: int) -> socket.socket:
    """A connection with a request on it that nobody may have taken yet."""
    client = socket.create_connection(("127.0.0.1", port), timeout=60)
    client.sendall(f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
    return client


def answer(client: socket.socket) -> int:
    with client.makefile("rb") as said:
        return int(said.readline().split()[1])
