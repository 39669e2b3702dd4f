"""How much a deployed block delivers [8.3, 8.4.1]."""

from __future__ import annotations

from games.engine.components import Components
from games.engine.side import OTHER
from games.engine.state import Combat

SPECIAL = 2
"""Impact of a cavalry or firearms attack before its bonus [8.4.1]."""


def fighting_for(combat: Combat, side: int) -> tuple[int, int]:
    """The blocks on a side of the battle: its own still loyal, and the enemy's that defected to it."""
    return combat.loyal[side], combat.defected[OTHER[side]]


def of_deployment(
    c: Components, combat: Combat, side: int, number: int, special: bool, first: int = -1
) -> int:
    """The impact of a loyal deployment: mon [8.3.2], clan bonus [8.3.3], special attack [8.4.1].

    Args:
        number: the block's number.
        special: deployed with a special attack card, outside a siege.
        first: the number of the block the same double card deployed before it, which counts already.
    """
    block = c.blocks[side][number]
    own, guests = fighting_for(combat, side)
    if first >= 0:
        own |= 1 << first
    value = block.mon + (own & c.clan_mask[side][block.clan]).bit_count()
    if special and block.arm:
        earlier = (own & c.arm_mask[side][block.arm]).bit_count()
        earlier += (guests & c.arm_mask[OTHER[side]][block.arm]).bit_count()
        value += SPECIAL + c.flags.special_bonus_per_earlier * earlier
    return value


def of_defector(c: Components, combat: Combat, owner: int, number: int) -> int:
    """What a turned block is worth to the other side: mon and clan bonus, no special attack (R-21)."""
    block = c.blocks[owner][number]
    return block.mon + (combat.defected[owner] & c.clan_mask[owner][block.clan]).bit_count()
