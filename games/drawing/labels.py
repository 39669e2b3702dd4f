"""Places the names of locations so that they overlap neither each other nor other signs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from games.engine.edition_data import DiskData, Edition, LocationData, RoadData

SWEEPS = 6
"""The most rounds in which each name moves to a better place."""


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
    lines = [(places[road.a], places[road.b]) for road in ground.roads]
    offered = {
        x.id: [
            (label, cost + _fixed_cost(label.box, x.id, taken, lines, size))
            for cost, label in _candidates(x, taken[x.id], places[x.id], letter)
        ]
        for x in ground.locations
    }
    chosen = {name: min(rows, key=lambda row: row[1])[0] for name, rows in offered.items()}
    for _ in range(SWEEPS):
        before = dict(chosen)
        for name, rows in offered.items():
            others = [label.box for other, label in chosen.items() if other != name]
            chosen[name] = min(rows, key=lambda row: row[1] + _overlap(row[0].box, others))[0]
        if chosen == before:
            break
    return chosen


def text_width(text: str, letter: int) -> float:
    """How wide a name is in the bold face of labels, rather too much than too little."""
    return letter * sum(0.84 if c in "mwMW" else 0.34 if c in "ijltfrI-. " else 0.56 for c in text)


def _candidates(location: LocationData, box: Box, spot: Spot, letter: int) -> Iterable[tuple[float, Label]]:
    """Places for a name with what speaks against each: below is best, then above, then beside."""
    width = text_width(location.name, letter)
    height = letter * 0.74
    beside = 36  # from the middle, where blocks of both sides may stand
    for cost, y in ((0, box.bottom + height), (6, box.top - 4)):
        for more, shift in ((0, 0.0), (4, -0.25), (4, 0.25), (9, -0.5), (9, 0.5)):
            middle = spot.x + shift * width
            yield cost + more, _label(location.name, middle, y, "middle", width, letter)
    for cost, side in ((25, 1), (25, -1)):
        for more, drop in ((0, 0), (3, -8), (3, 8)):
            x = spot.x + side * beside
            anchor = "start" if side > 0 else "end"
            yield cost + more, _label(location.name, x, spot.y + drop + height / 2, anchor, width, letter)


def _label(text: str, x: float, y: float, anchor: str, width: float, letter: int) -> Label:
    left = {"middle": x - width / 2, "start": x, "end": x - width}[anchor]
    box = Box(left, y - letter * 0.76, left + width, y + letter * 0.2)
    return Label(text, round(x), round(y), anchor, box)


def _fixed_cost(
    box: Box, name: str, taken: Mapping[str, Box], lines: Iterable[tuple[Spot, Spot]], size: tuple[int, int]
) -> float:
    """What speaks against a place whatever the other names do: full, crossed by a road, off the sheet."""
    cost = 3 * _overlap(box, [other for place, other in taken.items() if place != name])
    cost += 0.6 * box.shared(taken[name])
    cost += sum(0.35 * _length_inside(box, one, other) for one, other in lines)
    outside = max(0.0, 4 - box.left) + max(0.0, 4 - box.top)
    outside += max(0.0, box.right + 4 - size[0]) + max(0.0, box.bottom + 4 - size[1])
    return cost + 50 * outside


def _overlap(box: Box, others: Iterable[Box]) -> float:
    return sum(box.shared(other) for other in others)


def _length_inside(box: Box, one: Spot, other: Spot) -> float:
    """How far a straight line runs inside a box."""
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
