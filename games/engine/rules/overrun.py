"""Four times as many blocks sweep a force away, in either direction [7.4]."""

from __future__ import annotations

from games.engine.decisions import DrawCards
from games.engine.play import Play
from games.engine.rules import control, victory
from games.engine.side import LABELS, NOBODY, SIDES
from games.rule_numbers import OVERRUN_RATIO


def check(play: Play, location: int) -> int:
    """Carry out an overrun if one is due at the location [7.4.1, 7.4.3] (R-12, R-13).

    Disks are no blocks (R-14).

    Returns:
        The side that was destroyed there, or NOBODY.
    """
    c, s = play.c, play.s
    east, west = s.at[0][location], s.at[1][location]
    if not east or not west:
        return NOBODY
    numbers = (east.bit_count(), west.bit_count())
    for small in SIDES:
        few, many = numbers[small], numbers[1 - small]
        if many >= OVERRUN_RATIO * few and control.owner(c, s, location) != small:
            _sweep(play, small, location)
            return small
    return NOBODY


def _sweep(play: Play, side: int, location: int) -> None:
    c, s = play.c, play.s
    blocks = s.at[side][location]
    count = blocks.bit_count()
    play.tell(
        "overrun",
        side,
        lambda: {
            "location": c.locations[location],
            "by": LABELS[1 - side],
            "count": count,
            "kinds": c.kinds(SIDES[side], blocks),
        },
    )
    control.destroy(play, side, location, blocks)
    if blocks & c.fatal_mask[side]:
        victory.judge_leaders(play)
    elif count >= 2:
        # one card for every two blocks lost, counted separately for each overrun.
        play.then(DrawCards(SIDES[side], count // 2))
