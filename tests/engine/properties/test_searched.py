"""Properties that hypothesis tries to break, and shrinks when it can."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from games.engine import (
    NOBODY,
    Ruleset,
    apply,
    ask_chance,
    digest,
    draw,
    dump,
    invariants,
    load,
    options,
    pending,
    view,
)
from games.engine import actions as a
from games.engine.chance import Seeded
from games.engine.core import pending_draw
from games.engine.errors import Malformed
from games.engine.state import State
from games.rulebook.editions import edition_ids, ruleset
from tests.kit import random_play
from tests.kit.random_play import offered_to
from tests.kit.searches import given, settings, st

RULES = [ruleset(edition) for edition in edition_ids()]
"""A game of each is looked at."""
NAMES = [
    *("edo", "gifu", "osaka", "no-place", "ieyasu", "tokugawa-two-mon-1", "ukita-daimyo", "no-block"),
    *("tokugawa-plain", "ukita-plain", "east-loyalty", "no-card", "first", "limited", "total", "none"),
]
KEYS = [
    *("type", "cards", "card", "wish", "order", "level", "source", "groups", "leader", "location", "blocks"),
    *("openly", "inside", "show", "rest_of_battle", "to", "stay", "path", "force_march", "other"),
]
TYPES = [str(kind.__struct_config__.tag) for kind in a.Action.__args__]
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
anything = st.recursive(
    scalars | st.sampled_from(NAMES),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)
names = st.lists(st.sampled_from(NAMES), max_size=3)
bodies = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES)},
    optional={
        **dict.fromkeys(("cards", "blocks", "stay"), names | anything),
        **{
            key: st.sampled_from(NAMES) | anything for key in ("card", "level", "order", "source", "location")
        },
        **{key: st.sampled_from(NAMES) | st.none() for key in ("leader", "wish", "show", "to")},
        **{key: st.booleans() | anything for key in ("openly", "inside", "rest_of_battle")},
        "groups": anything | st.lists(st.fixed_dictionaries({"blocks": names, "path": names}), max_size=2),
    },
)


@cache
def _played(number: int) -> list[State]:
    return [step.after for step in random_play.game(RULES[number], f"searched/{number}")]


def _position(number: int, entries: int) -> tuple[Ruleset, State]:
    """The position of a random game after so many entries, or its last one, and its rules."""
    played = _played(number)
    return RULES[number], played[min(entries, len(played) - 1)]


class Chosen:
    """A chooser whose every choice hypothesis makes."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def randrange(self, stop: int, /) -> int:
        return self._data.draw(st.integers(0, stop - 1))


@settings(max_examples=40)
@given(data=st.data(), game=st.integers(0, 3), entries=st.integers(0, 400), seed=st.binary(max_size=4))
def test_the_game_goes_on_after_any_sampled_option(
    data: st.DataObject, game: int, entries: int, seed: bytes
) -> None:
    """From anywhere in a game: what is sampled is taken, the position stays possible, somebody is asked."""
    rules, state = _position(game, entries)
    source, chooser = Seeded(seed), Chosen(data)
    for _ in range(data.draw(st.integers(1, 12))):
        while (outcome := ask_chance(rules, state, source)) is not None:
            state = draw(rules, state, outcome).state
        if state.result is not None:
            break
        asked = pending(state)
        side = asked[chooser.randrange(len(asked))].side
        offered = offered_to(rules, state, side)
        action = offered.sample(chooser)
        assert action in offered
        state = apply(rules, state, side, action).state
        invariants.check(rules, state)
        assert load(dump(state)) == state
        assert state.result is not None or pending(state) or pending_draw(state) is not None


@settings(max_examples=60)
@given(body=bodies, game=st.integers(0, 3), entries=st.integers(0, 400), other=st.booleans())
def test_any_well_shaped_action_is_taken_or_refused_by_type(
    body: dict[str, Any], game: int, entries: int, other: bool
) -> None:
    """Nonsense of the right shape: a typed refusal and nothing changed, or what the options hold."""
    rules, state = _position(game, entries)
    asked = pending(state)
    if not asked:
        return
    side = asked[0].side.enemy if other else asked[0].side
    before = digest(state)
    try:
        action = a.parse(json.dumps(body))
    except Malformed:
        return
    error = random_play.refusal(rules, state, side, action)
    offered = options(rules, state, side)
    if error is None:
        assert offered is not None
        assert action in offered
        invariants.check(rules, apply(rules, state, side, action).state)
    else:
        assert error.code
        assert offered is None or action not in offered
    assert digest(state) == before


@given(body=st.binary(max_size=60) | anything.map(lambda value: json.dumps(value).encode()))
def test_json_that_is_no_action_is_malformed(body: bytes) -> None:
    try:
        action = a.parse(body)
    except Malformed:
        return
    assert a.parse(a.encode(action)) == action


@settings(max_examples=30)
@given(game=st.integers(0, 3), entries=st.integers(0, 400))
def test_the_public_knows_no_more_than_a_side(game: int, entries: int) -> None:
    """What the public is told each side is told too: the views agree wherever both say something."""
    rules, state = _position(game, entries)
    public = json.loads(json.dumps(view(rules, state, NOBODY), default=list))
    for side in (0, 1):
        own = json.loads(json.dumps(view(rules, state, side), default=list))
        _holds(own, public, but={"viewer", "window"})


def _holds(own: Any, public: Any, but: set[str]) -> None:
    if isinstance(public, dict):
        for key in public.keys() - but:
            _holds(own[key], public[key], but)
    else:
        assert own == public
