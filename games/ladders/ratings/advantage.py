"""The advantage of a side in an edition, folded together with the ratings.

The advantage is added to East's rating when the two players of a game are compared, in thousandths of a
point; a negative one favours West. An edition begins at 0, and every rated game moves it a little towards its
result. So a player with the better side is expected to win more often, and gains less by it.
"""

from fractions import Fraction
from typing import Final

from games.ladders.ratings.glicko import MILLION, POINT
from games.ladders.ratings.results import WIN

ADVANTAGE_STEP: Final = 2 * POINT
"""The step after an upset against a certain winner; half of it after an even game. It gets half of its way in
about 240 games; then chance alone moves it by about 13 points.
"""
MOST_ADVANTAGE: Final = 200 * POINT
"""It never leaves this range: where a side wins three games of four, ratings cannot mend the edition."""


def moved(advantage: int, expected: int, halves: int) -> int:
    """The advantage after one more game.

    Args:
        advantage: before it, in thousandths of a point.
        expected: East's expected score with that advantage, in millionths of a win.
        halves: East's score.
    """
    surprise = Fraction(halves, WIN) - Fraction(expected, MILLION)
    return min(max(advantage + round(ADVANTAGE_STEP * surprise), -MOST_ADVANTAGE), MOST_ADVANTAGE)
