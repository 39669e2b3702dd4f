"""How much a rehearsing player tries out: counted, so that every machine plays alike."""

from __future__ import annotations

from typing import NamedTuple


class Budget(NamedTuple):
    """The size of a rehearsal.

    Attributes:
        plans: how many turns are planned, each by another temper.
        first: the worlds in which each of them is tried out.
        then: the further worlds in which the best are, and the player's own first plan.
    """

    plans: int
    first: int
    then: int

    @classmethod
    def parse(cls, text: str) -> Budget:
        """A budget from three numbers, as ``8,2,4``.

        Raises:
            ValueError: they are not three numbers, or one is below 1.
        """
        plans, first, then = map(int, text.split(","))
        if min(plans, first, then) < 1:
            raise ValueError(text)
        return cls(plans, first, then)


SMALL = Budget(3, 1, 1)
MIDDLE = Budget(5, 1, 2)
LARGE = Budget(5, 1, 8)
KEPT = 3
"""How many plans are tried out in further worlds, besides the player's own."""
