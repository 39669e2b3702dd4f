"""A game and a twin that differs only in what a player cannot know look the same to that player.

The size of a night: ``python -m tests.engine.secrecy``.
"""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest

from games.engine import SIDES, Side, invariants
from games.engine.decisions import PlayerDecision
from games.rulebook.editions import edition_ids, ruleset
from tests.engine.golden.recording import read
from tests.engine.secrecy.shadow import Shadowed
from tests.engine.secrecy.watch import watch
from tests.kit.editions import ruleset_of
from tests.kit.random_play import game
from tests.kit.twins import remains, twin, unknown

STEPS = 800
"""Here, in each edition; ten thousand and more in the command."""
EDITIONS = pytest.mark.parametrize("edition", edition_ids())
WORDS = [str(kind.__struct_config__.tag) for kind in get_args(PlayerDecision)]


@pytest.mark.rule("R-28", "R-32", "R-38")
@EDITIONS
def test_twins_look_the_same_at_every_step(edition: str) -> None:
    """View, options, refusals and events of a player, over whole games, from both seats."""
    seen = watch(ruleset(edition), "twins", STEPS)
    assert seen.total() >= STEPS
    for who in ("viewer", "hidden"):
        missing = [word for word in (*WORDS, "draw") if not seen[f"{word} by {who}"]]
        assert min(seen["goes on after it by viewer"], seen["ends a list by viewer"])
        assert not missing, f"never answered by the {who} side: the comparison says nothing of them"


def test_twins_of_an_earlier_revision_look_the_same() -> None:
    """There a side may also have passed, sealed, for the rest of the battle."""
    seen = watch(ruleset_of("kessen", 1), "twins", STEPS)
    assert min(seen[f"window by {who}"] for who in ("viewer", "hidden"))


@pytest.mark.parametrize(
    ("name", "viewer"),
    [
        ("ieyasu-slain-in-battle", SIDES[0]),
        ("ieyasu-slain-in-battle", SIDES[1]),
        ("manual-ishida-mitsunari-slain-in-battle", SIDES[0]),
        ("gmt-2016-ishida-mitsunari-slain-in-siege", SIDES[1]),
        ("gmt-2011-hideyori-captured", SIDES[0]),
    ],
)
def test_twins_of_a_game_played_with_sense_look_the_same(name: str, viewer: Side) -> None:
    """Computer players that fight bring positions about that chance alone rarely does."""
    recording = read(name)
    game = Shadowed(recording.rules, viewer, "golden", recording.log)
    game.play(len(recording.log))
    assert game.steps == len(recording.log)
    assert game.state.result is not None


@EDITIONS
@pytest.mark.parametrize("hidden", SIDES, ids=lambda side: side.label)
def test_a_twin_is_a_possible_game_with_other_secrets(hidden: Side, edition: str) -> None:
    """Otherwise comparing with it would prove nothing."""
    rules, random = ruleset(edition), Random(7)
    c = rules.components
    changed: dict[str, int] = dict.fromkeys(("blocks", "hand", "deck"), 0)
    steps = [step for step in game(rules, "alike") if step.after.result is None][40::9]
    for step in steps:
        state = step.after
        other = twin(rules, state, hidden, random)
        invariants.check(rules, other)
        assert _plain(remains(c, other, hidden)) == _plain(remains(c, state, hidden))
        assert other.at[hidden.enemy] == state.at[hidden.enemy]
        assert other.hand[hidden.enemy] == state.hand[hidden.enemy]
        assert unknown(c, other, hidden).bit_count() == unknown(c, state, hidden).bit_count()
        changed["blocks"] += other.at[hidden] != state.at[hidden]
        changed["hand"] += other.hand[hidden] != state.hand[hidden]
        changed["deck"] += other.deck[hidden] != state.deck[hidden]
    assert changed["blocks"] == len(steps)
    assert min(changed.values()) > len(steps) / 2


def _plain(remaining: list[object]) -> Any:
    return [str(part) for part in remaining]
