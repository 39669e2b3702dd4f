"""What a side is worth: found from results, and taken out of ratings."""

from math import log10
from statistics import mean

import pytest

from games.ladders.ratings.fold import ADVANTAGE_STEP, MOST_ADVANTAGE, OVERALL, Fold, Table, moved
from games.ladders.ratings.glicko import MILLION, POINT
from tests.kit.searches import example, given, st
from tests.ladders.finished import campaigns, fed

SIXTY_PERCENT = 400 * log10(60 / 40)
"""The difference in points of which 60 games of 100 are won: about 70."""

advantages = st.integers(-MOST_ADVANTAGE, MOST_ADVANTAGE)
expectations = st.integers(0, MILLION)


@given(before=advantages, expected=expectations)
@example(before=MOST_ADVANTAGE, expected=0)
@example(before=-MOST_ADVANTAGE, expected=MILLION)
def test_each_game_moves_it_towards_what_happened_by_a_step_at_most(before: int, expected: int) -> None:
    lost, tied, won = (moved(before, expected, halves) for halves in (0, 1, 2))
    assert before - ADVANTAGE_STEP <= lost <= before <= won <= before + ADVANTAGE_STEP
    assert lost <= tied <= won
    assert max(abs(lost), abs(won)) <= MOST_ADVANTAGE


@given(before=advantages, expected=expectations, halves=st.sampled_from((0, 1, 2)))
def test_neither_side_is_preferred(before: int, expected: int, halves: int) -> None:
    assert moved(-before, MILLION - expected, 2 - halves) == -moved(before, expected, halves)


def test_expected_result_leaves_the_advantage() -> None:
    assert moved(12_345, MILLION // 2, 1) == 12_345
    assert moved(12_345, MILLION, 2) == 12_345


def test_an_even_game_moves_it_by_half_a_step() -> None:
    assert moved(0, MILLION // 2, 2) == ADVANTAGE_STEP // 2


@pytest.mark.parametrize("side", [1, -1], ids=["East", "West"])
def test_advantage_stops_at_its_bound_if_one_side_always_wins(side: int) -> None:
    table, _done = fed(campaigns(1000, strengths=[1500] * 40, bias=4000 * side))
    assert table.advantages["kessen"] == MOST_ADVANTAGE * side


def mean_of(table: Table, first: int, end: int) -> float:
    """The mean rating of these players, in points."""
    return mean(table.standings[p, OVERALL].rating.points for p in range(first, end)) / POINT


@pytest.mark.parametrize(
    ("bias", "strengths"),
    [
        pytest.param(SIXTY_PERCENT, [1500] * 40, id="East wins 60 of 100 among equals"),
        pytest.param(-SIXTY_PERCENT, [1500] * 40, id="West does", marks=pytest.mark.overnight),
        pytest.param(0, [1500] * 40, id="neither is favoured"),
        pytest.param(SIXTY_PERCENT, [1200 + 15 * n for n in range(40)], id="players of every strength"),
    ],
)
def test_advantage_approaches_the_worth_of_the_side(bias: float, strengths: list[float]) -> None:
    """The mean of the last thousand games, since chance never lets it rest."""
    _table, done = fed(campaigns(2500, strengths=strengths, bias=bias))
    assert mean(game.advantage / POINT for game in done[1500:]) == pytest.approx(bias, abs=20)


def test_player_of_the_better_side_alone_gains_no_rating_by_it() -> None:
    """Ten players of forty never play West. Without the advantage they would come out 70 points too high."""
    table, _done = fed(campaigns(3000, strengths=[1500] * 40, bias=SIXTY_PERCENT, east_only=10))
    assert mean_of(table, 0, 10) == pytest.approx(mean_of(table, 10, 40), abs=20)


def test_without_it_they_would(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the test before this one can fail."""
    monkeypatch.setattr("games.ladders.ratings.fold.MOST_ADVANTAGE", 0)
    table, _done = fed(campaigns(3000, strengths=[1500] * 40, bias=SIXTY_PERCENT, east_only=10))
    assert mean_of(table, 0, 10) > mean_of(table, 10, 40) + 40


def test_every_edition_has_its_own() -> None:
    fold = Fold()
    for game in campaigns(300, strengths=[1500] * 20, bias=400, editions=["kessen"]):
        fold.add(game)
    for game in campaigns(600, strengths=[1500] * 20, bias=-400, editions=["gmt-2016"]):
        if game.game > "0000300":
            fold.add(game)
    assert fold.table.advantages["gmt-2016"] < 0 < fold.table.advantages["kessen"]
