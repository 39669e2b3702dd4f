"""What a score says: its interval, its difference in Elo, and a test that ends as early as it may.

The sample is a pair: two games of one deal with the sides swapped. Its share is what one player won of it.
The games of a pair are alike by side and chance, so they do not count singly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log, log10, sqrt
from statistics import mean, stdev
from typing import Literal, NamedTuple

SHARES = (0.0, 0.5, 1.0)
"""What a player can win of a pair; no game is drawn."""
NORMAL_95 = 1.96
TAIL_95 = 0.025
"""The probability beyond either end of an interval of 95 %."""
ERROR = 0.05
"""The probability of either mistake of a test."""
UNSEEN = 1e-3
"""How many pairs a test assumes of a share that did not occur."""
HALVINGS = 100
"""Enough for the precision of a float."""

Verdict = Literal["accepted", "rejected", "undecided"]


class Score(NamedTuple):
    """The score of a player.

    Attributes:
        games: how many were played.
        mean: the share of games that it won.
        low: the lower bound of the interval that holds the true share with a probability of 95 %.
        high: its upper bound.
    """

    games: int
    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, shares: Sequence[float]) -> Score:
        """The score by the shares of pairs, one or more.

        Where all shares are the same they have no spread. Then the bounds are those of the share's own
        probability: were it less than the least, so many pairs would hardly all have it.
        """
        middle = mean(shares)
        if len({*shares}) == 1:
            least = TAIL_95 ** (1 / len(shares))
            return cls(2 * len(shares), middle, least * middle, 1 - least * (1 - middle))
        error = NORMAL_95 * stdev(shares) / sqrt(len(shares))
        return cls(2 * len(shares), middle, max(0.0, middle - error), min(1.0, middle + error))


def elo(share: float) -> float | None:
    """The difference in Elo with which a player scores a share; None for all or nothing: it has no bound."""
    return 400 * log10(share / (1 - share)) if 0 < share < 1 else None


class Sprt(NamedTuple):
    """A sequential probability ratio test: is a player better by ``elo1`` (accepted) or ``elo0`` (rejected)?

    Whichever of the two is true, the other is found with a probability of about ``ERROR`` at most. The test
    may be read after every pair. The score of a match that it ended leans towards its verdict.

    It is the generalized test of fishtest, Stockfish's testing framework (``LLR_logistic`` in its
    server/fishtest/stats/LLRcalc.py), by pairs: the pentanomial model, where pairs with a drawn game do not
    occur. The likeliest probabilities with a given mean are Proposition 1.1 of
    https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf. The bounds are those of A. Wald, Sequential
    Tests of Statistical Hypotheses (1945), without fishtest's correction for overshoot. For many pairs the
    normal approximation, (s1 - s0)(2s - s0 - s1) / 2 var for each pair, comes to the same
    (https://www.cantate.be/Fishtest/GSPRT_approximation.pdf); but after the first few, which may be all
    alike, it divides by next to nothing and would end the test.
    """

    elo0: float
    elo1: float

    @property
    def bound(self) -> float:
        """The log-likelihood ratio from which on the test accepts; it rejects from the negative one on."""
        return log((1 - ERROR) / ERROR)

    def ratio(self, shares: Sequence[float]) -> float:
        """The logarithm of how much likelier these pairs are with ``elo1`` than with ``elo0``."""
        counts = Counter(shares)
        seen = {share: counts[share] or UNSEEN for share in SHARES}
        either = [_likeliest(seen, 1 / (1 + 10 ** (-each / 400))) for each in (self.elo0, self.elo1)]
        return sum(count * log(either[1][share] / either[0][share]) for share, count in seen.items())

    def verdict(self, shares: Sequence[float]) -> Verdict:
        """What the test says after these pairs."""
        ratio = self.ratio(shares)
        if abs(ratio) < self.bound:
            return "undecided"
        return "accepted" if ratio > 0 else "rejected"


def _likeliest(seen: dict[float, float], wanted: float) -> dict[float, float]:
    """Of all probabilities of the shares with the wanted mean, those with which what was seen is likeliest.

    They are p / (1 + x (share - wanted)), where p is how often the share was seen, for the one x with
    which the mean is as wanted.
    """
    total = sum(seen.values())
    low, high = -1 / (1 - wanted), 1 / wanted
    x = 0.0
    for _ in range(HALVINGS):
        x = (low + high) / 2
        # this falls as x grows
        beyond = sum(count * (share - wanted) / (1 + x * (share - wanted)) for share, count in seen.items())
        low, high = (x, high) if beyond > 0 else (low, x)
    return {share: count / total / (1 + x * (share - wanted)) for share, count in seen.items()}
