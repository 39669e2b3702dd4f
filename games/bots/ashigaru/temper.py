"""A player's character: the same seed always plays the same way, and two seeds do not."""

from __future__ import annotations

import zlib
from typing import NamedTuple

from games.bots import characters

CHECKSUMS = 1 << 32
FAVOUR = 3.0
"""How much more than others the blocks of the clan one is loyal to are thought to be of use, in mon."""


class Temper(NamedTuple):
    """Small leanings, most of them around a middle.

    Attributes:
        seed: what everything else comes from.
        courage: how good a battle must look; above 1 looks for fights, below 1 avoids them.
        doubt: how much a loyalty challenge must be expected to change.
        thrift: what a card is worth against points and blocks.
        stays: whether a beaten garrison leaves blocks in its castle.
        guards: whether a leader stays at home, however well an army would march with him.
        care: how large a guard looks safe for what the game hangs on; below 1 is careless.
        ambition: how much what decides the game at once attracts; above 1 marches on it.
        tidies: whether the larger half of an odd hand is given away, where that is left to the player.
        leader: losing, or taking, what decides the game at once, in points.
        block: a block, in points.
        marching: a move must promise more points than this.
        fading: how much of what attracts a stack is left with each step of distance.
        share: what a place that one may come to is worth against the same place taken now.
        recruit: a block on the map instead of in a box, before where it stands counts, in points.
        caprice: what caprice may add to a move, in points.
        is_guarded: whether what others can notice of its moves follows from what everybody sees; otherwise
            they are chosen for its own hand and blocks.
        clan: whose blocks fight first and are spared; empty for none.
    """

    seed: int
    courage: float
    doubt: float
    thrift: float
    stays: bool
    guards: bool
    care: float
    ambition: float
    tidies: bool
    leader: float = 10.0
    block: float = 1.0
    marching: float = 0.4
    fading: float = 0.72
    share: float = 0.8
    recruit: float = 0.6
    caprice: float = 0.1
    is_guarded: bool = True
    clan: str = ""

    def favour(self, clan: str) -> float:
        """What it adds to the use of a block, in mon, that it is of this clan."""
        return FAVOUR if clan == self.clan else 0.0

    def whim(self, *about: object) -> float:
        """A number from 0 to 1 that depends on nothing but the seed and what it is about."""
        return zlib.crc32(repr((self.seed, about)).encode()) / CHECKSUMS


def temper(seed: int, character: str = "") -> Temper:
    """The temper that belongs to a seed.

    Args:
        character: a code of ``games.bots.characters``; empty for none.
    """
    bare = Temper(seed, 1.0, 1.5, 2.6, stays=True, guards=True, care=0.5, ambition=1.0, tidies=False)
    common = bare._replace(
        courage=0.85 + 0.4 * bare.whim("courage"),
        doubt=0.8 + 1.4 * bare.whim("doubt"),
        thrift=2.4 + 0.4 * bare.whim("thrift"),
        stays=bare.whim("stays") < 0.75,
        guards=bare.whim("guards") < 0.7,
        care=0.4 + 0.2 * bare.whim("care"),
        ambition=0.6 + 2.0 * bare.whim("ambition"),
        tidies=bare.whim("tidies") < 0.3,
        clan=characters.clan_of(character),
    )
    match character:
        case characters.CAUTIOUS:
            return common._replace(courage=0.75, doubt=2.0, stays=True, guards=True, care=0.6, ambition=0.6)
        case characters.BOLD:
            return common._replace(courage=1.35, doubt=0.8, stays=False, guards=False, care=0.4, ambition=2.6)
    return common
