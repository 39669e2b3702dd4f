"""Chooses the pairs of one round among any number of members, in bounded time.

The exact method is ``matching.cheapest`` on every possible pair; its time grows too fast to use it always.
So:

1. Up to ``all_pairs_up_to`` members, it is used.
2. Above that, the pairs considered are those of each member with the ``near`` next ones above and below in
   rating whom it may meet. If their graph needs no more than ``exact`` nodes, it is solved at once. Otherwise
   the round is made of several rounds of one pair a member, each of them exact.
3. Considering only near pairs, and several rounds, may lose pairs. As long as there are fewer than half the
   slots, a few members that have a slot left are put together with their neighbours in rating, the pairs
   among these are given up, and this small pool is solved as in 1, until that gains nothing.

So for a small pool the number of pairs is the greatest, and their price the lowest. For a large one this
holds in practice but is not proven: each member has up to twice ``near`` others to meet, and at most a slot
or two may stay empty that no exchange among neighbours fills.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Final, TypeAlias

from games.ladders.pairing.graph_matching import Edge, cheapest, nodes_needed

MENDED_AT_ONCE: Final = 3
"""How many members with a slot left are put together with their neighbours."""

Price: TypeAlias = Callable[[int, int], int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """The members of a round, numbered from 0 in the order of their ratings.

    Attributes:
        slots: how many pairs each may be in, at least 1.
        bonus: subtracted from the price for each member that is in any pair; not negative.
        price: the price of a pair, lower number first; ``None`` if it is not allowed.
        all_pairs_up_to: up to this number of members, all pairs are considered.
        near: above that, this number of others above and below each member.
        exact: up to this number of nodes, a graph of near pairs is solved at once.
    """

    slots: Sequence[int]
    bonus: Sequence[int]
    price: Price
    all_pairs_up_to: int = 32
    near: int = 4
    exact: int = 1_200

    def chosen(self) -> list[Edge]:
        """The pairs of the round, in ascending order, each at most once and no member beyond its slots."""
        members = range(len(self.slots))
        if len(members) <= self.all_pairs_up_to:
            return sorted(self._solved(combinations(members, 2), self.slots, set()))
        pairs = self._near(members, set())
        if nodes_needed(pairs, self.slots) <= self.exact:
            return sorted(self._mended(self._solved(pairs, self.slots, set())))
        return sorted(self._mended(self._in_rounds()))

    def _solved(self, pairs: Iterable[Edge], slots: Sequence[int], taken: AbstractSet[Edge]) -> set[Edge]:
        """The best choice of ``pairs``, in addition to those already ``taken``."""
        prices = {
            pair: price
            for pair in pairs
            if slots[pair[0]] and slots[pair[1]] and (price := self.price(*pair)) is not None
        }
        served = {member for pair in taken for member in pair}
        bonus = [0 if member in served else bonus for member, bonus in enumerate(self.bonus)]
        return set(cheapest(prices, slots, bonus))

    def _near(self, members: Sequence[int], taken: AbstractSet[Edge]) -> list[Edge]:
        """Each member with the next ones above it that it may meet."""
        return [
            pair
            for place, member in enumerate(members)
            for pair in islice(self._above(member, members, place + 1, taken), self.near)
        ]

    def _above(
        self, member: int, members: Sequence[int], start: int, taken: AbstractSet[Edge]
    ) -> Iterable[Edge]:
        for place in range(start, len(members)):
            pair = (member, members[place])
            if pair not in taken and self.price(*pair) is not None:
                yield pair

    def _in_rounds(self) -> set[Edge]:
        """Rounds of one pair a member, until a round finds none."""
        chosen: set[Edge] = set()
        while True:
            left = self._left(chosen)
            pairs = self._near([member for member, slots in enumerate(left) if slots], chosen)
            found = self._solved(pairs, [min(slots, 1) for slots in left], chosen)
            if not found:
                return chosen
            chosen |= found

    def _mended(self, chosen: set[Edge]) -> set[Edge]:
        """The chosen pairs, or more pairs where members with a free slot exchange with their neighbours."""
        left = self._left(chosen)
        free = [member for member, slots in enumerate(left) if slots]
        if sum(left) < 2:
            return chosen
        for reach, start in product((self.near, 2 * self.near), range(0, len(free), MENDED_AT_ONCE)):
            better = self._exchanged(chosen, free[start : start + MENDED_AT_ONCE], reach)
            if len(better) > len(chosen):
                return self._mended(better)
        return chosen

    def _exchanged(self, chosen: set[Edge], free: Sequence[int], reach: int) -> set[Edge]:
        last = len(self.slots)
        around = {
            member
            for middle in free
            for member in range(max(0, middle - reach), min(last, middle + reach + 1))
        }
        kept = {pair for pair in chosen if not around.issuperset(pair)}
        return kept | self._solved(combinations(sorted(around), 2), self._left(kept), kept)

    def _left(self, chosen: AbstractSet[Edge]) -> list[int]:
        """How many slots each member has left."""
        left = list(self.slots)
        for pair in chosen:
            for member in pair:
                left[member] -= 1
        return left
