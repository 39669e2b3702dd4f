"""Positions on the drawn board: a landscape sheet, and a portrait one for narrow screens.

An edition places its locations in a frame of its own, some so close together that their names would overlap.
Here they are spread until each has room for blocks and a name. The portrait sheet is the landscape one,
turned so that the east end is at its top.

The land under the roads is not printed: it is the area that the outermost roads enclose, with a shore.
Mountains stand where no road comes near.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


WIDE = Sheet("wide", False, 1.0, 1.08, 92, 78, 60, 66, 21)
TALL = Sheet("tall", True, 0.9, 1.0, 90, 80, 50, 60, 24)
SHEETS = {sheet.id: sheet for sheet in (WIDE, TALL)}
ROUNDS = 200
"""The most rounds of moving close locations away from each other."""
MOUNTAIN_CLEARANCE = 62
"""From a mountain to the next road or location."""
MOUNTAINS_APART = 54
"""From a mountain to the next."""


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


def mountains(edition: Edition, drawn: Layout) -> list[Point]:
    """Where mountains stand: inside the outline, away from roads, names and one another."""
    shore = outline(edition, drawn)
    roads = [(drawn.places[road.a], drawn.places[road.b]) for road in edition.roads]
    found: list[Point] = []
    for spot in _grid(drawn.width, drawn.height):
        if (
            _inside(spot, shore)
            and all(_distance(spot, *road) > MOUNTAIN_CLEARANCE for road in roads)
            and all(_away(spot, label.box) for label in drawn.names.values())
            and all(abs(spot.x - x) + abs(spot.y - y) > MOUNTAINS_APART for x, y in found)
        ):
            found.append(spot)
    return found


def _grid(width: int, height: int) -> Iterator[Point]:
    """Points in rows, each row begun a little further in, so that nothing stands in columns."""
    for row, y in enumerate(range(20, height, 26)):
        for x in range(20 + 17 * (row % 3), width, 46):
            yield Point(x, y)


def _angle(here: Point, there: Point) -> float:
    return atan2(there.y - here.y, there.x - here.x)


def _turn(back: float, onward: float) -> float:
    """How far around from where one came to where one goes; going back is the last resort."""
    return (onward - back) % tau or tau


def _inside(spot: Point, corners: Sequence[Point]) -> bool:
    """Whether a point is inside a polygon: an even number of its sides lies to the left, or an odd one."""
    inside = False
    for one, other in zip(corners, [*corners[1:], *corners[:1]], strict=True):
        if (one.y > spot.y) != (other.y > spot.y):
            inside ^= spot.x < (other.x - one.x) * (spot.y - one.y) / (other.y - one.y) + one.x
    return inside


def _distance(spot: Point, one: Point, other: Point) -> float:
    """From a point to a straight road."""
    across, down = other.x - one.x, other.y - one.y
    length = across * across + down * down
    along = ((spot.x - one.x) * across + (spot.y - one.y) * down) / length if length else 0.0
    along = min(1.0, max(0.0, along))
    return float(((one.x + along * across - spot.x) ** 2 + (one.y + along * down - spot.y) ** 2) ** 0.5)


def _away(spot: Point, box: tuple[float, float, float, float]) -> bool:
    left, top, right, bottom = box
    return not (left - 24 < spot.x < right + 24 and top - 12 < spot.y < bottom + 24)
