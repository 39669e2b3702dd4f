"""A game and a twin that differs only in what a player cannot know look the same to that player.

The size of a night: ``python -m tests.engine.secrecy``.
"""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest

from games.editions import ruleset
from games.engine import SIDES, Side, invariants
from games.engine.decisions import PlayerDecision
from tests.engine.golden.recording import read
from tests.engine.secrecy.shadow import Shadowed
from tests.engine.secrecy.watch import watch
from tests.kit.driving import game
from tests.kit.twins import remains, twin, unknown

STEPS = 1500
"""Here; ten thousand and more in the command."""


@pytest.mark.rule("R-28")
@pytest.mark.rule("R-32")
@pytest.mark.rule("R-38")
def test_twins_look_the_same_at_every_step() -> None:
    """View, options, refusals and events of a player, over whole games, from both seats."""
    seen = watch(ruleset("kessen"), "twins", STEPS)
    words = [str(kind.__struct_config__.tag) for kind in get_args(PlayerDecision)]
    assert seen.total() >= STEPS
    for who in ("viewer", "hidden"):
        missing = [word for word in (*words, "draw") if not seen[f"{word} by {who}"]]
        assert not missing, f"never answered by the {who} side: the comparison says nothing of them"


@pytest.mark.parametrize("viewer", SIDES, ids=lambda side: side.label)
def test_twins_of_a_game_played_with_sense_look_the_same(viewer: Side) -> None:
    """Computer players that fight bring positions about that chance alone rarely does."""
    recording = read("ieyasu-slain-in-battle")
    game = Shadowed(recording.rules, viewer, "golden", recording.log)
    game.play(len(recording.log))
    assert game.steps == len(recording.log)
    assert game.state.result is not None


@pytest.mark.parametrize("hidden", SIDES, ids=lambda side: side.label)
def test_a_twin_is_a_possible_game_with_other_secrets(hidden: Side) -> None:
    """Otherwise comparing with it would prove nothing."""
    rules, random = ruleset("kessen"), Random(7)
    c = rules.components
    changed: dict[str, int] = dict.fromkeys(("blocks", "hand", "deck"), 0)
    steps = [step for step in game(rules, "possible") if step.after.result is None][40::5]
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
