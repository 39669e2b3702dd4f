"""What other services are told of a game: only of one that is over, and that anybody may see."""

from __future__ import annotations

import html
import io
import re
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from games.drawing import picture
from games.engine.side import EAST, WEST
from games.models.game import Game
from games.services import play
from tests.kit import caches
from tests.kit.table import Table
from tests.web.browsers import SITE, address, by_link, link, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

META = re.compile(r'<meta (?:property|name)="(description|og:[a-z:]+|twitter:card)" content="([^"]*)">')


def finished(*, is_public: bool = True) -> Table:
    table = Table(is_public=is_public)
    for side, name in ((EAST, 'Ii "Red"'), (WEST, "Shima")):
        person = table.people[side]
        person.name = name
        person.save()
    play.resign(seat=table.seat(WEST))
    return table


def described(page: Any) -> dict[str, str]:
    return {name: html.unescape(content) for name, content in META.findall(text(page))}


def picture_of(table: Table) -> str:
    return f"{address(table.seat(EAST))}picture.png"


def test_the_public_page_says_who_won_with_a_picture() -> None:
    table = finished()
    found = described(Client().get(address(table.seat(EAST))))
    assert found["og:url"] == SITE + address(table.seat(EAST))
    assert found["og:image"] == SITE + picture_of(table)
    assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
    assert found["og:title"] == "East won"
    assert found["og:description"] == 'Ii "Red" (East) against Shima (West) · Kessen, week 1: resignation'
    assert found["description"] == f"East won. {found['og:description']}"


def test_the_picture_is_the_board_with_words() -> None:
    answer = Client().get(picture_of(finished()))
    assert answer["Content-Type"] == "image/png"
    image = Image.open(io.BytesIO(answer.content)).convert("RGB")
    assert image.size == (picture.SHARED_WIDTH, picture.SHARED_HEIGHT)
    band = image.crop((0, 0, picture.SHARED_WIDTH, picture.WORDS_HEIGHT))
    words, board = (len(part.getcolors(maxcolors=1 << 16) or ()) for part in (band, image))
    assert 2 < words < board
    assert len(answer.content) < 100_000


def test_the_picture_is_sent_once() -> None:
    table = finished()
    first = Client().get(picture_of(table))
    assert "public" in first["Cache-Control"]
    again = Client().get(picture_of(table), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    caches.empty()
    assert Client().get(picture_of(table)).content == first.content
    person = table.people[EAST]
    person.name = "Another"
    person.save()
    assert Client().get(picture_of(table), headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_the_longest_names_fit() -> None:
    table = finished()
    for person in table.people:
        person.name = "W" * 40
        person.save()
    image = Image.open(io.BytesIO(Client().get(picture_of(table)).content)).convert("RGB")
    paper = image.getpixel((0, 0))
    for edge in (1, picture.SHARED_WIDTH - 2):
        assert {image.getpixel((edge, y)) for y in range(picture.WORDS_HEIGHT - 1)} == {paper}


@pytest.mark.parametrize("is_over", [True, False], ids=["private", "running"])
def test_private_and_running_games_are_not_described_elsewhere(is_over: bool) -> None:
    table = finished(is_public=False) if is_over else Table(is_public=True)
    for browser in (Client(), signed_in(table.people[EAST]), by_link(table.seat(WEST))):
        assert browser.get(picture_of(table)).status_code == 404
        page = browser.get(address(table.seat(EAST)))
        assert described(page) == {}
        assert "data-share" not in text(page)


def test_stopped_games_have_no_picture() -> None:
    table = finished()
    Game.objects.filter(pk=table.game.pk).update(frozen_at=table.game.ended_at)
    assert Client().get(picture_of(table)).status_code == 404


def test_only_the_address_without_a_seat_is_described() -> None:
    table = finished()
    page = address(table.seat(EAST))
    for browser in (signed_in(table.people[EAST]), by_link(table.seat(WEST))):
        for query in ("", "?as=public"):
            assert described(browser.get(page + query)) == {}
    assert described(Client().get(f"{page}?as=public")) == {}
    followed = Client().get(link(table.seat(WEST)), follow=True)
    assert described(followed) == {}


def test_players_share_the_address_that_everybody_can_open() -> None:
    table = finished()
    page = address(table.seat(EAST))
    for browser, query in ((Client(), ""), (by_link(table.seat(WEST)), "?as=west")):
        shown = text(browser.get(page + query))
        assert f'<a href="{SITE}{page}">{SITE}{page}</a>' in shown
        assert f'data-share="{SITE}{page}"' in shown
