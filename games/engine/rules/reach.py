"""Where each stack could go: the answers of a stack move, as a shape [7.3].

A row tells a range of group sizes, the end, one cheapest path, what it costs and what it meets there. Rows
speak of one group leaving alone; a move of several groups is judged as a whole by ``march.plan``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.engine.actions import Action, Group, Move
from games.engine.components import bits
from games.engine.errors import EngineError
from games.engine.options import Chooser
from games.engine.play import Play
from games.engine.rules import control, hand, march
from games.engine.rules.overrun import RATIO
from games.engine.side import OTHER, Side

MEETS = ("nothing", "fight", "overrun", "overrun-by-them")
MOST_BONUS = 2
"""Leadership and force march [7.3.3]; the highway is part of the path."""


class Path(NamedTuple):
    """A way over unused roads. ``beyond``: locations it exceeds the base and highway; ``least``: the smallest
    group that sweeps away whatever stands on the way, so that it may go on."""

    ends: tuple[int, ...]
    beyond: int
    least: int


class Row(NamedTuple):
    """Groups of ``least`` to ``most`` blocks reach a path's end at one price, and meet the same there."""

    path: tuple[int, ...]
    least: int
    most: int
    force_march: bool
    leader: bool
    meets: int


class Reach(NamedTuple):
    """All rows of one source. ``led``: leadership needs no daimyo; ``daimyo``: those who could lead."""

    source: int
    blocks: int
    led: bool
    daimyo: int
    rows: list[Row]


class Route:
    """The stack moves a side may make now."""

    __slots__ = ("_play", "_side")

    def __init__(self, play: Play, side: Side) -> None:
        self._play = play
        self._side = side

    def sources(self) -> Iterator[Reach]:
        """Every location a block may leave, with its rows."""
        for location in range(len(self._play.c.locations)):
            blocks = march.movable(self._play, self._side, location)
            if blocks:
                found = reach(self._play, self._side, location, blocks)
                if found.rows:
                    yield found

    def __len__(self) -> int:
        return sum(len(source.rows) for source in self.sources())

    def describe(self) -> dict[str, Any]:
        c, side = self._play.c, self._side
        names = c.locations
        return {
            "shape": "route",
            "sources": [
                {
                    "source": names[found.source],
                    "blocks": c.ids(side, found.blocks),
                    "led": found.led,
                    "leaders": c.ids(side, found.daimyo),
                    "reach": [
                        {
                            "to": names[path[-1]],
                            "path": [names[end] for end in path],
                            "size": (least, most),
                            "force_march": force_march,
                            "leader": leader,
                            "meets": MEETS[meets],
                        }
                        for path, least, most, force_march, leader, meets in found.rows
                    ],
                }
                for found in self.sources()
            ],
        }

    def contains(self, action: Action) -> bool:
        if type(action) is not Move or not self._play.s.moves_left:
            return False
        try:
            march.plan(self._play, self._side, action)
        except EngineError:
            return False
        return True

    def sample(self, chooser: Chooser) -> Action:
        """A legal move; of two groups where two sampled ones can go in one move."""
        sources = list(self.sources())
        found = sources[chooser.randrange(len(sources))]
        one, leader, rest = self._group(chooser, found, found.blocks)
        single = Move(self._play.c.locations[found.source], (one,), leader)
        if rest and not chooser.randrange(3):
            two, second_leader, _ = self._group(chooser, found, rest)
            both = Move(single.source, (one, two), leader or second_leader)
            if self.contains(both):
                return both
        return single

    def _group(self, chooser: Chooser, found: Reach, blocks: int) -> tuple[Group, str | None, int]:
        c, side = self._play.c, self._side
        rows = [row for row in found.rows if row.least <= blocks.bit_count()]
        row = (rows or found.rows)[chooser.randrange(len(rows or found.rows))]
        size = row.least + chooser.randrange(max(1, min(row.most, blocks.bit_count()) - row.least + 1))
        pool = list(bits(blocks))
        chosen = 0
        while pool and chosen.bit_count() < size:
            chosen |= 1 << pool.pop(chooser.randrange(len(pool)))
        card = self._a_card(chooser) if row.force_march else None
        daimyo = c.ids(side, found.daimyo)
        leader = daimyo[chooser.randrange(len(daimyo))] if row.leader else None
        path = tuple(c.locations[end] for end in row.path)
        return Group(tuple(c.ids(side, chosen)), path, card), leader, blocks & ~chosen

    def _a_card(self, chooser: Chooser) -> str:
        held = self._play.c.card_ids(self._side, self._play.s.hand[self._side])
        return held[chooser.randrange(len(held))]


def reach(play: Play, side: Side, source: int, blocks: int) -> Reach:
    """The rows of one source, for blocks that may leave it."""
    c, s = play.c, play.s
    led = march.public_leadership(play, side, source)
    daimyo = s.at[side][source] & c.daimyo_mask[side]
    cards = hand.size(s, side) > 0
    size = blocks.bit_count()
    rows: list[Row] = []
    for end, paths in _paths(play, side, source, size).items():
        for band, path in _cheapest(paths, size):
            least = max(path.least, band * march.PENALTY_STEP + 1)
            most = min(size, (band + 1) * march.PENALTY_STEP)
            for force_march, leader in _prices(path.beyond + band, led, bool(daimyo), cards):
                for low, high, meets in _meets(play, side, end, least, most):
                    rows.append(Row(path.ends, low, high, force_march, leader, meets))
    return Reach(source, blocks, led, 0 if led else daimyo, rows)


def _paths(play: Play, side: Side, source: int, size: int) -> dict[int, list[Path]]:
    """All ways out of a source by their end, shorter ones first."""
    roads = play.c.roads_from
    found: dict[int, list[Path]] = {}
    edge: list[tuple[tuple[int, ...], int, int, int, int]] = [((), source, play.s.roads_used, 1, 1)]
    for length in range(march.LONGEST):
        further = []
        for ends, at, used, highway, least in edge:
            for road in roads[at]:
                if used & road.bit:
                    continue
                fast = 1 if highway and road.highway else 0
                if length - fast > MOST_BONUS:
                    continue
                path = (*ends, road.to)
                found.setdefault(road.to, []).append(Path(path, length - fast, least))
                needed = _to_pass(play, side, road.to)
                if needed <= size:
                    further.append((path, road.to, used | road.bit, fast, max(least, needed)))
        edge = further
    return found


def _to_pass(play: Play, side: Side, location: int) -> int:
    """The smallest group that may go on from there: 1 where nobody is, 99 where nothing gets past."""
    c, s = play.c, play.s
    enemies = s.at[OTHER[side]][location].bit_count()
    if not enemies:
        return 99 if c.disk_bit[OTHER[side]][location] & s.disks else 1
    if control.owner(c, s, location) == OTHER[side]:
        return 99
    return max(1, RATIO * enemies - s.at[side][location].bit_count())


def _cheapest(paths: list[Path], size: int) -> Iterator[tuple[int, Path]]:
    """For each size band the paths that no other beats in both price and smallest group."""
    for band in range((size - 1) // march.PENALTY_STEP + 1):
        kept: list[Path] = []
        top = min(size, (band + 1) * march.PENALTY_STEP)
        for path in paths:
            if path.beyond + band > MOST_BONUS or path.least > top:
                continue
            if not any(better.beyond <= path.beyond and better.least <= path.least for better in kept):
                kept.append(path)
                yield band, path


def _prices(beyond: int, led: bool, daimyo: bool, cards: bool) -> Iterator[tuple[bool, bool]]:
    """The ways to pay for a path, as (force march, named leader) [7.3.3], R-10."""
    if beyond <= 0:
        yield False, False
    elif beyond == 1:
        if led:
            yield False, False
        else:
            if daimyo:
                yield False, True
            if cards:
                yield True, False
    elif cards and (led or daimyo):
        yield True, not led


def _meets(play: Play, side: Side, end: int, least: int, most: int) -> Iterator[tuple[int, int, int]]:
    """Split a range of sizes by what they meet at the end: (from, to, index into MEETS)."""
    c, s = play.c, play.s
    enemies = s.at[OTHER[side]][end].bit_count()
    if not enemies:
        if least <= most:
            yield least, most, 1 if c.disk_bit[OTHER[side]][end] & s.disks else 0
        return
    friends = s.at[side][end].bit_count()
    owner = control.owner(c, s, end)
    swept = 0 if owner == side else enemies // RATIO - friends
    sweeps = 99 if owner == OTHER[side] else RATIO * enemies - friends
    for low, high, meets in ((least, min(most, swept), 3), (max(least, swept + 1), min(most, sweeps - 1), 1)):
        if low <= high:
            yield low, high, meets
    if max(least, sweeps) <= most:
        yield max(least, sweeps), most, 2
