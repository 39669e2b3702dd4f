"""What a hand is worth: in a battle with given blocks, and card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from games.bots.ashigaru.board import Board, PrintedBlock
from games.bots.ashigaru.position import SeatPosition

BOX_SHARE = 0.3
"""How much a block still in the recruitment box counts for the cards of its clan."""


class Hand:
    """A hand sorted by clan: how many deployments its cards pay, and how many may be special attacks.

    Args:
        board: the edition's facts.
        cards: card ids, each as often as it is held.
    """

    def __init__(self, board: Board, cards: Iterable[str]) -> None:
        self.slots: dict[str, int] = {}
        self.for_wildcards: dict[str, int] = {}
        self.specials: dict[str, int] = {}
        self.challenges = 0
        self._arm_bonus = board.arm_bonus
        for name in cards:
            card = board.cards[name]
            if card.clan is None:
                self.challenges += 1
                continue
            double = card.type == "double"
            self.slots[card.clan] = self.slots.get(card.clan, 0) + (2 if double else 1)
            if not double or board.doubles_lone_wildcards:
                self.for_wildcards[card.clan] = self.for_wildcards.get(card.clan, 0) + 1
            if card.type == "special":
                self.specials[card.clan] = self.specials.get(card.clan, 0) + 1

    def impact(self, blocks: Sequence[PrintedBlock], before: dict[str, int], siege: bool = False) -> int:
        """About what the blocks could add to an impact total [8.4].

        Args:
            blocks: present and not deployed.
            before: blocks of each clan deployed already.
            siege: special attacks then count as plain cards [8.9.3].
        """
        clans: dict[str, list[PrintedBlock]] = {}
        wild: list[PrintedBlock] = []
        for block in blocks:
            if block.wildcard:
                wild.append(block)
            else:
                clans.setdefault(block.clan, []).append(block)
        total = 0
        spare = sum(self.for_wildcards.values())
        for clan, army in clans.items():
            gained, used = self._clan(clan, army, before.get(clan, 0), siege)
            total += gained
            spare -= min(used, self.for_wildcards.get(clan, 0))
        return total + _wildcards(wild, spare)

    def _clan(self, clan: str, army: list[PrintedBlock], done: int, siege: bool) -> tuple[int, int]:
        """The impact of one clan's blocks, and the deployments that need a card."""
        slots = self.slots.get(clan, 0)
        mons = sorted([block.mon for block in army if not block.daimyo], reverse=True)[:slots]
        leaders = sum(block.daimyo for block in army)
        number = leaders + len(mons)
        total = sum(mons) + leaders + sum(range(done, done + number))
        if not siege and clan in self.specials:
            armed = sum(block.arm is not None for block in army)
            # The bonus of a special attack, less what a stronger block would have brought.
            total += (3 + self._arm_bonus) * min(self.specials[clan], armed) // 2
        return total, len(mons)


def _wildcards(wild: list[PrintedBlock], spare: int) -> int:
    """Wildcards take what cards are left over, of any clan [9.4]."""
    leaders = sum(block.mon for block in wild if block.daimyo)
    rest = sorted([block.mon for block in wild if not block.daimyo], reverse=True)
    return leaders + sum(rest[: max(0, spare)])


def card_values(position: SeatPosition) -> dict[str, list[float]]:
    """What each card in hand is worth to keep, copy by copy, the best copy first.

    A card of a clan is worth having while blocks of that clan are left for it: a fifth card for two is not.
    """
    strength = _clan_strength(position)
    by_clan: dict[str | None, list[str]] = {}
    cards = position.board.cards
    for name in position.hand:
        by_clan.setdefault(cards[name].clan, []).append(name)
    found: dict[str, list[float]] = {}
    for clan, names in by_clan.items():
        names.sort(key=lambda name: ("double", "special", "loyalty", "plain").index(cards[name].type))
        for rank, name in enumerate(names):
            found.setdefault(name, []).append(_value(cards[name].type, strength.get(clan or "", 0.0), rank))
    return found


def _value(kind: str, strength: float, rank: int) -> float:
    if kind == "loyalty":
        return 0.9 - 0.3 * rank
    extra = {"double": 0.5, "special": 0.25}.get(kind, 0.0) if strength > 1 else 0.0
    if rank < strength * 0.4:
        return 1.0 + extra
    return (0.6 if rank < strength * 0.8 else 0.15) + extra * 0.5


def _clan_strength(position: SeatPosition) -> dict[str, float]:
    """Blocks of each clan that may come to fight; those near the enemy count full."""
    found: Counter[str] = Counter()
    blocks = position.board.blocks
    strength: dict[str, float] = {}
    for place, names in position.mine.items():
        weight = 1.0 if position.threat(place) or place in position.hostile else 0.5
        for name in names:
            clan = blocks[name].clan
            strength[clan] = strength.get(clan, 0.0) + weight
    found.update(blocks[name].clan for name in position.view["mine"]["recruitment"])
    for clan, count in found.items():
        strength[clan] = strength.get(clan, 0.0) + BOX_SHARE * count
    return strength


def worst_first(position: SeatPosition) -> list[tuple[float, str]]:
    """The hand as (value, card), the least valuable first."""
    return sorted((value, name) for name, values in card_values(position).items() for value in values)


def least_valuable(position: SeatPosition, count: int) -> list[str]:
    """The cards most easily spared."""
    return [name for _, name in worst_first(position)[:count]]
