"""Where each stack could go: the answers of a stack move, as a shape [7.3].

A row tells a range of group sizes, the end, one cheapest path, what it costs and what it meets there. Rows
speak of one group leaving alone; a move of several groups is judged as a whole by ``march.plan``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.play import Play
from games.engine.rules import control, hand, march
from games.engine.rules.overrun import RATIO
from games.engine.side import OTHER, Side

MEETS = ("nothing", "fight", "overrun", "overrun-by-them")
NOTHING, FIGHT, OVERRUN, OVERRUN_BY_THEM = range(4)
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

    Attributes:
        passing: the smallest group that may go on from there: 1 where nobody is, BLOCKED where none may.
        enemies: whether enemy units are there.
        swept: the largest group that is overrun there itself (R-13).
        sweeps: the smallest group that overruns the enemy there, BLOCKED where none does.
    """

    passing: list[int]
    enemies: list[bool]
    swept: list[int]
    sweeps: list[int]


def survey(play: Play, side: Side) -> Ground:
    """Look at every location once, before the rows of the sources are made."""
    c, s = play.c, play.s
    mine, theirs, disks = s.at[side], s.at[OTHER[side]], c.disk_bit[OTHER[side]]
    places = len(c.locations)
    ground = Ground([1] * places, [False] * places, [0] * places, [BLOCKED] * places)
    for location in c.indexes:
        blocks = theirs[location]
        if not blocks and not disks[location] & s.disks:
            continue
        ground.enemies[location] = True
        ground.passing[location] = BLOCKED
        enemies, friends = blocks.bit_count(), mine[location].bit_count()
        owner = control.owner(c, s, location)
        if owner != side:
            ground.swept[location] = enemies // RATIO - friends
        if blocks and owner != OTHER[side]:
            ground.sweeps[location] = RATIO * enemies - friends
            ground.passing[location] = max(1, RATIO * enemies - friends)
    return ground


def reach(play: Play, side: Side, source: int, blocks: int, ground: Ground) -> Reach:
    """The rows of one source, for blocks that may leave it: breadth first over unused roads.

    A path is not followed where an earlier one to the same place is no longer, no less highway and no harder
    to pass: whatever lies beyond is reached from that one too, or lies on it.
    """
    roads, names = play.c.roads_from, play.c.locations
    led = march.public_leadership(play, side, source)
    daimyo = play.s.at[side][source] & play.c.daimyo_mask[side]
    prices = _prices(led, bool(daimyo), hand.size(play.s, side) > 0)
    size, longest = blocks.bit_count(), len(prices)
    rows: list[Row] = []
    been: dict[int, list[tuple[int, int, int]]] = {source: [(-1, 1, 1)]}
    edge: list[tuple[tuple[str, ...], int, int, int, int]] = [((), source, play.s.roads_used, 1, 1)]
    for length in range(march.LONGEST):
        further = []
        for ends, at, used, highway, least in edge:
            for end, bit, fast in roads[at]:
                whole = 1 if highway and fast else 0
                beyond = length - whole
                if used & bit or beyond >= longest:
                    continue
                cheapest = True
                ways = been.setdefault(end, [])
                for their_beyond, their_whole, their_least in ways:
                    if their_least <= least:
                        if their_whole >= whole:
                            break
                        cheapest = cheapest and their_beyond > beyond
                else:
                    ways.append((beyond, whole, least))
                    path = (*ends, names[end])
                    if cheapest:
                        _list(rows, ground, prices, size, path, end, beyond, least)
                    needed = ground.passing[end]
                    # One further would exceed every bonus, the highway's too.
                    if needed <= size and length < longest:
                        further.append((path, end, used | bit, whole, max(least, needed)))
        edge = further
    return Reach(source, blocks, led, 0 if led else daimyo, rows)


def _list(
    rows: list[Row],
    ground: Ground,
    prices: list[Prices],
    size: int,
    path: tuple[str, ...],
    end: int,
    beyond: int,
    least: int,
) -> None:
    """Add the rows of a path: band of sizes by band [7.3.5], by price, by what is met at the end.

    Args:
        size: the blocks that may go.
        beyond: locations the path exceeds the base movement and its highway.
        least: the smallest group that sweeps away what stands on the way, so that it may go on.
    """
    swept, sweeps = ground.swept[end], ground.sweeps[end]
    meets = FIGHT if ground.enemies[end] else NOTHING
    for band in range(len(prices) - beyond):
        low, high = band * march.PENALTY_STEP + 1, (band + 1) * march.PENALTY_STEP
        if low > size:
            return
        low, high = max(low, least), min(high, size)
        if low > high:
            continue
        if swept < low and high < sweeps:
            for force_march, leader in prices[max(0, beyond + band)]:
                rows.append((path, low, high, force_march, leader, meets))
            continue
        for force_march, leader in prices[max(0, beyond + band)]:
            if low <= swept:
                rows.append((path, low, min(high, swept), force_march, leader, OVERRUN_BY_THEM))
            if max(low, swept + 1) <= min(high, sweeps - 1):
                fights = max(low, swept + 1), min(high, sweeps - 1)
                rows.append((path, *fights, force_march, leader, FIGHT))
            if sweeps <= high:
                rows.append((path, max(low, sweeps), high, force_march, leader, OVERRUN))


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
