"""The levels of computer players that people choose among."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
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
    Level("komono", -260, 0.01),
    Level("ashigaru", 0, 0.01),
    Level("hatamoto-1", 120, 0.2),
    Level("hatamoto-2", 170, 0.3),
    Level("hatamoto-3", 210, 0.6),
)
"""From the weakest to the strongest.

Games against ashigaru: komono and hatamoto-1 200, hatamoto-2 400, hatamoto-3 88, and 100 against hatamoto-2.
"""
