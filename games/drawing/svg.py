"""SVG as text: every value is escaped, and equal input gives equal bytes; and the style sheet of drawings."""

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path

from django.utils.safestring import SafeString

XMLNS = "http://www.w3.org/2000/svg"
_ROOT = Path(__file__).resolve().parents[2]
INKS_FILE = _ROOT / "games" / "static" / "drawing.css"
COLOURS_FILE = _ROOT / "sekigahara" / "static" / "sekigahara.css"


def tag(name: str, /, *inside: str, **attributes: str | float | None) -> SafeString:
    """One element.

    Args:
        name: of the element.
        inside: what stands in it; text is escaped, other elements are not.
        attributes: those that are None or "" are left out; `class_` is `class`, `_` in a name is `-`.
    """
    # A board has some thousand elements, so nothing is called here that is not needed.
    written = name
    for key, value in attributes.items():
        if value is not None and value != "":
            written += f' {_name(key)}="{_value(value)}"'
    if not inside:
        return SafeString(f"<{written}/>")
    return SafeString(f"<{written}>{_joined(inside)}</{name}>")


def chart(
    drawn: Iterable[str], size: tuple[float, float], *, name: str, title: str, described: str, class_: str
) -> SafeString:
    """A chart: an image with its title and its description.

    Args:
        drawn: what is in it.
        size: its width and height.
        name: of the chart among those of the page.
        title: what it is called.
        described: a description for screen readers.
    """
    width, height = size
    return tag(
        "svg",
        tag("title", title, id=f"{name}-title"),
        tag("desc", described, id=f"{name}-desc"),
        *drawn,
        xmlns=XMLNS,
        class_=class_,
        viewBox=f"0 0 {width:g} {height:g}",
        role="img",
        aria_labelledby=f"{name}-title",
        aria_describedby=f"{name}-desc",
    )


def together(parts: Iterable[str]) -> SafeString:
    """Elements and texts one after the other."""
    return SafeString(_joined(parts))


def _joined(parts: Iterable[str]) -> str:
    return "".join([part if type(part) is SafeString else escape(str(part)) for part in parts])


@cache
def _name(key: str) -> str:
    """The name of an attribute. There are few of them."""
    return key.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    if type(value) is int or type(value) is SafeString:
        return str(value)
    if isinstance(value, float):  # a whole number is an int in one place and a float in another
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return escape(str(value))


@cache
def inks() -> str:
    """The style sheet of drawings, for those that stand outside a page."""
    return in_light(INKS_FILE.read_text(encoding="utf-8"))


def in_light(text: str) -> str:
    """A text with the colours of light pages in place of their names: not every program knows names.

    Raises:
        KeyError: there is no such colour.
    """
    return re.sub(r"var\((--[a-z-]+)\)", lambda found: colours()[found[1]], text)


@cache
def colours() -> dict[str, str]:
    """The colours of light pages, such as `#24395b`, by name, such as `--east`."""
    named = re.findall(r"(--[a-z-]+): (#[0-9a-f]{6});", COLOURS_FILE.read_text(encoding="utf-8"))
    return dict(named)
