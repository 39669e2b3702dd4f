"""From the recruitment box to the map: one clan openly, or one block hidden [7.2]."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from games.engine import grave
from games.engine.actions import Muster
from games.engine.components import bits
from games.engine.decisions import Movement, MoveStacks
from games.engine.errors import Illegal, Malformed
from games.engine.grave import Warns
from games.engine.options import Shape, Subset, Tier
from games.engine.play import Play
from games.engine.rules import control, naming, overrun
from games.engine.side import OTHER, Side
from games.engine.state import LEVELS, LIMITED, MINIMAL, TOTAL


def is_possible(play: Play, side: Side) -> bool:
    """Whether a muster is allowed by the level, the box and the board: all public facts."""
    s = play.s
    if s.mustered or not s.at[side][play.c.box]:
        return False
    if not (s.level == TOTAL or (s.level in (MINIMAL, LIMITED) and s.moves_left)):
        return False
    return any(True for _ in _open_locations(play, side))


def is_open(play: Play, side: Side, location: int) -> bool:
    """Among enemy units only beside a friend, block or disk, that did not muster this turn [7.2]."""
    c, s = play.c, play.s
    if not control.has_units(c, s, OTHER[side], location):
        return True
    return bool(s.at[side][location] & ~s.fresh or c.disk_bit[side][location] & s.disks)


def _open_locations(play: Play, side: Side) -> Iterator[int]:
    return (location for location in play.c.muster_locations[side] if is_open(play, side, location))


def options(play: Play, side: Side) -> list[Shape]:
    c = play.c
    box = play.s.at[side][c.box]
    shapes: list[Shape] = []
    anyone = Tier(dict.fromkeys(c.ids(side, box), 1))
    for location in _open_locations(play, side):
        name = c.locations[location]
        shapes.append(
            Subset(partial(Muster, name), "blocks", [anyone], 1, 1, _warns(play, side, location, 1))
        )
        for clan in c.recruits[side][location]:
            recruits = c.ids(side, box & c.clan_mask[side][clan])
            if recruits:
                tier = Tier(dict.fromkeys(recruits, 1))
                most = len(recruits)
                warns = _warns(play, side, location, most)
                shapes.append(Subset(partial(Muster, name, openly=True), "blocks", [tier], 1, most, warns))
    return shapes


def _warns(play: Play, side: Side, location: int, most: int) -> Warns:
    """Grave where even the most blocks are overrun at once (R-12)."""
    count = play.s.at[side][location].bit_count() + most
    return Warns(always=("runs-into-overrun",) if grave.is_swept(play, side, location, count) else ())


def resolve(play: Play, decision: MoveStacks, action: Muster) -> None:
    """Muster, in place of a stack move at the lower levels [7.1, 7.2].

    Raises:
        Malformed: names that do not exist, or no block.
        Illegal: the blocks or the location do not allow it.
    """
    s, side = play.s, decision.side
    location = naming.location(play, action.location)
    blocks = naming.blocks(play, side, action.blocks, s.at[side][play.c.box], "7.2")
    _judge(play, side, location, blocks, action)
    s.at[side][play.c.box] &= ~blocks
    control.arrive(play, side, location, blocks)
    s.mustered = True
    if s.level != TOTAL:
        s.moves_left -= 1
    s.spent |= blocks
    s.fresh |= blocks
    if action.openly:
        s.known[side] |= blocks
    play.tell(
        "mustered",
        side,
        lambda: {
            "location": action.location,
            "count": blocks.bit_count(),
            "openly": action.openly,
            "kinds": play.c.kinds(side, blocks) if action.openly else (),
        },
        lambda: {"blocks": action.blocks},
    )
    play.then(Movement(side))
    overrun.check(play, location)


def _judge(play: Play, side: Side, location: int, blocks: int, action: Muster) -> None:
    c, s = play.c, play.s
    if s.mustered:
        raise Illegal("mustered-already", "7.2")
    if not (s.level == TOTAL or (s.level in (MINIMAL, LIMITED) and s.moves_left)):
        raise Illegal("no-muster-left", "7.1", level=LEVELS[s.level])
    if not blocks:
        raise Malformed("empty-muster", "7.2")
    if location not in c.muster_locations[side]:
        raise Illegal("not-a-recruitment-location", "7.2", location=action.location)
    if not is_open(play, side, location):
        raise Illegal("muster-among-enemies", "7.2", location=action.location)
    if not action.openly:
        if blocks.bit_count() > 1:
            raise Illegal("hidden-muster-is-one-block", "7.2")
        return
    clans = {c.blocks[side][number].clan for number in bits(blocks)}
    if len(clans) > 1 or not clans <= set(c.recruits[side][location]):
        # a wildcard's clan recruits nowhere.
        raise Illegal("clan-does-not-muster-here", "7.2", location=action.location)
