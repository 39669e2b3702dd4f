"""Where each stack could go: the answers of a stack move, as a shape [7.3].

A row tells a range of group sizes, the end, one cheapest path, what it costs and what it meets there. Rows
speak of one group leaving alone; a move of several groups is judged as a whole by ``march.plan``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.engine.play import Play
from games.engine.rules import control, hand, march
from games.engine.rules.overrun import RATIO
from games.engine.side import OTHER, Side

MEETS = ("nothing", "fight", "overrun", "overrun-by-them")
BLOCKED = 99
"""More blocks than there are: nobody gets past."""


Prices = Sequence[tuple[bool, bool]]
"""Ways to pay for a path, as (force march, named leader)."""
FREE: Prices = ((False, False),)


Row = tuple[tuple[str, ...], int, int, bool, bool, int]
"""A path in names, the least and most blocks, whether it takes a force march and a named leader, an index
into MEETS:
groups of that size reach the end at that price. A plain tuple, since one question lists hundreds."""


class Reach(NamedTuple):
    """All rows of one source. ``led``: leadership needs no daimyo; ``daimyo``: those who could lead."""

    source: int
    blocks: int
    led: bool
    daimyo: int
    rows: list[Row]


class Ground(NamedTuple):
    """What a side's moving blocks meet at each location; the same for every source.

    ``passing``: the smallest group that may go on from there, BLOCKED where none may. ``enemies``: whether
    enemy units are there at all.
    """

    passing: list[int]
    enemies: list[bool]


def survey(play: Play, side: Side) -> Ground:
    """Look at every location once, before the rows of the sources are made."""
    places = range(len(play.c.locations))
    passing = [_to_pass(play, side, location) for location in places]
    return Ground(passing, [control.has_units(play.c, play.s, OTHER[side], location) for location in places])


def _to_pass(play: Play, side: Side, location: int) -> int:
    c, s = play.c, play.s
    enemies = s.at[OTHER[side]][location].bit_count()
    if not enemies:
        return BLOCKED if c.disk_bit[OTHER[side]][location] & s.disks else 1
    if control.owner(c, s, location) == OTHER[side]:
        return BLOCKED
    return max(1, RATIO * enemies - s.at[side][location].bit_count())


class _Rows:
    """The rows of one source as they are found, shorter paths first."""

    __slots__ = ("_best", "_ground", "_play", "_prices", "_side", "_size", "rows")

    def __init__(self, play: Play, side: Side, size: int, prices: list[Prices], ground: Ground) -> None:
        self._play, self._side, self._size = play, side, size
        self._prices, self._ground = prices, ground
        self._best: dict[int, list[tuple[int, int]]] = {}
        self.rows: list[Row] = []

    def add(self, path: tuple[str, ...], end: int, beyond: int, least: int) -> None:
        """Add a path band of sizes by band [7.3.5], unless a path to the same end is no worse.

        Args:
            beyond: locations the path exceeds the base movement and its highway.
            least: the smallest group that sweeps away what stands on the way, so that it may go on.
        """
        size, best, prices = self._size, self._best, self._prices
        for band in range(len(prices) - beyond):
            low = band * march.PENALTY_STEP + 1
            if low > size:
                return
            high = min(size, low + march.PENALTY_STEP - 1)
            if least > high:
                continue
            key = end << 3 | band
            kept = best.get(key)
            if kept is None:
                best[key] = [(beyond, least)]
            elif any(price <= beyond and smallest <= least for price, smallest in kept):
                continue
            else:
                kept.append((beyond, least))
            self._price(path, end, max(low, least), high, prices[max(0, beyond + band)])

    def _price(self, path: tuple[str, ...], end: int, low: int, high: int, prices: Prices) -> None:
        rows = self.rows
        if not self._ground.enemies[end]:
            for force_march, leader in prices:
                rows.append((path, low, high, force_march, leader, 0))
            return
        for force_march, leader in prices:
            for least, most, meets in _meets(self._play, self._side, end, low, high):
                rows.append((path, least, most, force_march, leader, meets))


def reach(play: Play, side: Side, source: int, blocks: int, ground: Ground) -> Reach:
    """The rows of one source, for blocks that may leave it: breadth first over unused roads."""
    roads = play.c.roads_from
    led = march.public_leadership(play, side, source)
    daimyo = play.s.at[side][source] & play.c.daimyo_mask[side]
    prices = _prices(led, bool(daimyo), hand.size(play.s, side) > 0)
    size = blocks.bit_count()
    rows = _Rows(play, side, size, prices, ground)
    names = play.c.locations
    edge: list[tuple[tuple[str, ...], int, int, int, int]] = [((), source, play.s.roads_used, 1, 1)]
    for length in range(march.LONGEST):
        further = []
        for ends, at, used, highway, least in edge:
            for end, bit, fast in roads[at]:
                whole = 1 if highway and fast else 0
                if used & bit or length - whole >= len(prices):
                    continue
                path = (*ends, names[end])
                rows.add(path, end, length - whole, least)
                needed = ground.passing[end]
                if needed <= size:
                    further.append((path, end, used | bit, whole, max(least, needed)))
        edge = further
    return Reach(source, blocks, led, 0 if led else daimyo, rows.rows)


def _prices(led: bool, daimyo: bool, cards: bool) -> list[Prices]:
    """The ways to go 0, 1 and 2 locations beyond, as (force march, named leader) [7.3.3], R-10."""
    prices: list[Prices] = [FREE]
    if led:
        prices.append(FREE)
    elif daimyo or cards:
        prices.append(((False, True),) * daimyo + ((True, False),) * cards)
    if cards and (led or daimyo):
        prices.append(((True, not led),))
    return prices


def _meets(play: Play, side: Side, end: int, least: int, most: int) -> Iterator[tuple[int, int, int]]:
    """Split a range of sizes by what they meet among enemy units: (from, to, index into MEETS)."""
    c, s = play.c, play.s
    enemies = s.at[OTHER[side]][end].bit_count()
    friends = s.at[side][end].bit_count()
    owner = control.owner(c, s, end)
    swept = 0 if owner == side else enemies // RATIO - friends
    sweeps = BLOCKED if owner == OTHER[side] or not enemies else RATIO * enemies - friends
    for low, high, meets in (
        (least, min(most, swept), 3),
        (max(least, swept + 1), min(most, sweeps - 1), 1),
        (max(least, sweeps), most, 2),
    ):
        if low <= high:
            yield low, high, meets
