"""Positions on the drawn board: a landscape sheet, and a portrait one for narrow screens.

An edition places its locations in a frame of its own, some so close together that their names would overlap.
Here they are spread until each has room for blocks and a name. The portrait sheet is the landscape one,
turned so that the east end is at its top.

In its plain form, the land under the roads is the area that the outermost roads enclose, with a shore.
"""

from functools import lru_cache
from itertools import combinations
from math import atan2, hypot, tau
from typing import NamedTuple

from games.drawing.labels import Box, Ground, Label, footprints, place_names
from games.engine.edition_data import Edition


class Point(NamedTuple):
    """A place on the sheet, y downwards."""

    x: int
    y: int


class Sheet(NamedTuple):
    """The form of one drawing, all lengths in its own units.

    Attributes:
        id: also the class of the drawing.
        stretch_x, stretch_y: how many units one unit of the edition's frame becomes, after turning.
        room_x, room_y: how far apart locations are, at least, side by side and one above the other.
        margin_x, margin_y: between the outermost locations and the edge.
        letter: the size of names.
    """

    id: str
    turned: bool
    stretch_x: float
    stretch_y: float
    room_x: int
    room_y: int
    margin_x: int
    margin_y: int
    letter: int


WIDE = Sheet("wide", False, 1.0, 1.08, 92, 78, 60, 86, 21)
TALL = Sheet("tall", True, 0.9, 1.0, 90, 80, 50, 60, 23)
SHEETS = {sheet.id: sheet for sheet in (WIDE, TALL)}
ROUNDS = 200
"""The most rounds of moving close locations away from each other."""


class Layout(NamedTuple):
    """The places and names of one sheet.

    Attributes:
        width, height: of the whole sheet.
        places: where each location is drawn, by its id.
        names: where its name is written.
        taken: all that may be covered by locations and names.
    """

    sheet: Sheet
    width: int
    height: int
    places: dict[str, Point]
    names: dict[str, Label]
    taken: tuple[Box, ...]


def layout(edition: Edition, sheet: Sheet) -> Layout:
    """The layout of an edition on a sheet; games with rules chosen for them share that of their edition."""
    return _laid_out(Ground.of(edition), sheet)


@lru_cache(maxsize=16)
def _laid_out(ground: Ground, sheet: Sheet) -> Layout:
    """Computed once and kept, because it takes a while."""
    spots = [
        [location.y * sheet.stretch_x, -location.x * sheet.stretch_y]
        if sheet.turned
        else [location.x * sheet.stretch_x, location.y * sheet.stretch_y]
        for location in ground.locations
    ]
    for _ in range(ROUNDS):
        if not _spread(spots, sheet.room_x, sheet.room_y):
            break
    left = min(x for x, _y in spots) - sheet.margin_x
    top = min(y for _x, y in spots) - sheet.margin_y
    places = {
        location.id: Point(round(x - left), round(y - top))
        for location, (x, y) in zip(ground.locations, spots, strict=True)
    }
    width = max(place.x for place in places.values()) + sheet.margin_x
    height = max(place.y for place in places.values()) + sheet.margin_y
    names = place_names(ground, places, (width, height), sheet.letter)
    taken = *footprints(ground, places).values(), *(x.box for x in names.values())
    return Layout(sheet, width, height, places, names, taken)


def _spread(spots: list[list[float]], room_x: int, room_y: int) -> bool:
    """Move each two that are too close by half of the missing distance; whether there were any."""
    found = False
    for one, other in combinations(spots, 2):
        across, down = (other[0] - one[0]) / room_x, (other[1] - one[1]) / room_y
        if one == other:
            across = 0.001  # which way does not matter, only that there is one
        if across * across + down * down < 0.998:
            found = True
            distance = hypot(across, down)
            half = (1 - distance) / 2 / distance
            one[0] -= across * half * room_x
            one[1] -= down * half * room_y
            other[0] += across * half * room_x
            other[1] += down * half * room_y
    return found


def outline(edition: Edition, drawn: Layout) -> list[Point]:
    """The corners of what the roads enclose: a walk around the outside that turns left at every fork."""
    places = drawn.places
    roads: dict[str, list[str]] = {name: [] for name in places}
    for road in edition.roads:
        roads[road.a].append(road.b)
        roads[road.b].append(road.a)
    start = min(roads, key=lambda name: (places[name].x, places[name].y))
    came, here, first = None, start, None
    corners: list[Point] = []
    for _ in range(2 * len(edition.roads)):
        back = _angle(places[here], places[came]) if came else tau / 2
        onward = min(roads[here], key=lambda to: _turn(back, _angle(places[here], places[to])))
        if here == start and onward == first:
            break
        corners.append(places[here])
        first = first or onward
        came, here = here, onward
    return corners


def _angle(here: Point, there: Point) -> float:
    return atan2(there.y - here.y, there.x - here.x)


def _turn(back: float, onward: float) -> float:
    """How far around from where one came to where one goes; going back is the last resort."""
    return (onward - back) % tau or tau
