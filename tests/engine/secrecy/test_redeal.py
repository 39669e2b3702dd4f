"""What is dealt again for a searching player follows from what that player knows, and from nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple, get_args

import msgspec
import pytest

from games.engine import SIDES, Ruleset, Side, core, invariants, options, view
from games.engine.components import bits
from games.engine.decisions import PlayerDecision
from games.engine.redeal import redeal
from games.engine.state import State
from games.rulebook.editions import DEFAULT, edition_ids, ruleset
from tests.kit.editions import ruleset_of
from tests.kit.random_play import game
from tests.kit.twins import twin, unknown

Deal = Callable[[Ruleset, State, Side, int], State]

EVERY = 4
"""One of so many positions is dealt again in a twin."""
GAMES = ("redealt", "again", "once more")
SEED = 11
EDITIONS = pytest.mark.parametrize("edition", edition_ids())
WORDS = {str(kind.__struct_config__.tag) for kind in get_args(PlayerDecision)}


class Hiding(NamedTuple):
    """A position in which a side has secrets."""

    state: State
    hidden: Side


def positions(rules: Ruleset, seed: str = GAMES[0], every: int = EVERY) -> Iterator[Hiding]:
    for number, step in enumerate(game(rules, seed)):
        if number % every == 0 and step.after.result is None:
            yield from (Hiding(step.after, side) for side in SIDES)


def blindly(rules: Ruleset, state: State, hidden: Side, seed: int) -> State:
    return redeal(rules, state, hidden, Random(seed))


def is_blind(rules: Ruleset, deal: Deal, found: Iterator[Hiding]) -> bool:
    """Whether a deal is the same for positions that differ only in the secrets of the hidden side."""
    random = Random(SEED)
    return all(
        deal(rules, twin(rules, state, hidden, random), hidden, SEED) == deal(rules, state, hidden, SEED)
        for state, hidden in found
    )


@EDITIONS
def test_twins_are_dealt_alike(edition: str) -> None:
    rules = ruleset(edition)
    assert is_blind(rules, blindly, positions(rules))


def test_twins_of_an_earlier_revision_are_dealt_alike() -> None:
    rules = ruleset_of(DEFAULT, 1)
    assert is_blind(rules, blindly, positions(rules))


@EDITIONS
def test_the_enemy_cannot_tell_what_is_dealt_from_the_true_position(edition: str) -> None:
    """It is a position of the game, looks the same, and offers the same, at every kind of decision."""
    rules, seen = ruleset(edition), Counter[str]()
    changed: dict[str, int] = dict.fromkeys(("blocks", "hand", "deck"), 0)
    found = [each for seed in GAMES for each in positions(rules, seed, every=1)]
    for state, hidden in found:
        world = redeal(rules, state, hidden, Random(SEED))
        invariants.check(rules, world)
        viewer = hidden.enemy
        assert view(rules, world, viewer) == view(rules, state, viewer)
        assert _offered(rules, world, viewer) == _offered(rules, state, viewer)
        seen.update(core.word(decision) for decision in core.pending(state) if decision.side == viewer)
        changed["blocks"] += world.at[hidden] != state.at[hidden]
        changed["hand"] += world.hand[hidden] != state.hand[hidden]
        changed["deck"] += world.deck[hidden] != state.deck[hidden]
    assert min(changed.values()) > len(found) / 2
    assert not WORDS - seen.keys()


def _offered(rules: Ruleset, state: State, side: Side) -> bytes:
    offered = options(rules, state, side)
    return b"" if offered is None else msgspec.json.encode(offered.describe())


def with_the_true_hand(rules: Ruleset, state: State, hidden: Side, seed: int) -> State:
    world = redeal(rules, state, hidden, Random(seed))
    world.hand[hidden] = state.hand[hidden]
    return world


def with_the_true_blocks(rules: Ruleset, state: State, hidden: Side, seed: int) -> State:
    return redeal(rules, state, hidden, Random(seed), kept=rules.components.whole_army[hidden])


def in_the_order_of_the_true_cards(rules: Ruleset, state: State, hidden: Side, seed: int) -> State:
    """The hand comes first in the pile that is shuffled, so the true hand decides where cards end."""
    world, random = redeal(rules, state, hidden, Random(seed)), Random(seed)
    held = [
        kind for pile in (state.hand, state.deck) for kind, n in enumerate(pile[hidden]) for _ in range(n)
    ]
    random.shuffle(held)
    size = sum(state.hand[hidden])
    world.hand[hidden] = [held[:size].count(kind) for kind in range(len(state.hand[hidden]))]
    return world


def in_the_order_of_the_true_blocks(rules: Ruleset, state: State, hidden: Side, seed: int) -> State:
    """Each unknown block changes places with one drawn for it: the same seed, another order, another deal."""
    world, random = state.copy(), Random(seed)
    numbers = [
        number
        for mask in state.at[hidden]
        for number in bits(mask & unknown(rules.components, state, hidden))
    ]
    plays = dict(zip(numbers, random.sample(numbers, len(numbers)), strict=True))
    world.at[hidden] = [sum(1 << plays.get(number, number) for number in bits(m)) for m in state.at[hidden]]
    return world


def after_the_size_of_the_true_bag(rules: Ruleset, state: State, hidden: Side, seed: int) -> State:
    """The seed moves on with the blocks of the bag that are stronger than others."""
    c = rules.components
    strong = sum(c.blocks[hidden][number].mon > 1 for number in bits(state.at[hidden][c.bag]))
    return redeal(rules, state, hidden, Random(seed + strong))


@pytest.mark.parametrize(
    "cheat",
    [
        with_the_true_hand,
        with_the_true_blocks,
        in_the_order_of_the_true_cards,
        in_the_order_of_the_true_blocks,
        after_the_size_of_the_true_bag,
    ],
)
def test_a_deal_that_knows_more_is_found_out(cheat: Deal) -> None:
    rules = ruleset(DEFAULT)
    assert not is_blind(rules, cheat, positions(rules))


def test_every_deal_is_equally_likely() -> None:
    """Each kind of card is held as often as its share of the cards that may be held."""
    rules = ruleset(DEFAULT)
    state, hidden = list(positions(rules))[20]
    times = 800
    held: Counter[int] = Counter()
    for seed in range(times):
        hand = redeal(rules, state, hidden, Random(seed)).hand[hidden]
        held.update({kind: count for kind, count in enumerate(hand) if count})
    may = [sum(pair) for pair in zip(state.hand[hidden], state.deck[hidden], strict=True)]
    size = sum(state.hand[hidden])
    for kind, count in enumerate(may):
        expected = times * size * count / sum(may)
        assert abs(held[kind] - expected) <= 5 * expected**0.5 + 1


@EDITIONS
def test_blocks_that_are_kept_stay(edition: str) -> None:
    rules = ruleset(edition)
    for state, hidden in positions(rules):
        kept = rules.components.fatal_mask[hidden] | rules.components.daimyo_mask[hidden]
        kinds = rules.components.kinds
        world = redeal(rules, state, hidden, Random(SEED), kept=kept)
        for was, now in zip(state.at[hidden], world.at[hidden], strict=True):
            assert kinds(hidden, was & kept) == kinds(hidden, now & kept)
