"""Scoring stack moves: what each would win, risk and bring nearer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.bots.ashigaru.aims import Aims
from games.bots.ashigaru.judgement import Judgement
from games.bots.ashigaru.marches import March, MarchSource

NAMING = 0.15
"""What it costs to let a daimyo be known."""
LOST = "overrun-by-them"
"""What a march meets that ends by an overrun of those who marched."""


class MarchPlan(NamedTuple):
    """A march with the blocks that would go, and what it promises in points."""

    value: float
    march: March
    blocks: tuple[str, ...]
    aim: str | None


class Planner:
    """Scores the marches of one position.

    How many blocks go where, and what is worth a move, is judged from what everybody sees. Which of the
    blocks go is a secret, and may be chosen for the hand.

    Args:
        judgement: values of the position, from what everybody sees.
        card_cost: what a force march's card is worth.
        secretly: values with the hand.
    """

    def __init__(self, judgement: Judgement, card_cost: float, secretly: Judgement) -> None:
        self.judgement = judgement
        self._secretly = secretly
        self.position = judgement.position
        self.card_cost = card_cost
        self.aims = Aims(judgement)
        self._facts = judgement.board.blocks

    def best(self, source: MarchSource, here: list[str] | None = None) -> MarchPlan | None:
        """The best march from a source, if any is worth making.

        Args:
            here: my blocks that are still there, when some are to leave in another group.
        """
        staying = self.position.friends(source.place) if here is None else here
        order = self.by_use([name for name in source.blocks if name in staying])
        before = self.judgement.hold(source.place, staying)
        before += self.aims.pull(source.place, len(staying), source.place)[0]
        temper = self.judgement.temper
        best, found = temper.marching, None
        for march in source.marches:
            gains = self._is_gain(march.path[-1])
            if march.force_march and not gains:
                continue
            for size in _sizes(march, len(order), gains):
                going = self._pick(order, size, march.meets)
                if march.meets == LOST and not self._may_be_lost(march, going):
                    continue
                value, aim = self._value(march, going, staying)
                value -= before
                if value + temper.caprice > best:
                    value += temper.caprice * temper.whim(self.position.week, march.source, march.path[-1])
                    if value > best:
                        best, found = value, MarchPlan(value, march, going, aim)
        return found

    def _is_gain(self, end: str) -> bool:
        """Whether there is something to take; a force march to anywhere else wastes its card."""
        position = self.position
        return (
            end in position.hostile
            or position.resource.get(end, position.me) != position.me
            or position.castle.get(end) == position.foe
        )

    def by_use(self, names: Sequence[str]) -> list[str]:
        """The most useful in a battle first; one the game hangs on last if it is guarded, else before all.

        So the place of what the game hangs on, which weighs in every judgement, tells nothing of the hand.
        """
        temper = self.judgement.temper

        def use(name: str) -> tuple[bool, float]:
            block = self._facts[name]
            fits = 1.0 if block.daimyo else self._secretly.fitting(block)
            return block.fatal == temper.guards, -(block.mon + 2.0 * fits + temper.favour(block.clan))

        return sorted(names, key=use)

    def _pick(self, order: list[str], size: int, meets: str) -> tuple[str, ...]:
        """The blocks to send: the strongest to fight or in force, the weakest to take a place or be lost."""
        if size == len(order) or (meets != LOST and (meets != "nothing" or size * 2 > len(order))):
            return tuple(order[:size])
        weakest = [name for name in order if not self._facts[name].fatal][-size:]
        return tuple(weakest)

    def _value(self, march: March, going: tuple[str, ...], here: list[str]) -> tuple[float, str | None]:
        """What there is after a march, less what was at its end before, and what it leads towards."""
        staying = [name for name in here if name not in going]
        end = march.path[-1]
        friends = self.position.friends(end)
        value = self.judgement.passing(march.path) + self.judgement.hold(march.source, staying)
        if march.meets == LOST:
            value += self.aims.pull(march.source, len(staying), march.source)[0] if staying else 0.0
            return value - self._sacrifice(len(going) + len(friends)) - self._price(march, going), None
        value += self._arrival(march, end, friends, going)
        pulled, aim = self._pulled(march.source, end, len(friends), len(going), len(staying))
        return value + pulled - self._price(march, going), aim

    def _arrival(self, march: March, end: str, friends: list[str], going: tuple[str, ...]) -> float:
        judgement = self.judgement
        together = [*friends, *going]
        if march.meets == "overrun":
            swept = self.position.enemies(end)
            return (
                judgement.temper.block * 1.3 * swept
                + judgement.swing(end)
                + judgement.prize(end)
                - judgement.risk(end, together)
            )
        return judgement.hold(end, together) - judgement.hold(end, friends)

    def _pulled(
        self, source: str, end: str, friends: int, going: int, staying: int
    ) -> tuple[float, str | None]:
        """How near the stacks then stand to what they are wanted for."""
        pull = self.aims.pull
        gained, aim = pull(end, going + friends, source)
        if friends:
            gained -= pull(end, friends, source)[0]
        if staying:
            gained += pull(source, staying, source, aim)[0]
        return gained, aim

    def _may_be_lost(self, march: March, going: tuple[str, ...]) -> bool:
        """Whether a march into an overrun takes a resource location, which then stays taken (R-03)."""
        friends = self.position.friends(march.path[-1])
        return self.judgement.passing(march.path[-1:]) > 0 and self.judgement.fatal.isdisjoint(
            (*going, *friends)
        )

    def _sacrifice(self, blocks: int) -> float:
        """So many blocks given up: at the very end they have nothing else to do."""
        return blocks * (0.2 if self.position.is_last_word() else 2.0 * self.judgement.temper.block)

    def _price(self, march: March, going: tuple[str, ...]) -> float:
        price = self.card_cost + 1.0 if march.force_march else 0.0
        if march.leader:
            price += NAMING
        if self.judgement.temper.guards and not self.judgement.fatal.isdisjoint(going):
            price += 1.0
        return price


def _sizes(march: March, free: int, gains: bool) -> Iterator[int]:
    """Group sizes worth a look: the largest, and where there is something to take the smallest."""
    most = march.least if march.meets == LOST else min(march.most, free)
    if free >= march.least <= most:
        yield most
        if gains and march.least < most and march.meets != "fight":
            yield march.least
