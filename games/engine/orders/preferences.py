"""What a player prefers to lose, where to retreat, and whether to stay in a castle: as actions."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Literal

from games.engine.actions import Losses, Retreat, Stance
from games.engine.components import Components, bits
from games.engine.orders.shapes import LossOrder, RetreatOrder
from games.engine.play import Play
from games.engine.rules import losses as loss_rules
from games.engine.rules import retreat as retreat_rules
from games.engine.side import Side
from games.rule_numbers import CASTLE_LIMIT


def losses(play: Play, side: Side, count: int, order: LossOrder) -> Losses | None:
    """What to lose, the blocks that must go first by the rules in any case [8.7.2]; None to ask.

    Args:
        count: how many units the side loses.
    """
    disk = loss_rules.loose_disk(play, side)
    if disk is not None and order.disks == "ask":
        return None
    chosen: list[str] = []
    if disk is not None and order.disks == "first":
        chosen.append(disk.id)
    for tier in loss_rules.tiers(play, side):
        taken = _ranked(play.c, side, tier, order.clans)[: count - len(chosen)]
        chosen += [play.c.blocks[side][number].id for number in taken]
    if disk is not None and order.disks == "last" and len(chosen) < count:
        chosen.append(disk.id)
    return Losses(tuple(chosen)) if len(chosen) == count else None


def _ranked(c: Components, side: Side, tier: int, clans: Sequence[str]) -> list[int]:
    """The blocks of a tier, those to lose first in front: by clan, then the weakest; daimyo last."""
    place = {c.clans.index(clan): index for index, clan in enumerate(clans) if clan in c.clans}

    def rank(number: int) -> tuple[bool, bool, int, int, int]:
        block = c.blocks[side][number]
        is_fatal = bool(block.bit & c.fatal_mask[side])
        return is_fatal, block.daimyo, place.get(block.clan, len(clans)), block.mon, number

    return sorted(bits(tier), key=rank)


def retreat(play: Play, side: Side, order: RetreatOrder) -> Retreat | None:
    """Where to retreat, and who stays in the castle [8.8]; None to ask."""
    c, combat = play.c, play.combat
    here = c.locations[combat.location]
    ends = retreat_rules.destinations(play, side)
    allowed = {c.locations[end]: end for end in ends}
    wanted = next((name for name in order.places.get(here, ()) if name in allowed), None)
    if wanted is None and order.toward in c.location_index:
        far = _distances(c, c.location_index[order.toward])
        nearest = min(ends, key=lambda end: (far[end], end))
        wanted = c.locations[nearest]
    if wanted is None:
        return None
    force = play.s.at[side][combat.location]
    most = min(order.stay, CASTLE_LIMIT) if combat.owner == side else 0
    staying = _ranked(c, side, force & ~c.daimyo_mask[side] & ~c.fatal_mask[side], ())[:most]
    stay = tuple([c.blocks[side][number].id for number in staying])
    if len(staying) == force.bit_count():
        return Retreat(None, stay)
    return Retreat(wanted, stay)


def _distances(c: Components, start: int) -> dict[int, int]:
    """By location, how many roads away it is."""
    far = {start: 0}
    queue = deque([start])
    while queue:
        location = queue.popleft()
        for road in c.roads_from[location]:
            if road.to not in far:
                far[road.to] = far[location] + 1
                queue.append(road.to)
    return far


def stance(play: Play, castles: Mapping[str, Literal["inside", "outside"]]) -> Stance | None:
    """Whether to stay in the castle [8.9.2]; None to ask."""
    wanted = castles.get(play.c.locations[play.combat.location])
    return None if wanted is None else Stance(inside=wanted == "inside")
