"""A web server ends, or another takes over, while it has work: no request is refused, and none is lost."""

import contextlib
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.kit.calling import token_of
from tests.kit.processes import environment, free_port, listeners, running, wait_until
from tests.kit.stream_listener import listening
from tests.kit.table import Table

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

MODULE = "sekigahara.server.web_server"


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


def test_server_that_takes_over_refuses_none_of_1000_requests_and_goes_on_with_streams() -> None:
    """Each on a connection of its own, as proxies send them, while the old server ends."""
    port = free_port()
    site = f"http://127.0.0.1:{port}"
    told = {"PORT": str(port), "WEB_PROCESSES": "2", "SITE_URL": site}
    address = f"{site}/api/v1/games/{Table(8, is_public=True).game.public_id}/stream/"
    with contextlib.ExitStack() as stack:
        old = stack.enter_context(running(MODULE, **told))
        wait_until(lambda: listeners(port) == 1, what="the first server")
        stream = stack.enter_context(listening(address))
        assert stream.next().name == "hello"
        stack.enter_context(running(MODULE, **told))
        wait_until(lambda: listeners(port) == 2, what="the next server")
        old.terminate()
        for _request in range(1000):
            with contextlib.closing(request(port)) as client:
                assert answer(client) == 200
        assert stream.rest() == []  # to the end, not cut off
        again = stack.enter_context(listening(address))
        assert again.next().name == "hello"
        assert old.wait(timeout=30) == 0
        assert listeners(port) == 1


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
