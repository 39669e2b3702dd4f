"""Processes of the product that a test starts and ends, on the test's own database and Redis prefix.

They run under the product's settings, not the tests': what is started here is what an installation starts.
"""

import contextlib
import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from django.db import connection

PROJECT = Path(__file__).resolve().parent.parent.parent
LISTENS = "0A"
"""The state of a socket in /proc/net/tcp."""


def environment(**changes: str) -> dict[str, str]:
    """What a process of the full size must be told so that it works on the database of the running test."""
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    own = {"DJANGO_SETTINGS_MODULE": "sekigahara.settings", "DATABASE_URL": url.geturl()}
    return {**os.environ, **own, **changes}


def free_port() -> int:
    """A port of this machine where nobody listens now."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


def wait_until(condition: Callable[[], object], *, seconds: float = 30, what: str = "the condition") -> None:
    """Return once the condition holds; fail when it has not within the time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not come true within {seconds} s")
        time.sleep(0.02)


def wait_until_listening(port: int) -> None:
    """Return once somebody listens at a port of this machine."""

    def listens() -> bool:
        with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)):
            return True
        return False

    wait_until(listens, what=f"a server at {port}")


def answers(site: str) -> bool:
    """Whether a server of the product takes requests there.

    Asked often while it starts, so without a client that first reads whom the world trusts.
    """
    connection = http.client.HTTPConnection(urlsplit(site).netloc, timeout=10)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == http.HTTPStatus.OK
    except ConnectionError:
        return False
    finally:
        connection.close()


def listeners(port: int) -> int:
    """How many sockets of this machine listen at a port."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    return sum(row[1].endswith(f":{port:04X}") and row[3] == LISTENS for row in rows)


@contextlib.contextmanager
def running(*module_and_arguments: str, **changes: str) -> Iterator[subprocess.Popen[bytes]]:
    """A Python module run as a process and ended with the block; `changes` go to its environment."""
    with started(sys.executable, "-m", *module_and_arguments, **changes) as process:
        yield process


@contextlib.contextmanager
def started(*command: str, **changes: str) -> Iterator[subprocess.Popen[bytes]]:
    """A command run in the project's folder and ended with the block; `changes` go to its environment."""
    process = subprocess.Popen(command, cwd=PROJECT, env=environment(**changes))
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
