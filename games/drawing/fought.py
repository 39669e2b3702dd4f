"""A map of the fighting: circles on the board, larger where there was more of it."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.drawing.board import ground, printed_roads
from games.drawing.layout import TALL, WIDE, Sheet, layout
from games.drawing.svg import tag, together
from games.engine.edition_data import Edition

SMALLEST, LARGEST = 9.0, 38.0
"""Radii of circles. The largest just leaves room for its neighbours."""
READABLE = 15.0
"""From this radius on a number fits into a circle."""


class Fought(NamedTuple):
    """The fighting at a location.

    Attributes:
        times: how often.
        text: the number in words.
    """

    times: int
    text: str


def fought_svg(edition: Edition, places: Mapping[str, Fought], *, about: str) -> SafeString:
    """The board for a page, wide and tall; the style sheet shows one of the two.

    Args:
        places: by location; what is not on the board is left out.
        about: what the drawing shows.
    """
    return tag("div", *(_sheet(edition, places, sheet, about) for sheet in (WIDE, TALL)), class_="board")


def _sheet(edition: Edition, places: Mapping[str, Fought], sheet: Sheet, about: str) -> SafeString:
    drawn = layout(edition, sheet)
    most = max((each.times for each in places.values()), default=1)
    spots, circles, names = [], [], []
    for location, at in drawn.places.items():
        found = places.get(location)
        if found is None:
            spots.append(tag("circle", cx=at.x, cy=at.y, r=6, class_="spot"))
            continue
        label = drawn.names[location]
        circles.append(_circle(found, at.x, at.y, most))
        names.append(tag("text", label.text, x=label.x, y=label.y, text_anchor=label.anchor, class_="name"))
    return tag(
        "svg",
        ground(edition, sheet),
        printed_roads(edition, drawn.sheet),
        together([*spots, *circles, *names]),
        xmlns="http://www.w3.org/2000/svg",
        class_=f"drawing {sheet.id} fought",
        viewBox=f"0 0 {drawn.width} {drawn.height}",
        role="img",
        aria_label=about,
    )


def _circle(found: Fought, x: int, y: int, most: int) -> SafeString:
    """A circle of an area in proportion, with the number in it where there is room."""
    radius = max(LARGEST * (found.times / most) ** 0.5, SMALLEST)
    number = tag("text", str(found.times), x=x, y=y + 7, class_="times") if radius >= READABLE else ""
    circle = tag("circle", cx=x, cy=y, r=radius, class_="battles")
    return tag("g", tag("title", found.text), circle, number)
