"""The sides of a round, held against every choice of sides there could be."""

from __future__ import annotations

from itertools import combinations, product

from games.ladders.pairing.sides import PairedGame, balanced
from tests.kit.searches import given, st


def after(games: list[PairedGame], differences: dict[int, int]) -> dict[int, int]:
    """Everybody's difference once these games are counted."""
    found = dict(differences)
    for east, west in games:
        found[east] += 1
        found[west] -= 1
    return found


ALL_PAIRS = list(combinations(range(6), 2))

rounds = st.lists(st.sampled_from(ALL_PAIRS), unique=True, max_size=9)
seasons = st.lists(st.integers(-4, 4), min_size=6, max_size=6).map(lambda values: dict(enumerate(values)))
ranks = st.permutations(range(6)).map(lambda values: dict(enumerate(values)))


@given(rounds, seasons, ranks)
def test_no_choice_of_sides_is_more_even(
    pairs: list[tuple[int, int]], differences: dict[int, int], rank: dict[int, int]
) -> None:
    games = balanced(pairs, differences, rank)
    assert sorted(tuple(sorted(game)) for game in games) == sorted(pairs)
    found = after(games, differences).values()
    others = [
        after(list(turned), differences).values()
        for turned in product(*(((one, other), (other, one)) for one, other in pairs))
    ]
    assert sum(value**2 for value in found) == min(sum(value**2 for value in other) for other in others)
    assert max(found) == min(max(other) for other in others)
    assert min(found) == max(min(other) for other in others)


@given(rounds, seasons, ranks)
def test_east_has_whoever_had_it_less_often_counting_the_other_games_of_the_round(
    pairs: list[tuple[int, int]], differences: dict[int, int], rank: dict[int, int]
) -> None:
    games = balanced(pairs, differences, rank)
    found = after(games, differences)
    assert all(found[east] - 1 <= found[west] + 1 for east, west in games)


@given(rounds, seasons, ranks)
def test_everybody_stays_within_one_where_any_choice_has_that(
    pairs: list[tuple[int, int]], differences: dict[int, int], rank: dict[int, int]
) -> None:
    """Seasons made so that it can be had: what one choice would leave within one, taken back."""
    even = {person: value % 3 - 1 for person, value in differences.items()}
    before = after([(west, east) for east, west in pairs], even)
    assert all(abs(value) <= 1 for value in after(balanced(pairs, before, rank), before).values())


@given(rounds, seasons, ranks)
def test_the_order_of_pairs_changes_nothing(
    pairs: list[tuple[int, int]], differences: dict[int, int], rank: dict[int, int]
) -> None:
    turned = [(other, one) for one, other in reversed(pairs)]
    assert balanced(turned, differences, rank) == balanced(pairs, differences, rank)


@given(rounds, seasons, ranks)
def test_names_favour_nobody(
    pairs: list[tuple[int, int]], differences: dict[int, int], rank: dict[int, int]
) -> None:
    """Only rank and difference decide: whoever takes over another's gets the other's sides."""

    def renamed(person: int) -> int:
        return 5 - person

    games = balanced(
        [(renamed(one), renamed(other)) for one, other in pairs],
        {renamed(person): value for person, value in differences.items()},
        {renamed(person): value for person, value in rank.items()},
    )
    assert sorted((renamed(east), renamed(west)) for east, west in games) == balanced(
        pairs, differences, rank
    )


def test_a_chain_of_games_is_turned_around() -> None:
    """In each of these games for itself the sides are as they should be; together they are not."""
    pairs = [(0, 1), (1, 2), (2, 3)]
    differences = {0: 1, 1: 1, 2: 1, 3: -2}
    games = balanced(pairs, differences, {0: 0, 1: 1, 2: 2, 3: 3})
    assert set(after(games, differences).values()) <= {-1, 0, 1}


def test_equal_seasons_are_decided_by_rank() -> None:
    assert balanced([(7, 8)], {7: 0, 8: 0}, {7: 5, 8: 4}) == [(8, 7)]
    assert balanced([(7, 8)], {7: 0, 8: 0}, {7: 4, 8: 5}) == [(7, 8)]


def test_a_triangle_turns_once_around() -> None:
    games = balanced([(0, 1), (1, 2), (0, 2)], {0: 0, 1: 0, 2: 0}, {0: 0, 1: 1, 2: 2})
    assert set(after(games, {0: 0, 1: 0, 2: 0}).values()) == {0}


def test_a_round_without_games() -> None:
    assert balanced([], {1: 3}, {1: 0}) == []
