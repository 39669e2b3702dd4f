"""How much of a request the server takes in before anything looks at it."""

import asyncio
import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from pytest_django import Settings

from sekigahara.server.body_limit import MOST_BODY_BYTES, SMALL_BODY, LimitedBody, Receive, Send, answer
from tests.sekigahara.home import Home

CHUNK = b"x" * 65536


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = Home(Path(tmp_path_factory.mktemp("home")))
    with home.served():
        yield home.site


def chunks(count: int, sent: list[int]) -> Iterator[bytes]:
    for number in range(count):
        sent.append(number)
        yield CHUNK


@pytest.mark.parametrize("path", ["/sign-in/", "/api/v1/games/", "/nowhere/"])
def test_too_long_a_body_is_refused_before_it_is_read(site: str, path: str) -> None:
    sent: list[int] = []
    many = 40 * MOST_BODY_BYTES // len(CHUNK)
    try:
        answer = httpx2.post(site + path, content=chunks(many, sent))
    except httpx2.TransportError:  # the server went away while there was more to say
        pass
    else:
        assert answer.status_code == httpx2.codes.CONTENT_TOO_LARGE
    assert len(sent) < many
    assert httpx2.get(f"{site}/healthz").status_code == httpx2.codes.OK


def test_announced_long_body_is_refused_at_once(site: str) -> None:
    connection = http.client.HTTPConnection(site.removeprefix("http://"), timeout=10)
    connection.request("POST", "/sign-in/", headers={"Content-Length": str(MOST_BODY_BYTES + 1)})
    answer = connection.getresponse()
    assert answer.status == httpx2.codes.CONTENT_TOO_LARGE
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert json.load(answer)["code"] == "too-large"
    connection.close()


def test_body_at_the_limit_reaches_the_view(site: str) -> None:
    answer = httpx2.post(f"{site}/api/v1/games/", content=b"x" * MOST_BODY_BYTES)
    assert answer.status_code == httpx2.codes.UNAUTHORIZED


def test_bodies_that_are_not_complete_hold_so_much_together_and_small_ones_more(settings: Settings) -> None:
    settings.UNFINISHED_BODIES = 3 * SMALL_BODY

    async def test() -> None:
        first, second, small = (
            LimitedBody(unfinished(2)),
            LimitedBody(unfinished(2)),
            LimitedBody(unfinished(1)),
        )
        for _part in range(2):
            await first()
        await second()
        assert second.refusal == ""
        assert (await second())["type"] == "http.disconnect"
        assert second.refusal == "unavailable"
        assert (await small())["type"] == "http.request"
        assert small.refusal == ""

    before = LimitedBody.all_held
    try:
        asyncio.run(test())
        assert LimitedBody.all_held - before == 5 * SMALL_BODY
    finally:
        LimitedBody.all_held = before


def unfinished(parts: int) -> Receive:
    """What gives these parts of a body, each as long as a small one may be."""
    left = [b"x" * SMALL_BODY] * parts

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": left.pop(), "more_body": True}

    return receive


def test_client_that_leaves_or_is_refused_holds_no_memory(settings: Settings) -> None:
    settings.UNFINISHED_BODIES = SMALL_BODY
    sent: list[dict[str, Any]] = []

    async def application(_scope: Any, receive: Receive, _send: Send) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    before = LimitedBody.all_held
    asyncio.run(answer(application, {"headers": []}, unfinished(3), send))
    assert LimitedBody.all_held == before
    assert sent[0]["status"] == 503
    assert (b"retry-after", b"10") in sent[0]["headers"]
