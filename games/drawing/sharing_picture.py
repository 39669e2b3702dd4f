"""The picture that other services show of a finished game: its board, below who won, in words."""

from __future__ import annotations

import io
from typing import Any, Final

from PIL import Image, ImageFont

from games.drawing.board import board_height, sheet_svg
from games.drawing.layout import WIDE, layout
from games.drawing.mail_picture import paletted_png
from games.drawing.picture import FONT, svg_png
from games.drawing.svg import XMLNS, tag
from games.engine import Ruleset

WIDTH: Final = 1200
HEIGHT: Final = 630
"""Of the picture, in pixels: the form in which most services show one."""

BAND: Final = 116
"""The height of the part with the words."""
MARGIN: Final = 40
COLOURS: Final = 64
PAPER, INK, SOFT = "#f3ead7", "#231c16", "#5b5044"


def sharing_png(rules: Ruleset, view: dict[str, Any], *, title: str, line: str) -> bytes:
    """The board with two lines of words as a PNG file.

    Args:
        rules: of the game.
        view: of the finished game, as everybody may know it.
        title: who won.
        line: who played, on which terms; smaller if it is long.
    """
    drawn = layout(rules.edition, WIDE)
    scale = (HEIGHT - BAND) / board_height(rules, drawn)
    left = (WIDTH - drawn.width * scale) / 2
    svg = tag(
        "svg",
        tag("g", tag("rect", width=WIDTH, height=HEIGHT, class_="sea"), class_="drawing"),
        tag("rect", width=WIDTH, height=BAND, fill=PAPER),
        _text(title, 58, 50, INK),
        _text(line, 97, 30, SOFT),
        tag(
            "g",
            sheet_svg(rules, view, WIDE, alone=True),
            transform=f"translate({left:.2f} {BAND}) scale({scale:.5f})",
        ),
        xmlns=XMLNS,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
    )
    image = Image.open(io.BytesIO(svg_png(svg, WIDTH))).convert("RGB")
    return paletted_png(image.quantize(COLOURS, dither=Image.Dither.NONE))


def _text(words: str, baseline: int, size: int, ink: str) -> str:
    """A line as large as it fits, in the middle."""
    length = ImageFont.truetype(FONT, size).getlength(words)
    fitting = min(1.0, (WIDTH - 2 * MARGIN) / length) if length else 1.0
    return tag(
        "text", words, x=WIDTH / 2, y=baseline, font_size=size * fitting, fill=ink, text_anchor="middle"
    )
