"""How much of a request the server takes in before anything looks at it."""

import http.client
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from sekigahara.server.body_limit import MOST_BYTES
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
def test_more_than_anybody_has_to_say_is_refused_before_it_is_taken_in(site: str, path: str) -> None:
    sent: list[int] = []
    many = 40 * MOST_BYTES // len(CHUNK)
    try:
        answer = httpx.post(site + path, content=chunks(many, sent))
    except httpx.TransportError:  # the server went away while there was more to say
        pass
    else:
        assert answer.status_code == httpx.codes.REQUEST_ENTITY_TOO_LARGE
    assert len(sent) < many
    assert httpx.get(f"{site}/healthz").status_code == httpx.codes.OK


def test_who_says_how_much_it_will_be_is_refused_at_once(site: str) -> None:
    connection = http.client.HTTPConnection(site.removeprefix("http://"), timeout=10)
    connection.request("POST", "/sign-in/", headers={"Content-Length": str(MOST_BYTES + 1)})
    answer = connection.getresponse()
    assert answer.status == httpx.codes.REQUEST_ENTITY_TOO_LARGE
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert json.load(answer)["code"] == "too-large"
    connection.close()


def test_as_much_as_that_is_looked_at(site: str) -> None:
    answer = httpx.post(f"{site}/api/v1/games/", content=b"x" * MOST_BYTES)
    assert answer.status_code == httpx.codes.UNAUTHORIZED
