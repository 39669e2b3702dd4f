"""Changes: what an entry changed, carried out without the rules, gives the position the rules gave."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games import engine
from games.engine import changes
from games.engine.errors import CorruptLog
from games.engine.state import State
from games.rulebook.editions import edition_ids, ruleset
from tests.kit.random_play import game


def played(seed: int, edition: str = "kessen") -> list[State]:
    """Every position of a game played at random, the first one before chance has dealt."""
    rules = ruleset(edition)
    return [engine.new_game(rules).state, *(step.after for step in game(rules, f"changes/{seed}"))]


@pytest.mark.parametrize(("seed", "edition"), list(enumerate(edition_ids())))
def test_a_replay_of_changes_meets_every_position_of_the_game(seed: int, edition: str) -> None:
    states = played(seed, edition)
    changed = [changes.between(before, after) for before, after in pairwise(states)]
    for number in (0, 1, len(changed) // 2, len(changed)):
        assert changes.replay(states[0], changed[:number]) == states[number]


def test_the_position_a_replay_starts_from_is_not_changed() -> None:
    states = played(1)
    before = engine.digest(states[0])
    changes.replay(states[0], [changes.between(states[0], states[-1])])
    assert engine.digest(states[0]) == before


def test_nothing_changed_is_a_change_of_nothing() -> None:
    state = played(2)[30]
    assert changes.replay(state, [changes.between(state, state)]) == state


@pytest.mark.parametrize("bytes_", [b"", b"\x00", b"no change"], ids=["empty", "a number", "words"])
def test_bytes_that_are_no_change_are_refused(bytes_: bytes) -> None:
    with pytest.raises(CorruptLog, match="change-does-not-fit"):
        changes.replay(played(3)[0], [bytes_])
