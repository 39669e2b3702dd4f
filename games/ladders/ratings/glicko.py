"""Glicko-2: a player's strength, its uncertainty and its volatility, updated by results.

After Mark Glickman, "Example of the Glicko-2 system" (revision of 2022).

Stored numbers are integers: points and deviations whole thousandths of a point, volatilities whole
billionths. Computations in between use decimals of ``CONTEXT``, whose square roots, powers of e and
logarithms are correctly rounded by definition. So the same results give the same numbers on every machine.
Floats would not, because the ``exp`` of C libraries differs.
"""

from collections.abc import Iterable
from datetime import timedelta
from decimal import ROUND_HALF_EVEN, Context, Decimal, localcontext
from typing import Final, NamedTuple

POINT: Final = 1000
"""Points and deviations are kept in this many parts of a point."""

START: Final = 1500 * POINT
"""What a newcomer begins with; the scale of the paper is centred on it."""
POINTS: Final = (0, 3000 * POINT)
"""No rating leaves this range. Nor does it in play: at 3000 one game in 5,600 is lost against a newcomer."""
DEVIATIONS: Final = (30 * POINT, 350 * POINT)
"""The widest means that nothing is known, so time away never widens beyond it. Below the narrowest a rating
would hardly move any more, whatever its player does.
"""
VOLATILITIES: Final = (20_000_000, 120_000_000)
"""A third of a newcomer's, and twice as much: no streak makes a rating leap, or freezes it."""
PROVISIONAL: Final = 110 * POINT
"""While the deviation is wider than this a rating is provisional. One player in twenty is then more than 215
points away from the rating, as far as who wins every second game is from who wins three of four."""

GLICKO_SCALE: Final = Decimal("173.7178") * POINT
"""Parts of a point in one unit of the paper's own scale."""
RATING_PERIOD: Final = timedelta(days=30)
"""One period. Time widens a deviation and each game narrows it. With this length, two finished games a year
keep a rating settled, and one does not. With a week it would take six a year, and games by mail last for
months.
"""
TAU: Final = Decimal("0.5")
"""How freely volatility moves. The paper advises 0.3 to 1.2, and computes its example with this."""
NEAR: Final = Decimal("1e-9")
"""Where the search for the volatility ends: nearer than the last digit that is kept."""
CONTEXT: Final = Context(prec=24, rounding=ROUND_HALF_EVEN)

BILLION: Final = 10**9
MILLION: Final = 10**6
PI_SQUARED: Final = Decimal("9.86960440108935861883449")


class Rating(NamedTuple):
    """What is known of a player's strength.

    Attributes:
        points: the best guess, in thousandths of a point.
        deviation: one standard deviation of that guess, in thousandths of a point.
        volatility: how much the strength is expected to change, in billionths.
    """

    points: int
    deviation: int
    volatility: int

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known to rank the player among others."""
        return self.deviation > PROVISIONAL


NEWCOMER: Final = Rating(START, DEVIATIONS[1], 60_000_000)
"""Nothing is known. The numbers are the paper's."""


class Met(NamedTuple):
    """One result, as one of its two players sees it.

    Attributes:
        opponent: the opponent's rating before the period.
        halves: 2 for a win, 1 for a tie, 0 for a loss.
        lead: what this player's rating is raised by when the two are compared, in thousandths of a point.
    """

    opponent: Rating
    halves: int
    lead: int = 0


def rated(rating: Rating, met: Iterable[Met], *, periods: int = 1) -> Rating:
    """The rating after one period with these results: steps 2 to 8 of the paper.

    A win never lowers the points and a loss never raises them. Results narrow the deviation; only the length
    of the period widens it.

    Args:
        met: at least one result.
        periods: how long the period was, for the widening of step 6: 1 as in the paper, or 0 where ``rested``
            has already widened the deviation by the time that passed.
    """
    with localcontext(CONTEXT):
        known = surprise = Decimal(0)
        for each in met:
            weight = _weight(each.opponent.deviation**2)
            expected = _expected(weight, rating.points + each.lead - each.opponent.points)
            known += weight * weight * expected * (1 - expected)
            surprise += weight * (Decimal(each.halves) / 2 - expected)
        spread = 1 / known
        variance = (rating.deviation / GLICKO_SCALE) ** 2
        volatility = _volatility(rating.volatility, variance, spread, (spread * surprise) ** 2)
        widened = variance + periods * (Decimal(volatility) / BILLION) ** 2
        variance = 1 / (1 / widened + known)
        return Rating(
            _within(POINTS, rating.points + variance * surprise * GLICKO_SCALE),
            _within(DEVIATIONS, variance.sqrt() * GLICKO_SCALE),
            volatility,
        )


def rested(rating: Rating, passed: int, period: int) -> Rating:
    """The rating after time without a result: step 6 of the paper, for any part of a period.

    Args:
        passed: how much time, and
        period: how long one period is, in the same unit.
    """
    with localcontext(CONTEXT):
        moved = (rating.volatility * GLICKO_SCALE / BILLION) ** 2 * passed / period
        return rating._replace(deviation=_within(DEVIATIONS, (rating.deviation**2 + moved).sqrt()))


def expectation(one: Rating, other: Rating, lead: int) -> int:
    """What the first of two players is expected to score against the other, in millionths of a win.

    Args:
        lead: what the first one's rating is raised by, in thousandths of a point.
    """
    with localcontext(CONTEXT):
        weight = _weight(one.deviation**2 + other.deviation**2)
        return round(_expected(weight, one.points + lead - other.points) * MILLION)


def _weight(squared_deviation: int) -> Decimal:
    """The paper's g: the less certain a strength is, the less a difference counts."""
    return 1 / (1 + 3 * (squared_deviation / GLICKO_SCALE**2) / PI_SQUARED).sqrt()


def _expected(weight: Decimal, difference: int) -> Decimal:
    """The paper's E."""
    return 1 / (1 + (-weight * difference / GLICKO_SCALE).exp())


def _volatility(kept: int, variance: Decimal, spread: Decimal, squared_change: Decimal) -> int:
    """Step 5: find the root by false position, in the Illinois variant.

    The paper looks for the logarithm of the new volatility squared; this looks for how far it is from that of
    the old one, so the search begins at 0 and needs one logarithm less. In the paper ``variance`` is phi
    squared, ``spread`` v, ``squared_change`` Delta squared.
    """
    old = (Decimal(kept) / BILLION) ** 2

    def f(step: Decimal) -> Decimal:
        new = old * step.exp()
        total = variance + spread + new
        return new * (squared_change - total) / (2 * total * total) - step / TAU**2

    a = Decimal(0)
    excess = squared_change - variance - spread
    # The paper tries 1 tau, 2 tau, ... until f is not negative. It is not at 1 tau: 1/tau - 1/2 or more.
    b = (excess / old).ln() if excess > 0 else -TAU
    f_a, f_b = f(a), f(b)
    while abs(b - a) > NEAR:
        c = a + (a - b) * f_a / (f_b - f_a)
        f_c = f(c)
        if f_c * f_b <= 0:
            a, f_a = b, f_b
        else:
            f_a /= 2
        b, f_b = c, f_c
    return _within(VOLATILITIES, kept * (a / 2).exp())


def _within(bounds: tuple[int, int], number: Decimal) -> int:
    """The nearest whole number within the bounds."""
    return min(max(round(number), bounds[0]), bounds[1])
