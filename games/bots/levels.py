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
    Level("hatamoto-1", 140, 0.3),
    Level("hatamoto-2", 190, 0.6),
    Level("hatamoto-3", 190, 1.5),
)
"""From the weakest to the strongest.

komono: 200 games. hatamoto-1: from 400 games against the ashigaru of release 0.2. hatamoto-2: 180 games. Of
hatamoto-3, which tries out more, no match was played; it has the figure of hatamoto-2.
"""
