"""Several processes that listen together."""

import re
import socket
from pathlib import Path

import httpx2
import pytest

from accounts.links import LINKS_FROM_SENDER
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


@pytest.mark.long
@pytest.mark.parametrize("server", ["sekigahara.server.web_server", "quickstart"])
def test_nobody_chooses_whom_they_are_counted_for(tmp_path: Path, server: str) -> None:
    """Whatever a client says of itself, on either way of serving."""
    home = Home(tmp_path, WEB_PROCESSES="1")
    port = home.site.rpartition(":")[2]
    command = ["-m", server] if server != "quickstart" else ["manage.py", server, "--port", port]
    with home.served(*command):
        # another window may begin meanwhile
        answers = (asked_for_a_link(home.site, number) for number in range(2 * LINKS_FROM_SENDER.most + 1))
        assert httpx2.codes.TOO_MANY_REQUESTS in answers


def asked_for_a_link(site: str, number: int) -> int:
    """The status of the answer to somebody who claims to come from somewhere else each time."""
    claims = {"X-Forwarded-For": f"192.0.2.{number}", "X-Real-IP": f"192.0.2.{number}"}
    with httpx2.Client(base_url=site, headers=claims) as browser:
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', browser.get("/sign-in/").text)
        assert token
        asked = {"csrfmiddlewaretoken": token[1], "email": f"someone{number}@example.org"}
        return browser.post("/sign-in/", data=asked).status_code
