"""The crests of the clans. They are in one file; pages refer to it, and pictures contain parts of it."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from games.drawing.svg import tag
from games.engine.edition_data import Edition

FILE = Path(__file__).resolve().parent.parent / "static" / "mon.svg"


def mon(
    edition: Edition, clan: str, size: float, x: float = 0, y: float = 0, *, inside: bool = False
) -> SafeString:
    """A clan's crest in the colour of what it stands in; a clan without one has its initial in a ring.

    Args:
        edition: whose clan it is.
        clan: its id.
        size: of the square it fills.
        x, y: the middle of it.
        inside: the drawing brings the crests along (`crests`) and does not refer to the file.
    """
    if clan in _crests():
        href = f"#{clan}" if inside else f"{_address()}#{clan}"
        return tag("use", href=href, x=x - size / 2, y=y - size / 2, width=size, height=size)
    name = next(known.name for known in edition.clans if known.id == clan)
    return tag(
        "g",
        tag("circle", r=18.0, class_="ring"),
        tag("text", name[:1], y=8.5, class_="initial"),
        class_="crest",
        transform=f"translate({x:g} {y:g}) scale({size / 40:g})",
    )


def crests(clans: Iterable[str]) -> SafeString:
    """The crests of some clans, for a drawing outside a page."""
    known = _crests()
    return tag("defs", *(known[clan] for clan in clans if clan in known))


def crest_symbols() -> dict[str, SafeString]:
    """The crests in the file, by clan, each a `symbol` whose id is the clan's."""
    return dict(_crests())


@cache
def _address() -> str:
    """Of the file with the crests."""
    return static("mon.svg")


@cache
def _crests() -> dict[str, SafeString]:
    symbols = re.finditer(r'<symbol id="([^"]+)".*?</symbol>', FILE.read_text(encoding="utf-8"))
    return {found[1]: mark_safe(found[0]) for found in symbols}  # noqa: S308 - our own file
