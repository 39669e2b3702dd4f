"""The page of bots is enough to play by: its bots are run as they stand there, and challenged by key."""

import contextlib
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.end_to_end.test_embedded import check_record
from tests.end_to_end.test_example_bots import token
from tests.kit.frontend import frontend
from tests.kit.processes import wait_until
from tests.sekigahara.home import Home

pytestmark = [pytest.mark.services, pytest.mark.overnight]
PATIENCE = 180
"""Seconds for the game, which takes some twenty."""


def written(page: str, folder: Path) -> dict[str, list[str]]:
    """Write the bots of the page into a folder, and compile as it says; by language, how each is started."""
    blocks = re.findall(r"```(py|ts)\n(.*?)```", page, re.DOTALL)
    assert [language for language, _ in blocks] == ["py", "ts"]
    for language, program in blocks:
        (folder / f"short_bot.{language}").write_text(program, encoding="utf-8")
    (compiling,) = re.findall(r"`npx --package typescript (tsc .*?)`", page)
    command = [*shlex.split(compiling), "--strict"]
    compilers = f"{frontend() / 'node_modules' / '.bin'}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(command, cwd=folder, env={"PATH": compilers}, check=True)
    return {
        "py": [sys.executable, str(folder / "short_bot.py")],
        "ts": ["node", str(folder / "short_bot.js")],
    }


class Player:
    """The owner of a bot, while it runs.

    Attributes:
        api: calls with the bot's own token.
        process: of the bot.
    """

    def __init__(self, home: Home, name: str, command: list[str]) -> None:
        secret = token(home, name)
        headers = {"Authorization": f"Bearer {secret}"}
        self.api = httpx2.Client(base_url=f"{home.site}/api/v1/", headers=headers, timeout=60)
        self.api.patch("me/", json={"name": name}).raise_for_status()
        surroundings = {"SEKIGAHARA_TOKEN": secret, "PATH": os.environ["PATH"]}
        self.process = subprocess.Popen([*command, home.site], env=surroundings)

    def challenge(self, other: "Player") -> str:
        """Challenge the other by key, once their bot has said that everybody may; the game."""
        wait_until(lambda: other.me()["challenges_from"] == "anyone", what="the beginning of a bot")
        opponent = {"kind": "player", "key": other.me()["key"]}
        made = self.api.post("games/", json={"opponent": opponent})
        assert made.status_code == httpx2.codes.CREATED, made.text
        return str(made.json()["id"])

    def me(self) -> dict[str, Any]:
        found: dict[str, Any] = self.api.get("me/").json()
        return found

    def game(self, game: str) -> dict[str, Any]:
        found: dict[str, Any] = self.api.get(f"games/{game}/").json()
        return found

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)
        self.api.close()


@contextlib.contextmanager
def player(home: Home, name: str, command: list[str]) -> Iterator[Player]:
    """One whose bot runs within the block."""
    started = Player(home, name, command)
    try:
        yield started
    finally:
        started.end()


def wait_for_the_beginning(game: str, player: Player) -> None:
    """Wait until the challenge is accepted."""
    wait_until(lambda: player.game(game)["status"] == "running", what="the acceptance of a challenge")


def wait_for_the_end(game: str, one: Player, other: Player) -> None:
    """Read the stream of a game until it is over, while both bots run."""
    deadline = time.monotonic() + PATIENCE
    with one.api.stream("GET", f"games/{game}/stream/?since=0") as events:
        for line in events.iter_lines():  # one comes every 15 seconds at least
            assert time.monotonic() < deadline, f"{game} is not over"
            assert [each.process.poll() for each in (one, other)] == [None, None], "a bot has stopped"
            if line == "event: over":
                return
    raise AssertionError("the stream has ended before the game")


def test_short_bots_are_challenged_by_key_and_play_each_other(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    with home.served():
        commands = written(httpx2.get(f"{home.site}/api/bots.txt").text, tmp_path)
        with (
            player(home, "python", commands["py"]) as python,
            player(home, "typescript", commands["ts"]) as typescript,
        ):
            game = python.challenge(typescript)
            wait_for_the_beginning(game, typescript)
            wait_for_the_end(game, python, typescript)
            assert python.game(game)["outcome"]["victory"] != "resignation"
            check_record(python.api.get(f"games/{game}/record/").json())
            players = python.game(game)["players"]
            assert [players[side]["bot"] for side in ("east", "west")] == [True, True]
            wait_for_the_beginning(typescript.challenge(python), python)
