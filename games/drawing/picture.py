"""The board as a picture, for mails and other programs that show no SVG."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import resvg_py

from games.drawing.board import sheet_svg
from games.drawing.inks import inks
from games.drawing.layout import WIDE, Sheet
from games.engine import Ruleset

FONT = Path(__file__).resolve().parent / "fonts" / "alegreya-sans-800.ttf"
"""Bold Alegreya Sans with the letters of Europe and of romanized Japanese; a machine may have no fonts."""


def board_png(rules: Ruleset, view: dict[str, Any], *, width: int = 1400, sheet: Sheet = WIDE) -> bytes:
    """The board as a PNG file.

    Args:
        rules: of the game.
        view: what the reader knows, as `engine.view` says it.
        width: in pixels; screens that show two pixels as one want twice the width it will take.
        sheet: `layout.WIDE`, or `layout.TALL`, whose names a telephone still shows legibly.
    """
    return svg_png(sheet_svg(rules, view, sheet, alone=True), width)


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
