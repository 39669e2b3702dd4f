"""One round of the free-pairing ladder, held against every round there could be."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations, product
from typing import TypeAlias

import pytest

from games.ladders.pairing.matchmaking import (
    REMATCH_AFTER,
    SIDE_STEP,
    Candidate,
    Pairing,
    cost,
    is_rematch,
    may_meet,
    pair_up,
    waiting_bonus,
)
from tests.kit.searches import assume, given, settings, st

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
Worth: TypeAlias = tuple[int, int, int]
"""Of a round: its games, its immediate rematches as a number below 0, and its cost likewise."""


def candidate(name: int, rating: int = 1500, **known: object) -> Candidate:
    """Somebody who has waited for a day and wants one game; the rating in whole points."""
    plain = Candidate(id=name, rating=rating * 1000, slots=1, difference=0, since=NOW - timedelta(days=1))
    return replace(plain, **known)  # type: ignore[arg-type]


def pairs(games: list[Pairing]) -> set[tuple[int, int]]:
    return {(min(game.east, game.west), max(game.east, game.west)) for game in games}


def paired(*candidates: Candidate, number: int = 1) -> set[tuple[int, int]]:
    return pairs(pair_up(candidates, now=NOW, number=number))


@st.composite
def candidates(draw: st.DrawFn, most: int, slots: int) -> list[Candidate]:
    """A few of them, with few enough ids and ratings that blocks, rematches and ties are common."""
    ids = list(range(1, draw(st.integers(0, most)) + 1))
    others = st.lists(st.sampled_from(ids), max_size=3) if ids else st.just([])
    return [
        Candidate(
            id=name,
            rating=draw(st.integers(1300, 1700)) * 1000 + draw(st.integers(0, 999)),
            slots=draw(st.integers(1, slots)),
            difference=draw(st.integers(-3, 3)),
            since=NOW - timedelta(hours=draw(st.integers(0, 200))),
            blocked=frozenset(draw(others)) - {name},
            recent=tuple(other for other in draw(others) if other != name),
        )
        for name in ids
    ]


def best(everybody: list[Candidate]) -> Worth:
    """The worth of the best round, by trying them all."""
    possible = [pair for pair in combinations(everybody, 2) if may_meet(*pair, NOW)]
    known: dict[tuple[int, tuple[int, ...]], Worth] = {}
    place = {one.id: index for index, one in enumerate(everybody)}
    wanted = tuple(one.slots for one in everybody)

    def tried(index: int, left: tuple[int, ...]) -> Worth:
        if index == len(possible):
            waited = (
                waiting_bonus(one, NOW)
                for one, had, has in zip(everybody, wanted, left, strict=True)
                if has < had
            )
            return 0, 0, sum(waited)
        if (index, left) not in known:
            one, other = possible[index]
            found = tried(index + 1, left)
            if left[place[one.id]] and left[place[other.id]]:
                now_left = list(left)
                now_left[place[one.id]] -= 1
                now_left[place[other.id]] -= 1
                games, rematches, costs = tried(index + 1, tuple(now_left))
                taken = games + 1, rematches - is_rematch(one, other), costs - cost(one, other)
                found = max(found, taken)
            known[index, left] = found
        return known[index, left]

    return tried(0, wanted)


def worth(everybody: list[Candidate], games: list[Pairing]) -> Worth:
    by_id = {one.id: one for one in everybody}
    played = [(by_id[game.east], by_id[game.west]) for game in games]
    served = {one.id for game in played for one in game}
    return (
        len(games),
        -sum(is_rematch(*game) for game in played),
        sum(waiting_bonus(by_id[one], NOW) for one in served) - sum(cost(*game) for game in played),
    )


def differences(everybody: list[Candidate], games: list[Pairing]) -> dict[int, int]:
    """Of everybody, after the round."""
    after = {one.id: one.difference for one in everybody}
    for game in games:
        after[game.east] += 1
        after[game.west] -= 1
    return after


@given(candidates(most=7, slots=1), st.integers(0, 5))
def test_no_round_is_better(everybody: list[Candidate], number: int) -> None:
    games = pair_up(everybody, now=NOW, number=number)
    assert worth(everybody, games) == best(everybody)


@given(candidates(most=6, slots=3), st.integers(0, 5))
@settings(max_examples=60)
def test_no_round_of_several_games_each_is_better(everybody: list[Candidate], number: int) -> None:
    games = pair_up(everybody, now=NOW, number=number)
    assert worth(everybody, games) == best(everybody)


@given(candidates(most=12, slots=3))
def test_a_round_keeps_to_what_everybody_asked(everybody: list[Candidate]) -> None:
    games = pair_up(everybody, now=NOW, number=1)
    by_id = {one.id: one for one in everybody}
    assert len(pairs(games)) == len(games)
    assert all(game.east != game.west for game in games)
    assert all(may_meet(by_id[game.east], by_id[game.west], NOW) for game in games)
    count = Counter(person for game in games for person in (game.east, game.west))
    assert all(count[one.id] <= one.slots for one in everybody)


@given(candidates(most=7, slots=3))
def test_nobody_meets_the_latest_opponent_while_as_many_games_can_be_without(
    everybody: list[Candidate],
) -> None:
    """Without regard to costs: a round in which latest opponents are blocked is another way to as many."""
    games = pair_up(everybody, now=NOW, number=1)
    never = [replace(one, blocked=one.blocked.union(one.recent[:1])) for one in everybody]
    assume(len(pair_up(never, now=NOW, number=1)) == len(games))
    by_id = {one.id: one for one in everybody}
    assert not any(is_rematch(by_id[game.east], by_id[game.west]) for game in games)


@given(candidates(most=7, slots=2))
def test_sides_are_as_even_as_these_pairs_allow(everybody: list[Candidate]) -> None:
    games = pair_up(everybody, now=NOW, number=1)
    after = differences(everybody, games)
    others = [
        differences(everybody, [Pairing(*pair) for pair in turned])
        for turned in product(*([(one, other), (other, one)] for one, other in sorted(pairs(games))))
    ]
    assert sum(value**2 for value in after.values()) == min(
        sum(value**2 for value in other.values()) for other in others
    )
    if any(all(abs(value) <= 1 for value in other.values()) for other in others):
        assert all(abs(value) <= 1 for value in after.values())
    for game in games:
        assert after[game.east] - 1 <= after[game.west] + 1


@given(candidates(most=7, slots=2), st.randoms(use_true_random=False))
def test_the_order_of_candidates_changes_nothing(everybody: list[Candidate], chance: random.Random) -> None:
    games = pair_up(everybody, now=NOW, number=4)
    shuffled = list(everybody)
    chance.shuffle(shuffled)
    assert pair_up(shuffled, now=NOW, number=4) == games


def test_the_nearest_are_paired() -> None:
    assert paired(candidate(1, 1500), candidate(2, 1900), candidate(3, 1520), candidate(4, 1850)) == {
        (1, 3),
        (2, 4),
    }


def test_two_middling_pairings_rather_than_a_bad_one_and_a_good_one() -> None:
    """By distance alone 1-4 and 2-3 would cost as much as 1-3 and 2-4."""
    four = [candidate(name, rating) for name, rating in ((1, 1200), (2, 1500), (3, 1550), (4, 1900))]
    blocked = replace(four[0], blocked=frozenset({2}))
    assert paired(blocked, *four[1:]) == {(1, 3), (2, 4)}


def test_a_block_counts_both_ways() -> None:
    one, other = candidate(1, blocked=frozenset({2})), candidate(2)
    assert paired(one, other) == set()
    assert paired(other, one, candidate(3), candidate(4, 1900)) in ({(1, 3), (2, 4)}, {(1, 4), (2, 3)})


def test_a_rematch_waits_until_both_have_waited_long_enough() -> None:
    long_ago, just_now = NOW - REMATCH_AFTER, NOW - timedelta(days=1)
    one = candidate(1, recent=(2,), since=long_ago)
    assert paired(one, candidate(2, recent=(1,), since=just_now)) == set()
    assert paired(one, candidate(2, recent=(1,), since=long_ago)) == {(1, 2)}


def test_a_rematch_gives_way_to_strangers_however_far_away() -> None:
    since = NOW - timedelta(days=20)
    one, other = candidate(1, recent=(2,), since=since), candidate(2, recent=(1,), since=since)
    assert paired(one, other, candidate(3, 2400), candidate(4, 600)) in ({(1, 3), (2, 4)}, {(1, 4), (2, 3)})


def test_being_the_latest_opponent_of_one_of_them_is_enough() -> None:
    assert paired(candidate(1, recent=(2, 3)), candidate(2, recent=(3, 1))) == set()


def test_earlier_opponents_count_less_the_longer_ago() -> None:
    one = candidate(1, recent=(9, 2, 8, 7, 3))
    costs = [cost(one, candidate(other)) for other in (9, 2, 8, 7, 3, 4)]
    assert costs == sorted(costs, reverse=True)
    assert len(set(costs)) == 6
    assert costs[-1] == 0


def test_longest_waiting_of_three_is_paired() -> None:
    waited = candidate(3, 1560, since=NOW - timedelta(days=7))
    assert paired(candidate(1, 1500), candidate(2, 1540), candidate(3, 1590)) == {(1, 2)}
    assert (1, 2) not in paired(candidate(1, 1500), candidate(2, 1540), waited)


def test_waiting_stops_counting() -> None:
    four_weeks, a_year = (candidate(1, since=NOW - timedelta(days=days)) for days in (28, 365))
    assert waiting_bonus(four_weeks, NOW) == waiting_bonus(a_year, NOW) == 700_000
    assert waiting_bonus(candidate(1, since=NOW + timedelta(hours=1)), NOW) == 0


def test_player_who_had_east_less_often_gets_east() -> None:
    games = pair_up([candidate(1, difference=1), candidate(2, difference=0)], now=NOW, number=1)
    assert games == [Pairing(east=2, west=1)]


def test_pairs_are_chosen_so_that_sides_can_be_even() -> None:
    """1 and 2 are nearer to each other, but both have had East once more than West."""
    leaning = [candidate(1, 1500, difference=1), candidate(2, 1510, difference=1)]
    even = [candidate(3, 1520, difference=-1), candidate(4, 1530, difference=-1)]
    games = pair_up([*leaning, *even], now=NOW, number=1)
    assert pairs(games) in ({(1, 3), (2, 4)}, {(1, 4), (2, 3)})
    assert set(differences([*leaning, *even], games).values()) == {0}


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [(0, 0, 0), (1, -1, 0), (1, 1, 1), (-1, -1, 1), (1, 2, 0), (2, 2, 0), (0, 2, -1), (-3, 2, -2)],
)
def test_a_game_costs_what_it_takes_them_from_even_seasons(one: int, other: int, steps: int) -> None:
    two = candidate(1, difference=one), candidate(2, difference=other)
    assert cost(*two) == steps * SIDE_STEP
    assert cost(two[1], two[0]) == steps * SIDE_STEP


def test_distance_costs_itself_and_400_points_twice_that() -> None:
    costs = [cost(candidate(1), candidate(2, 1500 + apart)) // 1000 for apart in (0, 40, 400, 800)]
    assert costs == [0, 44, 800, 2400]


def test_equal_candidates_take_turns_by_the_number_of_the_round() -> None:
    two = [candidate(1), candidate(2)]
    had_east = Counter(pair_up(two, now=NOW, number=number)[0].east for number in range(400))
    assert 160 < had_east[1] < 240


def test_equal_candidates_are_left_out_in_turns() -> None:
    three = [candidate(name) for name in (1, 2, 3)]
    left_out = Counter(
        next(iter({1, 2, 3} - {game.east, game.west}))
        for number in range(300)
        for game in pair_up(three, now=NOW, number=number)
    )
    assert min(left_out[name] for name in (1, 2, 3)) > 60


def test_slots_are_filled_where_pairing_twos_with_twos_first_would_waste_them() -> None:
    """1 and 2 want two games each: each with 3 or 4 and with each other makes three games, not two."""
    four = [candidate(1, slots=2), candidate(2, slots=2), candidate(3, 1600), candidate(4, 1600)]
    assert len(paired(*four)) == 3


@pytest.mark.parametrize("number", range(3))
def test_a_large_pool_is_filled(number: int) -> None:
    """Above what is solved exactly: half of all slots, rounded down, is what nobody could exceed."""
    chance = random.Random(number)
    everybody = [
        candidate(
            name,
            round(chance.gauss(1500, 250)),
            slots=chance.randint(1, 3),
            difference=chance.randint(-1, 1),
            recent=tuple(chance.sample(range(240), 4)),
            blocked=frozenset(chance.sample(range(240), 2)),
        )
        for name in range(240)
    ]
    games = pair_up(everybody, now=NOW, number=number)
    assert len(games) == sum(one.slots for one in everybody) // 2
    by_id = {one.id: one for one in everybody}
    assert not any(is_rematch(by_id[game.east], by_id[game.west]) for game in games)
    # pairs come before sides: a step beyond one costs as much as 300 points between them, and no more
    uneven = [value for value in differences(everybody, games).values() if abs(value) > 1]
    assert len(uneven) <= 5
    assert set(uneven) <= {-2, 2}


def test_nobody_and_one_alone() -> None:
    assert paired() == set()
    assert paired(candidate(1, slots=4)) == set()


BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_season_of_twelve() -> None:
    """Half of them wait each day, for up to two games, most of them long enough to be given a rematch.

    As nearly always others are there, nobody meets the same opponent twice in a row; sides stay even; and all
    of them come to play about as much, though the ratings of some are far from all others.
    """
    chance = random.Random(7)
    club = {
        name: Candidate(id=name, rating=rating * 1000, slots=1, difference=0, since=BEGIN)
        for name, rating in enumerate([900, 1200, *range(1400, 1600, 25), 1900, 2300])
    }
    rematches = 0
    played: Counter[int] = Counter()
    differences: Counter[int] = Counter()
    for number in range(60):
        now = BEGIN + timedelta(days=number)
        here = [
            replace(one, slots=chance.randint(1, 2), since=now - timedelta(hours=chance.randint(0, 400)))
            for one in club.values()
            if chance.random() < 0.5
        ]
        before = dict(club)
        for game in pair_up(here, now=now, number=number):
            east, west = club[game.east], club[game.west]
            rematches += is_rematch(before[east.id], before[west.id])
            club[east.id] = replace(east, difference=east.difference + 1, recent=(west.id, *east.recent))
            club[west.id] = replace(west, difference=west.difference - 1, recent=(east.id, *west.recent))
            played.update([east.id, west.id])
        differences.update(abs(one.difference) for one in club.values())
    assert rematches <= 2  # on a day when few were there
    assert min(played[name] for name in club) > max(played.values()) // 2
    assert max(differences) <= 2
    assert differences[2] < differences.total() // 20
