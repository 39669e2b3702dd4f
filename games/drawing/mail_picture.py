"""The board as a small picture for mails, put together from pieces that were drawn before.

To draw the whole board takes 140 ms, and nearly all of it is the same in every mail. So the printed board is
drawn once, and what stands at a location once for each way it can look; both are kept by this process. A
picture has few colours and crisp edges, since each mail carries one.

The same view gives the same bytes, whatever was drawn before: the pieces follow from what they show alone.
"""

import io
import math
from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from PIL import Image

from games.drawing import board, picture
from games.drawing.layout import TALL, Layout, Point, layout
from games.drawing.svg import colours, tag
from games.engine import Ruleset

GROUND_INKS: Final = ("ink", "road", "line", "land", "sea", "shore", "washi")
"""The colours of the printed board. Two between ink and land are enough for the edges of letters."""
INKS: Final = (*GROUND_INKS, "soft", "east", "west", "west-edge", "vermilion", "stone")
"""The colours of the picture."""
AROUND: Final = 54
"""What is drawn at a location is no further from its middle, in units of the sheet."""
OPAQUE: Final = 96
"""From this opacity on, of 255, a piece covers what is below it."""


class _Ground(NamedTuple):
    """The printed board.

    Attributes:
        image: with the palette of the picture.
        scale: pixels for each unit of the sheet.
    """

    image: Image.Image
    scale: float


class _Box(NamedTuple):
    """A part of the picture, in pixels."""

    left: int
    top: int
    right: int
    bottom: int


class _Piece(NamedTuple):
    """Something that is put on the board, and where it covers it."""

    image: Image.Image
    mask: Image.Image
    at: tuple[int, int]


def mail_png(rules: Ruleset, view: dict[str, Any], *, width: int) -> bytes:
    """The board as a PNG file of few colours, on the tall sheet.

    Args:
        rules: of the game.
        view: what the reader knows.
        width: in pixels.
    """
    language = get_language()
    drawn = layout(rules.edition, TALL)
    ground = _ground(rules, width, language)
    image = ground.image.copy()
    for box, content in _contents(rules, view, drawn, ground):
        piece = _piece(rules, width, language, box, content)
        image.paste(piece.image, piece.at, piece.mask)
    return picture.paletted_png(image)


def _contents(
    rules: Ruleset, view: dict[str, Any], drawn: Layout, ground: _Ground
) -> list[tuple[_Box, SafeString]]:
    """What the view adds to the printed board, from below, each with its part of the picture."""
    whole = _Box(0, 0, *ground.image.size)
    found = []
    if used := board.used_roads(view, drawn):
        ends = [drawn.places[name] for road in view["movement"]["roads_used"] for name in road]
        found.append((_around(ends, ground.scale, whole), used))
    for name, at, content in board.placed(rules, view, drawn):
        del name
        found.append((_around([at], ground.scale, whole), content))
    beside, top_left, bottom_right = board.beside(rules, view, drawn)
    found.append((_between(top_left, bottom_right, ground.scale, whole), beside))
    return found


def _around(points: list[Point], scale: float, whole: _Box) -> _Box:
    low = Point(min(at.x for at in points) - AROUND, min(at.y for at in points) - AROUND)
    high = Point(max(at.x for at in points) + AROUND, max(at.y for at in points) + AROUND)
    return _between(low, high, scale, whole)


def _between(low: Point, high: Point, scale: float, whole: _Box) -> _Box:
    return _Box(
        max(whole.left, math.floor(low.x * scale)),
        max(whole.top, math.floor(low.y * scale)),
        min(whole.right, math.ceil(high.x * scale)),
        min(whole.bottom, math.ceil(high.y * scale)),
    )


@lru_cache(maxsize=8)
def _ground(rules: Ruleset, width: int, _language: str) -> _Ground:
    """The board with roads and names, and nothing on it."""
    palette = Image.new("P", (1, 1))
    palette.putpalette(_numbers(GROUND_INKS))
    bare = _rendered(board.printed_svg(rules, TALL), width).convert("RGB")
    image = bare.quantize(palette=palette, dither=Image.Dither.NONE)
    image.putpalette(_numbers(INKS))
    return _Ground(image, width / layout(rules.edition, TALL).width)


def _numbers(inks: tuple[str, ...]) -> bytes:
    """Red, green and blue of each."""
    return bytes.fromhex("".join(colours()[f"--{ink}"][1:] for ink in inks))


@lru_cache(maxsize=4096)
def _piece(rules: Ruleset, width: int, language: str, box: _Box, content: str) -> _Piece:
    """Something on the board, drawn on what is below it."""
    ground = _ground(rules, width, language)
    across, down = box.right - box.left, box.bottom - box.top
    scale = ground.scale
    svg = tag(
        "svg",
        board.all_crests(rules),
        SafeString(content),
        xmlns="http://www.w3.org/2000/svg",
        class_=f"drawing {TALL.id}",
        viewBox=" ".join(f"{each / scale:.4f}" for each in (box.left, box.top, across, down)),
        width=across,
        height=down,
    )
    drawn = _rendered(svg, across)
    below = ground.image.crop(box).convert("RGBA")
    mixed = Image.alpha_composite(below, drawn).convert("RGB")
    image = mixed.quantize(palette=ground.image, dither=Image.Dither.NONE)
    mask = drawn.getchannel("A").point(lambda opacity: 255 if opacity >= OPAQUE else 0)
    return _Piece(image, mask, (box.left, box.top))


def _rendered(svg: str, width: int) -> Image.Image:
    return Image.open(io.BytesIO(picture.svg_png(svg, width, is_crisp=True))).convert("RGBA")
