"""What a ranking becomes: places won, forfeited, dropped, left."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.ladders.challenges.ranking import (
    Inactivity,
    after_inactivity,
    after_result,
    after_time_out,
    dropped,
    entered,
)
from games.ladders.challenges.terms import ChallengeTerms
from tests.kit.searches import given, st

NOW = datetime(2026, 5, 1, tzinfo=UTC)
DEFAULTS = ChallengeTerms()
DAY = timedelta(days=1)

rankings = st.integers(2, 9).flatmap(lambda size: st.permutations(range(1, size + 1)))


@st.composite
def games(draw: st.DrawFn) -> tuple[list[int], int, int]:
    """A ranking, a challenger and a challenged, wherever they stand by now."""
    ranking = draw(rankings)
    challenger, challenged = draw(st.permutations(ranking))[:2]
    return ranking, challenger, challenged


def inactivity(ranking: list[int], idle: dict[int, int], since: int = 1000) -> Inactivity:
    """With days without a move, and days since the last call; by default nothing has been carried out."""
    return after_inactivity(
        ranking,
        {person: NOW - idle.get(person, 0) * DAY for person in ranking},
        since=NOW - since * DAY,
        now=NOW,
        settings=DEFAULTS,
    )


@pytest.mark.parametrize(
    ("ranking", "points", "expected"),
    [
        pytest.param([1, 2, 3], {}, [1, 2, 3, 9], id="nobody is rated"),
        pytest.param([], {9: 1700}, [9], id="the first"),
        pytest.param([1, 2, 3], {1: 1800, 2: 1600, 9: 1700}, [1, 9, 2, 3], id="between two"),
        pytest.param([1, 2, 3], {1: 1300, 2: 1600, 3: 1550, 9: 1400}, [1, 2, 3, 9], id="one stands too high"),
        pytest.param([1, 2, 3], {9: 1400}, [1, 2, 3, 9], id="below those without a rating"),
        pytest.param([1, 2, 3], {3: 1400}, [1, 2, 9, 3], id="without a rating, above a lower one"),
        pytest.param([1, 2, 3], {1: 1500, 9: 1500}, [1, 2, 3, 9], id="equals stay above"),
    ],
)
def test_newcomer_enters_at_the_place_of_their_rating(
    ranking: list[int], points: dict[int, int], expected: list[int]
) -> None:
    assert entered(ranking, 9, points, usual=1500) == expected


@given(rankings, st.dictionaries(st.integers(1, 10), st.integers(1000, 2000)))
def test_newcomer_costs_nobody_more_than_a_place(ranking: list[int], points: dict[int, int]) -> None:
    after = entered(ranking, 10, points, usual=1500)
    assert [person for person in after if person != 10] == ranking


def test_a_game_with_somebody_who_has_left_moves_nobody() -> None:
    assert after_result([1, 2, 3], challenger=3, challenged=9, winner=3) == [1, 2, 3]
    assert after_result([1, 2, 3], challenger=9, challenged=1, winner=9) == [1, 2, 3]


@given(games(), st.sampled_from(["challenger", "challenged", "nobody"]))
def test_a_result_moves_the_winner_up_or_nobody(game: tuple[list[int], int, int], who: str) -> None:
    ranking, challenger, challenged = game
    winner = {"challenger": challenger, "challenged": challenged, "nobody": None}[who]
    found = after_result(ranking, challenger=challenger, challenged=challenged, winner=winner)
    assert sorted(found) == sorted(ranking)
    if winner == challenger and ranking.index(challenger) > ranking.index(challenged):
        assert found.index(challenger) == ranking.index(challenged)
        found.remove(challenger)
        ranking.remove(challenger)
        assert found == ranking
    else:
        assert found == ranking


@given(games(), st.booleans(), st.integers(0, 12))
def test_a_loss_on_time_is_never_better_than_a_loss(
    game: tuple[list[int], int, int], by_challenger: bool, places: int
) -> None:
    ranking, challenger, challenged = game
    loser = challenger if by_challenger else challenged
    winner = challenged if by_challenger else challenger
    lost = after_result(ranking, challenger=challenger, challenged=challenged, winner=winner)
    found = after_time_out(
        ranking,
        challenger=challenger,
        challenged=challenged,
        loser=loser,
        settings=ChallengeTerms(time_out_drop=places),
    )
    assert sorted(found) == sorted(ranking)
    assert found.index(loser) == min(lost.index(loser) + places, len(ranking) - 1)
    assert found == dropped(lost, loser, places)


@given(rankings, st.data(), st.integers(0, 12))
def test_a_drop_lifts_those_passed_by_one_and_moves_nobody_else(
    ranking: list[int], data: st.DataObject, places: int
) -> None:
    person = data.draw(st.sampled_from(ranking))
    found = dropped(ranking, person, places)
    fallen = min(places, len(ranking) - 1 - ranking.index(person))
    moves = {other: found.index(other) - ranking.index(other) for other in ranking}
    passed = ranking[ranking.index(person) + 1 : ranking.index(person) + 1 + fallen]
    assert moves == {other: -1 if other in passed else fallen if other == person else 0 for other in ranking}


def test_a_drop_of_somebody_not_ranked_moves_nobody() -> None:
    assert dropped([1, 2, 3], 9, 1) == [1, 2, 3]


@pytest.mark.parametrize(
    ("idle", "place"), [(0, 0), (29, 0), (30, 1), (36, 1), (37, 2), (44, 3), (51, 4), (58, 5), (89, 5)]
)
def test_a_place_is_lost_after_thirty_days_and_another_each_week(idle: int, place: int) -> None:
    found = inactivity([1, 2, 3, 4, 5, 6], {1: idle})
    assert found.ranking.index(1) == place
    assert found.off == []


def test_player_is_removed_after_ninety_days() -> None:
    found = inactivity([1, 2, 3], {2: 90})
    assert found == Inactivity([1, 3], {}, [2])


def test_drops_are_carried_out_once() -> None:
    assert inactivity([1, 2, 3, 4], {1: 38}, since=1) == Inactivity([1, 2, 3, 4], {}, [])
    assert inactivity([1, 2, 3, 4], {1: 38}, since=2) == Inactivity([2, 1, 3, 4], {1: 1}, [])


def test_two_idle_neighbours_both_fall_behind_the_active_one() -> None:
    assert inactivity([1, 2, 3], {1: 30, 2: 30}).ranking == [3, 1, 2]


def test_equally_idle_players_all_keep_their_places() -> None:
    assert inactivity([1, 2, 3], {1: 30, 2: 30, 3: 30}).ranking == [1, 2, 3]


def test_longer_idle_player_falls_further() -> None:
    assert inactivity([1, 2, 3, 4], {1: 37, 2: 30}).ranking == [3, 2, 1, 4]


idle_days = st.lists(st.integers(0, 100), min_size=9, max_size=9).map(lambda days: dict(enumerate(days, 1)))


@given(rankings, idle_days, st.integers(0, 60))
def test_inactivity_moves_down_only_those_who_are_due(
    ranking: list[int], idle: dict[int, int], since: int
) -> None:
    found = inactivity(ranking, idle, since)
    assert sorted(found.ranking + found.off) == sorted(ranking)
    assert set(found.off) == {person for person in ranking if idle[person] >= 90}
    before = [person for person in ranking if person not in found.off]
    for person in before:
        fell = found.ranking.index(person) - before.index(person)
        assert fell <= found.dropped.get(person, 0)
    as_far = [[one for one in order if one in found.dropped] for order in (before, found.ranking)]
    if len(set(found.dropped.values())) == 1:
        assert as_far[0] == as_far[1]


@given(rankings, st.integers(0, 89), st.integers(0, 60))
def test_two_calls_move_a_lone_idle_player_as_one_does(ranking: list[int], idle: int, between: int) -> None:
    person = ranking[0]
    active = dict.fromkeys(ranking, NOW) | {person: NOW - idle * DAY}
    begin, middle = NOW - 200 * DAY, NOW - between * DAY
    halfway = after_inactivity(ranking, active, since=begin, now=middle, settings=DEFAULTS)
    twice = after_inactivity(halfway.ranking, active, since=middle, now=NOW, settings=DEFAULTS)
    once = after_inactivity(ranking, active, since=begin, now=NOW, settings=DEFAULTS)
    assert twice.ranking == once.ranking
    again = after_inactivity(once.ranking, active, since=NOW, now=NOW, settings=DEFAULTS)
    assert again.ranking == once.ranking
