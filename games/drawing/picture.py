"""Drawings as pictures, for programs that show no SVG, and what other services show of a finished game."""

import io
import struct
import zlib
from typing import Any, Final

import resvg_py
from PIL import Image, ImageFont

from games.drawing.board import board_height, sheet_svg
from games.drawing.labels import FONT
from games.drawing.layout import WIDE, layout
from games.drawing.svg import XMLNS, inks, tag
from games.engine import Ruleset

SHARED_WIDTH: Final = 1200
SHARED_HEIGHT: Final = 630
"""Of the picture of a finished game, in pixels: the form in which most services show one."""

WORDS_HEIGHT: Final = 116
"""The height of the part with the words."""
WORDS_MARGIN: Final = 40
SHARED_COLOURS: Final = 64
FEW_COLOURS: Final = 16
ZLIB_LEVEL: Final = 7
"""The next one takes 7 ms for a board in a mail instead of 2.7, and makes it 2.5 % smaller."""
PAPER, INK, SOFT = "#f3ead7", "#231c16", "#5b5044"


def svg_png(svg: str, width: int, *, is_crisp: bool = False) -> bytes:
    """A drawing as a PNG file, so many pixels wide.

    Args:
        svg: the drawing, with all it needs.
        width: in pixels.
        is_crisp: whether the edges of all but letters are without colours in between, which makes the file a
            quarter smaller.
    """
    return resvg_py.svg_to_bytes(
        svg_string=str(svg),
        style_sheet=inks(),
        width=width,
        shape_rendering="crisp_edges" if is_crisp else "geometric_precision",
        skip_system_fonts=True,
        font_files=[str(FONT)],
        font_family="Alegreya Sans",
    )


def paletted_png(image: Image.Image) -> bytes:
    """A PNG file with the number of a colour in the image's palette for each pixel: half a byte where there
    are few colours."""
    width, height = image.size
    depth = 8 if any(image.histogram()[FEW_COLOURS:]) else 4
    colours = bytes(image.getpalette() or ())[: 3 * FEW_COLOURS if depth == 4 else None]
    pixels = image.tobytes("raw", f"P;{depth}" if depth == 4 else "P")
    line = len(pixels) // height
    # Each row begins with the number of its filter: 0, none.
    rows = b"".join(b"\0" + pixels[first : first + line] for first in range(0, len(pixels), line))
    header = struct.pack(">IIBBBBB", width, height, depth, 3, 0, 0, 0)
    chunks = (
        (b"IHDR", header),
        (b"PLTE", colours),
        (b"IDAT", zlib.compress(rows, ZLIB_LEVEL)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def sharing_png(rules: Ruleset, view: dict[str, Any], *, title: str, line: str) -> bytes:
    """The board with two lines of words as a PNG file.

    Args:
        rules: of the game.
        view: of the finished game, as everybody may know it.
        title: who won.
        line: who played, on which terms; smaller if it is long.
    """
    drawn = layout(rules.edition, WIDE)
    scale = (SHARED_HEIGHT - WORDS_HEIGHT) / board_height(rules, drawn)
    left = (SHARED_WIDTH - drawn.width * scale) / 2
    svg = tag(
        "svg",
        tag("g", tag("rect", width=SHARED_WIDTH, height=SHARED_HEIGHT, class_="sea"), class_="drawing"),
        tag("rect", width=SHARED_WIDTH, height=WORDS_HEIGHT, fill=PAPER),
        _text(title, 58, 50, INK),
        _text(line, 97, 30, SOFT),
        tag(
            "g",
            sheet_svg(rules, view, WIDE, alone=True),
            transform=f"translate({left:.2f} {WORDS_HEIGHT}) scale({scale:.5f})",
        ),
        xmlns=XMLNS,
        viewBox=f"0 0 {SHARED_WIDTH} {SHARED_HEIGHT}",
    )
    image = Image.open(io.BytesIO(svg_png(svg, SHARED_WIDTH))).convert("RGB")
    return paletted_png(image.quantize(SHARED_COLOURS, dither=Image.Dither.NONE))


def _text(words: str, baseline: int, size: int, ink: str) -> str:
    """A line as large as it fits, in the middle."""
    length = ImageFont.truetype(FONT, size).getlength(words)
    fitting = min(1.0, (SHARED_WIDTH - 2 * WORDS_MARGIN) / length) if length else 1.0
    return tag(
        "text",
        words,
        x=SHARED_WIDTH / 2,
        y=baseline,
        font_size=size * fitting,
        fill=ink,
        text_anchor="middle",
    )
