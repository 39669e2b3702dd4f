"""The levels of computer players that people choose among, and how much the stronger ones try out."""

from __future__ import annotations

from typing import NamedTuple


class ComputerLevel(NamedTuple):
    """A computer player as an opponent.

    Attributes:
        name: of the player, in ``games.bots.players.PLAYERS``.
        elo: its distance from ashigaru, as measured by ``manage.py arena``.
        seconds: processor time of a usual turn on one core, as measured there.
    """

    name: str
    elo: int
    seconds: float


LEVELS = (
    ComputerLevel("komono", -260, 0.01),
    ComputerLevel("ashigaru", 0, 0.01),
    ComputerLevel("hatamoto-1", 120, 0.2),
    ComputerLevel("hatamoto-2", 170, 0.3),
    ComputerLevel("hatamoto-3", 210, 0.6),
)
"""From the weakest to the strongest.

Games against ashigaru: komono and hatamoto-1 200, hatamoto-2 400, hatamoto-3 88, and 100 against hatamoto-2.
"""


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


SMALL_BUDGET = Budget(3, 1, 1)
MIDDLE_BUDGET = Budget(5, 1, 2)
LARGE_BUDGET = Budget(5, 1, 8)
BEST_PLANS = 3
"""How many plans are tried out in further worlds, besides the player's own."""
