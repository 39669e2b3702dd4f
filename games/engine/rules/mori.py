"""The Mori box: cards bring its blocks to Osaka, and an attack on Osaka brings them all [9.3]."""

from __future__ import annotations

from functools import partial

from games.engine import grave
from games.engine.actions import Mori
from games.engine.decisions import Movement, MoveStacks
from games.engine.errors import Illegal, Malformed
from games.engine.grave import Warns
from games.engine.options import Shape, Subset, Tier
from games.engine.play import Play
from games.engine.rules import control, hand, naming, overrun
from games.engine.side import WEST, Side


def is_possible(play: Play, side: Side) -> bool:
    """West may at every movement level while the box and the hand last (R-08)."""
    s = play.s
    return side == WEST and bool(s.at[WEST][play.c.mori_box]) and hand.size(s, WEST) > 0


def _limit(play: Play, kind: int) -> int:
    """How many blocks one card brings [9.3]."""
    double = play.c.cards[WEST][kind].type == "double" and play.c.flags.mori_double_brings_two
    return 2 if double else 1


def _tiers(play: Play) -> list[Tier]:
    """The daimyo comes last."""
    c = play.c
    box = play.s.at[WEST][c.mori_box]
    last = box & c.daimyo_mask[WEST]
    return [Tier(dict.fromkeys(c.ids(WEST, mask), 1)) for mask in (box & ~last, last) if mask]


def options(play: Play) -> list[Shape]:
    tiers = _tiers(play)
    in_box = play.s.at[WEST][play.c.mori_box].bit_count()
    shapes: list[Shape] = []
    for kind, count in enumerate(play.s.hand[WEST]):
        if count:
            name = play.c.cards[WEST][kind].id
            most = min(_limit(play, kind), in_box)
            joined = play.s.at[WEST][play.c.mori_location].bit_count() + most
            is_swept = grave.is_swept(play, WEST, play.c.mori_location, joined)
            warns = Warns(always=("runs-into-overrun",) if is_swept else ())
            shapes.append(Subset(partial(Mori, name), "blocks", tiers, 1, most, warns))
    return shapes


def resolve(play: Play, decision: MoveStacks, action: Mori) -> None:
    """Give a card for one Mori block, or a double card for up to two. They do not move this turn.

    Raises:
        Malformed: names that do not exist, or no block.
        Illegal: the side is East, the card brings fewer, or the daimyo does not come last [9.3].
    """
    c, s, side = play.c, play.s, decision.side
    if side != WEST:
        raise Illegal("mori-is-west", "9.3")
    kind = naming.card(play, side, action.card, "9.3")
    box = s.at[side][c.mori_box]
    blocks = naming.blocks(play, side, action.blocks, box, "9.3")
    if not blocks:
        raise Malformed("empty-mori", "9.3")
    if blocks.bit_count() > _limit(play, kind):
        raise Illegal("too-many-mori", "9.3", limit=_limit(play, kind))
    if blocks & c.daimyo_mask[side] and blocks != box:
        raise Illegal("mori-daimyo-last", "9.3")
    hand.discard(play, side, [kind])
    _bring(play, blocks)
    s.spent |= blocks
    where = c.locations[c.mori_location]
    play.tell(
        "mori-arrived",
        side,
        lambda: {"card": action.card, "kinds": c.kinds(side, blocks), "location": where},
    )
    play.then(Movement(side))
    overrun.check(play, c.mori_location)


def join(play: Play) -> None:
    """R-41: East attacks Osaka, so the whole box joins, and only then is an overrun checked."""
    c = play.c
    box = play.s.at[WEST][c.mori_box]
    if box:
        _bring(play, box)
        where = c.locations[c.mori_location]
        play.tell("mori-joined", WEST, lambda: {"kinds": c.kinds(WEST, box), "location": where})
        overrun.check(play, c.mori_location)


def _bring(play: Play, blocks: int) -> None:
    s = play.s
    s.at[WEST][play.c.mori_box] &= ~blocks
    control.arrive(play, WEST, play.c.mori_location, blocks)
    s.known[WEST] |= blocks
