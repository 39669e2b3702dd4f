"""The bot of ``deploy/examples``, begun wrongly, says in a line what to do."""

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.end_to_end.test_example_bots import BOT

PATIENCE = 30
"""Seconds; it takes less than one."""
TOKEN = {"SEKIGAHARA_TOKEN": "skg_something"}
JSON, HTML = "application/json", "text/html"
ME = (200, {"Content-Type": JSON}, json.dumps({"name": "Iron", "bot": True}))


def said(*arguments: str, **surroundings: str) -> str:
    """What it says before it gives up, as it must."""
    command = [sys.executable, str(BOT), *arguments]
    ended = subprocess.run(
        command, env=surroundings, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.count("\n") == 1, ended.stderr
    return ended.stderr


@contextmanager
def site(answers: dict[str, tuple[int, dict[str, str], str]]) -> Iterator[str]:
    """A server that gives each method one answer, whatever it is asked; its address."""

    class Site(BaseHTTPRequestHandler):
        def give(self) -> None:
            status, headers, body = answers[self.command]
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())

        do_GET = do_PATCH = give  # noqa: N815 - http.server's names

        def log_message(self, *_arguments: object) -> None:
            """It is silent."""

    with HTTPServer(("127.0.0.1", 0), Site) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("arguments", "surroundings"),
    [
        ((), TOKEN),
        (("games.example.org",), TOKEN),
        (("http://127.0.0.1", "one", "two"), TOKEN),
        (("http://127.0.0.1",), {}),
        (("http://127.0.0.1",), {"SEKIGAHARA_TOKEN": " "}),
    ],
    ids=["no address", "no http", "too much", "no token", "an empty token"],
)
def test_wrong_arguments_show_the_usage(arguments: tuple[str, ...], surroundings: dict[str, str]) -> None:
    assert said(*arguments, **surroundings) == (
        "Usage: SEKIGAHARA_TOKEN=... python3 bot.py https://games.example.org [GAME]\n"
    )


def test_a_site_that_sends_elsewhere_is_told() -> None:
    there = {"Location": "https://play.example.org/api/v1/me/"}
    with site({"PATCH": (301, there, "")}) as address:
        assert (
            said(address, **TOKEN)
            == f"{address} redirects to another address. Use https://play.example.org instead.\n"
        )


@pytest.mark.parametrize(
    "answer",
    [
        (200, {"Content-Type": HTML}, "<p>Welcome"),
        (404, {"Content-Type": HTML}, "<p>Nothing"),
        (200, {}, "[1]"),
    ],
    ids=["a page", "no page", "other JSON"],
)
def test_another_site_is_told(answer: tuple[int, dict[str, str], str]) -> None:
    with site({"PATCH": answer}) as address:
        assert said(address, **TOKEN).startswith(f"{address} does not respond like Sekigahara")


def test_a_token_that_is_none_is_told() -> None:
    refused = {"code": "unknown-token", "detail": "This token is unknown."}
    with site({"PATCH": (401, {}, json.dumps(refused))}) as address:
        assert said(address, **TOKEN) == "unknown-token: This token is unknown.\n"


def test_a_game_that_is_none_is_told() -> None:
    nothing = json.dumps({"code": "not-found", "detail": "There is nothing here."})
    with site({"PATCH": ME, "GET": (404, {}, nothing)}) as address:
        assert said(address, "nosuch game", **TOKEN).startswith("nosuch%20game: There is nothing here. Use")


def test_unreachable_server_is_reported_and_tried_again() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
        bot = subprocess.Popen(
            [sys.executable, str(BOT), address], env=TOKEN, stderr=subprocess.PIPE, text=True
        )
        try:
            assert bot.stderr is not None
            line = bot.stderr.readline()
            assert line.startswith(f"{address}: ")
            assert line.endswith("Retrying; is the address right?\n")
            assert bot.poll() is None
        finally:
            bot.kill()
            bot.communicate()
