"""Worlds to try things out in follow from what their side knows, and what is done there stays there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from games.bots import players
from games.engine import EAST, SIDES, Ruleset, Side, new_game, options, settle
from games.engine.chance import Seeded
from games.engine.state import State
from games.engine.worlds import World, Worlds
from games.rulebook.editions import DEFAULT, edition_ids, ruleset
from games.simulation.arena import json_of
from tests.kit.random_play import game
from tests.kit.twins import twin

EVERY = 7
"""One of so many positions is compared with a twin."""
MOST_ACTIONS = 3_000
SEED = 5
EDITIONS = pytest.mark.parametrize("edition", edition_ids())


def true_worlds(rules: Ruleset, state: State, side: Side) -> Worlds:
    return Worlds(rules, state, side, Random)


class Telling(Worlds):
    """A cheat: it deals the true position."""

    def __init__(self, rules: Ruleset, state: State, side: Side) -> None:
        super().__init__(rules, state, side, Random)
        self._true = state

    def deal(self, seed: int) -> World:
        return World(self._rules, self._true, Seeded(b"%d" % seed))


def decisions(rules: Ruleset) -> Iterator[tuple[State, Side]]:
    """Positions of a game in which a side must decide."""
    for number, step in enumerate(game(rules, "tried out")):
        if number % EVERY == 0:
            for side in SIDES:
                if options(rules, step.after, side) is not None:
                    yield step.after, side


def all_of(world: World) -> list[Any]:
    """What can be learnt of a world: what both sides see, and what is asked."""
    return [world.asked, world.winner, world.view("east"), world.view("west")]


def go_on(rules: Ruleset, world: World, most: int) -> int:
    """Act in a world at random, so many times at most, and return how often."""
    player = players.create("random", json_of(rules.edition), SEED)
    for number in range(most):
        asked = world.asked
        if asked is None:
            return number
        side, _ = asked
        assert world.act(side, player.choose(world.view(side), world.options(side)))
    return most


def is_blind(rules: Ruleset, worlds: Callable[[Ruleset, State, Side], Worlds]) -> bool:
    """Whether twins give the same worlds, at first and after some actions there."""
    random = Random(SEED)
    for state, side in decisions(rules):
        other = twin(rules, state, side.enemy, random)
        here, there = (worlds(rules, each, side).deal(SEED) for each in (state, other))
        if all_of(here) != all_of(there):
            return False
        go_on(rules, here, 3)
        go_on(rules, there, 3)
        if all_of(here) != all_of(there):
            return False
    return True


@EDITIONS
def test_twins_have_the_same_worlds(edition: str) -> None:
    assert is_blind(ruleset(edition), true_worlds)


def test_worlds_that_tell_the_true_position_are_found_out() -> None:
    assert not is_blind(ruleset(DEFAULT), Telling)


@EDITIONS
def test_the_side_sees_in_a_world_what_it_sees_in_the_game(edition: str) -> None:
    rules = ruleset(edition)
    for state, side in decisions(rules):
        world = true_worlds(rules, state, side).deal(SEED)
        true = World(rules, state, Seeded(b""))
        assert world.view(side.label) == true.view(side.label)
        assert world.options(side.label) == true.options(side.label)


def test_trying_out_actions_changes_neither_the_game_nor_other_copies() -> None:
    rules = ruleset(DEFAULT)
    for state, side in decisions(rules):
        before = state.copy()
        world = true_worlds(rules, state, side).deal(SEED)
        first, tried = all_of(world), world.copy()
        assert go_on(rules, tried, 5)
        assert all_of(tried) != first
        assert all_of(world) == first
        assert state == before


def test_a_world_can_be_played_to_its_end_and_has_a_winner() -> None:
    rules = ruleset(DEFAULT)
    state, _ = settle(rules, new_game(rules).state, Seeded(b"to the end"))
    worlds = true_worlds(rules, state, EAST)
    ends = []
    for seed in (1, 1, 2):
        world = worlds.deal(seed)
        assert 0 < go_on(rules, world, MOST_ACTIONS) < MOST_ACTIONS
        assert world.winner in ("east", "west")
        ends.append(all_of(world))
    assert ends[0] == ends[1] != ends[2]


def test_a_forbidden_action_changes_nothing_in_a_world() -> None:
    rules = ruleset(DEFAULT)
    state, _ = settle(rules, new_game(rules).state, Seeded(b"forbidden"))
    world = true_worlds(rules, state, EAST).deal(SEED)
    before = all_of(world)
    assert not world.act("east", {"type": "end-movement"})
    assert not world.act("east", {"type": "nonsense"})
    assert all_of(world) == before


def test_a_side_that_is_not_asked_has_no_options() -> None:
    rules = ruleset(DEFAULT)
    asked = next(each for each in decisions(rules) if options(rules, each[0], each[1].enemy) is None)
    state, side = asked
    with pytest.raises(LookupError, match="is not asked"):
        true_worlds(rules, state, side).deal(SEED).options(side.enemy.label)
