"""Hatamoto rehearses its turn from what its seat knows, and plays alike where it knows alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from games.bots import players
from games.bots.hatamoto.rehearsal import MOVING
from games.bots.levels import Budget
from games.engine import Ruleset, Side, options, pending, view
from games.engine.chance import Seeded
from games.engine.redeal import redeal
from games.engine.state import State
from games.engine.worlds import World, Worlds
from games.rulebook.editions import DEFAULT, edition_ids, ruleset
from games.simulation import arena
from tests.kit.random_play import game
from tests.kit.twins import twin

QUICK = Budget(3, 1, 1)
DECISIONS = pytest.mark.parametrize("decisions", [12, pytest.param(2_000, marks=pytest.mark.overnight)])
"""Compared with twins, in each edition."""
EDITIONS = pytest.mark.parametrize("edition", edition_ids())
Knowing = Callable[[Ruleset, State, Side], Worlds]


def honestly(rules: Ruleset, state: State, side: Side) -> Worlds:
    return Worlds(rules, state, side, Random)


def answer(rules: Ruleset, state: State, side: Side, knowing: Knowing = honestly) -> dict[str, Any]:
    """What hatamoto does when it is asked there."""
    offered = options(rules, state, side)
    assert offered is not None
    printed, seen, may = arena.json_of([rules.edition, view(rules, state, side), offered.describe()])
    player = players.create("hatamoto-1", printed, 7, budget=QUICK)
    assert isinstance(player, players.Rehearser)
    return player.rehearse(seen, may, knowing(rules, state, side))


def asked(rules: Ruleset, seed: str) -> Iterator[tuple[State, Side]]:
    """Every decision of a game at random."""
    for step in game(rules, seed):
        for decision in pending(step.after):
            yield step.after, decision.side


def compared(rules: Ruleset, most: int, knowing: Knowing = honestly) -> Counter[str]:
    """Put decisions to hatamoto again in twins of the position, until one differs.

    Return what was asked, and what differed.
    """
    seen, random = Counter[str](), Random(5)
    for number in range(most):
        for state, side in asked(rules, f"hatamoto/{number}"):
            offered = options(rules, state, side)
            assert offered is not None
            # all kinds of decisions alike; of most there are many more than there are turns
            if offered.decision not in MOVING and seen[offered.decision] > most // 10:
                continue
            other = twin(rules, state, side.enemy, random)
            seen[offered.decision] += 1
            seen["compared"] += 1
            seen["differed"] += answer(rules, state, side, knowing) != answer(rules, other, side, knowing)
            if seen["compared"] == most or seen["differed"]:
                return seen
    raise AssertionError


@EDITIONS
@DECISIONS
def test_hatamoto_does_the_same_whatever_its_enemy_hides(edition: str, decisions: int) -> None:
    seen = compared(ruleset(edition), decisions)
    assert seen["differed"] == 0
    assert seen["level"] > decisions / 50
    assert seen["movement"] > decisions / 50


# ---- planted cheats: worlds that tell what the seat cannot know


class Telling(Worlds):
    """Deals positions in which something of the enemy is as it truly is."""

    def __init__(self, rules: Ruleset, state: State, side: Side) -> None:
        super().__init__(rules, state, side, Random)
        self._true = state

    def deal(self, seed: int) -> World:
        dealt = redeal(self._rules, self._kept, self._hidden, Random(seed))
        if self._true.combat is None:
            dealt = self.with_truth(dealt)
        return World(self._rules, dealt, Seeded(b"%d" % seed))

    def with_truth(self, dealt: State) -> State:
        raise AssertionError


class TrueDeal(Telling):
    def with_truth(self, dealt: State) -> State:
        return self._true


class TrueHand(Telling):
    def with_truth(self, dealt: State) -> State:
        enemy = self._hidden
        dealt.hand[enemy], dealt.deck[enemy] = [*self._true.hand[enemy]], [*self._true.deck[enemy]]
        return dealt


class TrueBlocks(Telling):
    def with_truth(self, dealt: State) -> State:
        enemy = self._hidden
        dealt.at[enemy], dealt.known[enemy] = [*self._true.at[enemy]], self._true.known[enemy]
        return dealt


class TrueNumbers(Telling):
    """Deals again by a seed that the true blocks decide."""

    def deal(self, seed: int) -> World:
        truth = sum(number * mask for number, mask in enumerate(self._true.at[self._hidden]))
        return super(Telling, self).deal(seed + truth % 1_000)


@pytest.mark.parametrize("cheat", [TrueDeal, TrueHand, TrueBlocks, TrueNumbers])
def test_a_cheat_is_found_out(cheat: Knowing) -> None:
    assert compared(ruleset(DEFAULT), 60, cheat)["differed"]


# ---- playing


def test_the_same_seed_gives_the_same_game() -> None:
    rules = ruleset(DEFAULT)

    def logged(seed: str) -> list[Any]:
        seated = arena.seat(rules, ("hatamoto-1", "ashigaru"), seed, budget=Budget(2, 1, 1))
        return arena.record(rules, seated, seed).log

    assert logged("a") == logged("a")


def test_notes_of_its_turn_change_no_move() -> None:
    rules, seed, budget = ruleset(DEFAULT), "notes", Budget(2, 1, 1)
    printed = arena.json_of(rules.edition)
    compared = Counter[tuple[int, Side]]()
    for entry in arena.play(
        rules, arena.seat(rules, ("hatamoto-1", "hatamoto-1"), seed, budget=budget), seed
    ):
        if entry.side is None or entry.decision not in MOVING:
            continue
        forgetful = players.create("hatamoto-1", printed, arena.number(seed, entry.side.label), budget=budget)
        assert isinstance(forgetful, players.Rehearser)
        offered = options(rules, entry.before, entry.side)
        assert offered is not None
        seen, may = arena.json_of([view(rules, entry.before, entry.side), offered.describe()])
        answered = forgetful.rehearse(seen, may, honestly(rules, entry.before, entry.side))
        assert answered == arena.json_of(entry.outcome)
        compared[entry.before.week, entry.side] += 1
        if len(compared) == 2:
            break
    assert max(compared.values()) > 2, "no turn had moves after its first"
