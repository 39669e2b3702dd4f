"""What the API answers is compressed where no proxy does it."""

import gzip
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from games.engine.side import EAST
from tests.kit.calling import Seated
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

PACKED = {"Accept-Encoding": "gzip, br"}


def test_answers_of_the_api_are_compressed() -> None:
    path = "/api/v1/editions/kessen/"
    plain, packed = Client().get(path), Client(headers=PACKED).get(path)
    assert packed["Content-Encoding"] == "gzip"
    assert int(packed["Content-Length"]) == len(packed.content) < len(plain.content) / 2
    assert gzip.decompress(packed.content) == plain.content
    assert not plain.has_header("Content-Encoding")
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer["Vary"]


def test_problem_is_compressed_too() -> None:
    answer = Client(headers=PACKED).get("/api/v1/editions/?sort=name")
    assert (answer.status_code, answer["Content-Encoding"]) == (400, "gzip")
    assert b'"unknown-parameter"' in gzip.decompress(answer.content)


def test_tag_of_a_compressed_answer_serves_like_any_other() -> None:
    east = Seated(Table(), EAST)
    tag = east.client.get(f"/api/v1/{east.game}view/", headers=PACKED)["ETag"]
    assert tag == f"W/{east.tag()}"
    assert east.get(f"{east.game}view/", **{"If-None-Match": tag, **PACKED}).status_code == 304
    assert east.act(tag=tag).status_code == 201


def sent(client: Client, path: str) -> Any:
    return client.get(path, headers=PACKED)


@pytest.mark.parametrize("path", ["/", "/sign-in/"])
def test_pages_are_left_to_a_proxy(path: str) -> None:
    assert not sent(Client(), path).has_header("Content-Encoding")


def test_streams_are_never_compressed() -> None:
    east = Seated(Table(), EAST)
    answer = east.client.get(f"/api/v1/{east.game}stream/?once=1&since=0", headers=PACKED)
    assert answer["Content-Type"] == "text/event-stream"
    assert not answer.has_header("Content-Encoding")


def test_behind_a_proxy_nothing_is_compressed(settings: Settings) -> None:
    settings.TRUST_FORWARDED_FOR = True
    assert not sent(Client(), "/api/v1/editions/").has_header("Content-Encoding")
