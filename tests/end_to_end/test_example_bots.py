"""Two bots, as processes, play over HTTP, until East resigns or to the end.

East's is the bot of ``deploy/examples``. West's is the first there was, written before there were orders,
turns and preferences: a client of the API of then still plays every new game.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.end_to_end.test_embedded import check_record
from tests.kit.processes import PROJECT, wait_until
from tests.kit.unreliable_network import MOST_LOST, rough_way
from tests.sekigahara.home import Home

BOT = PROJECT / "deploy" / "examples" / "bot" / "bot.py"
FIRST_BOT = PROJECT / "tests" / "end_to_end" / "first_bot.py"
PATIENCE = 120
"""Seconds for the game, which takes some ten."""


def token(home: Home, side: str) -> str:
    """Of somebody who plays a side."""
    named = ("--name", "bot", "--scope", "games:play")
    return home.run("-m", "django", "token", f"{side}@example.org", *named).strip()


def bot(site: str, secret: str, game: str, program: Path = BOT) -> "subprocess.Popen[str]":
    """One that plays a game, and knows nothing but what its page says."""
    return subprocess.Popen(
        [sys.executable, str(program), site, game],
        env={"SEKIGAHARA_TOKEN": secret},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def resign_after(player: httpx2.Client, game: str, version: int) -> None:
    """Resign the game once its player could see so many changes."""
    wait_until(lambda: player.get(f"games/{game}/view/").json()["version"] >= version, what="a few turns")
    assert player.post(f"games/{game}/resign/").status_code == httpx2.codes.CREATED


@pytest.mark.parametrize(
    "changes", [25, pytest.param(None, marks=pytest.mark.overnight)], ids=["beginning", "whole"]
)
def test_two_bots_play(changes: int | None, tmp_path: Path) -> None:
    """They play over a way on which answers get lost, some must wait, and a stream is cut."""
    home = Home(tmp_path)
    with home.served(), rough_way(home.site) as rough:
        secrets = [token(home, side) for side in ("east", "west")]
        east, west = (
            httpx2.Client(base_url=f"{home.site}/api/v1/", headers={"Authorization": f"Bearer {secret}"})
            for secret in secrets
        )
        with east, west:
            game = east.post("games/", json={"side": "east", "opponent": {"kind": "open"}}).json()["id"]
            assert west.post(f"games/{game}/join/", json={}).status_code == httpx2.codes.OK
            bots = [
                bot(rough.address, secret, game, program)
                for program, secret in zip((BOT, FIRST_BOT), secrets, strict=True)
            ]
            if changes is not None:
                resign_after(east, game, changes)
            said = [each.communicate(timeout=PATIENCE)[0] for each in bots]
            told = east.get(f"games/{game}/").json()
            record: dict[str, Any] = east.get(f"games/{game}/record/").json()
    assert [each.returncode for each in bots] == [0, 0], said
    assert told["status"] == "over", said
    assert (told["outcome"]["victory"] == "resignation") == (changes is not None), said
    assert [told["players"][side]["bot"] for side in ("east", "west")] == [True, True]
    check_record(record)
    assert len(rough.lost) == MOST_LOST
    assert rough.delayed
    assert rough.cut
    resigned = '{"type":"resign"}'
    taken = [entry for entry in record["entries"] if entry["side"] and entry["body"] != resigned]
    assert len(taken) == sum(text.count('"type"') for text in said), "each was carried out once"
