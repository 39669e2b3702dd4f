"""The API guide: its examples run in order, and its numbers and addresses are correct."""

import json
import re
import shlex
from pathlib import Path
from string import Template
from typing import Any

import pytest
from django.urls import resolve

from accounts.scopes import Scope
from games.api import parsers, throttles, urls
from games.engine.errors import Illegal
from games.models.time_out_policy import OnTimeOut
from games.rulebook.editions import ruleset
from games.rulebook.rules import rule_path
from games.services import analyses
from games.services.idempotency import LONGEST_KEY
from games.services.lobby import GAMES
from games.services.retention import RECEIPTS_KEPT
from games.story import Names, refusal
from sekigahara.errors.codes import CODES
from sekigahara.errors.problems import PAGES
from tests.api.published import validator
from tests.kit.calling import Caller, caller_at

README = Path(__file__).resolve().parents[2] / "games" / "api" / "README.md"
TEXT = README.read_text(encoding="utf-8")


def commands() -> list[str]:
    """The lines of the examples for a shell."""
    blocks = re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
    return [line for block in blocks for line in block.replace("\\\n", "").splitlines() if line]


def run(caller: Caller, command: str, variables: dict[str, str]) -> Any:
    """Do what curl would do; the options the page uses are those that are understood."""
    told = Template(command.replace("'$CARD'", "$CARD")).substitute(variables)
    words = iter(shlex.split(told))
    assert next(words) == "curl"
    method, body, address, headers = "GET", b"", "", {}
    for word in words:
        match word:
            case "-s" | "-i":
                pass
            case "-X":
                method = next(words)
            case "-d":
                body = next(words).encode()
            case "-H":
                name, _colon, value = next(words).partition(": ")
                headers[name] = value
            case _:
                assert not address, f"two addresses: {command}"
                address = word
    kind = headers.pop("Content-Type", "")
    return caller.send(method, address, body, kind=kind, **headers)


@pytest.mark.django_db
def test_examples_of_the_guide_play_a_whole_turn() -> None:
    token = caller_at("reader@example.org").headers["Authorization"].removeprefix("Bearer ")
    variables = {"SITE": "http://testserver", "TOKEN": token}
    done = []
    for command in commands():
        answer = run(Caller(), command, variables)
        assert answer.status_code in (200, 201), (command, answer.content)
        told = answer.json()
        if "id" in told:
            variables["GAME"] = told["id"]
        if "view" in told and "mine" in told["view"]:
            variables.setdefault("CARD", told["view"]["mine"]["hand"][0])
        if answer.has_header("ETag"):
            variables["TAG"] = answer["ETag"].replace('"', r"\"")
        done.append(answer.status_code)
    assert len(done) >= 9
    assert done.count(201) == 2, "a game was made, and an action taken"


def test_examples_that_send_json_say_so() -> None:
    lines = TEXT.replace("\\\n", "").splitlines()
    sent = [line for line in lines if line.startswith("curl ") and "-d '{" in line]
    assert len(sent) > 4
    assert [line for line in sent if "Content-Type: application/json" not in line] == []


def test_every_address_it_names_is_there() -> None:
    paths = set(re.findall(r"/api/v1/[\w/.$?=-]*", TEXT))
    assert len(paths) > 10
    for path in paths - {"/api/v1/"}:
        found = re.sub(r"\$(GAME|LADDER|CLUB)\b", "k7m2p9qrst", path.partition("?")[0])
        resolve(found.rstrip("`"))


def test_numbers_of_the_guide_are_true() -> None:
    text = " ".join(TEXT.split())
    limits = throttles.LIMITS
    reads, writes = (limits[scope].most for scope in limits)
    assert f"{reads} reads and {writes} writes a minute, and {GAMES.most} new games a day" in text
    assert [*(limits[scope].seconds for scope in limits), GAMES.seconds] == [60, 60, 24 * 60 * 60]
    assert f"more than {parsers.MOST_BODY_BYTES // 1024} KiB" in text
    assert f"up to {LONGEST_KEY} characters" in text
    assert f"kept for {RECEIPTS_KEPT.days} days" in text


def test_problem_of_the_guide_is_as_sent() -> None:
    shown = map(json.loads, re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL))
    (problem,) = [each for each in shown if "status" in each]
    error = Illegal(problem["code"], problem["rule"], **problem["parameters"])
    assert problem == {
        "type": f"https://games.example.org{PAGES}road-used/",
        "title": str(CODES["road-used"].title),
        "status": CODES["road-used"].status,
        "code": "road-used",
        "detail": refusal(Names(ruleset("kessen")), error),
        "rule": "7.3.1",
        "rule_url": f"https://games.example.org{rule_path('7.3.1')}",
        "parameters": {"start": "edo", "end": "oyama"},
    }


def test_analysis_of_the_guide_fits_its_schema() -> None:
    about = TEXT.partition("\n## What a game was about\n")[2].partition("\n## ")[0]
    (shown,) = re.findall(r"```json5\n(.*?)```", about, re.DOTALL)
    validator("#/components/schemas/GameAnalysis").validate(json.loads(re.sub(r"//.*", "", shown)))
    assert f"up to {analyses.OF_ONE.most} games a day" in about
    assert analyses.OF_ONE.seconds == 24 * 60 * 60


def test_everything_that_can_be_asked_for_is_named() -> None:
    first = {str(pattern.pattern).partition("/")[0] for pattern in urls.urlpatterns}
    assert len(first) > 10
    missing = [each for each in first if f"`{each}/" not in TEXT and f"/api/v1/{each}" not in TEXT]
    assert not missing


def test_guide_names_every_time_out_policy_under_clocks() -> None:
    clocks = TEXT.partition("\n## Clocks\n")[2].partition("\n## ")[0]
    assert clocks
    for each in OnTimeOut:
        assert f"`{each}`" in clocks


def test_no_scope_promises_what_no_operation_does() -> None:
    """Whoever has one scope alone is told of it by what the operations with it are about."""
    row = next(line for line in TEXT.splitlines() if line.startswith("| `notifications` |"))
    assert "webhooks" in row
    assert "choose what you are told" not in f"{row} {Scope.NOTIFICATIONS.label}"
    assert "webhooks" in Scope.NOTIFICATIONS.label
