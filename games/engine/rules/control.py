"""Positions and control: arrivals, departures, castles and resource locations [4.2, 4.3]."""

from __future__ import annotations

from games.engine.components import Components, bits
from games.engine.play import Play
from games.engine.side import NOBODY, OTHER
from games.engine.state import State


def has_units(c: Components, s: State, side: int, location: int) -> bool:
    """Whether the side has a block or a disk there."""
    return bool(s.at[side][location] or c.disk_bit[side][location] & s.disks)


def contested(c: Components, s: State, location: int) -> bool:
    """Whether both sides have units there [8.1]."""
    return has_units(c, s, 0, location) and has_units(c, s, 1, location)


def owner(c: Components, s: State, location: int) -> int:
    """The side that owns the castle or disk there, if any is and anyone does [8.9.1], R-04, R-33."""
    if c.castle[location] != NOBODY or c.any_disk_bit[location] & s.disks:
        return s.holder[location]
    return NOBODY


def castle_controller(c: Components, s: State, location: int) -> int:
    """Who controls the castle there [4.3]: its owner, or its natural side while nobody is there."""
    held = s.holder[location]
    return c.castle[location] if held == NOBODY else held


def besieged(c: Components, s: State, side: int, location: int) -> bool:
    """R-40: the side owns the castle or disk there and enemy blocks are there too."""
    return bool(s.at[1 - side][location]) and owner(c, s, location) == side


def castles_of(c: Components, s: State, side: int) -> int:
    """How many castles the side controls; disks do not count (R-35)."""
    return [castle_controller(c, s, location) for location in c.castles].count(side)


def resources_of(c: Components, s: State, side: int) -> int:
    """How many resource locations the side controls [4.2]."""
    return [s.control[location] for location in c.resources].count(side)


def arrive(
    play: Play, side: int, location: int, blocks: int, came_from: int = NOBODY, relief: bool = False
) -> None:
    """Blocks come into a location (R-02).

    Args:
        came_from: the location they left, when they came over a road (R-23).
        relief: a stack move, which takes the resource location even round its own besieged castle.
    """
    c, s = play.c, play.s
    s.at[side][location] |= blocks
    if s.holder[location] == NOBODY:
        s.holder[location] = side
    if c.is_resource[location] and (relief or not besieged(c, s, side, location)):
        s.control[location] = side
    if came_from != NOBODY and has_units(c, s, 1 - side, location):
        origin = s.origin[side]
        origin[location] = origin.get(location, 0) | 1 << came_from


def leave(play: Play, side: int, location: int, blocks: int) -> None:
    """Remove blocks from a location; the only side left there holds it (R-04).

    The origins of the remaining force, including those of blocks that are lost or went on, are kept while the
    location stays contested (R-23, R-46).
    """
    c, s = play.c, play.s
    s.at[side][location] &= ~blocks
    settle(c, s, side, location)


def settle(c: Components, s: State, side: int, location: int) -> None:
    """After a unit of the side has gone: the place may have passed to the other side and be quiet again.

    A resource location stays whose it was (R-03).
    """
    if s.at[side][location]:
        return
    s.origin[side].pop(location, None)
    if c.disk_bit[side][location] & s.disks:
        return
    enemy = OTHER[side]
    s.holder[location] = enemy if has_units(c, s, enemy, location) else NOBODY
    s.origin[enemy].pop(location, None)


def destroy(play: Play, side: int, location: int, blocks: int) -> None:
    """Blocks are lost for good and stay public [8.7.3]."""
    c, s = play.c, play.s
    hidden = blocks & ~s.known[side]
    leave(play, side, location, blocks)
    s.at[side][c.lost] |= blocks
    s.known[side] &= ~blocks
    forget_alike(c, s, side, hidden, s.at[side][location])


def forget_alike(c: Components, s: State, side: int, shown: int, left: int) -> None:
    """For each unknown block that is ``shown``, one of its kind among those ``left`` becomes unknown.

    As far as anyone else can tell, it may have been the one that was shown (R-28).
    """
    if not s.known[side] & left:
        return
    army = c.blocks[side]
    for number in bits(shown):
        alike = (1 << n for n in bits(s.known[side] & left) if army[n].kind == army[number].kind)
        s.known[side] &= ~next(alike, 0)


def depart(s: State, side: int, leaving: int, together: int) -> None:
    """What the public still knows when ``leaving`` parts from the blocks ``together`` (R-28)."""
    if leaving != together and together & ~s.known[side]:
        s.known[side] &= ~together
