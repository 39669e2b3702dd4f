"""``manage.py arena``: a match between computer players, as a table or JSON, in any number of processes."""

import json
import re
from typing import Any

import pytest
from django.core.management import CommandError

from games.bots.players import PLAYERS, Made
from games.management.commands.arena import document, table
from games.simulation.match import Match, MatchGame, by_turn, play_one, play_pairs
from games.simulation.scores import Sprt
from games.simulation.series import Pairing
from tests.games.simulation.playing import RANDOM
from tests.kit.commands import output_of


class Mute:
    """A player that has only one answer, which no decision allows."""

    def __init__(self, edition: dict[str, Any], seed: int, character: str) -> None:
        pass

    def choose(self, view: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
        return {"type": "hum"}


def matched(pairing: Pairing, pairs: list[tuple[float, float]]) -> Match:
    """A match with these games, won by the first player or not, by points, in two turns of each player."""
    match = Match.empty(pairing.edition)
    for east, west in pairs:
        turns = [0.5, 1.5], [1.0, 1.0]
        as_east = MatchGame("east" if east else "west", "points", east, turns)
        as_west = MatchGame("west" if west else "east", "points", west, turns)
        match.add((as_east, as_west))
    return match


# ---- playing


def test_any_number_of_processes_gives_the_same_results() -> None:
    def played(jobs: int) -> list[tuple[Any, ...]]:
        pairs = play_pairs(Pairing("kessen", RANDOM, "jobs"), 3, jobs)
        return [(*game[:3], [len(turns) for turns in game.turns]) for pair in pairs for game in pair]

    assert played(2) == played(1)


def test_players_of_a_pair_swap_sides() -> None:
    pairing = Pairing("kessen", ("ashigaru", "random"), "swap")
    games = [play_one(pairing, number) for number in (0, 1)]
    assert [(game.winner, game.share) for game in games] == [("east", 1), ("west", 1)]
    turned = [play_one(pairing._replace(players=("random", "ashigaru")), number) for number in (1, 0)]
    assert [(game.winner, game.share) for game in turned] == [("east", 0), ("west", 0)]
    assert [game.victory for game in turned] == [game.victory for game in games]


def test_against_itself_a_player_plays_every_game_anew() -> None:
    pairs = list(play_pairs(Pairing("kessen", RANDOM, "itself"), 6, 1))
    assert any(one.winner != other.winner for one, other in pairs)
    assert any(one.share == other.share for one, other in pairs)


def test_a_turn_begins_with_the_choice_of_a_level() -> None:
    asked = [("bid", 1.0), ("level", 2.0), ("move", 4.0), ("losses", 8.0), ("level", 16.0), ("deploy", 32.0)]
    assert by_turn(asked) == [15.0, 48.0]
    assert by_turn([("bid", 1.0)]) == [1.0]


# ---- counts


def test_the_table_has_score_elo_wins_and_times() -> None:
    pairing = Pairing("kessen", ("ashigaru", "random"), "0")
    match = matched(pairing, [(1, 0), (1, 1), (0, 0), (1, 0)])
    lines = list(table(pairing, match, Sprt(0, 50)))
    assert lines[0] == "A ashigaru against B random, kessen: 8 games in 4 pairs"
    # shares 0.5, 1, 0, 0.5: as by hand in test_scores; 400 * log10(0.9001 / 0.0999) = 381.9
    assert [" ".join(line.split()) for line in lines[1:4]] == [
        "score of A 50.0 % 10.0 to 90.0 %",
        "Elo of A above B +0 -382 to +382",
        "pairs won, split, lost 1 2 1",
    ]
    assert re.fullmatch(r"east +6 +75\.0 %   points 6, .*", lines[4])
    assert re.fullmatch(r"west +2 +25\.0 %   points 2, .*", lines[5])
    # 2 s in two turns of each game
    assert lines[7].split() == ["A", "ashigaru", "1.0000", "1.5000", "2.000"]
    assert lines[8].split() == ["B", "random", "1.0000", "1.0000", "2.000"]
    assert lines[9].startswith("Elo 50, not 0: undecided (")


@pytest.mark.parametrize(
    ("won", "words", "interval"),
    [
        # 0.025 ** (1 / 4) = 0.3976, 400 * log10(0.3976 / 0.6024) = -72.2
        (1, "- more than -72", [-72, None]),
        (0, "- less than +72", [None, 72]),
    ],
)
def test_all_or_nothing_has_a_bound_on_one_side(won: float, words: str, interval: list[int | None]) -> None:
    pairing = Pairing("kessen", RANDOM, "0")
    match = matched(pairing, [(won, won)] * 4)
    assert " ".join(list(table(pairing, match, None))[2].split()) == f"Elo of A above B {words}"
    found = document(pairing, match, None)
    assert (found["score"], found["elo"], found["sprt"]) == (won, None, None)
    assert [end if end is None else round(end) for end in found["elo_interval"]] == interval


def test_an_interval_of_everything_says_so() -> None:
    pairing = Pairing("kessen", RANDOM, "0")
    match = matched(pairing, [(1, 1), (0, 0)])
    assert list(table(pairing, match, None))[2].endswith("   anything")
    assert document(pairing, match, None)["elo_interval"] == [None, None]


# ---- the command


def test_json_is_exactly_one_document() -> None:
    text = output_of(
        "arena", "random", "random", "--games", "4", "--json", "--edition", "manual", "--seed", "json"
    )
    found = json.loads(text)
    assert text.count("\n") == 1
    assert list(found) == [
        *("edition", "seed", "games", "score", "interval", "elo", "elo_interval", "pairs", "wins"),
        *("victories", "players", "sprt"),
    ]
    assert (found["edition"], found["seed"], found["games"]) == ("manual", "json", 4)
    assert sum(found["wins"].values()) == sum(found["victories"].values()) == 4
    assert sum(found["pairs"].values()) == 2
    assert found["interval"][0] <= found["score"] <= found["interval"][1]
    for player in found["players"]:
        assert player["name"] == "random"
        times = player["processor_seconds"]
        assert 0 < times["turn"] <= times["longest_turn"] <= times["game"]


def test_a_decided_test_ends_the_match() -> None:
    # 400 Elo are 10 / 11: each pair lost is less likely by log(2 / 11) = -1.705, two of them by -3.41
    text = output_of("arena", "random", "ashigaru", "--games", "40", "--sprt", "0", "400", "--json")
    found = json.loads(text)
    assert (found["games"], found["pairs"]["lost"]) == (4, 2)
    assert found["sprt"]["verdict"] == "rejected"
    assert found["sprt"]["ratio"] == pytest.approx(-3.41, abs=0.01)


def test_a_table_is_printed() -> None:
    assert output_of("arena", "random", "ashigaru", "--games", "2").startswith(
        "A random against B ashigaru, kessen: 2 games"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games", "0"], "--games must be an even number, 2 or more"),
        (["--games", "5"], "--games must be an even number, 2 or more"),
        (["--games", "4", "--jobs", "0"], "--jobs must be at least 1"),
        (["--games", "4", "--edition", "gold"], 'there is no edition "gold"; there are: gmt-2011, gmt-2016,'),
        (["--games", "4", "--sprt", "50", "50"], "the smaller one first, as in --sprt 0 50"),
        (["--games", "4", "--sprt", "50", "0"], "the smaller one first, as in --sprt 0 50"),
        (["--games", "4", "--sprt", "0", "nan"], "two numbers from -2000 to 2000"),
        (["--games", "4", "--sprt", "0", "1e9"], "two numbers from -2000 to 2000"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_arguments_are_refused_in_one_line(arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError) as refused:
        output_of("arena", "random", "random", *arguments)
    assert refused.value.returncode == 2
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_refusal_of_an_unknown_player_names_the_known_ones() -> None:
    with pytest.raises(
        CommandError, match=r"argument B: .*'shogun' \(choose from 'ashigaru', 'ashigaru-0.2', "
    ):
        output_of("arena", "random", "shogun", "--games", "2")


def test_a_game_that_goes_wrong_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "mute", Made(f"{__name__}:Mute"))
    with pytest.raises(CommandError, match=r"^game 0 of seed hum: west answered "):
        output_of("arena", "random", "mute", "--games", "2", "--seed", "hum")
