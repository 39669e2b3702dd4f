"""The arithmetic of scores, against values computed by hand."""

from math import log

import pytest

from games.simulation.scores import Score, Sprt, elo

# ---- the interval


def test_the_interval_is_that_of_the_pairs_mean() -> None:
    # mean 4/8; squares of the deviations 0.25 + 0 + 0 + 0.25, by n - 1 = 3: variance 1/6, of the mean 1/24
    found = Score.of([0, 0.5, 0.5, 1])
    assert (found.games, found.mean) == (8, 0.5)
    assert found.low == pytest.approx(0.5 - 1.96 * (1 / 24) ** 0.5)
    assert found.high == pytest.approx(0.5 + 1.96 * (1 / 24) ** 0.5)


def test_no_share_is_below_nothing_or_above_all() -> None:
    # mean 0.75, variance 0.125, of the mean 0.0625: 0.75 +- 1.96 * 0.25
    assert tuple(Score.of([0.5, 1])) == pytest.approx((4, 0.75, 0.26, 1))
    assert tuple(Score.of([0.5, 0])) == pytest.approx((4, 0.25, 0, 0.74))


@pytest.mark.parametrize(
    ("share", "low", "high"),
    [
        # ten pairs alike: 0.6915 ** 10 = 0.025
        (1, 0.6915, 1),
        (0, 0, 0.3085),
        # half of 0.6915, and all else lost or won
        (0.5, 0.3458, 0.6542),
    ],
)
def test_pairs_that_are_all_alike_prove_only_so_much(share: float, low: float, high: float) -> None:
    assert tuple(Score.of([share] * 10)) == pytest.approx((20, share, low, high), abs=1e-4)


def test_one_pair_proves_next_to_nothing() -> None:
    assert Score.of([1.0]) == (2, 1, 0.025, 1)


@pytest.mark.parametrize("pairs", range(1, 40))
def test_all_and_nothing_are_exact_so_that_their_elo_has_no_bound(pairs: int) -> None:
    assert Score.of([1.0] * pairs).high == 1
    assert Score.of([0.0] * pairs).low == 0


# ---- Elo


def test_elo_is_logistic() -> None:
    # ten to one is a whole 400; three to one 400 * log10(3) = 400 * 0.47712
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(1 / 11) == pytest.approx(-400)
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)


def test_all_and_nothing_have_no_elo() -> None:
    assert elo(1) is None
    assert elo(0) is None


# ---- the test

# 50 Elo are a share of 1 / (1 + 10 ** -0.125) = 1 / 1.74989 = 0.57146. Against 0.5, a win is likelier by
# log(1.14293) = 0.13359, a loss by log(0.85707) = -0.15423.
WON, LOST = 0.13359, -0.15423
TEST = Sprt(0, 50)


def test_without_splits_the_ratio_is_that_of_single_decisions() -> None:
    # 4.0077 - 3.0846; unseen splits count a thousandth of a pair
    assert TEST.ratio([1.0] * 30 + [0.0] * 20) == pytest.approx(30 * WON + 20 * LOST, abs=0.01)


def test_every_split_counts_against_a_difference() -> None:
    # the likeliest pairs with a mean of 0.57146 are then 0.85707 split and 0.14293 won
    assert TEST.ratio([0.5] * 20) == pytest.approx(20 * log(0.85707), abs=0.01)


def test_ratio_of_many_pairs_is_the_normal_approximation() -> None:
    # 5 Elo are 0.507196; mean 0.5, variance 1/8; 400 * 0.007196 * (1 - 1.007196) / (2 / 8) = -0.08284
    shares = [0.0] * 100 + [0.5] * 200 + [1.0] * 100
    assert Sprt(0, 5).ratio(shares) == pytest.approx(-0.0828, abs=1e-4)


def test_the_bounds_are_those_of_wald() -> None:
    # log(0.95 / 0.05) = log(19) = 2.9444: the 23rd win, as 23 * 0.13359 = 3.07 and 22 of them 2.94;
    # the 20th loss, as 20 * -0.15423 = -3.08 and 19 of them -2.93
    assert TEST.bound == pytest.approx(2.9444, abs=1e-4)
    assert TEST.verdict([1.0] * 22) == "undecided"
    assert TEST.verdict([1.0] * 23) == "accepted"
    assert TEST.verdict([0.0] * 19) == "undecided"
    assert TEST.verdict([0.0] * 20) == "rejected"
    assert TEST.verdict([]) == "undecided"


def test_the_other_way_round_the_ratio_is_the_negative() -> None:
    shares = [0.0] * 7 + [0.5] * 12 + [1.0] * 9
    turned = [1 - share for share in shares]
    assert Sprt(-50, 0).ratio(turned) == pytest.approx(-TEST.ratio(shares))
