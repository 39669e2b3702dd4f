"""Losses after a battle or siege: how many, who chooses, in what order [8.7, 8.9.3, 8.9.4].

A disk is lost in a siege only: after the last block, or, if the edition says so of it, in place of any [9.2].
"""

from __future__ import annotations

from games.engine.actions import Losses
from games.engine.components import Disk, lowest
from games.engine.decisions import ChooseLosses, TakeLosses
from games.engine.errors import Illegal
from games.engine.grave import GraveReasons, Warns
from games.engine.options import Shape, Subset, Tier
from games.engine.play import Play
from games.engine.rules import combat as combats
from games.engine.rules import control, naming
from games.engine.side import OTHER, Side
from games.rule_numbers import IMPACT_PER_BLOCK


def hits(play: Play, side: Side) -> int:
    """How many units the side loses, before it is limited by what it has [8.7.1, 8.9.3]."""
    combat = play.combat
    count = combat.impact[OTHER[side]] // IMPACT_PER_BLOCK
    if not combat.siege and combats.winner(combat) != side:
        count += 1
    return count


def tiers(play: Play, side: Side) -> list[int]:
    """Masks in the order they must be lost: defected, deployed, the rest [8.7.2]."""
    combat = play.combat
    here = play.s.at[side][combat.location]
    if combat.siege:
        return [here]
    defected, loyal = combat.defected[side] & here, combat.loyal[side] & here
    return [mask for mask in (defected, loyal, here & ~(defected | loyal)) if mask]


def take(play: Play, step: TakeLosses) -> None:
    """Take the losses that leave no choice, as public facts show, or ask (R-22, R-29).

    From revision 2 on there is none among known blocks of one kind either.
    """
    side = step.side
    count = hits(play, side)
    if not count:
        return None
    here = play.s.at[side][play.combat.location]
    if loose_disk(play, side) is not None and count <= here.bit_count():
        return play.then(ChooseLosses(side, count))
    forced = 0
    for tier in tiers(play, side):
        reached = forced | tier
        if reached.bit_count() > count:
            if play.c.revision >= 2 and are_alike(play, side, tier):
                forced |= lowest(tier, count - forced.bit_count())
            break
        forced = reached
    if forced == here or forced.bit_count() == count:
        _lose(play, side, forced)
        if forced == here and play.combat.siege:
            _fall(play, side, count - forced.bit_count())
        return None
    return play.then(ChooseLosses(side, count))


def are_alike(play: Play, side: Side, blocks: int) -> bool:
    """Whether everybody knows these blocks and they are of one kind: which is lost makes no difference."""
    return not blocks & ~play.s.known[side] and len(set(play.c.kinds(side, blocks))) == 1


def loose_disk(play: Play, side: Side) -> Disk | None:
    """The disk that the side may give up in place of a block, if there is one [9.2]."""
    combat = play.combat
    if not combat.siege:
        return None
    found = _disk(play, side)
    return None if found is None or found.falls_last else found


def _disk(play: Play, side: Side) -> Disk | None:
    c, location = play.c, play.combat.location
    standing = c.disk_bit[side][location] & play.s.disks
    return next((each for each in c.disks if each.bit & standing), None)


def options(play: Play, decision: ChooseLosses) -> list[Shape]:
    side = decision.side
    shown = [Tier(dict.fromkeys(play.c.ids(side, mask), 1)) for mask in tiers(play, side)]
    if disk := loose_disk(play, side):
        shown = [Tier({**tier.items, disk.id: 1}) for tier in shown]
    return [
        Subset(Losses, "blocks", shown, decision.count, decision.count, _warns(play, side, decision.count))
    ]


def _warns(play: Play, side: Side, count: int) -> Warns:
    """Which units it is grave to choose: those without which the game is lost, where others are enough."""
    c, disk = play.c, loose_disk(play, side)
    for tier in tiers(play, side):
        size = tier.bit_count() + (disk is not None)
        if size <= count:
            count -= size  # all of them go
            continue
        chosen: dict[str, GraveReasons] = dict.fromkeys(
            c.ids(side, tier & c.fatal_mask[side]), ("loses-leader",)
        )
        if disk is not None and disk.fatal:
            chosen[disk.id] = ("loses-deciding-disk",)
        return Warns(chosen=chosen if 0 < count <= size - len(chosen) else {})
    return Warns()


def resolve(play: Play, decision: ChooseLosses, action: Losses) -> None:
    """The owner chooses the blocks to lose, within the order that the rules set [8.7.2].

    Raises:
        Malformed: names that do not exist.
        Illegal: too few or too many, or blocks that must be lost later.
    """
    side = decision.side
    here = play.s.at[side][play.combat.location]
    disk = loose_disk(play, side)
    names = list(action.blocks)
    if disk is not None and disk.id in names:
        names.remove(disk.id)
    else:
        disk = None
    blocks = naming.blocks(play, side, names, here, "8.7.2")
    if len(action.blocks) != decision.count:
        raise Illegal("loss-count", "8.7.1", count=decision.count)
    earlier = 0
    for tier in tiers(play, side):
        if earlier & ~blocks and tier & blocks:
            raise Illegal("loss-order", "8.7.2")
        earlier |= tier
    _lose(play, side, blocks)
    if disk is not None:
        _lose_disk(play, side, disk)


def _lose(play: Play, side: Side, blocks: int) -> None:
    combat = play.combat
    if blocks:
        combat.lost[side] += blocks.bit_count()
        c = play.c
        where = c.locations[combat.location]
        play.tell("blocks-lost", side, lambda: {"location": where, "kinds": c.kinds(side, blocks)})
        control.destroy(play, side, combat.location, blocks)


def _fall(play: Play, side: Side, hits_left: int) -> None:
    """No defending block is left: now a disk goes too, and with nothing left the castle falls [8.9.3]."""
    disk = _disk(play, side)
    if disk is not None:
        if not hits_left:
            return
        _lose_disk(play, side, disk)
    where = play.c.locations[play.combat.location]
    play.tell("castle-fell", side, lambda: {"location": where})


def _lose_disk(play: Play, side: Side, disk: Disk) -> None:
    c, s = play.c, play.s
    s.disks &= ~disk.bit
    play.tell("disk-lost", side, lambda: {"location": c.locations[disk.location], "disk": disk.id})
    control.settle(c, s, side, disk.location)
