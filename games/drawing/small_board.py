"""A board the size of a stamp, for lists of games: the coast, whose blocks stand where, and what is new."""

import io
from collections.abc import Collection
from functools import lru_cache
from math import sqrt
from typing import Any, Final

from PIL import Image

from games.drawing.land import land
from games.drawing.layout import WIDE, layout
from games.drawing.picture import paletted_png, svg_png
from games.drawing.svg import XMLNS, colours, tag, together
from games.engine import Ruleset
from games.engine.side import LABELS

SMALL_WIDTH: Final = 280
"""In pixels; lists show it half as wide, so that it is sharp on fine screens."""
DOT: Final = 19
"""The radius of a dot for one block, in units of the sheet; its area grows with their number."""
RING: Final = 17
"""By how much the ring of what is new is larger than the dots."""
APART: Final = 22
"""How far apart the dots of two sides at one place are."""
COLOURS: Final = 16


def small_board_png(rules: Ruleset, view: dict[str, Any], new: Collection[str]) -> bytes:
    """The small board as a PNG file. It shows numbers of blocks, which everybody may know.

    Args:
        rules: of the game.
        view: of any viewer, as ``engine.view`` says it.
        new: the ids of locations to ring; other words are ignored.
    """
    drawn = layout(rules.edition, WIDE)
    dots = []
    for name, at in view["locations"].items():
        sides = [side for side in LABELS if at.get(side, {}).get("count")]
        here = drawn.places[name]
        if name in new:
            radius = DOT * sqrt(max((at[side]["count"] for side in sides), default=1)) + RING
            radius += APART * (len(sides) > 1)
            red = colours()["--vermilion"]
            dots.append(
                tag("circle", cx=here.x, cy=here.y, r=radius, fill="none", stroke=red, stroke_width=12)
            )
        for index, side in enumerate(sides):
            beside = (2 * index - 1) * APART * (len(sides) > 1)
            dots.append(
                tag(
                    "circle",
                    cx=here.x + beside,
                    cy=here.y,
                    r=DOT * sqrt(at[side]["count"]),
                    fill=colours()[f"--{side}"],
                    stroke=colours()["--washi"],
                    stroke_width=4,
                )
            )
    ground = _ground(rules).copy()
    above = Image.open(io.BytesIO(svg_png(_sheet(rules, together(dots)), SMALL_WIDTH))).convert("RGBA")
    image = Image.alpha_composite(ground, above).convert("RGB")
    return paletted_png(image.quantize(COLOURS, dither=Image.Dither.NONE))


@lru_cache(maxsize=8)
def _ground(rules: Ruleset) -> Image.Image:
    """Sea and coast."""
    drawn = layout(rules.edition, WIDE)
    sea = tag("rect", width=drawn.width, height=drawn.height, fill=colours()["--sea"])
    svg = _sheet(rules, together([sea, land(drawn, is_bare=True)]))
    return Image.open(io.BytesIO(svg_png(svg, SMALL_WIDTH))).convert("RGBA")


def _sheet(rules: Ruleset, content: str) -> str:
    drawn = layout(rules.edition, WIDE)
    return tag("svg", content, xmlns=XMLNS, viewBox=f"0 0 {drawn.width} {drawn.height}")
