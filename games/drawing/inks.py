"""The style sheet of drawings, for those that stand outside a page."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "static" / "drawing.css"


@cache
def inks() -> str:
    """The style sheet of drawings."""
    return FILE.read_text(encoding="utf-8")
