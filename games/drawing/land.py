"""The land under the roads as a print, drawn once for each sheet by hand: `static/land.svg`.

A page refers to the file, which browsers keep; what stands outside a page brings its own part of it along.
"""

import hashlib
import zlib
from functools import cache
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from games.drawing.layout import Layout
from games.drawing.svg import XMLNS, in_light, tag, together

LAND_FILE: Final = Path(__file__).resolve().parent.parent / "static" / "land.svg"


def land(drawn: Layout, *, inside: bool = False, is_bare: bool = False) -> SafeString:
    """Sea, coast, mountains and provinces; empty where an edition has its places elsewhere than the print.

    Args:
        drawn: the sheet.
        inside: whether the drawing brings it along and does not refer to the file.
        is_bare: coast and lake alone, inside.
    """
    name = drawn.sheet.id
    if _groups()[name].get("data-places") != str(checksum(drawn)):
        return together([])
    if inside or is_bare:
        return _inside(f"{name}-land" if is_bare else name)
    return tag("use", href=f"{_address()}#{name}", class_="print", aria_hidden="true")


def checksum(drawn: Layout) -> int:
    """Of where all places are, whatever they are called."""
    return zlib.crc32(repr([(at.x, at.y) for at in drawn.places.values()]).encode())


@cache
def _address() -> str:
    """Of the file, with the digest by which browsers keep a joined file for good."""
    return f"{static(LAND_FILE.name)}?{hashlib.sha256(LAND_FILE.read_bytes()).hexdigest()[:16]}"


@cache
def _inside(name: str) -> SafeString:
    text = ElementTree.tostring(_groups()[name], encoding="unicode")
    return mark_safe(in_light(text))  # noqa: S308 - our own file


@cache
def _groups() -> dict[str, ElementTree.Element]:
    ElementTree.register_namespace("", XMLNS)
    found = ElementTree.parse(LAND_FILE).iter(f"{{{XMLNS}}}g")  # noqa: S314 - our own file
    return {group.attrib["id"]: group for group in found if "id" in group.attrib}
