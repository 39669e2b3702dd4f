"""``manage.py simulate``: one game as a story, or many as counts, in any number of processes."""

import io
import json
import os
import re
import subprocess
import sys
from collections import Counter

import pytest
from django.core.management import CommandError, call_command

from games.engine import SIDES
from games.management.commands import simulate
from games.simulation import coverage
from games.simulation.series import Pairing, play_many, play_one
from tests.games.simulation.playing import KESSEN, RANDOM, played
from tests.kit.commands import output_of
from tests.kit.processes import PROJECT


def test_one_game_is_told_week_by_week_and_ends_with_the_score() -> None:
    lines = output_of("simulate", "--east", "random", "--west", "random", "--seed", "story").splitlines()
    record = played(RANDOM, "story/0")
    weeks = [int(line.split()[1]) for line in lines if re.fullmatch(r"Week \d+", line)]
    assert lines[0] == "Setting up"
    assert weeks == list(range(1, record.state.week + 1))
    assert "The end" in lines
    points = re.findall(r"^  (East|West), (\d+) points?:", "\n".join(lines), re.MULTILINE)
    assert points == [
        (name, str(record.result.points[side])) for name, side in zip(("East", "West"), SIDES, strict=True)
    ]


def test_json_is_exactly_one_document() -> None:
    text = output_of(
        "simulate", "--east", "random", "--west", "random", "--games", "5", "--json", "--jobs", "2"
    )
    document = json.loads(text)
    assert text.count("\n") == 1
    assert list(document) == [
        *("games", "wins", "victories", "actions_per_game", "games_per_second", "coverage")
    ]
    assert document["games"] == 5
    assert sum(document["wins"].values()) == sum(document["victories"].values()) == 5
    assert list(document["wins"]) == ["east", "west"]
    assert set(document["coverage"]) == set(coverage.table(KESSEN.edition))
    assert document["coverage"]["decision.level"] > 5 * 4


def test_json_of_a_single_game_counts_it_and_tells_no_story() -> None:
    document = json.loads(output_of("simulate", "--east", "random", "--west", "random", "--json"))
    outcome = play_one(Pairing("kessen", RANDOM, "0"), 0)
    assert (document["games"], document["actions_per_game"]) == (1, outcome.actions)
    assert document["wins"][outcome.winner] == document["victories"][outcome.victory] == 1
    assert document["coverage"] == outcome.coverage
    assert "weeks" not in document


def test_many_games_are_summed_up() -> None:
    text = output_of("simulate", "--east", "random", "--west", "random", "--games", "3", "--quiet")
    outcomes = [play_one(Pairing("kessen", RANDOM, "0"), number) for number in range(3)]
    won = [outcome.winner for outcome in outcomes]
    weeks = sorted(Counter(outcome.week for outcome in outcomes).items())
    assert text.startswith("3 games, ")
    assert f"ended in week  {'  '.join(f'{week}: {count}' for week, count in weeks)}\n" in text
    assert re.search(rf"^east +{won.count('east')} ", text, re.MULTILINE)
    assert re.search(rf"^west +{won.count('west')} ", text, re.MULTILINE)


def test_any_number_of_processes_gives_the_same_results() -> None:
    pairing = Pairing("kessen", RANDOM, "jobs")
    assert list(play_many(pairing, 6, 2)) == list(play_many(pairing, 6, 1))


def test_branch_that_never_occurs_in_enough_games_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "ENOUGH_FOR_ALL", 2)
    out = io.StringIO()
    with pytest.raises(CommandError, match=r"2 games without: .*victory\.") as failed:
        call_command("simulate", "--east", "random", "--west", "random", "--games", "2", "--json", stdout=out)
    assert failed.value.returncode == 1
    assert json.loads(out.getvalue())["games"] == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games", "0"], "--games must be at least 1"),
        (["--jobs", "-1"], "--jobs must be at least 1"),
        (["--edition", "gold"], 'there is no edition "gold"; there are: gmt-2011, gmt-2016, kessen, manual'),
        (["--edition", "../kessen"], 'there is no edition "../kessen"'),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_arguments_are_refused_in_one_line(arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("simulate", *arguments)
    assert refused.value.returncode == 2
    assert words in str(refused.value)

    assert "\n" not in str(refused.value)


def test_refusal_of_an_unknown_player_names_the_known_ones() -> None:
    with pytest.raises(CommandError, match=r"'shogun' \(choose from 'ashigaru', "):
        call_command("simulate", "--east", "shogun")


@pytest.mark.parametrize("command", ["simulate", "fuzz"])
def test_the_help_lists_the_editions(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        call_command(command, "--help")
    assert left.value.code == 0
    assert "gmt-2011, gmt-2016, kessen, manual (kessen)" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_a_reader_may_leave_early(unbuffered: str) -> None:
    command = [sys.executable, "manage.py", "simulate", "--east", "random", "--west", "random"]
    surroundings = {**os.environ, "DJANGO_SETTINGS_MODULE": "sekigahara.settings"}
    surroundings["PYTHONUNBUFFERED"] = unbuffered
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=PROJECT, env=surroundings
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"Setting up\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0
