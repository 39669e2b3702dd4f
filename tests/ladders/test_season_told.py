"""How a simulated season says, and judges, how well ratings tell who is strong."""

import pytest

from games.management.commands import simulate_season
from games.simulation.league import ENOUGH_GAMES, ENOUGH_PLAYERS, Judged, judge
from games.simulation.season import SeasonReport

REPORT = SeasonReport(
    players=64,
    rounds=30,
    seasons=3,
    games=100,
    fewest=3,
    judged=Judged(3, None),
    rematches=0,
    furthest=1,
    findings=[],
)


def test_report_says_that_too_few_were_judged() -> None:
    lines, _ = simulate_season.report_of_season(REPORT)
    assert "ratings are not judged: 3 players have finished 30 games; try more weeks" in lines


def test_report_says_the_number_judged() -> None:
    lines, _ = simulate_season.report_of_season(REPORT._replace(judged=Judged(40, 0.9312)))
    assert "rank correlation of ratings with strengths, of 40 with 30 games: 0.931" in lines


@pytest.mark.parametrize(
    ("points", "likeness"),
    [
        pytest.param(range(ENOUGH_PLAYERS), 1, id="the same order"),
        pytest.param(range(ENOUGH_PLAYERS, 0, -1), -1, id="the other way round"),
    ],
)
def test_the_order_of_ratings_is_compared_with_that_of_strengths(points: range, likeness: float) -> None:
    strengths = {each: each * 10.0 for each in range(ENOUGH_PLAYERS)}
    finished = dict.fromkeys(strengths, ENOUGH_GAMES)
    found = judge(dict(enumerate(points)), strengths, finished)
    assert found.players == ENOUGH_PLAYERS
    assert found.likeness == pytest.approx(likeness)


def test_player_with_too_few_games_is_not_judged() -> None:
    strengths = {each: each * 10.0 for each in range(ENOUGH_PLAYERS + 1)}
    finished = dict.fromkeys(strengths, ENOUGH_GAMES) | {0: ENOUGH_GAMES - 1}
    points = {each: each for each in strengths} | {0: 10_000}
    assert judge(points, strengths, finished).likeness == pytest.approx(1)
    assert judge(points, strengths, finished | {1: 0}) == (ENOUGH_PLAYERS - 1, None)
