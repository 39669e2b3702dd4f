"""Clients that do not finish what they begin: they lose their connections, and hold little memory."""

import contextlib
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from sekigahara.server.body_limit import MOST_BODY_BYTES, SMALL_BODY
from tests.kit.processes import wait_until
from tests.sekigahara.home import Home

TIMEOUT = 1.0
"""Seconds: so long has a client at least, and twice as long at most."""
SLACK = 20
"""Seconds that a busy machine may take on top."""
ROOM = 4 * 1024 * 1024

HEAD = "Host: 127.0.0.1\r\n"
POST = f"POST /api/v1/games/ HTTP/1.1\r\n{HEAD}Content-Type: application/json\r\n"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    folder = Path(tmp_path_factory.mktemp("home"))
    home = Home(folder, WEB_PROCESSES="1", REQUEST_TIMEOUT=str(TIMEOUT))
    with home.served("-m", "sekigahara.server.web_server"):
        yield home


@pytest.fixture(scope="module")
def site(home: Home) -> str:
    return home.site


@contextlib.contextmanager
def connected(site: str, said: str = "") -> Iterator[socket.socket]:
    """A connection on which this was said."""
    host, port = site.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=SLACK) as client:
        client.sendall(said.encode())
        yield client


def rest(client: socket.socket) -> bytes:
    """All that the server says until it closes the connection."""
    heard = b""
    with contextlib.suppress(ConnectionResetError):
        while part := client.recv(65536):
            heard += part
    return heard


@pytest.mark.parametrize(
    "said",
    [
        "",
        "GET / HT",
        f"GET /healthz HTTP/1.1\r\n{HEAD}X-More: ",
        f"{POST}Content-Length: 10\r\n\r\n",
        f"{POST}Content-Length: 10\r\n\r\n{{",
        f"{POST}Transfer-Encoding: chunked\r\n\r\n1\r\n{{\r\n",
    ],
    ids=["nothing", "part of a line", "part of a head", "no body", "part of a body", "part of the chunks"],
)
def test_unfinished_request_loses_its_connection(site: str, said: str) -> None:
    began = time.monotonic()
    with connected(site, said) as client:
        assert rest(client) == b""
    assert TIMEOUT * 0.9 < time.monotonic() - began < 2 * TIMEOUT + SLACK


def test_drop_by_drop_is_not_finished_either(site: str) -> None:
    with connected(site, f"GET /healthz HTTP/1.1\r\n{HEAD}X-More: ") as client:
        client.settimeout(TIMEOUT / 10)
        began = time.monotonic()
        is_open = True
        while is_open:
            assert time.monotonic() - began < 2 * TIMEOUT + SLACK
            try:
                client.sendall(b"x")
                is_open = client.recv(1) != b""
            except TimeoutError:
                continue
            except OSError:
                is_open = False


def test_a_second_request_has_its_own_time_and_no_more(site: str) -> None:
    whole = f"GET /healthz HTTP/1.1\r\n{HEAD}\r\n"
    with connected(site, whole) as client:
        hear_ok(client)
        client.sendall(whole.encode())
        hear_ok(client)
        client.sendall(b"GET /healthz HT")
        assert rest(client) == b""


def test_chunks_alone_say_where_a_request_ends(site: str) -> None:
    both = f"{POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n"
    with connected(site, f"{both}GET /healthz HTTP/1.1\r\n{HEAD}\r\n") as client:
        hear_ok(client)


def hear_ok(client: socket.socket) -> None:
    """Read a whole answer: its head and its body may come one after the other."""
    heard = b""
    while b'"ok"' not in heard:
        part = client.recv(65536)
        assert part
        heard += part


def test_an_answer_may_take_as_long_as_it_takes(home: Home) -> None:
    token = home.run("manage.py", "token", "someone@example.org", "--name=x", "--scope=games:read").split()[
        -1
    ]
    head = f"GET /api/v1/me/stream/ HTTP/1.1\r\n{HEAD}Authorization: Bearer {token}\r\n\r\n"
    with connected(home.site, head) as client:
        heard = b""
        while not (b"event: hello" in heard and heard.endswith(b"\n\n\r\n")):
            heard += client.recv(65536)
        client.settimeout(TIMEOUT / 10)
        enough = time.monotonic() + 3 * TIMEOUT
        while time.monotonic() < enough:
            with contextlib.suppress(TimeoutError):
                assert client.recv(65536), "the server ended a stream that was read"  # may hear a beat


def test_answers_that_nobody_reads_are_ended(site: str) -> None:
    large = f"GET /static/fonts/alegreya-latin-400-normal.woff2 HTTP/1.1\r\n{HEAD}\r\n" * 200
    with connected(site, large) as client:
        assert client.recv(1)
        wait_until(lambda: is_reset(client), what="the end of the connection")


def is_reset(client: socket.socket) -> bool:
    """Whether the server has given the connection up, though it has more to say than was read."""
    return client.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) != 0


def test_large_unfinished_bodies_are_refused_when_together_they_are_too_much(tmp_path: Path) -> None:
    home = Home(tmp_path, REQUEST_TIMEOUT="120", UNFINISHED_BODIES=str(ROOM))
    part = "x" * (MOST_BODY_BYTES - 100)
    begun = f"{POST}Content-Length: {MOST_BODY_BYTES}\r\n\r\n{part}"
    with home.served():
        with contextlib.ExitStack() as opened:
            # each is read, and held or refused, while its client waits
            clients = (opened.enter_context(connected(home.site, begun)) for _number in range(20))
            answer = next(filter(None, (heard(client) for client in clients)))
            assert answer.startswith(b"HTTP/1.1 503")
            assert re.search(rb"(?i)retry-after: 10\r\n", answer)
            small = httpx2.post(f"{home.site}/api/v1/games/", content=b"x" * SMALL_BODY)
            assert small.status_code == httpx2.codes.UNAUTHORIZED, "there is always room for it"
        wait_until(lambda: is_read(home.site, part), what="room for another body, once they have left")


def heard(client: socket.socket) -> bytes:
    """What the server says within a second, or nothing."""
    client.settimeout(1)
    with contextlib.suppress(TimeoutError, ConnectionResetError):
        return client.recv(65536)
    return b""


def is_read(site: str, body: str) -> bool:
    try:
        answer = httpx2.post(f"{site}/api/v1/games/", content=body)
    except httpx2.TransportError:  # refused while there was more to say
        return False
    return answer.status_code == httpx2.codes.UNAUTHORIZED
