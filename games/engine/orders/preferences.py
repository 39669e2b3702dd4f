"""What a player prefers to lose, where to retreat, and whether to stay in a castle: as actions.

A grave answer is never among them where another is legal. Whether the player is asked instead does not depend
on which blocks there are: the enemy would notice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Literal

from games.engine.actions import Losses, Retreat, Stance
from games.engine.components import Components, bits
from games.engine.grave import Warns, is_swept
from games.engine.orders.shapes import LossOrder, RetreatOrder
from games.engine.play import Play
from games.engine.rules import losses as loss_rules
from games.engine.rules import retreat as retreat_rules
from games.engine.rules.combat import outside
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
    for tier in loss_rules.tiers(play, side):
        units = [play.c.blocks[side][number].id for number in _ranked(play.c, side, tier, order.clans)]
        if disk is not None:
            harmless = (tier & ~play.c.fatal_mask[side]).bit_count()
            place = 0 if order.disks == "first" else harmless
            units.insert(len(units) if disk.fatal else place, disk.id)
        chosen += units[: count - len(chosen)]
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
    c, location = play.c, play.combat.location
    warns = retreat_rules.warnings(play, side)
    end = _end(play, order, warns)
    if end is None or (warns[end].none and not order.stay):
        return None
    force = play.s.at[side][location]
    staying = _staying(play, side, order, warns[end])
    going = (play.s.at[side][end] | force).bit_count() - len(staying)
    if len(staying) < force.bit_count() and not warns[end].always and is_swept(play, side, end, going):
        return None
    stay = tuple([c.blocks[side][number].id for number in staying])
    return Retreat(None if len(staying) == force.bit_count() else c.locations[end], stay)


def _end(play: Play, order: RetreatOrder, warns: Mapping[int, Warns]) -> int | None:
    """The destination that comes first by the order, of those that are not grave if there are any."""
    index = play.c.location_index
    listed = order.places.get(play.c.locations[play.combat.location], ())
    allowed = [index[name] for name in listed if index.get(name) in warns]
    toward = allowed[0] if allowed else index.get(order.toward or "")
    if toward is None:
        return None
    safe = [end for end in warns if not (warns[end].always or warns[end].left_out)] or [*warns]
    far = _distances(play.c, toward)
    return next((end for end in allowed if end in safe), min(safe, key=lambda end: (far[end], end)))


def _staying(play: Play, side: Side, order: RetreatOrder, warns: Warns) -> list[int]:
    """Who stays in the castle: the weakest, and a leader who is in danger wherever they go."""
    c, combat = play.c, play.combat
    if combat.owner != side:
        return []
    force, most = play.s.at[side][combat.location], min(order.stay, CASTLE_LIMIT)
    leaders = force & c.fatal_mask[side]
    staying = _ranked(c, side, force & ~c.daimyo_mask[side] & ~leaders, ())[:most]
    if warns.left_out:
        return [*bits(leaders), *staying][: max(1, most)]
    return staying or (_ranked(c, side, force, ())[:1] if warns.none else [])


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


def stance(play: Play, side: Side, castles: Mapping[str, Literal["inside", "outside"]]) -> Stance | None:
    """Whether to stay in the castle [8.9.2]; None to ask."""
    wanted = castles.get(play.c.locations[play.combat.location])
    return None if wanted is None else Stance(inside=wanted == "inside" or bool(outside(play, side)))
