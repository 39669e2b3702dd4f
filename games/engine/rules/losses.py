"""Losses after a battle or siege: how many, who chooses, in what order [8.7, 8.9.3]."""

from __future__ import annotations

from games.engine.actions import Losses
from games.engine.decisions import ChooseLosses, TakeLosses
from games.engine.errors import Illegal
from games.engine.options import Shape, Subset, Tier
from games.engine.play import Play
from games.engine.rules import combat as combats
from games.engine.rules import control, naming
from games.engine.side import OTHER, Side

IMPACT_PER_BLOCK = 7


def hits(play: Play, side: Side) -> int:
    """How many units the side loses, before the limit of what it has [8.7.1, 8.9.3]."""
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
    """Take the losses that leave no choice, judged by numbers alone, or ask (R-22, R-29)."""
    side = step.side
    count = hits(play, side)
    if not count:
        return
    here = play.s.at[side][play.combat.location]
    forced = 0
    for tier in tiers(play, side):
        reached = forced | tier
        if reached.bit_count() > count:
            break
        forced = reached
    if forced == here or forced.bit_count() == count:
        _lose(play, side, forced)
        if forced == here and play.combat.siege:
            _fall(play, side, count - forced.bit_count())
    else:
        play.then(ChooseLosses(side, count))


def options(play: Play, decision: ChooseLosses) -> list[Shape]:
    side = decision.side
    shown = [Tier(dict.fromkeys(play.c.ids(side, mask), 1)) for mask in tiers(play, side)]
    return [Subset(Losses, "blocks", shown, decision.count, decision.count)]


def resolve(play: Play, decision: ChooseLosses, action: Losses) -> None:
    """The owner chooses, within the order the rules set [8.7.2]."""
    side = decision.side
    here = play.s.at[side][play.combat.location]
    blocks = naming.blocks(play, side, action.blocks, here, "8.7.2")
    if blocks.bit_count() != decision.count:
        raise Illegal("loss-count", "8.7.1", count=decision.count)
    earlier = 0
    for tier in tiers(play, side):
        if earlier & ~blocks and tier & blocks:
            raise Illegal("loss-order", "8.7.2")
        earlier |= tier
    _lose(play, side, blocks)


def _lose(play: Play, side: Side, blocks: int) -> None:
    combat = play.combat
    if blocks:
        combat.lost[side] += blocks.bit_count()
        c = play.c
        where = c.locations[combat.location]
        play.tell("blocks-lost", side, lambda: {"location": where, "kinds": c.kinds(side, blocks)})
        control.destroy(play, side, combat.location, blocks)


def _fall(play: Play, side: Side, hits_left: int) -> None:
    """No defending block is left: only now a disk goes, and with nothing left the castle falls [8.9.3]."""
    c, s, location = play.c, play.s, play.combat.location
    name = c.locations[location]
    disk = c.disk_bit[side][location] & s.disks
    if disk:
        if not hits_left:
            return
        s.disks &= ~disk
        lost = next(each.id for each in c.disks if each.bit == disk)
        play.tell("disk-lost", side, lambda: {"location": name, "disk": lost})
        control.settle(c, s, side, location)
    play.tell("castle-fell", side, lambda: {"location": name})
