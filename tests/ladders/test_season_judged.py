"""What a simulated season is judged by: each rule of a round is found broken where it is broken."""

from datetime import UTC, datetime, timedelta

import pytest

from games.ladders.models.season import Match
from games.ladders.pairing.matchmaking import Candidate
from games.simulation.season import illegal

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
