"""An HTTP server that receives webhooks, and what is pushed to devices."""

import contextlib
import json
import ssl
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest
from pytest_django import Settings

from tests.api.published import check_message, document

CERTIFICATE = Path(__file__).parent / "hooks.example.test.pem"
"""Of the host hooks.example.test, signed by itself; with its key, which protects nothing."""


class Got(NamedTuple):
    """One request.

    Attributes:
        headers: under their names in lower case.
        body: as text, where it is one.
        content: its bytes.
    """

    path: str
    headers: dict[str, str]
    body: str
    content: bytes


class Receiver(ThreadingHTTPServer):
    """Takes whatever is posted.

    Attributes:
        got: all of it, in order.
        status: what it answers with, and ``headers`` and ``body``.
        linger: called between the head of an answer and its body.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.got: list[Got] = []
        self.status, self.headers, self.body = 204, dict[str, str](), b""
        self.linger: Callable[[], object] = bool

    @property
    def address(self) -> str:
        """Where it listens, as settings name it."""
        return f"127.0.0.1:{self.server_port}"

    def start(self) -> None:
        """Listen, in a thread that goes with the process."""
        threading.Thread(target=self.serve_forever, args=[0.02], daemon=True).start()

    def handle_error(self, request: object, client_address: object) -> None:
        """Whoever hangs up is no matter."""

    def bodies(self) -> list[str]:
        """What came since the last look. Each message of a type that the API describes is as described."""
        bodies = [got.body for got in self.got]
        self.got.clear()
        for message in map(json.loads, bodies):
            if message.get("type") in document()["webhooks"]:
                check_message(message)
        return bodies


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        headers = {name.lower(): value for name, value in self.headers.items()}
        content = self.rfile.read(length)
        self.server.got.append(Got(self.path, headers, content.decode(errors="replace"), content))
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.flush()
        self.server.linger()
        self.wfile.write(self.server.body)

    def log_message(self, *_about: object) -> None:
        """Nothing."""


@contextlib.contextmanager
def receiver(*, is_tls: bool = False) -> Iterator[Receiver]:
    """A server that runs until the end of the block."""
    with Receiver() as server:
        if is_tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(CERTIFICATE)
            server.socket = context.wrap_socket(
                server.socket, server_side=True, do_handshake_on_connect=False
            )
        server.start()
        try:
            yield server
        finally:
            server.shutdown()


@pytest.fixture
def server(settings: Settings) -> Iterator[Receiver]:
    """A server on this machine, that webhooks may be posted to."""
    with receiver() as server:
        settings.WEBHOOK_TEST_ADDRESSES = [server.address]
        yield server
