"""The board as a PNG file: the same everywhere, also where no fonts are installed."""

import struct
from pathlib import Path
from typing import Any

import pytest

from games.drawing import picture
from games.drawing.board import sheet_svg
from games.drawing.labels import FONT
from games.drawing.layout import TALL, WIDE, Sheet
from games.rulebook.editions import ruleset
from tests.kit.positions import position

RULES = ruleset("kessen")
THREE = position('east.at.edo = "ieyasu, tokugawa-two-mon x2"').view()
FOUR = position('east.at.edo = "ieyasu, tokugawa-two-mon x3"').view()


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def board_png(seen: dict[str, Any], *, width: int, sheet: Sheet = WIDE) -> bytes:
    return picture.svg_png(sheet_svg(RULES, seen, sheet, alone=True), width)


@pytest.mark.parametrize(("sheet", "is_wider"), [(WIDE, True), (TALL, False)], ids=["wide", "tall"])
def test_the_picture_is_as_wide_as_asked(sheet: Sheet, is_wider: bool) -> None:
    width, height = size(board_png(THREE, width=500, sheet=sheet))
    assert width == 500
    assert (width > height) == is_wider


def test_equal_views_give_equal_pictures_and_one_block_more_another() -> None:
    once, again, more = (board_png(seen, width=700) for seen in (THREE, THREE, FOUR))
    assert once == again != more


def test_letters_come_from_the_font_that_is_shipped_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Three blocks differ from four only by a numeral: without our font nothing else may write it."""
    monkeypatch.setattr("games.drawing.picture.FONT", tmp_path / "not-there.ttf")
    assert board_png(THREE, width=700) == board_png(FOUR, width=700)


def test_the_shipped_font_has_the_letters_of_every_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    written = {letter for location in RULES.edition.locations for letter in location.name}
    assert {"ō", "K", "-"} <= written
    assert written <= characters(FONT)


def characters(font: Path) -> set[str]:
    """The characters a TrueType font has, from the table of format 4 that every font of ours has."""
    data = font.read_bytes()
    tables = {
        data[at : at + 4]: struct.unpack(">II", data[at + 8 : at + 16]) for at in range(12, 12 + 16 * 40, 16)
    }
    start, _length = tables[b"cmap"]
    for number in range(struct.unpack(">H", data[start + 2 : start + 4])[0]):
        _platform, _encoding, offset = struct.unpack(
            ">HHI", data[start + 4 + 8 * number : start + 12 + 8 * number]
        )
        at = start + offset
        if struct.unpack(">H", data[at : at + 2])[0] == 4:
            count = struct.unpack(">H", data[at + 6 : at + 8])[0] // 2
            ends = struct.unpack(f">{count}H", data[at + 14 : at + 14 + 2 * count])
            starts = struct.unpack(f">{count}H", data[at + 16 + 2 * count : at + 16 + 4 * count])
            return {chr(c) for low, high in zip(starts, ends, strict=True) for c in range(low, high + 1)}
    return set()
