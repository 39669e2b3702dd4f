"""Bids for sides: who gets which, what is given, and what that changes at the end."""

from __future__ import annotations

import pytest

from games.engine.side import EAST, SIDES, WEST, Side
from games.ladders.bidding.auction import (
    BY_POINTS,
    MOST_POINTS,
    Bid,
    Opened,
    coin,
    coin_without_nonces,
    is_for_the_coin,
    opened,
    winner,
    winner_with_bid,
)
from tests.kit.searches import given, st

sides = st.sampled_from(SIDES)
points = st.integers(0, MOST_POINTS)
bids = st.builds(Bid, sides, points)
coins = st.integers(0, 1)
scores = st.integers(0, 40)
gifts = st.tuples(points, points).filter(lambda pair: 0 in pair)
names = st.text(max_size=5)


@pytest.mark.parametrize(
    ("first", "second", "tie", "expected"),
    [
        pytest.param(Bid(EAST, 3), Bid(WEST, 7), 1, Opened((EAST, WEST), (0, 0)), id="different sides"),
        pytest.param(Bid(WEST, 0), Bid(EAST, 0), 0, Opened((WEST, EAST), (0, 0)), id="the other way around"),
        pytest.param(Bid(EAST, 3), Bid(EAST, 1), 1, Opened((EAST, WEST), (0, 3)), id="both East, first more"),
        pytest.param(
            Bid(EAST, 1), Bid(EAST, 3), 0, Opened((WEST, EAST), (0, 3)), id="both East, second more"
        ),
        pytest.param(Bid(WEST, 5), Bid(WEST, 4), 1, Opened((WEST, EAST), (5, 0)), id="both West, first more"),
        pytest.param(Bid(EAST, 2), Bid(EAST, 2), 0, Opened((EAST, WEST), (0, 2)), id="equal, the first wins"),
        pytest.param(
            Bid(EAST, 2), Bid(EAST, 2), 1, Opened((WEST, EAST), (0, 2)), id="equal, the second wins"
        ),
        pytest.param(Bid(WEST, 0), Bid(WEST, 0), 1, Opened((EAST, WEST), (0, 0)), id="nobody gives anything"),
        pytest.param(Bid(WEST, 7), None, 1, Opened((WEST, EAST), (0, 0)), id="only the first has bid"),
        pytest.param(None, Bid(WEST, 7), 0, Opened((EAST, WEST), (0, 0)), id="only the second has bid"),
        pytest.param(None, None, 0, Opened((EAST, WEST), (0, 0)), id="neither, the first wins the coin"),
        pytest.param(None, None, 1, Opened((WEST, EAST), (0, 0)), id="neither, the second wins it"),
    ],
)
def test_bids_are_opened_and_a_missing_one_takes_what_is_left(
    first: Bid | None, second: Bid | None, tie: int, expected: Opened
) -> None:
    assert opened(first, second, tie) == expected


@given(st.none() | bids, st.none() | bids)
def test_the_coin_is_for_equal_bids_and_for_none(first: Bid | None, second: Bid | None) -> None:
    """It decides exactly where it makes a difference."""
    both_ways = {opened(first, second, tie) for tie in (0, 1)}
    assert is_for_the_coin(first, second) == (len(both_ways) == 2) == (first == second)


@given(bids, bids, coins)
def test_calling_the_second_player_the_first_changes_nothing(first: Bid, second: Bid, tie: int) -> None:
    one, other = opened(first, second, tie), opened(second, first, 1 - tie)
    assert one.sides == other.sides[::-1]
    assert one.handicap == other.handicap


@given(bids, bids, coins)
def test_turning_the_map_around_turns_sides_and_gifts(first: Bid, second: Bid, tie: int) -> None:
    one = opened(first, second, tie)
    other = opened(Bid(first.side.enemy, first.points), Bid(second.side.enemy, second.points), tie)
    assert other.sides == tuple(side.enemy for side in one.sides)
    assert other.handicap == one.handicap[::-1]


@given(bids, bids, coins)
def test_nobody_pays_for_what_they_did_not_want_or_more_than_they_bid(
    first: Bid, second: Bid, tie: int
) -> None:
    found = opened(first, second, tie)
    assert set(found.sides) == set(SIDES)
    for bid, side in zip((first, second), found.sides, strict=True):
        assert found.handicap[side.enemy] in (0, bid.points)
        if side is not bid.side:
            assert found.handicap[side] >= bid.points
            assert found.handicap[side.enemy] == 0


@given(st.binary(min_size=32, max_size=32))
def test_the_coin_needs_the_seed_and_both_nonces(seed: bytes) -> None:
    for nonces in (
        [("a", str(number)) for number in range(40)],
        [(str(number), "b") for number in range(40)],
    ):
        assert {coin(seed, "k7m2p9qrst", each) for each in nonces} == {0, 1}


def test_the_coin_falls_either_way() -> None:
    heads = sum(1 - coin(number.to_bytes(32, "big"), "k7m2p9qrst", ("", "")) for number in range(1000))
    assert 440 < heads < 560


def test_the_coin_is_what_it_was() -> None:
    """Both have written it down: it may never change."""
    drawn = [coin(bytes([number]) * 32, "k7m2p9qrst", ("one", "two")) for number in range(8)]
    assert drawn == [1, 0, 0, 1, 0, 0, 1, 0]


@given(st.binary(max_size=32), names, names)
def test_the_earlier_coin_does_not_care_who_is_called_the_first(seed: bytes, first: str, second: str) -> None:
    if first != second:
        assert coin_without_nonces(seed, first, second) == 1 - coin_without_nonces(seed, second, first)


def test_the_earlier_coin_is_what_it_was() -> None:
    drawn = [coin_without_nonces(bytes([number]) * 16, "4", "17") for number in range(8)]
    assert drawn == [0, 0, 1, 0, 1, 0, 0, 1]


@pytest.mark.parametrize(
    ("east", "west", "gift", "expected"),
    [
        (20, 18, (0, 0), EAST),
        (20, 18, (0, 1), EAST),
        (20, 18, (0, 2), WEST),
        (20, 18, (0, 3), WEST),
        (18, 18, (0, 0), WEST),
        (18, 18, (1, 0), EAST),
        (15, 20, (5, 0), WEST),
        (15, 20, (6, 0), EAST),
    ],
)
def test_points_given_are_added_before_points_are_compared(
    east: int, west: int, gift: tuple[int, int], expected: Side
) -> None:
    assert winner_with_bid(east, west, gift) is expected


@given(scores, scores, gifts)
def test_a_gift_helps_only_whom_it_is_given_to(east: int, west: int, gift: tuple[int, int]) -> None:
    found, plain = winner_with_bid(east, west, gift), winner_with_bid(east, west, (0, 0))
    assert found is plain or gift[found] > 0


@given(scores, scores, gifts)
def test_swapping_sides_swaps_the_winner_but_in_a_tie(east: int, west: int, gift: tuple[int, int]) -> None:
    found, swapped = winner_with_bid(east, west, gift), winner_with_bid(west, east, gift[::-1])
    level = east + gift[EAST] == west + gift[WEST]
    assert swapped is (WEST if level else found.enemy)


@given(sides, st.sampled_from(["ieyasu", "hideyori", "resignation", "time-out"]), scores, scores, gifts)
def test_a_sudden_end_ignores_bids(
    won: Side, victory: str, east: int, west: int, gift: tuple[int, int]
) -> None:
    assert winner(won, victory, (east, west), gift) is won


@given(st.sampled_from(sorted(BY_POINTS)), scores, scores, gifts)
def test_an_end_by_points_counts_them(victory: str, east: int, west: int, gift: tuple[int, int]) -> None:
    won = EAST if east > west else WEST
    assert winner(won, victory, (east, west), gift) is winner_with_bid(east, west, gift)
    assert winner(won, victory, (east, west), (0, 0)) is won
