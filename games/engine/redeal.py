"""Other secrets for one side: a position that its enemy cannot tell from the true one.

Everything comes from what the enemy knows. Hidden blocks and cards are put in an order of their own first, so
that neither the true deal nor the numbers of the true blocks have any influence: positions that look the same
to the enemy are dealt alike by the same seed.

Only what nobody but the side knows is dealt again: the identities of its blocks wherever they are; its
hand, sealed bid and sealed discards, out of what they and the draw pile hold together; and its sealed
answers. Every deal that fits what is public is equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar

from games.engine.components import Components, bits
from games.engine.core import pending_for
from games.engine.decisions import AnswerDeployment
from games.engine.play import Play
from games.engine.rules import loyalty
from games.engine.ruleset import Ruleset
from games.engine.side import NOBODY, Side
from games.engine.state import BID_UNSET, State, Window

T = TypeVar("T")

WISHES = ("", "first", "second")
PASSING = 0.1
"""How often a side passes, sealed, for the rest of a battle where it can."""


class Dealer(Protocol):
    """The part of ``random.Random`` that dealing needs; the engine has no randomness of its own."""

    def shuffle(self, items: list[Any], /) -> None:
        """Put items in another order, in place."""

    def sample(self, items: list[int], count: int, /) -> list[int]:
        """So many of the items, in any order."""

    def choice(self, items: Sequence[T], /) -> T:
        """One of the items."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to below ``stop``."""

    def random(self) -> float:
        """A number from 0 to below 1."""


def redeal(rules: Ruleset, state: State, hidden: Side, dealer: Dealer, *, kept: int = 0) -> State:
    """The position with other secrets for one side.

    Args:
        rules: of the game.
        state: is not changed.
        hidden: the side whose secrets are dealt again.
        dealer: decides everything that is dealt: of one seed it deals the same.
        kept: a mask of blocks of the hidden side that stay where they are.
    """
    world = state.copy()
    _deal_blocks(rules.components, world, hidden, dealer, kept)
    _deal_cards(world, hidden, dealer)
    _choose_answers(rules, world, hidden, dealer)
    return world


# ---- blocks


def _deal_blocks(c: Components, s: State, side: Side, dealer: Dealer, kept: int) -> None:
    """Put a block in each place that one is in. Blocks of a kind get their numbers in the order of places."""
    army, at, known = c.blocks[side], s.at[side], s.known[side]
    certain = known | at[c.lost] | at[c.mori_box] | kept
    pool = sorted(army[number].kind for number in bits(c.whole_army[side] & ~certain))
    dealer.shuffle(pool)
    parts = [*_parts(s, side)]
    free: dict[str, list[int]] = {}
    for block in reversed(army):
        free.setdefault(block.kind, []).append(block.bit.bit_length() - 1)
    stands: list[list[int]] = []
    s.known[side] = 0
    for mask in parts:
        # Those that are known come first, so that what is dealt has no influence on their numbers.
        sure = sorted((not known >> number & 1, army[number].kind) for number in bits(mask & certain))
        numbers = [free[kind].pop() for _is_secret, kind in sure]
        s.known[side] |= sum(
            1 << number for number, (is_secret, _) in zip(numbers, sure, strict=True) if not is_secret
        )
        stands.append(numbers)
    for mask, numbers in zip(parts, stands, strict=True):
        numbers += [free[pool.pop()].pop() for _ in range((mask & ~certain).bit_count())]
    _settle(c, s, side, parts, [sum(1 << number for number in numbers) for numbers in stands], dealer)


def _parts(s: State, side: Side) -> Iterator[int]:
    """The blocks of each place, and apart from the others those deployed there for either side."""
    combat = s.combat
    loyal, defected = (0, 0) if combat is None else (combat.loyal[side], combat.defected[side])
    for mask in s.at[side]:
        yield from (mask & ~(loyal | defected), mask & loyal, mask & defected)


def _settle(
    c: Components, s: State, side: Side, parts: Sequence[int], dealt: Sequence[int], dealer: Dealer
) -> None:
    """Put the dealt blocks in place of those that were there."""
    before = s.at[side]
    s.at[side] = [sum(dealt[first : first + 3]) for first in range(0, len(dealt), 3)]
    combat = s.combat
    if combat is not None:
        window = combat.window
        if window is not None and window.side == side:
            blocks = tuple(_alike(c, side, window.blocks, parts, dealt))
            combat.window = Window(window.side, window.card, blocks, window.impact, window.show)
        combat.loyal[side], combat.defected[side] = sum(dealt[1::3]), sum(dealt[2::3])
    if s.active == side:
        spent, fresh = s.spent, s.fresh
        s.spent = s.fresh = 0
        for was, now in zip(before, s.at[side], strict=True):
            moved = dealer.sample([*bits(now)], (was & spent).bit_count())
            s.spent |= sum(1 << number for number in moved)
            s.fresh |= sum(1 << number for number in moved[: (was & fresh).bit_count()])


def _alike(
    c: Components, side: Side, numbers: Sequence[int], parts: Sequence[int], dealt: Sequence[int]
) -> Iterator[int]:
    """For each deployed block one of its kind among those dealt in its part."""
    army, taken = c.blocks[side], 0
    for number in numbers:
        part = next(index for index, mask in enumerate(parts) if mask >> number & 1)
        alike = (n for n in bits(dealt[part] & ~taken) if army[n].kind == army[number].kind)
        found = next(alike)
        taken |= 1 << found
        yield found


# ---- cards


def _deal_cards(s: State, side: Side, dealer: Dealer) -> None:
    hand, deck, discards, sealed = s.hand[side], s.deck[side], s.discards[side], s.sealed[side]
    is_secret = sealed is not None and s.sealed[side.enemy] is None
    # A reshuffle since takes sealed discards into the draw pile, where they cannot be told apart.
    lie_apart = is_secret and all(count <= discards[kind] for kind, count in Counter(sealed).items())
    pool = sorted([*_listed(hand), *_listed(deck), *((sealed or []) if lie_apart else [])])
    bid = s.bids[side]
    if bid != BID_UNSET:
        pool = sorted([*pool, bid])
    shown = _listed(s.shown[side])
    for kind in shown:
        pool.remove(kind)
    dealer.shuffle(pool)
    size = sum(hand) + (bid != BID_UNSET) - len(shown)
    held = shown + pool[:size]
    del pool[:size]
    if bid != BID_UNSET:
        s.bids[side] = held.pop(dealer.randrange(len(held)))
    if is_secret and sealed is not None:
        count = len(sealed)
        chosen = sorted(pool[:count])
        if lie_apart:
            del pool[:count]
            s.discards[side] = _counted(discards, sealed, -1)
            s.discards[side] = _counted(s.discards[side], chosen, 1)
        s.sealed[side] = chosen
    s.hand[side] = _counted([0] * len(hand), held, 1)
    s.deck[side] = _counted([0] * len(deck), pool, 1)


def _listed(counts: Sequence[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def _counted(counts: Sequence[int], kinds: Sequence[int], step: int) -> list[int]:
    changed = list(counts)
    for kind in kinds:
        changed[kind] += step
    return changed


# ---- sealed answers


def _choose_answers(rules: Ruleset, s: State, side: Side, dealer: Dealer) -> None:
    if s.bids[side] != BID_UNSET:
        s.wishes[side] = dealer.choice(WISHES)
    combat = s.combat
    if combat is None:
        return
    window = combat.window
    if window is not None and window.side == side:
        able = loyalty.refuting(Play(rules.components, s), side, window.card, window.blocks)
        show = dealer.choice([NOBODY, *able])
        combat.window = Window(window.side, window.card, window.blocks, window.impact, show)
    if type(pending_for(s, side)) is AnswerDeployment:
        return
    if rules.revision < 2:
        combat.passing[side] = dealer.random() < PASSING
    if window is not None and window.side != side:
        combat.window = None  # open within the side's own decision, it may be passed in secret already
