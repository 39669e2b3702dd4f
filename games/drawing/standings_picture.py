"""The standings of a ladder as a picture, for sites that take no frames."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import ImageFont

from games.drawing.labels import FONT
from games.drawing.picture import INK, PAPER, SOFT, svg_png
from games.drawing.svg import XMLNS, tag

PICTURE_WIDTH: Final = 600
MARGIN: Final = 24
ROW: Final = 36
HEAD: Final = 92
LINE: Final = "#cdbf9f"


class PictureRow(NamedTuple):
    """A row: the place, the player's name, the points, and games won, tied and lost, as words."""

    place: str
    name: str
    points: str
    record: str


def standings_png(title: str, line: str, rows: Sequence[PictureRow], empty: str) -> bytes:
    """A table as a PNG file, twice as many pixels wide as it is shown.

    Args:
        title: the name of the ladder.
        line: the club and the season.
        rows: the best players, best first.
        empty: what stands there if there are none.
    """
    height = HEAD + max(1, len(rows)) * ROW + MARGIN // 2
    drawn = [
        tag("rect", width=PICTURE_WIDTH, height=height, fill=PAPER),
        _words(_cut(title, 26, PICTURE_WIDTH - 2 * MARGIN), MARGIN, 42, 26),
        _words(_cut(line, 17, PICTURE_WIDTH - 2 * MARGIN), MARGIN, 68, 17, ink=SOFT),
    ]
    if not rows:
        drawn.append(_words(empty, MARGIN, HEAD + 24, 19))
    for number, row in enumerate(rows):
        top = HEAD + number * ROW
        drawn += [
            tag("rect", x=MARGIN, y=top, width=PICTURE_WIDTH - 2 * MARGIN, height=1, fill=LINE),
            _words(row.place, MARGIN + 26, top + 25, 19, anchor="end", ink=SOFT),
            _words(_cut(row.name, 19, 330), MARGIN + 42, top + 25, 19),
            _words(row.points, PICTURE_WIDTH - 120, top + 25, 19, anchor="end"),
            _words(row.record, PICTURE_WIDTH - MARGIN, top + 25, 17, anchor="end", ink=SOFT),
        ]
    svg = tag("svg", *drawn, xmlns=XMLNS, viewBox=f"0 0 {PICTURE_WIDTH} {height}")
    return svg_png(svg, 2 * PICTURE_WIDTH)


def _words(words: str, x: float, baseline: float, size: int, *, anchor: str = "start", ink: str = INK) -> str:
    return tag("text", words, x=x, y=baseline, font_size=size, text_anchor=anchor, fill=ink)


def _cut(words: str, size: int, room: float) -> str:
    """The words, or as many letters of them as have room."""
    font = ImageFont.truetype(FONT, size)
    if font.getlength(words) <= room:
        return words
    while words and font.getlength(f"{words}…") > room:
        words = words[:-1]
    return f"{words.rstrip()}…"
