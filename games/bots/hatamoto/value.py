"""How likely a side is to win, by a few numbers of what it sees."""

from __future__ import annotations

import math
from typing import NamedTuple

from games.bots.ashigaru.board import EAST, FOE, WEST
from games.bots.players import Json

TURNS = 2
"""Turns of a week."""
POINTS = (2, 3, 4)
"""Where among the features points stand: now, by how late it is, and very late."""
BLOCKS, LOST, CARDS = 5, 6, 8
"""Where blocks on the map, blocks lost, and cards stand."""


class Worths(NamedTuple):
    """What one more of something adds to the logarithm of the odds to win.

    Attributes:
        point: a victory point.
        block: a block of one's own on the map, or one of the enemy's off it.
        lost: a block that the enemy has lost, besides that it is off the map.
        card: a card in the hand.
    """

    point: float
    block: float
    lost: float
    card: float


class Valuation:
    """The value of positions of one edition.

    Args:
        edition: public edition data as JSON.
    """

    def __init__(self, edition: Json) -> None:
        self._weeks: int = edition["flags"]["weeks"]

    def chance(self, view: Json) -> float:
        """The probability that the viewer wins, from 0 to 1."""
        result = view["result"]
        me = view["viewer"]
        if result is not None:
            return float(result["winner"] == me)
        total = sum(weight * number for weight, number in zip(WEIGHTS[me], self.features(view), strict=True))
        return 1 / (1 + math.exp(-total))

    def worths(self, view: Json) -> Worths:
        """What the viewer's things are worth in a position that is not decided."""
        weights = WEIGHTS[view["viewer"]]
        progress = self._progress(view)
        late = (1, progress, progress**4)
        point = sum(weights[number] * much for number, much in zip(POINTS, late, strict=True))
        return Worths(point, weights[BLOCKS], weights[LOST], weights[CARDS])

    def _progress(self, view: Json) -> float:
        """How much of the game is over, from 0 to below 1."""
        return float((view["week"] - 1 + (view["turn"] == "B") / TURNS) / self._weeks)

    def features(self, view: Json) -> tuple[float, ...]:
        """The numbers that the value is made of, each from the viewer's side.

        One, by which the sides differ; who has the last word; points, points by how late it is, and points
        very late; blocks on the map; blocks lost; who goes second; cards held.
        """
        me = view["viewer"]
        foe = FOE[me]
        mine, theirs = view["sides"][me], view["sides"][foe]
        progress = self._progress(view)
        points = mine["points"] - theirs["points"]
        last = 0.0
        if view["week"] == self._weeks and view["first"] is not None:
            last = -1.0 if view["first"] == me else 1.0
        rows = view["locations"].values()
        here = sum(row[me]["count"] for row in rows if me in row)
        there = sum(row[foe]["count"] for row in rows if foe in row)
        return (
            1.0,
            last,
            points,
            points * progress,
            points * progress**4,
            here - there,
            len(theirs["lost"]) - len(mine["lost"]),
            1.0 if view["first"] == foe else 0.0,
            mine["hand"] - theirs["hand"],
        )


WEIGHTS = {
    EAST: (0.3388, 1.9113, 0.0962, -0.0597, 0.3713, 0.0762, 0.0274, 0.4465, 0.0446),
    WEST: (-0.2194, 1.6858, 0.1078, -0.0397, 0.2124, 0.0928, 0.0148, 0.3810, 0.0761),
}
"""Of the features, for each side, by logistic regression on the turns of games that ashigaru played."""
