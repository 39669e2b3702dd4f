"""Where each stack could go: the options of a stack move, as a shape [7.3].

A row has a path, a range of group sizes, its cost and what it meets at the end. The rows are all moves of one
group that goes alone, but for which blocks, card or daimyo it takes; ``march.plan`` judges a move of several
groups as a whole.

Every path has its rows, also beside another to the same place. It differs in what it takes: resource
locations on the way change hands (R-02), enemies there are swept away. It differs in what it uses up: its
roads serve no other move of the phase [7.3.1]. And it differs in where a beaten group retreats to (R-23). A
price that is not needed has no row: it is not legal (R-10).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from games.engine.grave import GraveReasons
from games.engine.play import Play
from games.engine.rules import control, march
from games.engine.side import OTHER, Side
from games.rule_numbers import OVERRUN_RATIO, PENALTY_STEP

MEETS = ("nothing", "fight", "overrun", "overrun-by-them")
NOTHING, FIGHT, OVERRUN, OVERRUN_BY_THEM = range(4)
SWEPT: GraveReasons = ("runs-into-overrun",)
BLOCKED = 99
"""More blocks than there are: no group is as large, and every group is smaller."""
TERMS_REMEMBERED = 4096


Prices = Sequence[tuple[bool, bool]]
"""Ways to pay for a path, as (force march, named leader)."""
FREE: Prices = ((False, False),)


ReachRow = tuple[tuple[str, ...], int, int, bool, bool, int]
"""A path in names, the least and most blocks, whether it takes a force march and a named leader, an index
into MEETS: groups of that size reach the end at that price."""
RowTerms = dict[str, Any]
"""The description of a row except its path. Similar paths share it: only copies are returned."""


class Reach(NamedTuple):
    """All rows of one source: its paths, each with the terms it can be gone on.

    ``led``: leadership needs no daimyo; ``daimyo``: those who could lead.
    """

    source: int
    blocks: int
    led: bool
    daimyo: int
    paths: list[tuple[tuple[str, ...], tuple[RowTerms, ...]]]

    @property
    def rows(self) -> list[ReachRow]:
        """The rows one by one."""
        return [
            (path, *each["size"], each["force_march"], each["leader"], MEETS.index(each["meets"]))
            for path, terms in self.paths
            for each in terms
        ]


class Ground(NamedTuple):
    """What a side's moving blocks meet at a location; the same for every source.

    Attributes:
        passing: the smallest group that may continue from there: 1 if it is empty, BLOCKED if none may.
        enemies: whether enemy units are there.
        swept: the largest group that is itself overrun there (R-13).
        sweeps: the smallest group that overruns the enemy there, BLOCKED if none does.
    """

    passing: int
    enemies: bool
    swept: int
    sweeps: int


OPEN_GROUND = Ground(passing=1, enemies=False, swept=0, sweeps=BLOCKED)


def survey(play: Play, side: Side) -> list[Ground]:
    """Prepare every location once, before the rows of the sources are made."""
    s = play.s
    theirs, disks = s.at[OTHER[side]], play.c.disk_bit[OTHER[side]]
    return [
        _ground(play, side, location) if blocks or disk & s.disks else OPEN_GROUND
        for location, blocks, disk in zip(play.c.indexes, theirs, disks, strict=False)
    ]


def _ground(play: Play, side: Side, location: int) -> Ground:
    """What a group meets where enemy units are."""
    c, s = play.c, play.s
    enemies, friends = s.at[OTHER[side]][location].bit_count(), s.at[side][location].bit_count()
    owner = control.owner(c, s, location)
    swept = enemies // OVERRUN_RATIO - friends if owner != side else 0
    if not enemies or owner == OTHER[side]:
        return Ground(BLOCKED, True, swept, BLOCKED)
    sweeps = OVERRUN_RATIO * enemies - friends
    return Ground(max(1, sweeps), True, swept, sweeps)


def reach(play: Play, side: Side, source: int, blocks: int, ground: list[Ground], cards: bool) -> Reach:
    """The rows of one source, for blocks that may leave it: breadth first over unused roads.

    A path may come by a location again, the source too: only no road is used twice [7.3.1].

    Args:
        cards: whether the side has cards for a force march.
    """
    roads = play.c.ways_from
    led = march.public_leadership(play, side, source)
    daimyo = play.s.at[side][source] & play.c.daimyo_mask[side]
    prices = _prices(led, daimyo != 0, cards)
    size, longest = blocks.bit_count(), len(prices)
    home = _home(ground[source])
    found: list[tuple[tuple[str, ...], tuple[RowTerms, ...]]] = []
    edge: list[tuple[tuple[str, ...], int, int, int, int]] = [((), source, play.s.roads_used, 1, 1)]
    for length in range(march.LONGEST_MARCH):
        further = []
        for ends, at, used, highway, least in edge:
            for end, bit, fast, name in roads[at]:
                whole = highway & fast
                beyond = length - whole
                if used & bit or beyond >= longest:
                    continue
                path = ends + name
                # A group that could go on from a location left no enemy there.
                met = home if end == source else OPEN_GROUND if name[0] in ends else ground[end]
                if terms := _terms(prices, size, beyond, least, met):
                    found.append((path, terms))
                needed = met.passing
                # One further must not exceed every bonus, the highway's too.
                if needed <= size and beyond + 1 < longest:
                    further.append((path, end, used | bit, whole, max(least, needed)))
        edge = further
    return Reach(source, blocks, led, 0 if led else daimyo, found)


def _home(there: Ground) -> Ground:
    """What a group meets that comes back to its source: its size is counted among the friends already."""
    if not there.enemies:
        return there
    if there.sweeps <= 0:
        return there._replace(passing=1, swept=0, sweeps=1)
    return Ground(BLOCKED, True, BLOCKED if there.swept >= 0 else 0, BLOCKED)


@lru_cache(TERMS_REMEMBERED)
def _terms(
    prices: tuple[Prices, ...], size: int, beyond: int, least: int, met: Ground
) -> tuple[RowTerms, ...]:
    """The terms of a path: band of sizes by band [7.3.5], by price, by what is met at the end.

    Args:
        size: the blocks that may go.
        beyond: locations the path exceeds the base movement and its highway.
        least: the smallest group that sweeps away the enemies on the way, so that it may continue.
    """
    found: list[RowTerms] = []
    for band in range(len(prices) - beyond):
        low = max(band * PENALTY_STEP + 1, least)
        high = min((band + 1) * PENALTY_STEP, size)
        sizes = {
            OVERRUN_BY_THEM: (low, min(high, met.swept)),
            FIGHT if met.enemies else NOTHING: (max(low, met.swept + 1), min(high, met.sweeps - 1)),
            OVERRUN: (max(low, met.sweeps), high),
        }
        for force_march, leader in prices[max(0, beyond + band)]:
            found += [
                {
                    "size": (few, many),
                    "force_march": force_march,
                    "leader": leader,
                    "meets": MEETS[meets],
                    **({"warns": SWEPT} if meets == OVERRUN_BY_THEM else {}),
                }
                for meets, (few, many) in sizes.items()
                if few <= many
            ]
    return tuple(found)


@cache
def _prices(led: bool, daimyo: bool, cards: bool) -> tuple[Prices, ...]:
    """The ways to go 0, 1 and 2 locations beyond, as (force march, named leader) [7.3.3], R-10."""
    prices: list[Prices] = [FREE]
    if led:
        prices.append(FREE)
    elif daimyo or cards:
        prices.append(((False, True),) * daimyo + ((True, False),) * cards)
    if cards and (led or daimyo):
        prices.append(((True, not led),))
    return tuple(prices)
