"""Places the names of locations so that they overlap neither each other nor other signs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

from PIL import ImageFont

from games.engine.edition_data import DiskData, Edition, LocationData, RoadData

FONT = Path(__file__).resolve().parent / "fonts" / "alegreya-sans-800.ttf"
"""Bold Alegreya Sans with the letters of Europe and of romanized Japanese; a machine may have no fonts."""
SWEEPS = 8
"""The most rounds in which each name moves to a better place."""
COVERED_AREA_COST = 10
"""What speaks against a place for each unit of area that a name would cover there."""
BESIDE, BESIDE_CASTLE = 21, 36
"""From the middle of a place to a name beside it: past its blocks, or past its castle."""
ASIDE = 14
"""How much further away a name beside a place is while blocks of both sides stand there."""
EASY_COST = 30
"""What speaks against a place for a name that is still a good one."""
NEAR_X, NEAR_Y = 320, 200
"""How far from a place its name, which is never longer, could be near something at another."""
NEARER = 5
"""By how much a name is nearer to what is printed at its own place than to anything that is, or may stand, at
another."""


class Spot(Protocol):
    """Anything with a place on the sheet."""

    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...


class Ground(NamedTuple):
    """The part of an edition that decides where things are drawn."""

    locations: tuple[LocationData, ...]
    roads: tuple[RoadData, ...]
    disks: tuple[DiskData, ...]

    @classmethod
    def of(cls, edition: Edition) -> Ground:
        return cls(edition.locations, edition.roads, edition.disks)


class Box(NamedTuple):
    """A rectangle on the sheet."""

    left: float
    top: float
    right: float
    bottom: float

    def gap(self, other: Box) -> float:
        """How far apart two are; 0 where they touch."""
        across = max(self.left - other.right, other.left - self.right, 0.0)
        down = max(self.top - other.bottom, other.top - self.bottom, 0.0)
        return float((across * across + down * down) ** 0.5)

    def shared(self, other: Box) -> float:
        """The area two have in common."""
        if self.left >= other.right or other.left >= self.right:
            return 0.0  # as nearly all are; names are tried in a great many places
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across * down if down > 0 else 0.0


class Label(NamedTuple):
    """A name: the point its baseline begins at, hangs on the middle of, or ends at."""

    text: str
    x: int
    y: int
    anchor: str
    box: Box

    @property
    def room(self) -> Box:
        """Its box, and where it goes while blocks of both sides stand at its place."""
        left, top, right, bottom = self.box
        return Box(
            left - ASIDE * (self.anchor == "end"), top, right + ASIDE * (self.anchor == "start"), bottom
        )


def footprints(ground: Ground, places: Mapping[str, Spot]) -> dict[str, Box]:
    """What may be drawn at each location: blocks of both sides, a roof, and signs below."""
    disks = {disk.location for disk in ground.disks}
    found = {}
    for location in ground.locations:
        spot = places[location.id]
        top = 36 if location.castle or location.id in disks else 17
        has_sign = location.resource or location.recruitment or location.capital or location.id in disks
        bottom = 40 if has_sign else 22 if location.castle else 17
        found[location.id] = Box(spot.x - 35, spot.y - top, spot.x + 35, spot.y + bottom)
    return found


def marks(ground: Ground, places: Mapping[str, Spot]) -> dict[str, tuple[Box, ...]]:
    """What is printed at each location: its castle or the sign of a town, and the row of signs below."""
    disks = {disk.location for disk in ground.disks}
    found = {}
    for location in ground.locations:
        x, y = places[location.id].x, places[location.id].y
        is_castle = location.castle or location.id in disks
        boxes = [Box(x - 31, y - 36, x + 31, y + 20) if is_castle else Box(x - 11, y - 11, x + 11, y + 11)]
        signs = len(location.recruitment) + sum(
            map(bool, (location.resource, location.capital, location.id in disks))
        )
        if signs:
            boxes.append(Box(x - 12 * signs, y + 16, x + 12 * signs, y + 40))
        found[location.id] = tuple(boxes)
    return found


def place_names(
    ground: Ground, places: Mapping[str, Spot], size: tuple[int, int], letter: int
) -> dict[str, Label]:
    """A place for every name, by the id of its location.

    Args:
        ground: whose locations they are.
        places: where those are drawn.
        size: width and height of the sheet.
        letter: the size of the letters.
    """
    taken = footprints(ground, places)
    printed = marks(ground, places)
    lines = [(places[road.a], places[road.b]) for road in ground.roads]
    offered = {
        x.id: [
            (
                label,
                cost
                + _fixed_cost(label.room, x.id, {name: taken[name] for name in near}, lines, size)
                + _stray(label.box, x.id, near, places),
            )
            for cost, label in _candidates(x, taken[x.id], places[x.id], letter)
        ]
        for x in ground.locations
        for near in [_near(places[x.id], printed, places)]
    }
    # Those with the least choice first, so that others make way for them.
    order = sorted(offered, key=lambda name: sum(cost <= EASY_COST for _label, cost in offered[name]))
    chosen: dict[str, Label] = {}
    for _ in range(SWEEPS):
        before = dict(chosen)
        for name in order:
            others = [label.room for other, label in chosen.items() if other != name]
            chosen[name] = min(offered[name], key=lambda row: row[1] + _covering(row[0].room, others))[0]
        if chosen == before:
            break
    return chosen


def text_width(text: str, letter: int) -> float:
    """How wide a name is in the bold face of labels, with a little to spare."""
    return letter * _length(text) * 1.03


@cache
def _length(text: str) -> float:
    """In units of the size of its letters."""
    return float(ImageFont.truetype(FONT, 100).getlength(text)) / 100


def _candidates(location: LocationData, box: Box, spot: Spot, letter: int) -> Iterable[tuple[float, Label]]:
    """Places for a name with what speaks against each: below is best, then above, then beside."""
    width = text_width(location.name, letter)
    height = letter * 0.74
    for cost, y in ((0, box.bottom + height + 1.5), (6, box.top - letter * 0.2 - 1.5)):
        for more, shift in ((0, 0.0), (4, -0.25), (4, 0.25), (9, -0.5), (9, 0.5)):
            middle = spot.x + shift * width
            yield cost + more, _label(location.name, middle, y, "middle", width, letter)
    beside = BESIDE_CASTLE if box.top < spot.y - 30 else BESIDE
    for side, anchor in ((1, "start"), (-1, "end")):
        for more, drop in ((0, 0), (3, -8), (3, 8), (6, -13), (6, 13), (8, -22), (8, 22)):
            x = spot.x + side * beside
            yield 14 + more, _label(location.name, x, spot.y + drop + height / 2, anchor, width, letter)


def _label(text: str, x: float, y: float, anchor: str, width: float, letter: int) -> Label:
    left = {"middle": x - width / 2, "start": x, "end": x - width}[anchor]
    box = Box(left, y - letter * 0.74, left + width, y + letter * 0.2)
    return Label(text, round(x), round(y), anchor, box)


def _fixed_cost(
    box: Box, name: str, taken: Mapping[str, Box], lines: Iterable[tuple[Spot, Spot]], size: tuple[int, int]
) -> float:
    """What speaks against a place whatever the other names do: full, crossed by a road, off the sheet."""
    cost = _covering(box, [other for place, other in taken.items() if place != name])
    cost += sum(0.35 * _length_inside(box, one, other) for one, other in lines)
    outside = max(0.0, 4 - box.left) + max(0.0, 4 - box.top)
    outside += max(0.0, box.right + 4 - size[0]) + max(0.0, box.bottom + 4 - size[1])
    return cost + 50 * outside


def _near(
    spot: Spot, printed: Mapping[str, tuple[Box, ...]], places: Mapping[str, Spot]
) -> dict[str, tuple[Box, ...]]:
    """What is printed so near a place that its name could be near it: all others need not be measured."""
    return {
        name: boxes
        for name, boxes in printed.items()
        if abs(places[name].x - spot.x) < NEAR_X and abs(places[name].y - spot.y) < NEAR_Y
    }


def _stray(box: Box, name: str, printed: Mapping[str, tuple[Box, ...]], places: Mapping[str, Spot]) -> float:
    """What speaks against a place from which another location is nearer, or nearly so."""
    own = min(map(box.gap, printed[name]))
    other = nearest_other(box, name, printed, places)
    return max(0.0, own + NEARER - other) * EASY_COST


def nearest_other(
    box: Box, name: str, printed: Mapping[str, tuple[Box, ...]], places: Mapping[str, Spot]
) -> float:
    """From a name to the nearest thing at another location: what is printed there, or its blocks."""
    others = (
        box.gap(each)
        for other, boxes in printed.items()
        if other != name
        for each in (*boxes, _blocks(places[other]))
    )
    return min(others, default=math.inf)


def _blocks(spot: Spot) -> Box:
    return Box(spot.x - 17, spot.y - 14, spot.x + 19, spot.y + 17)


def _covering(box: Box, others: Iterable[Box]) -> float:
    """What speaks against a place where a name would cover something, however little of it."""
    return sum(EASY_COST + COVERED_AREA_COST * shared for other in others if (shared := box.shared(other)))


def _length_inside(box: Box, one: Spot, other: Spot) -> float:
    """How far a straight line runs inside a box."""
    if max(one.x, other.x) < box.left or min(one.x, other.x) > box.right:
        return 0.0  # as nearly all lines do
    if max(one.y, other.y) < box.top or min(one.y, other.y) > box.bottom:
        return 0.0
    across, down = other.x - one.x, other.y - one.y
    enter, leave = 0.0, 1.0
    for step, start, low, high in ((across, one.x, box.left, box.right), (down, one.y, box.top, box.bottom)):
        if step == 0:
            if not low < start < high:
                return 0.0
            continue
        first, last = sorted(((low - start) / step, (high - start) / step))
        enter, leave = max(enter, first), min(leave, last)
    return (leave - enter) * (across * across + down * down) ** 0.5 if leave > enter else 0.0
