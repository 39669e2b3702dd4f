"""Glicko-2: beside the paper, beside the package glicko2, and what must hold for any ratings."""

import math
from collections.abc import Sequence
from decimal import Decimal, localcontext

import glicko2
import pytest

from games.ladders.ratings.glicko import (
    DEVIATIONS,
    GLICKO_SCALE,
    MILLION,
    NEWCOMER,
    POINT,
    POINTS,
    PROVISIONAL,
    START,
    VOLATILITIES,
    Met,
    Rating,
    expectation,
    rated,
    rested,
)
from tests.kit.searches import given, st

HALVES = (0, 1, 2)
LEADS = st.integers(-200 * POINT, 200 * POINT)


def ratings(points: tuple[int, int] = POINTS) -> st.SearchStrategy[Rating]:
    return st.builds(Rating, st.integers(*points), st.integers(*DEVIATIONS), st.integers(*VOLATILITIES))


def played() -> st.SearchStrategy[Met]:
    return st.builds(Met, ratings(), st.sampled_from(HALVES), LEADS)


def rating(points: float, deviation: float, volatility: float = 0.06) -> Rating:
    return Rating(round(points * 1000), round(deviation * 1000), round(volatility * 10**9))


class TestBesideThePaper:
    """Its only example: one win and two losses of a player of 1500 in one period."""

    after = rated(
        rating(1500, 200), [Met(rating(1400, 30), 2), Met(rating(1550, 100), 0), Met(rating(1700, 300), 0)]
    )

    def test_points(self) -> None:
        """The paper goes on from its own scale rounded to -0.2069, and so prints 1464.06 for 1464.0507."""
        scaled = (self.after.points - START) / GLICKO_SCALE
        assert round(scaled, 4) == Decimal("-0.2069")
        assert round(Decimal("-0.2069") * GLICKO_SCALE / POINT + 1500, 2) == Decimal("1464.06")
        assert self.after.points == 1464_051

    def test_deviation(self) -> None:
        assert round(self.after.deviation / GLICKO_SCALE, 4) == Decimal("0.8722")
        assert round(self.after.deviation / 1000, 2) == 151.52

    def test_volatility(self) -> None:
        """Cut off, not rounded, it is the paper's 0.05999."""
        assert self.after.volatility == 59_995_984


class Corrected(glicko2.Player):  # type: ignore[misc]
    """The package, with the deviation where the paper has it.

    Its search for the volatility has the rating there. That moves the sixth decimal of the volatility, and
    nothing a rating shows.
    """

    def _f(self, x: float, delta: float, v: float, a: float) -> float:
        variance = self._Player__rd**2
        new = math.exp(x)
        above = new * (delta**2 - variance - v - new)
        return float(above / (2 * (variance + v + new) ** 2) - (x - a) / self._tau**2)


def by_the_package(kind: type, before: Rating, met: Sequence[Met]) -> tuple[float, float, float]:
    """What the package finds, in the parts that are kept."""
    player = kind(before.points / 1000, before.deviation / 1000, before.volatility / 1e9)
    player.update_player(
        [(each.opponent.points - each.lead) / 1000 for each in met],
        [each.opponent.deviation / 1000 for each in met],
        [each.halves / 2 for each in met],
    )
    return player.rating * 1000, player.rd * 1000, player.vol * 1e9


class TestBesideThePackage:
    """Players and results at random, as far apart as none of the bounds is reached."""

    players = st.builds(
        Rating,
        st.integers(1000 * POINT, 2000 * POINT),
        st.integers(50 * POINT, 300 * POINT),
        st.integers(40_000_000, 80_000_000),
    )
    many_met = st.lists(st.builds(Met, players, st.sampled_from(HALVES), LEADS), min_size=1, max_size=8)

    @given(before=players, met=many_met)
    def test_ratings_agree_given_the_papers_volatility(self, before: Rating, met: list[Met]) -> None:
        """It ends its search a thousand times further from the root than ours does."""
        points, deviation, volatility = by_the_package(Corrected, before, met)
        after = rated(before, met)
        assert after.points == pytest.approx(points, abs=2)
        assert after.deviation == pytest.approx(deviation, abs=2)
        assert after.volatility == pytest.approx(volatility, abs=100)

    @given(before=players, met=many_met)
    def test_ratings_agree_to_a_fifth_of_a_point(self, before: Rating, met: list[Met]) -> None:
        """It ends its search for the volatility early, which can be a tenth of a point and a little more."""
        points, deviation, _volatility = by_the_package(glicko2.Player, before, met)
        after = rated(before, met)
        assert after.points == pytest.approx(points, abs=0.2 * POINT)
        assert after.deviation == pytest.approx(deviation, abs=0.2 * POINT)

    @given(before=players, periods=st.integers(1, 5))
    def test_periods_without_a_game(self, before: Rating, periods: int) -> None:
        player = glicko2.Player(before.points / 1000, before.deviation / 1000, before.volatility / 1e9)
        for _period in range(periods):
            player.did_not_compete()
        assert rested(before, periods, 1).deviation == pytest.approx(player.rd * 1000, abs=1)


class TestResults:
    @given(before=ratings(), met=played(), periods=st.sampled_from((0, 1)))
    def test_a_win_never_lowers_and_a_loss_never_raises(self, before: Rating, met: Met, periods: int) -> None:
        lost, tied, won = (rated(before, [met._replace(halves=h)], periods=periods).points for h in HALVES)
        assert lost <= before.points <= won
        assert lost <= tied <= won

    @given(before=ratings(), met=played(), stronger=st.integers(0, 500 * POINT))
    def test_a_win_over_a_stronger_opponent_is_worth_no_less(
        self, before: Rating, met: Met, stronger: int
    ) -> None:
        opponent = met.opponent._replace(points=met.opponent.points + stronger)
        gains = [
            rated(before, [Met(each, 2, met.lead)], periods=0).points for each in (met.opponent, opponent)
        ]
        assert gains[0] <= gains[1]

    @given(before=ratings(), met=played())
    def test_a_lead_is_as_good_as_a_weaker_opponent(self, before: Rating, met: Met) -> None:
        weaker = met.opponent._replace(points=met.opponent.points - met.lead)
        assert rated(before, [met]) == rated(before, [Met(weaker, met.halves)])

    @given(before=ratings(), met=played())
    def test_a_loss_mirrors_a_win(self, before: Rating, met: Met) -> None:
        """Nothing prefers gains to losses, roundings included."""

        def mirrored(each: Rating) -> Rating:
            return each._replace(points=2 * START - each.points)

        other = Met(mirrored(met.opponent), 2 - met.halves, -met.lead)
        assert rated(mirrored(before), [other]) == mirrored(rated(before, [met]))

    @given(before=ratings(), met=st.lists(played(), min_size=1, max_size=5))
    def test_results_narrow_the_deviation(self, before: Rating, met: list[Met]) -> None:
        assert rated(before, met, periods=0).deviation <= before.deviation

    @given(before=ratings(), met=st.lists(played(), min_size=1, max_size=30))
    def test_nothing_leaves_its_bounds(self, before: Rating, met: list[Met]) -> None:
        after = rated(before, met)
        for number, (least, most) in zip(after, (POINTS, DEVIATIONS, VOLATILITIES), strict=True):
            assert isinstance(number, int)
            assert least <= number <= most

    def test_a_thousand_wins_in_a_row_end_at_the_bounds(self) -> None:
        player = NEWCOMER
        for _game in range(1000):
            player = rated(player, [Met(NEWCOMER._replace(points=POINTS[1]), 2)], periods=0)
        assert (player.points, player.deviation) == (POINTS[1], DEVIATIONS[0])

    def test_eleven_settled_opponents_settle_a_newcomer(self) -> None:
        """A game a month, every second one won."""
        player, provisional_after = NEWCOMER, []
        for game in range(11):
            player = rated(rested(player, 1, 1), [Met(rating(1500, 70), 2 * (game % 2))], periods=0)
            provisional_after.append(player.is_provisional)
        assert provisional_after == [True] * 10 + [False]

    def test_a_surprise_raises_the_volatility_and_the_expected_lowers_it(self) -> None:
        settled, stronger = rating(1500, 50), rating(2100, 50)
        assert rated(settled, [Met(stronger, 2)]).volatility > settled.volatility
        assert rated(settled, [Met(stronger, 0)]).volatility < settled.volatility


class TestTimeAway:
    def test_one_period_is_step_6_of_the_paper(self) -> None:
        """The root of 50 squared and (0.06 times 173.7178) squared."""
        assert rested(rating(1500, 50), 1, 1) == rating(1500, 51.075)

    @given(before=ratings(), first=st.integers(0, 10**9), second=st.integers(0, 10**9))
    def test_two_absences_widen_as_much_as_one_of_their_length(
        self, before: Rating, first: int, second: int
    ) -> None:
        period = 30 * 24 * 3600
        twice = rested(rested(before, first, period), second, period)
        once = rested(before, first + second, period)
        assert twice.deviation == pytest.approx(once.deviation, abs=2)

    @given(before=ratings(), passed=st.integers(0, 10**12))
    def test_rest_moves_only_the_deviation_up_to_a_newcomers(self, before: Rating, passed: int) -> None:
        after = rested(before, passed, 10**6)
        assert before.deviation <= after.deviation <= NEWCOMER.deviation
        assert after == before._replace(deviation=after.deviation)

    def test_no_time_moves_nothing(self) -> None:
        assert rested(rating(1500, 50), 0, 1) == rating(1500, 50)

    def test_a_newcomer_stays_one(self) -> None:
        assert rested(NEWCOMER, 1000, 1) == NEWCOMER


class TestExpectation:
    def test_equals_score_half(self) -> None:
        assert expectation(NEWCOMER, NEWCOMER, 0) == MILLION // 2

    def test_four_hundred_points_are_ten_to_one_where_both_are_known_well(self) -> None:
        """30 points of uncertainty a side still take away a little."""
        assert expectation(rating(1900, 30), rating(1500, 30), 0) == pytest.approx(
            10 / 11 * MILLION, rel=0.002
        )

    def test_the_less_is_known_the_less_a_difference_tells(self) -> None:
        sure, unsure = (expectation(rating(1700, d), rating(1500, d), 0) for d in (50, 300))
        assert MILLION // 2 < unsure < sure

    @given(one=ratings(), other=ratings(), lead=LEADS)
    def test_both_together_score_one(self, one: Rating, other: Rating, lead: int) -> None:
        assert abs(expectation(one, other, lead) + expectation(other, one, -lead) - MILLION) <= 1


def test_provisional_is_who_is_less_certain_than_the_bound() -> None:
    assert NEWCOMER.is_provisional
    assert NEWCOMER._replace(deviation=PROVISIONAL + 1).is_provisional
    assert not NEWCOMER._replace(deviation=PROVISIONAL).is_provisional


def test_the_callers_decimal_context_does_not_matter() -> None:
    met = [Met(rating(1613, 71), 2, 12_345)]
    player, other = rating(1480, 80), met[0].opponent
    first = rated(player, met), rested(player, 3, 7), expectation(player, other, 7)
    with localcontext(prec=2, rounding="ROUND_UP"):
        again = rated(player, met), rested(player, 3, 7), expectation(player, other, 7)
    assert first == again
