"""The table of a season, worked out by hand, and what holds for every table."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

from games.engine.side import EAST, WEST
from games.ladders.ratings.results import LOSS, TIE, WIN, GameResult
from games.ladders.tables.standings import TableRow, Tally, TieBreak, standings
from tests.kit.searches import given, st
from tests.ladders import finished

SCORES = {"east": (WIN, LOSS), "tie": (TIE, TIE), "west": (LOSS, WIN)}


def result(number: int, east: int | None, west: int | None, winner: str) -> GameResult:
    """The season's game of that number."""
    return finished.result(east, west, SCORES[winner], days=number, game=f"game-{number}")


def season(*games: tuple[int, int, str]) -> list[GameResult]:
    return [result(number, *game) for number, game in enumerate(games)]


def places(table: list[TableRow]) -> list[tuple[int, int]]:
    """Each place with who has it."""
    return [(row.place, row.player) for row in table]


def values(table: list[TableRow], tie_break: TieBreak) -> dict[int, int]:
    return {row.player: row.tie_breaks[tie_break] for row in table}


ROUND_ROBIN = season(
    (1, 2, "east"), (3, 1, "west"), (4, 1, "east"), (2, 3, "east"), (2, 4, "east"), (4, 3, "west")
)


def test_points_come_first() -> None:
    table = standings([1, 2, 3], season((1, 2, "west"), (2, 3, "tie"), (3, 1, "tie")))
    assert places(table) == [(1, 2), (2, 3), (3, 1)]
    assert [row.points for row in table] == [3, 2, 1]
    assert table[0].tally == Tally(wins=1, ties=1, losses=0)
    assert table[0].tally.games == 2


def test_a_round_robin_of_four() -> None:
    """Each has met each other once.

    1 beats 2 and 3 and loses to 4: 4 points. 2 beats 3 and 4 and loses to 1: 4 points. 3 beats 4: 2. 4 beats
    1: 2. Of 1 and 2 the game between them was 1's; of 3 and 4 it was 3's.
    """
    table = standings([1, 2, 3, 4], ROUND_ROBIN)
    assert places(table) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [row.points for row in table] == [4, 4, 2, 2]
    assert values(table, TieBreak.HEAD_TO_HEAD) == {1: 1, 2: -1, 3: 1, 4: -1}
    # 1: 2*4 of player 2, 2*2 of player 3; 2: 2*2 and 2*2; 3: 2*2 of player 4; 4: 2*4 of player 1
    assert values(table, TieBreak.SONNEBORN_BERGER) == {1: 12, 2: 8, 3: 4, 4: 8}
    # East won four games, West two: by 1 against 3, and by 3 against 4
    assert values(table, TieBreak.WINS_AS_LESS_FAVOURED) == {1: 1, 2: 0, 3: 1, 4: 0}


def test_a_circle_is_broken_by_whom_they_beat() -> None:
    """1 beats 2, 2 beats 3, 3 beats 1. Each of them wins one more: 1 against 4, 2 against 5, 3 against 6.

    4 beats 5 and 6, and loses to 1 and once to 5. So 1, 2, 3 and 4 have four points each, 5 has two. Among
    the four, wins less losses are 1 for 1 (2 and 4 beaten, 3 not), 0 for 2 and 3, and -1 for 4.
    """
    games = season(
        (1, 2, "east"),
        (2, 3, "east"),
        (3, 1, "east"),
        (1, 4, "east"),
        (4, 5, "west"),
        (5, 4, "west"),
        (4, 6, "east"),
        (2, 5, "east"),
        (3, 6, "east"),
    )
    table = standings(range(1, 7), games)
    assert values(table, TieBreak.HEAD_TO_HEAD) == {1: 1, 2: 0, 3: 0, 4: -1, 5: 0, 6: 0}
    # 2 beat 3 (4 points) and 5 (2 points), 3 beat 1 (4 points) and 6 (nothing)
    assert values(table, TieBreak.SONNEBORN_BERGER) == {1: 16, 2: 12, 3: 8, 4: 4, 5: 8, 6: 0}
    assert places(table) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)]


def test_wins_separate_players_with_equally_strong_opponents() -> None:
    """1 has tied 3 twice, 2 has won and lost against 4: both have two points, as their opponents have."""
    games = season((1, 3, "tie"), (3, 1, "tie"), (2, 4, "east"), (2, 4, "west"))
    table = standings([1, 2, 3, 4], games)
    assert values(table, TieBreak.SONNEBORN_BERGER) == {1: 4, 2: 4, 3: 4, 4: 4}
    assert values(table, TieBreak.WINS) == {1: 0, 2: 1, 3: 0, 4: 1}
    # 4 won as West, 2 as East: each side has won one game, and none is favoured
    assert values(table, TieBreak.WINS_AS_LESS_FAVOURED) == dict.fromkeys([1, 2, 3, 4], 0)
    assert places(table) == [(1, 2), (1, 4), (3, 1), (3, 3)]


def test_a_win_with_the_weaker_side_is_the_last_word() -> None:
    """1 and 2 have each won one game against one of no points, 1 as East and 2 as West; 5 has won as East."""
    games = season((1, 3, "east"), (4, 2, "west"), (5, 6, "east"))
    table = standings(range(1, 7), games)
    assert places(table) == [(1, 2), (2, 1), (2, 5), (4, 3), (4, 4), (4, 6)]


def test_head_to_head_does_not_reward_having_met_more_often() -> None:
    """1 and 2 tied twice and 3 beat 4: two points each. With points among themselves, 3 would be behind."""
    table = standings([1, 2, 3, 4], season((1, 2, "tie"), (2, 1, "tie"), (3, 4, "east")))
    assert [row.points for row in table] == [2, 2, 2, 0]
    assert values(table, TieBreak.HEAD_TO_HEAD) == {1: 0, 2: 0, 3: 0, 4: 0}


def test_games_with_others_are_left_out_and_whoever_has_not_played_is_in() -> None:
    games = [
        *season((1, 2, "east"), (1, 9, "east")),
        result(7, 1, None, "east"),
        result(8, None, None, "tie"),
    ]
    table = standings([1, 2, 3], games)
    assert [(row.player, row.tally) for row in table] == [
        (1, Tally(wins=1)),
        (2, Tally(losses=1)),
        (3, Tally()),
    ]
    assert places(table) == [(1, 1), (2, 2), (2, 3)]


def test_nobody_makes_an_empty_table() -> None:
    assert standings([], season((1, 2, "east"))) == []


def test_every_tie_break_is_explained_in_its_own_words() -> None:
    assert all(tie_break.explanation.endswith(".") for tie_break in TieBreak)
    assert len({tie_break.explanation for tie_break in TieBreak}) == len(TieBreak)


persons = st.integers(1, 6)
seasons = st.lists(
    st.tuples(persons, persons, st.sampled_from(sorted(SCORES))).filter(lambda game: game[0] != game[1]),
    max_size=14,
).map(lambda games: season(*games))


@given(seasons, st.randoms(use_true_random=False))
def test_the_order_of_what_is_given_changes_nothing(results: list[GameResult], chance: random.Random) -> None:
    players = list(range(1, 7))
    table = standings(players, results)
    chance.shuffle(players)
    chance.shuffle(results)
    assert standings(players, results) == table


@given(seasons)
def test_rows_are_in_order_and_equal_ones_share_a_place(results: list[GameResult]) -> None:
    rows = standings(range(1, 7), results)
    assert sorted(row.player for row in rows) == [1, 2, 3, 4, 5, 6]
    for above, below in pairwise(rows):
        keys = [(row.points, *(row.tie_breaks[one] for one in TieBreak)) for row in (above, below)]
        assert keys[0] >= keys[1]
        assert (keys[0] == keys[1]) == (above.place == below.place)
    assert all(
        row.place == rows.index(row) + 1 or row.place == rows[rows.index(row) - 1].place for row in rows
    )


@given(seasons)
def test_every_game_is_worth_two_points_and_counted_from_both_ends(results: list[GameResult]) -> None:
    table = standings(range(1, 7), results)
    assert sum(row.points for row in table) == 2 * len(results)
    assert sum(row.tally.games for row in table) == 2 * len(results)


@given(seasons, st.permutations(range(1, 7)))
def test_other_ids_have_the_same_places(results: list[GameResult], names: list[int]) -> None:
    renamed = []
    for played in results:
        assert played.persons
        east, west = played.persons
        renamed.append(replace(played, players=(names[east - 1], names[west - 1])))
    before = {row.player: row.place for row in standings(range(1, 7), results)}
    after = {row.player: row.place for row in standings(range(1, 7), renamed)}
    assert after == {names[person - 1]: place for person, place in before.items()}


@given(seasons)
def test_head_to_head_among_the_level_adds_up_to_nothing(results: list[GameResult]) -> None:
    table = standings(range(1, 7), results)
    for points in {row.points for row in table}:
        level = [row for row in table if row.points == points]
        assert sum(row.tie_breaks[TieBreak.HEAD_TO_HEAD] for row in level) == 0


@given(seasons)
def test_the_less_favoured_side_has_won_fewer_games(results: list[GameResult]) -> None:
    wins = [sum(played.halves[side] == WIN for played in results) for side in (EAST, WEST)]
    counted = values(standings(range(1, 7), results), TieBreak.WINS_AS_LESS_FAVOURED)
    assert sum(counted.values()) == (0 if wins[EAST] == wins[WEST] else min(wins))
