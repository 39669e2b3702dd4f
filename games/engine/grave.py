"""Grave answers: those that can lose the game or a castle at one stroke, where another answer is legal.

They are judged from public facts and from what the side itself holds: games that differ only in what the
enemy hides warn alike. The rules allow them, and answers keep their order. Code that shows answers to people
asks again before sending one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from games.engine.play import Play
from games.engine.rules import control
from games.engine.side import NOBODY, OTHER, Side
from games.rule_numbers import OVERRUN_RATIO

OVERRUN_FROM = 2
"""Roads from which an enemy group is taken to reach a place: with a leader or a force march most can."""

GraveReason = Literal[
    "loses-leader",
    "loses-deciding-disk",
    "uncovers-leader",
    "gives-up-castle",
    "runs-into-overrun",
    "resigns",
]
"""Why an answer is grave.

- ``loses-leader``, ``loses-deciding-disk``: without it the game is lost [2.1], and another could be given up;
- ``uncovers-leader``: such a block is left where the enemies within ``OVERRUN_FROM`` roads are enough to
  overrun its force, or comes out of its castle against more blocks; or such a disk is left without a block;
- ``gives-up-castle``: no block stays in a castle in which one could;
- ``runs-into-overrun``: blocks are overrun where they arrive [7.4].
"""
GraveReasons = tuple[GraveReason, ...]
FATAL: GraveReasons = ("loses-leader", "loses-deciding-disk", "resigns")
"""The reasons that mean the game is lost at once."""


class Warns(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When an answer that is a selection is grave."""

    always: GraveReasons = ()
    """Whatever is selected."""
    none: GraveReasons = ()
    """If nothing is selected."""
    chosen: dict[str, GraveReasons] = {}
    """By item, if it is in the selection."""
    left_out: dict[str, GraveReasons] = {}
    """By item, if it is not in the selection."""

    def of(self, selected: Sequence[str]) -> GraveReasons:
        """The reasons that a selection is grave."""
        found = [*self.always, *(() if selected else self.none)]
        for item, reasons in self.chosen.items():
            found += reasons if item in selected else ()
        for item, reasons in self.left_out.items():
            found += () if item in selected else reasons
        return tuple(dict.fromkeys(found))


def is_swept(play: Play, side: Side, location: int, count: int) -> bool:
    """Whether so many blocks of the side are overrun at a place if another arrives (R-13)."""
    enemies = play.s.at[OTHER[side]][location].bit_count()
    return enemies >= OVERRUN_RATIO * count > 0 and control.owner(play.c, play.s, location) != side


def can_be_swept(play: Play, side: Side, location: int, count: int) -> bool:
    """Whether the enemies within ``OVERRUN_FROM`` roads are enough to overrun so many blocks there.

    A castle or disk that is the side's own, or nobody's so that it becomes that, protects them [7.4].
    """
    c, s = play.c, play.s
    is_stronghold = c.castle[location] != NOBODY or bool(c.any_disk_bit[location] & s.disks)
    if is_stronghold and s.holder[location] != OTHER[side]:
        return False
    return enemies_near(play, side, location) >= OVERRUN_RATIO * count > 0


def enemies_near(play: Play, side: Side, location: int) -> int:
    """How many enemy blocks are within ``OVERRUN_FROM`` roads of a place, or at it."""
    near = edge = {location}
    for _ in range(OVERRUN_FROM):
        edge = {road.to for at in edge for road in play.c.roads_from[at]}
        near = near | edge
    theirs = play.s.at[OTHER[side]]
    return sum(theirs[each].bit_count() for each in near)


def uncovered(play: Play, side: Side) -> GraveReasons:
    """``uncovers-leader`` if a side that moves no further leaves a leader so."""
    c, s = play.c, play.s
    fatal, at = c.fatal_mask[side], s.at[side]
    for location in c.indexes:
        if at[location] & fatal and can_be_swept(play, side, location, at[location].bit_count()):
            return ("uncovers-leader",)
    for disk in c.disks:
        if disk.side == side and disk.fatal and disk.bit & s.disks and not at[disk.location]:
            joins = disk.location == c.mori_location and at[c.mori_box]
            if not joins and enemies_near(play, side, disk.location):
                return ("uncovers-leader",)
    return ()
