"""What places and fights are worth, in points: the scale on which all moves are compared."""

from __future__ import annotations

import math
from collections.abc import Sequence

from games.bots.ashigaru.board import WEST, PrintedBlock
from games.bots.ashigaru.cards import Hand
from games.bots.ashigaru.position import SeatPosition
from games.bots.ashigaru.temper import Temper
from games.rule_numbers import CASTLE_LIMIT, CASTLE_POINTS, IMPACT_PER_BLOCK, OVERRUN_RATIO

BATTLE_SPREAD = 3.2
"""Impact by which a battle commonly misses its estimate."""
GUARD = 2
"""Blocks that always stay with what decides the game."""
GUARDED = (1.0, 1.0, 1.0, 0.7, 0.35)
"""How much an enemy block so many steps away adds to the guard that is needed."""


def likely_impact(blocks: int, cards: int) -> float:
    """The impact to expect of so many blocks with so many cards, if nobody knows which they are."""
    deployed = min(0.75 * blocks, 0.15 * blocks + 0.5 * cards)
    return 2.1 * deployed + 0.12 * deployed * deployed


class Judgement:
    """Values of one position for one temper.

    Args:
        position: what the seat knows.
        temper: its leanings.
        hand: the cards it would fight with; without it, what nobody but their number is known of.
    """

    def __init__(self, position: SeatPosition, temper: Temper, hand: Hand | None = None) -> None:
        self.position = position
        self.board = position.board
        self.temper = temper
        self._hand = hand
        self.points = 0.7 + 0.5 * position.week / self.board.weeks
        if position.week == self.board.weeks:
            self.points = 1.8
        self.fatal = self.board.fatal
        self._held: dict[tuple[object, ...], float] = {}

    def foe_impact(self, place: str) -> float:
        """The impact to expect of the enemy at a place."""
        return likely_impact(self.position.enemies(place), self.position.foe_hand)

    def my_impact(self, names: Sequence[str], *, siege: bool = False) -> float:
        """The impact to expect of these blocks of mine."""
        if self._hand is None:
            return likely_impact(len(names), len(self.position.hand))
        return self._hand.impact([self.board.blocks[name] for name in names], {}, siege=siege)

    def fitting(self, block: PrintedBlock) -> float:
        """How many cards for a block the hand holds, or commonly would; one at most."""
        if block.wildcard:
            return 1.0
        if self._hand is not None:
            return min(1, self._hand.slots.get(block.clan, 0))
        share = self.board.clan_cards.get(block.clan, 0) / self.board.deck[self.position.me]
        return min(1.0, share * len(self.position.hand))

    def swing(self, place: str) -> float:
        """Points between the sides that hang on taking an enemy's, or losing my own, place."""
        worth = 0.0
        castle = self.board.castles.get(place)
        if castle is not None:
            worth += 2 * CASTLE_POINTS
        if place in self.position.my_disk or place in self.position.foe_disk:
            worth += self.board.disk_points
        return worth * self.points

    def hold(self, place: str, names: Sequence[str]) -> float:
        """What it is worth to have these of my blocks there at the end of my moves."""
        is_fight = place in self.position.hostile
        which = tuple(names) if is_fight else (len(names), not self.fatal.isdisjoint(names))
        found = self._held.get((place, which))
        if found is None:
            found = self._held[place, which] = (self._fight if is_fight else self._quiet)(place, names)
        return found

    def passing(self, path: Sequence[str]) -> float:
        """The resource locations that change hands on the way [4.2]."""
        position = self.position
        gained = 0.0
        for place in path:
            if place in self.board.resources and position.resource.get(place) != position.me:
                gained += 1.0 if position.resource.get(place) is None else 2.0
        return gained * self.points

    def _quiet(self, place: str, names: Sequence[str]) -> float:
        natural = self.board.castles.get(place)
        worth = self.swing(place) if names and natural == self.position.foe else 0.0
        return worth - self.risk(place, names)

    def risk(self, place: str, names: Sequence[str]) -> float:
        """What the enemy's next moves may cost there."""
        position = self.position
        if position.is_last_word():
            return 0.0
        count = len(names)
        cost = self.peril(place, count) if self.has_fatal(place, names) else 0.0
        threat = position.threat(place)
        if threat <= 0:
            return cost
        walls = self.board.castles.get(place) == position.me or place in position.my_disk
        if not count:
            return cost + (self.swing(place) * min(1.0, threat / 3) * 0.8 if walls else 0.0)
        if not walls and threat >= OVERRUN_RATIO * count:
            return cost + self.temper.block * count
        weakness = max(0.0, min(1.0, (threat / (count * (1.3 if walls else 1.0)) - 0.8) / 1.6))
        return cost + weakness * (0.5 + 0.15 * threat + (self.swing(place) * 0.5 if walls else 0))

    def peril(self, place: str, count: int) -> float:
        """What it costs to leave the game's fate there with so few blocks around it."""
        position = self.position
        if place == self.board.mori_location and position.me == WEST:
            count += len(position.view["mori_box"])
        steps = self.board.steps[place]
        enemies = sum(
            blocks * GUARDED[steps[there]]
            for there, blocks in position.theirs.items()
            if steps[there] < len(GUARDED)
        )
        walls = place in position.my_disk or self.board.castles.get(place) == position.me
        needed = (1.1 if walls else 1.5) * enemies + GUARD
        return self.temper.leader * 0.4 * self.temper.care * max(0.0, needed - count) / needed

    def has_fatal(self, place: str, names: Sequence[str]) -> bool:
        """Whether the game hangs on what stands there."""
        disk = self.position.my_disk.get(place)
        if disk is not None and self.board.disks[disk].fatal:
            return True
        return not self.fatal.isdisjoint(names)

    def _fight(self, place: str, names: Sequence[str]) -> float:
        """Blocks of mine beside enemy units: what the combat that must follow promises."""
        if not names:
            return 0.0
        position = self.position
        enemies = position.enemies(place)
        if position.foe_stronghold(place) and enemies <= CASTLE_LIMIT:
            return self._siege(place, names)
        if position.my_stronghold(place) and len(names) <= CASTLE_LIMIT:
            return -0.3
        mine = self.my_impact(names)
        theirs = self.foe_impact(place)
        chance = self.chance(mine, theirs)
        lost = min(float(len(names)), theirs / IMPACT_PER_BLOCK + (1 - chance))
        killed = min(enemies, mine / IMPACT_PER_BLOCK + chance)
        worth = self.temper.block * (killed * self.temper.courage - lost)
        share = 0.4 if position.foe_stronghold(place) else 1.0
        worth += chance * self.swing(place) * share - (1 - chance) * 0.8
        if self.has_fatal(place, names):
            worth -= self.temper.leader * (1 - chance) * min(1.0, (lost + 0.5) / len(names))
        # Fate is settled by a siege after the battle, and for that one must stay.
        return worth + chance * self.prize(place) * min(1.0, len(names) / max(1, enemies))

    def _siege(self, place: str, names: Sequence[str]) -> float:
        """Besieging costs nothing but time, as long as no relief comes [8.9.3]."""
        position = self.position
        units = position.theirs.get(place, 0) + (place in position.foe_disk)
        kills = min(units, self.my_impact(names, siege=True) // IMPACT_PER_BLOCK)
        # What decides the game is worth coming back for, until it falls.
        worth = self.temper.block * kills + 0.25 + self.prize(place) * (1 + kills) / (1 + units)
        if kills == units:
            worth += self.swing(place)
        return worth - 0.5 * self.risk(place, names)

    def prize(self, place: str) -> float:
        """A share of the game for fighting where the enemy's fate stands."""
        disk = self.position.foe_disk.get(place)
        if disk is not None and self.board.disks[disk].fatal:
            return self.temper.leader * 0.35 * self.temper.ambition
        if any(self.board.kinds[kind].fatal for kind in self.position.known.get(place, ())):
            return self.temper.leader * 0.25 * self.temper.ambition
        return 0.0

    def chance(self, mine: float, theirs: float) -> float:
        """How likely the higher total is mine."""
        return 1 / (1 + math.exp((theirs - mine) / BATTLE_SPREAD))
