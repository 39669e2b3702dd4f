"""The campaign that plays itself on the first page."""

import gzip
import re

import pytest
from django.test import Client

from games.drawing.board import moving_parts
from games.drawing.layout import TALL, WIDE, Sheet
from games.web import film
from sekigahara.server.joined_files import joined_file

pytestmark = pytest.mark.django_db

PART = re.compile(
    r'<g class="(?:place" data-location="([^"]+)|boxes)".*?(?=<g class="(?:place|boxes)"|</svg>)', re.DOTALL
)
FILES = ("pages.css", "land.svg", "film_en.js")
MOST_KILOBYTES = 120
"""Without fonts, as of the page of a game."""


def shown(path: str) -> str:
    response = Client().get(path)
    assert response.status_code == 200
    return response.content.decode()


def address(page: str) -> str:
    (found,) = re.findall(r'data-frames="([^"]+)"', page)
    return str(found)


def frames() -> list[str]:
    return shown(address(shown("/"))).split("<section>")[1:]


def parts(frame: str, sheet: str) -> dict[str, str]:
    """What a frame changes on a sheet, by the names of the parts."""
    (svg,) = re.findall(rf'<svg class="{sheet}">.*?</svg>', frame, re.DOTALL)
    return {found[1] or "boxes": found[0].strip() for found in PART.finditer(svg)}


@pytest.mark.parametrize("sheet", [WIDE, TALL], ids=["wide", "tall"])
def test_frames_lead_from_each_position_to_the_next_and_around(sheet: Sheet) -> None:
    rules, steps = film._played()
    board: dict[str, str] = {**moving_parts(rules, steps[-1][1].view, sheet)}
    for frame, (_entry, step) in zip(frames(), steps, strict=True):
        board |= parts(frame, sheet.id)
        assert board == moving_parts(rules, step.view, sheet)


def test_film_has_marches_and_a_battle_that_is_decided() -> None:
    told = frames()
    assert sum(bool(re.search(r'data-ways="\S+ \S+', frame)) for frame in told) >= 5
    assert sum('class="battle"' in frame for frame in told) >= 5
    assert any('class="has-won"' in frame for frame in told)
    assert any('class="came' in frame for frame in told)


def test_the_still_is_a_battle_and_one_of_the_frames() -> None:
    page = shown("/")
    number = int(re.findall(r'data-at="(\d+)"', page)[0])
    (scene,) = re.findall(r'<section class="battle".*?</section>', page, re.DOTALL)
    assert scene in frames()[number - 1]


def test_first_page_has_one_filled_button() -> None:
    main = shown("/").partition("<main")[2].partition("</main>")[0]
    assert len(re.findall(r'class="button"', main)) == 1


def test_first_page_with_its_film_is_as_small_as_that_of_a_game() -> None:
    page = shown("/")
    texts = [page, shown(address(page)), *(joined_file(name).content.decode() for name in FILES)]
    kilobytes = sum(len(gzip.compress(text.encode())) for text in texts) / 1000
    assert kilobytes + 10 < MOST_KILOBYTES  # its own sheet, the crests and the paper
