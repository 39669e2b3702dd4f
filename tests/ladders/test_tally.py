"""Counting games, and what the counts tell of the sides."""

import pytest

from games.engine.side import WEST
from games.ladders.statistics.figures import balance_of
from games.ladders.statistics.tally import GamesTally
from tests.kit.searches import given, st
from tests.ladders.archived import Summed


@pytest.mark.parametrize(
    ("east", "west", "interval"),
    [
        (0, 1, (0, 0, 793)),
        (1, 1, (500, 95, 905)),
        (54, 46, (540, 443, 634)),
        (10, 0, (1000, 722, 1000)),
        (5400, 4600, (540, 530, 550)),
    ],
)
def test_the_interval_is_wilsons(east: int, west: int, interval: tuple[int, int, int]) -> None:
    """The numbers are those of R's ``binom::binom.wilson``, in thousandths."""
    found = balance_of(east, west)
    assert found is not None
    assert (found.share, found.low, found.high) == interval


@given(east=st.integers(0, 10**6), west=st.integers(0, 10**6))
def test_the_share_is_within_its_interval_and_both_sides_are_alike(east: int, west: int) -> None:
    found, mirrored = balance_of(east, west), balance_of(west, east)
    if found is None or mirrored is None:
        assert east + west == 0
        return
    assert 0 <= found.low <= found.share <= found.high <= 1000
    assert abs(found.low + mirrored.high - 1000) <= 1
    assert found.games == east + west


def test_few_games_tell_nothing_and_many_do() -> None:
    few, many = balance_of(6, 4), balance_of(600, 400)
    assert few is not None
    assert many is not None
    assert few.is_even
    assert not many.is_even


@pytest.mark.parametrize("games", [[], [Summed(days=3)]], ids=["none", "one"])
def test_a_tally_is_the_same_after_it_was_kept(games: list[Summed]) -> None:
    tally = GamesTally()
    for game in games:
        tally.add(game)
    assert GamesTally.of(tally.kept()) == tally


def test_two_tallies_together_are_that_of_all_their_games() -> None:
    games = [
        Summed(),
        Summed(winner=WEST, days=9, fights={"gifu": [1, 0]}),
        Summed(week=1, fights={"kyoto": [0, 2]}),
    ]
    whole, parts = GamesTally(), [GamesTally(), GamesTally()]
    for number, game in enumerate(games):
        whole.add(game)
        parts[number % 2].add(game)
    before = parts[0].kept()
    assert parts[0].with_(parts[1]) == whole
    assert parts[0].kept() == before
