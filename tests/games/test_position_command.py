"""``manage.py position``: its output for each viewer, and its exit status."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.kit.commands import output_of
from tests.kit.mutated_positions import Mutator

PROJECT = Path(__file__).resolve().parent.parent.parent
POSITIONS = PROJECT / "fixtures" / "positions"

BATTLE = """
east.at.kiso = "ieyasu, tokugawa-two-mon"
east.came_from.iwamura = "all at kiso"
east.hand = "tokugawa-plain, date-special"
west.at.kiso = "kobayakawa-hideaki, ukita-daimyo"
west.hand = "ukita-plain, west-loyalty"
combat.location = "kiso"
actions = [["east", { type = "deploy", blocks = ["tokugawa-two-mon"], card = "tokugawa-plain" }]]
"""
BIDS = "pending = 'bid'\neast.hand = 'date-plain'\nwest.hand = 'mori-plain'"


def answered(file: Path | str, *arguments: str) -> dict[str, Any]:
    output: dict[str, Any] = json.loads(output_of("position", file, *arguments))
    return output


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    path = tmp_path / "battle.toml"
    path.write_text(BATTLE, encoding="utf-8")
    return path


def test_position_command_answers_the_side_that_is_asked(battle: Path) -> None:
    output = answered(battle)
    assert output["view"]["viewer"] == "west"
    assert output["view"]["mine"]["hand"] == ["ukita-plain", "west-loyalty"]
    assert output["options"]["decision"] == "deploy"
    assert {"action": {"type": "challenge"}} in output["options"]["answers"][0]["choices"]
    assert [event["event"] for event in output["events"]] == ["deployed"]


@pytest.mark.parametrize("viewer", ["east", "west", "public"])
def test_position_command_shows_a_viewer_no_more_than_they_know(battle: Path, viewer: str) -> None:
    output = answered(battle, "--as", viewer)
    text = json.dumps(output)
    assert output["view"]["viewer"] == viewer
    assert ("kobayakawa-hideaki" in text, "west-loyalty" in text) == (viewer == "west", viewer == "west")
    assert ("ieyasu" in text, "date-special" in text) == (viewer == "east", viewer == "east")
    assert (output["options"] is None) == (viewer != "west")


def test_the_referee_sees_both_sides(battle: Path) -> None:
    output = answered(battle, "--as", "referee")
    assert output["view"]["east"]["mine"]["hand"] == ["date-special"]
    assert output["view"]["west"]["mine"]["hand"] == ["ukita-plain", "west-loyalty"]
    assert (output["options"]["east"], output["options"]["west"]["decision"]) == (None, "deploy")


def test_default_viewer_is_the_referee_for_two_and_the_public_for_none(tmp_path: Path) -> None:
    path = tmp_path / "bids.toml"
    path.write_text(BIDS, encoding="utf-8")
    assert {side: output["decision"] for side, output in answered(path)["options"].items()} == {
        "east": "bid",
        "west": "bid",
    }
    path.write_text("pending = 'end-game'", encoding="utf-8")
    output = answered(path)
    assert (output["view"]["viewer"], output["options"], output["view"]["phase"]) == ("public", None, "over")


def test_the_events_of_what_follows_by_itself_are_told_too() -> None:
    output = answered(POSITIONS / "attack-on-osaka.toml")
    assert [event["event"] for event in output["events"]] == [
        "combat-declared",
        "mori-joined",
        "battle-began",
    ]


def test_a_seed_can_be_given(tmp_path: Path) -> None:
    path = tmp_path / "week.toml"
    path.write_text("week = 2\npending = 'begin-week'", encoding="utf-8")

    def drawn(*seed: str) -> Any:
        return answered(path, "--as", "east", *seed)["view"]["mine"]["hand"]

    assert drawn("--seed", "1") == drawn("--seed", "1")
    assert len({tuple(drawn("--seed", str(seed))) for seed in range(5)}) > 1


def test_a_refusal_is_told_as_json_and_ends_with_3(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        call_command("position", str(POSITIONS / "besieged-stay.toml"))
    output = json.loads(capsys.readouterr().out)
    assert caught.value.code == 3
    assert (output["code"], output["rule"], output["parameters"]) == (
        "besieged",
        "8.9.5",
        {"location": "gifu"},
    )
    assert output["title"]
    assert output["text"]
    assert (output["number"], output["side"], output["action"]["type"]) == (1, "west", "move")
    assert output["sentence"] == "Your blocks at Gifu are besieged and cannot leave. Move other blocks."
    assert output["asked"] == [{"side": "west", "decision": "movement"}]
    assert output["given"] == []


BEATEN = """
title = "Where do they go?"
pending = "deploy"
active = "west"
first = "west"
east.at.edo = "ieyasu"
east.at.okazaki = "fukushima-daimyo, fukushima-two-mon"
east.hand = "fukushima-special"
west.at.okazaki = "mori-two-mon x3"
west.came_from.kiyosu = "all at okazaki"
combat.location = "okazaki"
combat.east.impact = 6
combat.west.deployed = "mori-two-mon"
"""
FINISHED = '["west", { type = "finish" }], ["east", { type = "finish" }]'


def refused(capsys: pytest.CaptureFixture[str], file: Path, *arguments: str) -> str:
    """What is printed about a refusal."""
    with pytest.raises(SystemExit) as caught:
        call_command("position", str(file), *arguments)
    assert caught.value.code == 3
    return capsys.readouterr().out


def beaten(tmp_path: Path, *more: str) -> Path:
    path = tmp_path / "beaten.toml"
    path.write_text(f"actions = [{', '.join([FINISHED, *more])}]\n{BEATEN}", encoding="utf-8")
    return path


GIVEN = "There is only one answer, it was given: West retreated from Okazaki to Kiyosu"


def test_an_answer_that_the_rules_gave_by_themselves_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    told = answered(beaten(tmp_path))["given"]
    assert (told[-1]["after"], told[-1]["side"]) == (2, "west")
    assert told[-1]["sentence"].startswith(GIVEN)
    late = beaten(tmp_path, '["west", { type = "retreat", to = "kiyosu" }]')
    output = json.loads(refused(capsys, late))
    assert (output["number"], output["code"], output["rule"]) == (3, "not-your-decision", "7.1")
    assert output["parameters"] == {"waiting": ["east"], "decision": "level"}
    assert output["given"][-1]["sentence"].startswith(GIVEN)


def test_the_story_says_what_happened_in_sentences_and_what_was_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    late = beaten(tmp_path, '["west", { type = "retreat", to = "kiyosu" }]')
    told = " ".join(refused(capsys, late, "--story").split())
    assert told.startswith("Where do they go? Action 1, West:")
    assert GIVEN in told
    assert "Action 3, West: Refused: You have nothing to decide now." in told
    assert told.endswith("East is asked: Choose the movement level.")


@pytest.mark.parametrize(("until", "ending"), [("0", "West is asked:"), ("1", "East is asked:")])
def test_the_story_stops_where_it_is_told_to(tmp_path: Path, until: str, ending: str) -> None:
    lines = output_of("position", beaten(tmp_path), "--story", "--until", until).strip().splitlines()
    assert lines[-1] == f"{ending} Deploy a block, or stop."
    assert sum(line.startswith("Action ") for line in lines) == int(until)


def test_a_story_cannot_stop_after_an_action_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="the number of actions is 2") as caught:
        answered(beaten(tmp_path), "--until", "3")
    assert caught.value.returncode == 2


@pytest.mark.parametrize(("viewer", "sees"), [("west", True), ("east", False), ("public", False)])
def test_a_story_tells_a_viewer_no_more_than_they_know(tmp_path: Path, viewer: str, sees: bool) -> None:
    told = output_of("position", beaten(tmp_path), "--story", "--as", viewer)
    assert ("to Kiyosu with 2 Mori two-mon" in " ".join(told.split())) == sees


@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param(b"wek = 1", 'unknown key "wek"', id="not a position"),
        pytest.param(b"\xff", "decode", id="not text"),
        pytest.param(None, "No such file", id="not there"),
        pytest.param(b"edition = 'kesen'", 'there is no edition "kesen"', id="no such edition"),
    ],
)
def test_a_bad_file_is_refused_in_words_with_2(tmp_path: Path, content: bytes | None, words: str) -> None:
    path = tmp_path / "position.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CommandError, match=words) as caught:
        answered(path)
    assert caught.value.returncode == 2


@pytest.mark.parametrize("count", [60, pytest.param(10_000, marks=pytest.mark.overnight)])
def test_exit_status_is_0_2_or_3_for_any_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, count: int
) -> None:
    """Any other exception than these, in reading, judging or telling, fails the test."""
    path = tmp_path / "position.toml"
    mutator = Mutator(Random(f"files {count}"))
    seen: set[int] = set()
    for number in range(count):
        mutated = mutator.mutated()
        path.write_text(mutated.text, encoding="utf-8")
        try:
            call_command("position", str(path), *(["--story"] if number % 2 else []))
            status = 0
        except CommandError as error:
            status = error.returncode
        except SystemExit as ended:
            status = int(ended.code or 0)
        assert status == 2 or (status in (0, 3) and not mutated.is_wrong), mutated
        assert status == 2 or capsys.readouterr().out, "something is said"
        seen.add(status)
    assert seen == {0, 2, 3}


def test_position_command_reads_standard_input_and_prints_one_document() -> None:
    command = [sys.executable, "manage.py", "position", "-", "--as", "public"]
    done = subprocess.run(command, cwd=PROJECT, input=BIDS, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["view"]["phase"] == "turn-order"
