"""On small positions every action there is: contained in the options if and only if the rules take it."""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args

import msgspec
import pytest

from games.engine import Side
from games.engine import actions as a
from games.engine.core import DECISIONS
from games.engine.decisions import PlayerDecision
from games.engine.options import Options
from tests.engine.properties.small_positions import POSITIONS
from tests.engine.properties.universe import actions
from tests.kit.positions import position
from tests.kit.random_play import refusal

THINNED = 29
"""Of the actions that answer another decision only every so many is tried."""


@pytest.mark.parametrize("name", POSITIONS)
def test_options_hold_what_the_rules_take_and_nothing_else(name: str) -> None:
    """Tried one by one: contained, and accepted; the numbers taken are those counted by hand."""
    small = POSITIONS[name]
    p = position(small.text)
    offered = p.offered(small.side)
    assert offered is not None
    before = msgspec.msgpack.encode(p.state)
    own, taken = _types(offered), Counter[str]()
    for number, action in enumerate(actions(small.universe)):
        if type(action) not in own and number % THINNED:
            continue
        accepted = refusal(p.rules, p.state, Side.named(small.side), action) is None
        assert (action in offered) == accepted, f"{a.encode(action).decode()}: accepted is {accepted}"
        taken[str(action.__struct_config__.tag)] += accepted
    assert msgspec.msgpack.encode(p.state) == before
    assert {word: taken[word] for word in small.takes} == small.takes
    assert set(+taken) <= {str(kind.__struct_config__.tag) for kind in own}
    assert taken.total() > 0


def test_every_decision_has_a_small_position() -> None:
    asked = {word for small in POSITIONS.values() for _, word in position(small.text).pending}
    assert asked == {kind.__struct_config__.tag for kind in get_args(PlayerDecision)}


def _types(offered: Options) -> set[Any]:
    """The types of actions that answer the decision."""
    if offered.decision == "replace-bid":
        return {a.Bid}
    kind = next(k for k in get_args(PlayerDecision) if k.__struct_config__.tag == offered.decision)
    return set(DECISIONS[kind].answers)
