"""The land under the roads. It is not printed: it is the area that the outermost roads enclose, with a shore.

Mountains stand where no road comes near.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, tau

from games.drawing.layout import Layout, Point
from games.engine.editions import Edition

SHORE = 58
"""From the outermost roads to the sea, in units of the sheet."""
CLEAR = 62
"""From a mountain to the next road or location."""
DISTANCE = 54
"""From a mountain to the next."""


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
            and all(_distance(spot, *road) > CLEAR for road in roads)
            and all(_away(spot, label.box) for label in drawn.names.values())
            and all(abs(spot.x - x) + abs(spot.y - y) > DISTANCE for x, y in found)
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
