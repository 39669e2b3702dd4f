"""A proxy that loses responses, tells clients to wait, and cuts streams."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx2

HOP = {"connection", "transfer-encoding", "content-length", "host", "keep-alive", "date", "server"}
EVERY = 9
"""So many requests, and one is told to wait."""
MOST_LOST = 2
"""Answers: the first to what writes."""


class RoughWay(ThreadingHTTPServer):
    """Takes requests for a site.

    Args:
        site: where they go.

    Attributes:
        lost: methods and paths of requests whose answers never came back.
        delayed: of those that were told to come later.
        cut: of streams that ended before their end.
    """

    daemon_threads = True

    def __init__(self, site: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.client = httpx2.Client(base_url=site, timeout=60)
        self.lost: list[str] = []
        self.delayed: list[str] = []
        self.cut: list[str] = []
        self.count = 0
        self.lock = threading.Lock()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def number(self) -> int:
        """Which request this is."""
        with self.lock:
            self.count += 1
            return self.count


class _Handler(BaseHTTPRequestHandler):
    server: RoughWay
    protocol_version = "HTTP/1.1"

    def _pass_on(self) -> None:
        request = f"{self.command} {self.path}"
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
        wanted = self.server.client.build_request(self.command, self.path, headers=headers, content=body)
        self.close_connection = True
        if "/stream/" in self.path:
            self._stream(wanted)
        elif self.server.number() % EVERY == 0:
            self.server.delayed.append(request)
            self._answer(429, {"Retry-After": "0"}, b"")
        else:
            got = self.server.client.send(wanted, stream=True)
            content = b"".join(got.iter_raw())  # as it was compressed
            got.close()
            if self.command == "POST" and len(self.server.lost) < MOST_LOST:
                self.server.lost.append(request)
            else:
                self._answer(got.status_code, dict(got.headers), content)

    def _answer(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            if name.lower() not in HOP:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, wanted: httpx2.Request) -> None:
        got = self.server.client.send(wanted, stream=True)
        self.send_response(got.status_code)
        self.send_header("Content-Type", got.headers["Content-Type"])
        self.end_headers()
        with contextlib.suppress(httpx2.HTTPError, OSError):
            for number, line in enumerate(got.iter_raw()):
                self.wfile.write(line)
                if number > 3 and not self.server.cut:
                    self.server.cut.append(self.path)
                    break
        got.close()

    def log_message(self, *_arguments: object) -> None:
        """It is silent."""

    do_GET = do_POST = do_PATCH = _pass_on  # noqa: N815 - named by the library


@contextlib.contextmanager
def rough_way(site: str) -> Iterator[RoughWay]:
    """One that is open within the block."""
    server = RoughWay(site)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        server.client.close()
        thread.join()
