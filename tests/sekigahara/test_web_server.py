"""Several processes that listen together."""

import contextlib
import re
import socket
from pathlib import Path

import httpx2
import pytest

from accounts.links import LINKS_FROM_SENDER
from sekigahara.server.web_process import let_the_last_take_over
from sekigahara.server.web_server import listen
from tests.sekigahara.home import Home


def test_answers_do_not_wait_for_the_client_to_confirm_their_head() -> None:
    """What is set where one listens holds for whoever connects."""
    with listen("127.0.0.1", 0) as listening:
        listening.listen()
        with socket.create_connection(listening.getsockname()) as client:
            client.sendall(b"x")
            served, _address = listening.accept()
            with served:
                assert served.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_all_new_connections_go_to_the_server_that_began_to_listen_last() -> None:
    """So none comes to the old one between its last look and its end, which would be lost."""
    with listen("127.0.0.1", 0) as old:
        take_part(old)
        with listen(*old.getsockname()) as new:
            assert taken_of(50, old) == 50  # nobody listens beside it yet
            take_part(new)
            assert taken_of(50, new) == 50
            old.close()
            assert taken_of(50, new) == 50


def take_part(listening: socket.socket) -> None:
    listening.listen(100)
    listening.setblocking(False)
    let_the_last_take_over(listening)


def taken_of(number: int, listening: socket.socket) -> int:
    """How many of so many new connections are for that one."""
    for _connection in range(number):
        socket.create_connection(listening.getsockname()).close()
    taken = 0
    with contextlib.suppress(BlockingIOError):
        while True:
            listening.accept()[0].close()
            taken += 1
    return taken


@pytest.mark.parametrize(
    "server", ["sekigahara.server.web_server", pytest.param("quickstart", marks=pytest.mark.overnight)]
)
def test_nobody_chooses_whom_they_are_counted_for(tmp_path: Path, server: str) -> None:
    """Whatever a client says of itself, on either way of serving."""
    home = Home(tmp_path, WEB_PROCESSES="1")
    port = home.site.rpartition(":")[2]
    command = ["-m", server] if server != "quickstart" else ["manage.py", server, "--port", port]
    with home.served(*command), httpx2.Client(base_url=home.site) as browser:
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', browser.get("/sign-in/").text)
        assert token

        def status(number: int) -> int:
            """Of the answer to somebody who claims to come from somewhere else each time."""
            claims = dict.fromkeys(("X-Forwarded-For", "X-Real-IP"), f"192.0.2.{number}")
            asked = {"csrfmiddlewaretoken": token[1], "email": f"someone{number}@example.org"}
            return browser.post("/sign-in/", data=asked, headers=claims).status_code

        # another window may begin meanwhile
        assert httpx2.codes.TOO_MANY_REQUESTS in map(status, range(2 * LINKS_FROM_SENDER.most + 1))
