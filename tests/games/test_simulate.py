"""Computer players fight: honestly, the same way each time, and everything that occurs is counted."""

import io
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.bots import players
from games.editions import edition_ids, ruleset
from games.engine import EAST, SIDES, Side, apply, digest, replay
from games.engine.actions import encode
from games.management.commands import simulate
from games.simulation import arena, coverage
from games.simulation.series import Pairing, play_many, play_one
from games.simulation.tally import Tally
from tests.kit.positions import position

KESSEN = ruleset("kessen")
PROJECT = Path(__file__).resolve().parent.parent.parent
RANDOM = ("random", "random")
BOTH = pytest.mark.parametrize("name", sorted(players.PLAYERS))


def played(names: tuple[str, str], seed: str) -> arena.Record:
    return arena.record(KESSEN, arena.seat(KESSEN, names, seed), seed)


def told(*arguments: str) -> str:
    """What the command writes for people and programs."""
    out = io.StringIO()
    call_command("simulate", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture(scope="module")
def random_games() -> tuple[Counter[str], list[Counter[str]]]:
    """What forty games between random players took, together and each by itself."""
    each = [Counter(play_one(Pairing("kessen", RANDOM, "many"), number).coverage) for number in range(40)]
    return sum(each, Counter()), each


# ---- players


def test_the_random_player_gives_every_kind_of_answer(
    random_games: tuple[Counter[str], list[Counter[str]]],
) -> None:
    total, _ = random_games
    answers = {
        *(f"decision.{word}" for word in coverage.BRANCHES["decision"]),
        *(f"level.{level}" for level in coverage.BRANCHES["level"]),
        *(f"move.{branch}" for branch in coverage.BRANCHES["move"] if branch != "led-by-capital"),
        *("muster.open-several", "muster.hidden", "mori.double-brings-two", "deploy.free-daimyo"),
        *("deploy.double-two-blocks", "deploy.names-refuter", "bid.wish-second", "bid.open"),
        *("challenge.in-window", "pass.folded", "pass.in-window", "pass.rest-of-battle"),
        *("retreat.all-into-castle", "stance.sortie"),
    }
    assert {answer for answer in answers if not total[answer]} == set()


@BOTH
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


@BOTH
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
    loading = "; ".join(f"import {where.partition(':')[0]}" for where in players.PLAYERS.values())
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


# ---- counting


@pytest.mark.parametrize("edition", edition_ids())
def test_what_belongs_together_is_counted_alike(
    edition: str, random_games: tuple[Counter[str], list[Counter[str]]]
) -> None:
    others = (play_one(Pairing(edition, RANDOM, "alike"), number).coverage for number in range(10))
    for counts in random_games[1] if edition == "kessen" else map(Counter, others):
        assert counts["battle.began"] == counts["battle.won-by-attacker"] + counts["battle.won-by-defender"]
        assert counts["siege.began"] == counts["siege.held"] + counts["siege.won"]
        assert (
            counts["challenge.folded"] + counts["challenge.in-window"]
            == counts["challenge.refuted"] + counts["challenge.succeeded"]
        )
        assert (
            counts["decision.stance"]
            == counts["stance.inside"]
            + counts["stance.outside"]
            + counts["stance.inside-in-own-phase"]
            + counts["stance.sortie"]
        )
        moves = counts["move.one-group"] + counts["move.two-ways"] + counts["move.drop-off"]
        musters = counts["muster.open"] + counts["muster.hidden"]
        mori = sum(counts[f"mori.{how}"] for how in coverage.BRANCHES["mori"][:3])
        assert moves + musters + mori <= counts["decision.movement"]
        assert counts["overrun.by-mover"] + counts["overrun.of-mover"] <= sum(
            counts[f"overrun.of-{side}"] for side in ("east", "west")
        )
        levels = ("none", "minimal", "limited", "total")
        assert counts["decision.level"] == sum(counts[f"level.{level}"] for level in levels)
        assert sum(count for key, count in counts.items() if key.startswith("victory.")) == 1


def test_decisions_are_counted_as_often_as_actions_were_taken() -> None:
    tally = Tally(KESSEN)
    record = arena.record(KESSEN, arena.seat(KESSEN, RANDOM, "count"), "count", tally.add)
    types = Counter(json.loads(encode(outcome))["type"] for side, outcome in record.log if side is not None)
    decisions = {key: n for key, n in tally.counts.items() if key.startswith("decision.")}
    assert sum(decisions.values()) == sum(types.values())
    assert decisions["decision.declare"] == types["declare"]
    events = Counter(event.kind for event in record.events)
    assert tally.counts["overrun.of-east"] + tally.counts["overrun.of-west"] == events["overrun"]
    assert tally.counts["siege.began"] == events["siege-began"]
    assert set(tally.counts) == set(coverage.table(KESSEN.edition))


def branches(edition: str) -> set[str]:
    """The keys of an edition's table that are no piece's and no victory's."""
    keys = coverage.table(ruleset(edition).edition)
    assert len(keys) == len(set(keys))
    return {key for key in keys if not key.startswith(("deployed-block.", "lost-", "victory."))}


def test_the_table_follows_the_pieces_of_the_edition() -> None:
    of_pieces = {
        edition: {key for key in coverage.table(ruleset(edition).edition) if key not in branches(edition)}
        for edition in edition_ids()
    }
    points = {"victory.east-points", "victory.west-points", "victory.west-ieyasu", "victory.east-hideyori"}
    assert points <= set.intersection(*of_pieces.values())
    assert "victory.east-ishida-mitsunari" not in of_pieces["kessen"]
    assert of_pieces["manual"] - of_pieces["kessen"] == {"victory.east-ishida-mitsunari"}
    assert of_pieces["gmt-2011"] == of_pieces["gmt-2016"]
    assert {key for key in of_pieces["gmt-2016"] if key.startswith("lost-")} == {
        *("lost-disk.hideyori", "lost-disk.sanada"),
        *("lost-block.ieyasu", "lost-block.ii-naomasa", "lost-block.ishida-mitsunari"),
    }


@pytest.mark.parametrize(
    ("edition", "other", "only_there", "only_in_the_other"),
    [
        (
            "kessen",
            "manual",
            {"mori.double-brings-two", "deploy.double-wildcard-with-clan-block"},
            {"move.led-by-capital", "deploy.double-wildcard-alone"},
        ),
        ("manual", "gmt-2016", {"move.led-by-disk"}, {"siege.disk-for-block"}),
        ("gmt-2016", "gmt-2011", set(), {"discard.rounded-down", "discard.rounded-up"}),
    ],
)
def test_the_table_follows_the_flags(
    edition: str, other: str, only_there: set[str], only_in_the_other: set[str]
) -> None:
    assert branches(edition) - branches(other) == only_there
    assert branches(other) - branches(edition) == only_in_the_other


def test_what_only_some_editions_have_is_named_in_the_table() -> None:
    every = {f"{group}.{branch}" for group, ways in coverage.BRANCHES.items() for branch in ways}
    assert set(coverage.ONLY_WHERE) <= every
    assert set.union(*map(branches, edition_ids())) == every


COUNTED = [
    (
        "discard.rounded-up",
        """
        edition = "gmt-2011"
        week = 2
        pending = "discard"
        east.hand = "tokugawa-plain x3"
        """,
        "east",
        {"type": "discard", "cards": ["tokugawa-plain", "tokugawa-plain"]},
    ),
    (
        "discard.rounded-down",
        """
        edition = "gmt-2011"
        week = 2
        pending = "discard"
        east.hand = "tokugawa-plain x3"
        """,
        "east",
        {"type": "discard", "cards": ["tokugawa-plain"]},
    ),
    (
        "move.led-by-capital",
        """
        edition = "gmt-2016"
        level = "limited"
        east.at.edo = "tokugawa-two-mon"
        """,
        "east",
        {
            "type": "move",
            "source": "edo",
            "groups": [{"blocks": ["tokugawa-two-mon-1"], "path": ["oyama", "utsunomiya"]}],
        },
    ),
    (
        "move.led-by-castle",
        """
        edition = "gmt-2016"
        level = "limited"
        east.at.kanazawa = "maeda-two-mon"
        """,
        "east",
        {
            "type": "move",
            "source": "kanazawa",
            "groups": [{"blocks": ["maeda-two-mon-1"], "path": ["toyama", "takeda"]}],
        },
    ),
    (
        "move.led-by-disk",
        """
        level = "limited"
        east.at.yamagata = "date-two-mon"
        """,
        "east",
        {
            "type": "move",
            "source": "yamagata",
            "groups": [{"blocks": ["date-two-mon-1"], "path": ["murakami", "niigata"]}],
        },
    ),
    (
        "overrun.of-mover",
        """
        level = "limited"
        east.at.edo = "tokugawa-two-mon"
        west.at.oyama = "ukita-two-mon x3, ukita-three-mon"
        """,
        "east",
        {
            "type": "move",
            "source": "edo",
            "groups": [{"blocks": ["tokugawa-two-mon-1"], "path": ["oyama"]}],
        },
    ),
    (
        "overrun.by-arrival",
        """
        active = "west"
        level = "minimal"
        west.at.osaka = "mori-two-mon x3"
        west.mori_box = "mori-firearms, mori-daimyo"
        west.hand = "mori-plain"
        east.at.osaka = "tokugawa-two-mon"
        holder.osaka = "west"
        """,
        "west",
        {"type": "mori", "card": "mori-plain", "blocks": ["mori-firearms-1"]},
    ),
    (
        "siege.disk-for-block",
        """
        edition = "gmt-2016"
        pending = "losses west 1"
        east.at.ueda = "tokugawa-three-mon x3"
        west.at.ueda = "ukita-two-mon x2"
        combat = { location = "ueda", siege = true, east = { impact = 7 } }
        """,
        "west",
        {"type": "losses", "blocks": ["sanada"]},
    ),
    *(
        (
            key,
            f"""
            edition = "{edition}"
            pending = "deploy"
            east.at.gifu = "ii-naomasa, date-two-mon"
            east.hand = "date-double"
            west.at.gifu = "ukita-two-mon x3"
            combat = {{ location = "gifu" }}
            """,
            "east",
            {"type": "deploy", "card": "date-double", "blocks": blocks},
        )
        for key, edition, blocks in [
            ("deploy.double-wildcard-alone", "gmt-2016", ["ii-naomasa"]),
            ("deploy.double-wildcard-alone", "manual", ["ii-naomasa"]),
            ("deploy.double-wildcard-with-clan-block", "kessen", ["ii-naomasa", "date-two-mon-1"]),
        ]
    ),
]


@pytest.mark.parametrize(
    ("key", "text", "side", "action"),
    COUNTED,
    ids=[f"{number}-{row[0]}" for number, row in enumerate(COUNTED)],
)
def test_a_branch_is_counted_where_it_is_taken(
    key: str, text: str, side: str, action: dict[str, Any]
) -> None:
    table = position(text)
    before, done = table.state, table.action(side, **action)
    decision = dict(table.pending)[side]
    after, events = apply(table.rules, before, Side.named(side), done)
    tally = Tally(table.rules)
    tally.add(arena.Entry(Side.named(side), decision, done, before, after, events))
    assert tally.counts[key] == 1


def test_any_number_of_processes_gives_the_same_results() -> None:
    pairing = Pairing("kessen", RANDOM, "jobs")
    assert list(play_many(pairing, 6, 2)) == list(play_many(pairing, 6, 1))


# ---- the command


def test_one_game_is_told_week_by_week_and_ends_with_the_score() -> None:
    lines = told("--east", "random", "--west", "random", "--seed", "story").splitlines()
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
    text = told("--east", "random", "--west", "random", "--games", "5", "--json", "--jobs", "2")
    document = json.loads(text)
    assert text.count("\n") == 1
    assert list(document) == [
        *("games", "wins", "victories", "actions_per_game", "games_per_second", "coverage"),
    ]
    assert document["games"] == 5
    assert sum(document["wins"].values()) == sum(document["victories"].values()) == 5
    assert list(document["wins"]) == ["east", "west"]
    assert set(document["coverage"]) == set(coverage.table(KESSEN.edition))
    assert document["coverage"]["decision.level"] > 5 * 4


def test_many_games_are_summed_up() -> None:
    text = told("--east", "random", "--west", "random", "--games", "3", "--quiet")
    won = [play_one(Pairing("kessen", RANDOM, "0"), number).winner for number in range(3)]
    assert text.startswith("3 games, ")
    assert re.search(rf"^east +{won.count('east')} ", text, re.MULTILINE)
    assert re.search(rf"^west +{won.count('west')} ", text, re.MULTILINE)


def test_what_never_occurs_in_enough_games_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "ENOUGH_FOR_ALL", 2)
    out = io.StringIO()
    with pytest.raises(CommandError, match=r"2 games without: .*victory\.") as failed:
        call_command("simulate", "--east", "random", "--west", "random", "--games", "2", "--json", stdout=out)
    assert failed.value.returncode == 1
    assert json.loads(out.getvalue())["games"] == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--east", "shogun"], 'there is no player "shogun"; there are: ashigaru, random'),
        (["--games", "0"], "--games must be at least 1"),
        (["--jobs", "-1"], "--jobs must be at least 1"),
        (
            ["--edition", "gold"],
            'there is no edition "gold"; there are: gmt-2011, gmt-2016, kessen, manual',
        ),
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


@pytest.mark.parametrize("command", ["simulate", "fuzz"])
def test_the_help_lists_the_editions(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        call_command(command, "--help")
    assert left.value.code == 0
    assert "gmt-2011, gmt-2016, kessen, manual (kessen)" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_the_terminal_sees_the_exit_status_and_a_reader_may_leave_early(unbuffered: str) -> None:
    command = [sys.executable, "manage.py", "simulate", "--east", "random", "--west", "random"]
    surroundings = {**os.environ, "DJANGO_SETTINGS_MODULE": "sekigahara.settings"}
    surroundings["PYTHONUNBUFFERED"] = unbuffered
    wrong = subprocess.run(
        [*command, "--games", "0"],
        capture_output=True,
        cwd=PROJECT,
        env=surroundings,
        timeout=60,
        check=False,
    )
    assert wrong.returncode == 2
    assert wrong.stdout == b""
    assert wrong.stderr.decode().strip().splitlines()[-1].endswith("--games must be at least 1")
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=PROJECT, env=surroundings
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"Setting up\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_east_is_seated_east() -> None:
    class Named:
        def choose(self, view: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
            assert view["viewer"] == "east"
            return inner.choose(view, options)

    inner, west = arena.seat(KESSEN, RANDOM, "seats")
    record = arena.record(KESSEN, (Named(), west), "seats")
    assert any(side == EAST for side, _ in record.log)
