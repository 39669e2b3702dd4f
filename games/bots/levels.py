"""The levels of computer players that people choose among."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """A computer player as an opponent.

    Attributes:
        name: of the player, in ``games.bots.players.PLAYERS``.
        elo: its distance from ashigaru, as measured by ``manage.py arena``; None where no match was played.
        seconds: processor time of a usual turn on one core, as measured there.
    """

    name: str
    elo: int | None
    seconds: float


LEVELS = (
    Level("komono", -260, 0.01),
    Level("ashigaru", 0, 0.01),
    Level("hatamoto-1", 120, 0.3),
    Level("hatamoto-2", 190, 0.5),
    Level("hatamoto-3", None, 1.5),
)
"""From the weakest to the strongest.

komono and hatamoto-1: 200 games, hatamoto-2: 180 games. Of hatamoto-3, which tries out more than hatamoto-2,
no match was played.
"""
