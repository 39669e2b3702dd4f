"""How a simulated season is judged, and what its report says."""

from datetime import UTC, datetime, timedelta

import pytest

from games.ladders.models.season import Match
from games.ladders.pairing.matchmaking import Candidate
from games.management.commands import simulate_season
from games.simulation.league import ENOUGH_GAMES, ENOUGH_PLAYERS, Judged, judge
from games.simulation.season import SeasonReport, illegal

NOW = datetime(2026, 3, 1, tzinfo=UTC)
LONG_AGO = NOW - timedelta(days=60)


def candidate(
    name: int, *, slots: int = 1, difference: int = 0, recent: tuple[int, ...] = (), blocked: int = 0
) -> Candidate:
    return Candidate(
        id=name,
        rating=1500,
        slots=slots,
        difference=difference,
        recent=recent,
        since=LONG_AGO,
        blocked=frozenset({blocked} - {0}),
    )


def found(everybody: list[Candidate], *games: tuple[int, int]) -> list[str]:
    """What is wrong with a round of these games, East first."""
    paired = [Match(east_id=east, west_id=west) for east, west in games]
    return list(illegal(paired, {one.id: one for one in everybody}, NOW))


@pytest.mark.parametrize(
    ("everybody", "games", "told"),
    [
        pytest.param(
            [candidate(1, slots=2), candidate(2, slots=2)], [(1, 2), (2, 1)], "twice in one round", id="twice"
        ),
        pytest.param(
            [candidate(1), candidate(2), candidate(3)], [(1, 2), (3, 1)], "more games than asked", id="slots"
        ),
        pytest.param([candidate(1, blocked=2), candidate(2)], [(1, 2)], "may not meet", id="a block"),
        pytest.param(
            [candidate(1, recent=(2,)), candidate(2, recent=(1,)), candidate(3), candidate(4)],
            [(1, 2), (3, 4)],
            "meet again",
            id="a rematch, and two games could have changed opponents",
        ),
        pytest.param(
            [candidate(1, recent=(2,)), candidate(2, recent=(1,)), candidate(3)],
            [(1, 2)],
            "meet again",
            id="a rematch, and somebody else waits",
        ),
        pytest.param(
            [candidate(1, difference=1), candidate(2, difference=-1)], [(1, 2)], "more even", id="sides"
        ),
        pytest.param(
            [candidate(1, difference=2), candidate(2, slots=2), candidate(3, difference=-2)],
            [(1, 2), (2, 3)],
            "more even",
            id="sides of a chain of games",
        ),
    ],
)
def test_a_broken_rule_is_found(everybody: list[Candidate], games: list[tuple[int, int]], told: str) -> None:
    assert any(told in text for text in found(everybody, *games))


@pytest.mark.parametrize(
    ("everybody", "games"),
    [
        pytest.param([candidate(1), candidate(2)], [], id="nobody is paired"),
        pytest.param([candidate(1), candidate(2)], [(1, 2)], id="two strangers"),
        pytest.param(
            [candidate(1, recent=(2,)), candidate(2, recent=(1,))], [(1, 2)], id="a rematch of the only two"
        ),
        pytest.param(
            [candidate(1, difference=-3), candidate(2, difference=3)], [(1, 2)], id="sides far from even"
        ),
    ],
)
def test_pairing_that_cannot_be_better_is_not_reported(
    everybody: list[Candidate], games: list[tuple[int, int]]
) -> None:
    assert found(everybody, *games) == []


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
