"""Rounds too large to be solved in one go, made small enough here to be held against the exact way."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from games.ladders.pairing.graph_matching import cheapest, nodes_needed
from games.ladders.pairing.pool import Pool, Price


def prices(size: int, forbidden: set[tuple[int, int]]) -> Price:
    """By distance, with some pairs that may not be."""
    return lambda low, high: None if (low, high) in forbidden else (high - low) ** 2


def drawn(size: int, slots: int, seed: int) -> tuple[list[int], Price]:
    """Slots and prices of a pool in which one pair in five may not be."""
    chance = random.Random(seed)
    everything = list(combinations(range(size), 2))
    forbidden = set(chance.sample(everything, len(everything) // 5))
    return [chance.randint(1, slots) for _member in range(size)], prices(size, forbidden)


def most(slots: list[int], price: Price) -> int:
    """The greatest number of pairs."""
    possible = {
        pair: found for pair in combinations(range(len(slots)), 2) if (found := price(*pair)) is not None
    }
    return len(cheapest(possible, slots, [0] * len(slots)))


@pytest.mark.parametrize("exact", [0, 10_000], ids=["in rounds", "at once"])
@pytest.mark.parametrize("seed", range(12))
def test_near_pairs_make_as_many_games_as_all_pairs(seed: int, exact: int) -> None:
    slots, price = drawn(20, 3, seed)
    pool = Pool(slots=slots, bonus=[0] * 20, price=price, all_pairs_up_to=0, near=3, exact=exact)
    chosen = pool.chosen()
    assert len(chosen) == most(slots, price)
    assert len(set(chosen)) == len(chosen)
    assert all(price(*pair) is not None for pair in chosen)
    assert all(sum(member in pair for pair in chosen) <= slots[member] for member in range(20))


def test_a_slot_left_is_filled_by_an_exchange() -> None:
    """Rounds pair everybody once and leave the first one with four slots that nobody can fill."""
    slots, price = [5, *[1] * 19], prices(20, set())
    pool = Pool(slots=slots, bonus=[0] * 20, price=price, all_pairs_up_to=0, near=5, exact=0)
    chosen = pool.chosen()
    assert len(chosen) == 12
    assert sum(0 in pair for pair in chosen) == 5


def test_two_left_that_may_not_meet_are_helped_by_a_pair_between_them() -> None:
    """Among near pairs, all but the outermost find somebody; those two must not meet."""
    slots = [1] * 12
    forbidden = {(0, high) for high in range(1, 12) if high not in {1, 2}} | {(9, 11), (10, 11), (8, 11)}
    price = prices(12, forbidden)
    pool = Pool(slots=slots, bonus=[0] * 12, price=price, all_pairs_up_to=0, near=2, exact=0)
    assert len(pool.chosen()) == most(slots, price) == 6


def test_a_bonus_brings_each_member_in_before_anybody_a_second_time() -> None:
    """Of three, two of whom would play twice: the far one is not left out if being served is worth it."""
    possible = {(0, 1): 1, (0, 2): 2, (1, 2): 9}
    assert cheapest(possible, [1, 1, 1], [0, 0, 0]) == [(0, 1)]
    assert cheapest(possible, [1, 1, 1], [0, 0, 5]) == [(0, 2)]
    four = {(0, 1): 1, (0, 2): 1, (1, 2): 1, (2, 3): 8, (0, 3): 8, (1, 3): 8}
    assert len(cheapest(four, [2, 2, 2, 1], [0, 0, 0, 0])) == 3
    assert not any(3 in pair for pair in cheapest(four, [2, 2, 2, 1], [0, 0, 0, 0]))
    assert any(3 in pair for pair in cheapest(four, [2, 2, 2, 1], [0, 0, 0, 8]))


def test_a_bonus_counts_once_for_two_pairs() -> None:
    """Else the one with two slots and a bonus would be served twice for it."""
    possible = {(0, 1): 10, (0, 2): 10, (1, 3): 8, (2, 3): 8, (1, 2): 30}
    chosen = cheapest(possible, [2, 1, 1, 2], [7, 0, 0, 0])
    assert chosen in ([(0, 1), (2, 3)], [(0, 2), (1, 3)])


def test_a_pair_is_taken_once_however_cheap() -> None:
    assert cheapest({(0, 1): -100}, [3, 3], [0, 0]) == [(0, 1)]
    assert cheapest({}, [3], [0]) == []


def test_only_pairs_of_two_with_several_slots_need_more_nodes() -> None:
    assert nodes_needed([(0, 1), (1, 2), (0, 2)], [2, 2, 1]) == 5 + 2
