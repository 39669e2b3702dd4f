"""What holds in every game, whatever is chosen and whatever chance gives."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import msgspec
import pytest

from games.engine import NOBODY, SIDES, Ruleset, apply, invariants, new_game, options, pending, view
from games.engine.core import pending_draw
from games.engine.decisions import PlayerDecision
from games.engine.events import EVENTS
from tests.kit.random_play import Step, offered_to

LIMIT = 2000
"""Entries: four times the longest game these drivers play."""


@pytest.mark.rule("4.2", "4.3")
def test_control_is_one_sides_or_nobodys(rules: Ruleset, steps: list[Step]) -> None:
    """Every castle is somebody's, every resource location one side's or nobody's; the counts agree."""
    c = rules.components
    for step in steps:
        seen = view(rules, step.after, NOBODY)
        castles = [place["castle"] for place in seen["locations"].values() if "castle" in place]
        held = [place["resource"] for place in seen["locations"].values() if "resource" in place]
        assert len(castles) == len(c.castles)
        for side in SIDES:
            assert castles.count(side.label) == seen["sides"][side.label]["castles"]
            assert held.count(side.label) == seen["sides"][side.label]["resources"]
        assert set(held) <= {"east", "west", None}
        assert set(castles) <= {"east", "west"}


@pytest.mark.rule("3.2", "3.3")
def test_every_position_is_possible(rules: Ruleset, steps: list[Step]) -> None:
    for step in steps:
        invariants.check(rules, step.after)


def test_somebody_is_asked_until_the_game_is_over(rules: Ruleset, steps: list[Step]) -> None:
    """No dead ends: a draw, or a side with something to answer; after the end neither."""
    for step in steps:
        state = step.after
        if state.result is not None:
            assert not pending(state)
            assert pending_draw(state) is None
            assert all(options(rules, state, side) is None for side in SIDES)
            continue
        if pending_draw(state) is None:
            assert pending(state)
        for decision in pending(state):
            offered = offered_to(rules, state, decision.side)
            assert len(offered) > 0


def test_every_game_ends(played: list[list[Step]]) -> None:
    for one in played:
        assert len(one) < LIMIT
        assert one[-1].after.result is not None
        assert all(step.after.result is None for step in one[:-1])


def test_these_games_ask_everything_there_is_to_ask(steps: list[Step]) -> None:
    """Otherwise the properties here would say nothing of what is left out."""
    asked = Counter(type(decision) for step in steps for decision in pending(step.after))
    assert set(asked) == set(get_args(PlayerDecision))


def test_an_action_leaves_the_position_it_was_taken_in_alone(rules: Ruleset, steps: list[Step]) -> None:
    for step in steps[::7]:
        if step.side is not None:
            before = msgspec.msgpack.encode(step.before)
            apply(rules, step.before, step.side, step.outcome)  # type: ignore[arg-type]
            assert msgspec.msgpack.encode(step.before) == before


def test_events_tell_what_is_listed_and_no_more(rules: Ruleset, steps: list[Step]) -> None:
    """Each kind with exactly its public keys, and its private ones for its own side alone."""
    told = Counter[str]()
    for event in (event for step in steps for event in step.events):
        public, private = (set(keys.split()) for keys in EVENTS[event.kind])
        assert set(event.public) == public
        assert set(event.private) == private
        assert set(event.seen_by(NOBODY)) == {"event", *public} | ({"side"} if event.side >= 0 else set())
        for side in SIDES:
            own = private if side == event.side else set()
            assert set(event.seen_by(side)) == set(event.seen_by(NOBODY)) | own
        told[event.kind] += 1
    rare = {"game-began", "mori-joined", "disk-lost", "castle-fell", "pile-reshuffled", "defected", "refuted"}
    rare |= {"overrun", "window-lapsed"}  # silence is no action of a player
    never = {"daimyo-led"} if rules.edition.flags.leader_shown else set()
    assert never.isdisjoint(told)
    assert set(EVENTS) - set(told) <= rare | never


def test_a_new_game_begins_with_chance(rules: Ruleset) -> None:
    turned = new_game(rules)
    assert pending_draw(turned.state) is not None
    assert [event.kind for event in turned.events] == ["game-began"]
