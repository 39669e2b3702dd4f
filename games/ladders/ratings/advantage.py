"""The advantage of a side in an edition, folded beside the ratings.

The advantage is what East's rating is raised by when the two players of a game are compared, in thousandths
of a point; a negative one favours West. An edition begins at 0, and every rated game moves it a little
towards its result. So whoever takes the better side is expected to win more often, and gains less by it.
"""

from fractions import Fraction
from typing import Final

from games.ladders.ratings.glicko import MILLION, POINT
from games.ladders.ratings.results import WIN

STEP: Final = 2 * POINT
"""How far it moves where a certain winner loses; half as far where the game was even. It has gone half of
its way after some 240 games; once there, chance alone moves it to and fro by some 13 points."""
MOST: Final = 200 * POINT
"""It never leaves this range: where a side wins three games of four, ratings cannot mend the edition."""


def moved(advantage: int, expected: int, halves: int) -> int:
    """The advantage after one more game.

    Args:
        advantage: before it, in thousandths of a point.
        expected: East's expected score with that advantage, in millionths of a win.
        halves: East's score.
    """
    surprise = Fraction(halves, WIN) - Fraction(expected, MILLION)
    return min(max(advantage + round(STEP * surprise), -MOST), MOST)
