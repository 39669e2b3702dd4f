"""The plan of a stack move: is it legal, what does it cost and meet [7.3]? Public facts only (R-38).

A plan is made before anything is spent or shown, so that a refused move reveals nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from games.engine.actions import Group, Move
from games.engine.components import Road
from games.engine.errors import Illegal, Malformed
from games.engine.play import Play
from games.engine.rules import control, naming
from games.engine.side import OTHER, Side
from games.rule_numbers import OVERRUN_RATIO, PENALTY_STEP

LONGEST_MARCH = 4
FREE, STOPPED, SWEPT = range(3)
"""What an arrival meets: nothing that stops it, enemy units, or its own end by an overrun (R-13)."""


class Leg(NamedTuple):
    """One group of blocks over one road. ``whole`` is the travelling stack it parts from, 0 at the source."""

    start: int
    end: int
    blocks: int
    whole: int


class MovePlan(NamedTuple):
    """A legal stack move, ready to be carried out."""

    source: int
    blocks: int
    legs: list[Leg]
    roads: int
    cards: list[int]
    leader: int


def public_leadership(play: Play, side: Side, location: int) -> bool:
    """Whether a castle, disk or capital there leads without showing a block [7.3.4], R-39."""
    c, s = play.c, play.s
    if c.capital[location] == side or (c.castle[location] == side and s.holder[location] == side):
        return True
    return c.flags.disk_leadership and bool(c.disk_bit[side][location] & s.disks)


def penalty(size: int) -> int:
    """Locations lost by a group of that many blocks [7.3.5]."""
    return (size - 1) // PENALTY_STEP


def movable(play: Play, side: Side, location: int) -> int:
    """The mask of the blocks that may leave a location now [7.2, 7.3.1, 8.9.5], R-40."""
    s = play.s
    blocks = s.at[side][location] & ~s.spent
    return 0 if blocks and control.besieged(play.c, s, side, location) else blocks


def plan(play: Play, side: Side, move: Move) -> MovePlan:
    """Check a whole stack move, and compute its cost and what it meets.

    Raises:
        Malformed: names that do not exist, or a block in two groups.
        Illegal: with the rule that forbids it.
    """
    source = naming.location(play, move.source)
    if control.besieged(play.c, play.s, side, source):
        raise Illegal("besieged", "8.9.5", location=move.source)
    paths, masks = _groups(play, side, source, move)
    legs = _legs(source, paths, masks)
    roads = _roads(play, legs)
    # Enemies on the way come first: a group sent by a shorter way would meet them all the same.
    _meetings(play, side, legs)
    leader = 0 if move.leader is None else _leader(play, side, source, move.leader)
    cards = _costs(play, side, source, move, paths, masks, legs, leader)
    blocks = 0
    for mask in masks:
        blocks |= mask
    return MovePlan(source, blocks, legs, roads, cards, leader)


def _groups(play: Play, side: Side, source: int, move: Move) -> tuple[list[tuple[int, ...]], list[int]]:
    here = play.s.at[side][source]
    paths: list[tuple[int, ...]] = []
    masks: list[int] = []
    together = 0
    for group in move.groups:
        mask = naming.blocks(play, side, group.blocks, here, "7.3.1")
        if not mask or not group.path:
            raise Malformed("empty-group", "7.3.1")
        if mask & together:
            raise Malformed("block-twice", "7.3.1", block=play.c.ids(side, mask & together)[0])
        if mask & play.s.spent:
            raise Illegal("block-already-moved", "7.3.1")
        together |= mask
        if len(group.path) > len(play.c.locations):  # whatever else is wrong with it
            raise Illegal("too-far", "7.3.3", path=group.path, missing=len(group.path) - LONGEST_MARCH)
        path = tuple([naming.location(play, name) for name in group.path])
        if path in paths:
            raise Illegal("same-path", "R-09", path=group.path)
        paths.append(path)
        masks.append(mask)
    if not paths:
        raise Malformed("empty-move", "7.3.1")
    return paths, masks


def _legs(source: int, paths: list[tuple[int, ...]], masks: list[int]) -> list[Leg]:
    """The legs depth first, in the order of the groups (R-09)."""
    if len(paths) == 1:
        ends = (source, *paths[0])
        mask = masks[0]
        return [Leg(ends[i], ends[i + 1], mask, mask if i else 0) for i in range(len(paths[0]))]
    legs: list[Leg] = []
    _branch(legs, source, list(zip(paths, masks, strict=True)), 0, 0)
    return legs


def _branch(
    legs: list[Leg], start: int, members: list[tuple[tuple[int, ...], int]], depth: int, whole: int
) -> None:
    children: dict[int, list[tuple[tuple[int, ...], int]]] = {}
    for path, mask in members:
        if len(path) > depth:
            children.setdefault(path[depth], []).append((path, mask))
    for end, travelling in children.items():
        blocks = 0
        for _, mask in travelling:
            blocks |= mask
        legs.append(Leg(start, end, blocks, whole))
        _branch(legs, end, travelling, depth + 1, blocks)


def _roads(play: Play, legs: list[Leg]) -> int:
    """The roads used after the move; none is used twice in a phase [7.3.1]."""
    used = play.s.roads_used
    names = play.c.locations
    for leg in legs:
        road = play.c.roads[leg.start].get(leg.end)
        if road is None:
            raise Illegal("no-road", "7.3.1", start=names[leg.start], end=names[leg.end])
        if used & road.bit:
            raise Illegal("road-used", "7.3.1", start=names[leg.start], end=names[leg.end])
        used |= road.bit
    return used


def _leader(play: Play, side: Side, source: int, name: str) -> int:
    """The bit of the daimyo named for leadership (R-10)."""
    daimyo = naming.blocks(play, side, (name,), play.s.at[side][source], "7.3.4")
    if not daimyo & play.c.daimyo_mask[side]:
        raise Illegal("not-a-daimyo", "7.3.4", block=name)
    if public_leadership(play, side, source):
        raise Illegal("leader-not-needed", "R-10")
    return daimyo


def _costs(
    play: Play,
    side: Side,
    source: int,
    move: Move,
    paths: list[tuple[int, ...]],
    masks: list[int],
    legs: list[Leg],
    leader: int,
) -> list[int]:
    """The force march cards, once every group's path is within its allowance [7.3.3]."""
    names: list[str] = []
    needed = 0
    for group, path, mask in zip(move.groups, paths, masks, strict=True):
        largest = mask if len(paths) == 1 else next(leg.blocks for leg in legs if leg.blocks & mask)
        beyond = shortfall(play, source, path, largest.bit_count())
        if beyond > 0 or group.force_march is not None:
            needed = max(needed, beyond)
            nearest = shortfall(play, source, path[:1], largest.bit_count())
            _afford(group, beyond, nearest, bool(leader) or public_leadership(play, side, source))
            if group.force_march is not None:
                names.append(group.force_march)
    if leader and needed < 1:
        raise Illegal("leader-not-needed", "R-10")
    return naming.cards(play, side, names, "7.3.3") if names else []


def _afford(group: Group, beyond: int, nearest: int, led: bool) -> None:
    """Refuse a path that is too long, or a card that is not needed.

    Args:
        beyond: the shortfall of the path.
        nearest: that of its first road alone: where it is too much, only fewer blocks can go [7.3.5].
        led: whether anything leads.
    """
    gained = led + (group.force_march is not None)
    if beyond > gained:
        rule = "7.3.5" if nearest > gained else "7.3.3"
        raise Illegal("too-far", rule, path=group.path, missing=beyond - gained)
    if beyond < gained and group.force_march is not None:
        raise Illegal("force-march-not-needed", "7.3.3", path=group.path)


def shortfall(play: Play, source: int, path: tuple[int, ...], largest: int) -> int:
    """How many locations the path exceeds the movement without leader and force march [7.3.3-7.3.5]."""
    roads = play.c.roads
    highway = 1
    at = source
    for end in path:
        road: Road | None = roads[at].get(end)
        if road is None or not road.highway:
            highway = 0
            break
        at = end
    return len(path) - 1 - highway + penalty(largest)


def _meetings(play: Play, side: Side, legs: list[Leg]) -> None:
    """Walk the move by numbers of blocks: those that meet enemy units must stop there [7.3.2, 7.4.2]."""
    c, s = play.c, play.s
    mine, theirs = s.at[side], s.at[OTHER[side]]
    disks = c.disk_bit[OTHER[side]]
    for leg in legs:
        if theirs[leg.end] or disks[leg.end] & s.disks:
            break
    else:
        return
    came: dict[int, int] = {}
    cleared: set[int] = set()
    held_up: dict[int, int] = {}
    for leg in legs:
        size = leg.blocks.bit_count()
        start, end = leg.start, leg.end
        if leg.whole and held_up.get(start, 0) & leg.blocks:
            raise Illegal("must-stop", "7.3.2", location=c.locations[start])
        came[start] = came.get(start, 0) - size
        here = mine[end].bit_count() + came.get(end, 0) + size
        enemies = 0 if end in cleared else theirs[end].bit_count()
        if enemies or disks[end] & s.disks:
            met = meeting(play, side, end, here, enemies)
            if met == FREE:
                cleared.add(end)
            else:
                held_up[end] = held_up.get(end, 0) | leg.blocks
            if met == SWEPT:
                came[end] = -mine[end].bit_count()
                continue
        came[end] = came.get(end, 0) + size


def meeting(play: Play, side: int, location: int, here: int, enemies: int) -> int:
    """What an arrival meets: FREE (nothing, or it overruns), STOPPED, or SWEPT away itself.

    Args:
        here: the side's blocks there with the arrival.
        enemies: the enemy blocks there.
    """
    c, s = play.c, play.s
    owner = control.owner(c, s, location)
    if enemies:
        if here >= OVERRUN_RATIO * enemies and owner != OTHER[side]:
            return FREE
        if enemies >= OVERRUN_RATIO * here and owner != side:
            return SWEPT
        return STOPPED
    return STOPPED if c.disk_bit[OTHER[side]][location] & s.disks else FREE
