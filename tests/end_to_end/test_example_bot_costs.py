"""How many requests and bytes a whole game costs the bot of ``deploy/examples``, which plays a computer."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx2

from tests.end_to_end.test_example_bots import PATIENCE, bot, token
from tests.kit.unreliable_network import HOP
from tests.sekigahara.home import Home

MOST_OTHER_CALLS = 8
"""Beside one for each action: so a game of 67 actions takes no more than 75."""
ACTIONS_A_RACE = 10
"""On a busy machine the computer player sometimes acts between a turn and its answer: the turn comes
without options, or the action is refused as stale. Each costs a call more; at most one in so many actions."""
MOST_BYTES = 1_600
"""Of the bodies of all answers and events, for each action. The games of 65 to 68 actions that were measured
took 89 to 93 kB; one with more marches takes a little more."""


class Meter(ThreadingHTTPServer):
    """A proxy that counts what a client asks for, and the bytes of what it is answered.

    Args:
        site: where requests go.
    """

    daemon_threads = True

    def __init__(self, site: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.client = httpx2.Client(base_url=site, timeout=60)
        self.calls: list[str] = []
        self.bytes = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: Meter
    protocol_version = "HTTP/1.1"

    def _pass_on(self) -> None:
        self.server.calls.append(f"{self.command} {self.path}")
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {"Accept-Encoding": "identity"}
        headers |= {name: value for name, value in self.headers.items() if name.lower() not in HOP}
        wanted = self.server.client.build_request(self.command, self.path, headers=headers, content=body)
        self.close_connection = True
        got = self.server.client.send(wanted, stream=True)
        self.send_response(got.status_code)
        for name, value in got.headers.items():
            if name.lower() not in HOP:
                self.send_header(name, value)
        self.end_headers()
        with contextlib.suppress(httpx2.HTTPError, OSError):
            for part in got.iter_raw():
                self.server.bytes += len(part)
                self.wfile.write(part)
        got.close()

    def log_message(self, *_arguments: object) -> None:
        """It is silent."""

    do_GET = do_POST = do_PATCH = _pass_on  # noqa: N815 - named by the library


@contextlib.contextmanager
def metered(site: str) -> Iterator[Meter]:
    """One that is open within the block."""
    server = Meter(site)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        server.client.close()
        thread.join()


def test_game_takes_a_bot_little_more_than_a_request_for_each_action(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with home.served(), metered(home.site) as meter:
        secret = token(home, "east")
        headers = {"Authorization": f"Bearer {secret}"}
        with httpx2.Client(base_url=f"{home.site}/api/v1/", headers=headers) as east:
            terms = {"side": "east", "opponent": {"kind": "computer", "computer": "ashigaru"}}
            game = east.post("games/", json=terms).json()["id"]
            said = bot(meter.address, secret, game).communicate(timeout=PATIENCE)[0]
            assert east.get(f"games/{game}/").json()["status"] == "over", said
    actions = said.count('"type"')
    others = [call for call in meter.calls if not call.startswith(f"POST /api/v1/games/{game}/actions/")]
    assert len(meter.calls) <= actions + MOST_OTHER_CALLS + actions // ACTIONS_A_RACE, others
    assert meter.bytes <= actions * MOST_BYTES
