"""Computer players use only what their side knows, and are deterministic."""

import json
import re
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

from games.bots import players
from games.engine import digest, replay
from games.simulation import arena, coverage
from games.simulation.series import Pairing, play_one
from tests.games.simulation.playing import KESSEN, RANDOM, played
from tests.kit.processes import PROJECT

ALL = pytest.mark.parametrize(
    "name", [name for name in sorted(players.PLAYERS) if not players.rehearses(name)]
)
"""Those that rehearse have tests of their own."""


OF_OTHER_EDITIONS = ("led-by-capital", "led-by-hidden-daimyo")


def test_the_random_player_gives_every_kind_of_answer() -> None:
    answers = {
        *(f"decision.{word}" for word in coverage.BRANCHES["decision"]),
        *(f"level.{level}" for level in coverage.BRANCHES["level"]),
        *(f"move.{branch}" for branch in coverage.BRANCHES["move"] if branch not in OF_OTHER_EDITIONS),
        *("muster.open-several", "muster.hidden", "mori.double-brings-two", "deploy.free-daimyo"),
        *("deploy.double-two-blocks", "deploy.names-refuter", "bid.wish-second", "bid.open"),
        *("challenge.in-window", "pass.folded", "pass.in-window"),
        *("retreat.all-into-castle", "stance.sortie"),
    }
    total = Counter[str]()
    for number in range(40):
        total.update(play_one(Pairing("kessen", RANDOM, "several"), number).coverage)
        if all(total[answer] for answer in answers):
            return
    assert {answer for answer in answers if not total[answer]} == set()


@ALL
def test_the_same_seed_gives_the_same_game_and_another_gives_another(name: str) -> None:
    first, second, other = (played((name, name), seed) for seed in ("a", "a", "b"))
    assert first.log == second.log
    assert digest(first.state) == digest(second.state)
    assert first.log != other.log


def test_the_recorded_log_replays_to_the_last_position() -> None:
    record = played(RANDOM, "replay")
    assert digest(replay(KESSEN, record.log)) == digest(record.state)


class Vandal:
    """Chooses like another player, and then ruins everything it was handed."""

    def __init__(self, inner: players.Player) -> None:
        self.inner = inner

    def choose(self, view: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
        assert json.loads(json.dumps([view, options])) == [view, options]
        action = self.inner.choose(json.loads(json.dumps(view)), json.loads(json.dumps(options)))
        view["sides"].clear()
        view["mine"]["hand"].clear()
        options["answers"].clear()
        return action


def test_players_get_plain_json_that_shares_nothing_with_the_game() -> None:
    east, west = arena.seat(KESSEN, RANDOM, "vandal")
    record = arena.record(KESSEN, (Vandal(east), Vandal(west)), "vandal")
    assert record.log == played(RANDOM, "vandal").log


def test_players_know_only_their_own_seat() -> None:
    """Nobody is shown an enemy block's id, or asked about a seat that is not theirs."""

    class Witness(Vandal):
        def choose(self, view: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
            enemy = "west" if view["viewer"] == "east" else "east"
            copies = {b.id for b in KESSEN.components.blocks[("east", "west").index(enemy)] if b.id != b.kind}
            shown = set(re.findall(r'"([a-z0-9-]+)"', json.dumps([view, options])))
            assert not shown & copies
            assert {"side": view["viewer"], "decision": options["decision"]} in view["pending"]
            return self.inner.choose(view, options)

    east, west = arena.seat(KESSEN, RANDOM, "witness")
    assert arena.record(KESSEN, (Witness(east), Witness(west)), "witness").log


@ALL
def test_a_player_in_a_process_of_its_own_makes_the_same_moves(name: str) -> None:
    asked: list[bytes] = []
    answered: list[Any] = []

    class Noting(Vandal):
        def choose(self, view: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
            asked.append(json.dumps({"view": view, "options": options}).encode())
            action = self.inner.choose(view, options)
            answered.append(json.loads(json.dumps(action)))
            return action

    edition = arena.json_of(KESSEN.edition)
    west = arena.seat(KESSEN, ("random", name), "apart")[1]
    arena.record(KESSEN, (Noting(players.create(name, edition, 7)), west), "apart")
    command = [sys.executable, "-m", "games.bots", name, "--seed", "7"]
    lines = b"\n".join([json.dumps(edition).encode(), *asked, b""])
    done = subprocess.run(command, input=lines, capture_output=True, cwd=PROJECT, check=True, timeout=120)
    assert [json.loads(line) for line in done.stdout.splitlines()] == answered


def test_players_load_neither_the_engine_nor_django() -> None:
    loading = "; ".join(f"import {made.by.partition(':')[0]}" for made in players.PLAYERS.values())
    asking = "import sys; print([x for x in sys.modules if x.startswith(('games.engine', 'django'))])"
    done = subprocess.run(
        [sys.executable, "-c", f"{loading}; import games.bots.__main__; {asking}"],
        capture_output=True,
        cwd=PROJECT,
        check=True,
        timeout=60,
    )
    assert done.stdout.strip() == b"[]"


def test_an_illegal_answer_ends_the_game_in_words() -> None:
    class Cheat:
        def choose(self, view: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
            return {"type": "bid", "card": "west-loyalty"}

    with pytest.raises(arena.ArenaError, match=r"east answered bid with .*west-loyalty"):
        arena.record(KESSEN, (Cheat(), Cheat()), "cheat")
