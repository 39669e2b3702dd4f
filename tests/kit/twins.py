"""Positions that differ only in what one viewer cannot know: twins, made at random.

The hidden side's unknown blocks change identities among themselves, wherever they are: on the board, in the
recruitment box, in the bag. Its hand, sealed bid, sealed discards and draw pile are dealt again out of what
they hold together. Its sealed answers (a wish, a card named to refute with, a pass for the rest of a battle)
are chosen again. Nothing public changes, and nothing of the viewer's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.engine import Ruleset, Side, pending_for
from games.engine.components import Components, bits
from games.engine.decisions import AnswerDeployment
from games.engine.play import Play
from games.engine.rules import loyalty
from games.engine.side import NOBODY
from games.engine.state import BID_UNSET, State, Window

WISHES = ("", "first", "second")


class Held(NamedTuple):
    """What a twin must not change, because the step to come shows it.

    Attributes:
        blocks: mask of blocks that stay in their places; ``lost`` are those of them about to be destroyed.
        led: the block in whose part there must be a daimyo, because one leads there unnamed.
        hand: kinds of cards the hand keeps.
        barred: kinds of cards the hand must not hold.
        sealed: whether the sealed discards stay.
        bid: whether the bid and its wish stay.
        show: the kind of card that a challenge will be refuted with, if that is settled.
        window: whether the hidden side is about to answer the deployment just made.
    """

    blocks: int = 0
    lost: int = 0
    led: int = 0
    hand: tuple[int, ...] = ()
    barred: frozenset[int] = frozenset()
    sealed: bool = False
    bid: bool = False
    show: int | None = None
    window: bool = False


NOTHING = Held()


def twin(rules: Ruleset, state: State, hidden: Side, random: Random, held: Held = NOTHING) -> State:
    """A position that the enemy of ``hidden`` cannot tell from this one.

    Args:
        hidden: the side whose secrets are dealt again.
        held: what is left as it is.
    """
    other = state.copy()
    _exchange_knowledge(rules.components, other, hidden, random)
    _exchange_blocks(rules.components, other, hidden, random, held)
    _deal_cards(other, hidden, random, held)
    _choose_answers(rules, other, hidden, random, held)
    return other


def unknown(c: Components, state: State, side: Side) -> int:
    """The blocks of a side whose place only that side knows."""
    at = state.at[side]
    return c.whole_army[side] & ~(state.known[side] | at[c.lost] | at[c.mori_box])


# ---- blocks


def _exchange_knowledge(c: Components, s: State, side: Side, random: Random) -> None:
    """Of alike blocks together some are known to be there; which of them is not (R-28)."""
    combat = s.combat
    deployed = 0 if combat is None else combat.loyal[side] | combat.defected[side]
    for place in s.at[side]:
        for together in (place & deployed, place & ~deployed):
            if together & s.known[side] and together & ~s.known[side]:
                s.known[side] = s.known[side] & ~together | _alike(c, side, together, s.known[side], random)


def _alike(c: Components, side: Side, together: int, known: int, random: Random) -> int:
    """As many of each kind, but others of them."""
    by_kind: dict[str, list[int]] = {}
    for number in bits(together):
        by_kind.setdefault(c.blocks[side][number].kind, []).append(number)
    chosen = 0
    for numbers in by_kind.values():
        count = sum(known >> number & 1 for number in numbers)
        chosen |= sum(1 << number for number in random.sample(numbers, count))
    return chosen


def _exchange_blocks(c: Components, s: State, side: Side, random: Random, held: Held) -> None:
    """Every unknown block takes the part of another: its place, and whether it has moved."""
    secret = unknown(c, s, side)
    parts = list(bits(secret))
    staying = list(bits(secret & held.blocks))
    taken: dict[int, int] = {}
    for block in staying:
        alike = [part for part in parts if part not in taken and _stand_alike(s, side, part, block)]
        taken[random.choice(alike)] = block
    for leader in bits(secret & held.led & ~held.blocks):
        alike = [part for part in parts if part not in taken and _stand_alike(s, side, part, leader)]
        taken[random.choice(alike)] = random.choice(list(bits(secret & c.daimyo_mask[side] & ~held.blocks)))
    free = [block for block in parts if block not in taken.values()]
    random.shuffle(free)
    plays = {part: taken[part] if part in taken else free.pop() for part in parts}

    def moved(mask: int) -> int:
        return mask & ~secret | sum(1 << plays[part] for part in bits(mask & secret))

    s.at[side] = [moved(mask) for mask in s.at[side]]
    if s.active == side:
        s.spent, s.fresh = moved(s.spent), moved(s.fresh)


def _stand_alike(s: State, side: Side, one: int, two: int) -> bool:
    """Whether two blocks are in the same place, and both have moved or neither has."""
    both = 1 << one | 1 << two
    together = any(mask & both == both for mask in s.at[side])
    return together and (s.active != side or s.spent & both in (0, both))


# ---- cards


def _deal_cards(s: State, side: Side, random: Random, held: Held) -> None:
    """Deal hand, bid, sealed discards and draw pile again from what they hold together."""
    hand, deck, discards = s.hand[side], s.deck[side], s.discards[side]
    sealed = s.sealed[side]
    secret = [] if held.sealed or s.sealed[side.enemy] is not None else (sealed or [])
    if any(count > discards[kind] for kind, count in Counter(secret).items()):
        secret = []  # a reshuffle has taken them since
    pool = _listed(hand) + _listed(deck) + list(secret)
    bid = s.bids[side]
    own = [] if bid == BID_UNSET or held.bid else [bid]
    pool += own
    kept = _kept(s.shown[side], held.hand)
    if bid != BID_UNSET and held.bid and s.shown[side][bid] and bid not in held.hand:
        kept.remove(bid)  # what was shown may be the bid itself
    for kind in kept:
        pool.remove(kind)
    random.shuffle(pool)
    size = sum(hand) + len(own) - len(kept)
    dealt = kept + _take(pool, size, held.barred)
    if own:
        s.bids[side] = dealt.pop(random.randrange(len(dealt)))
    if secret:
        new = sorted(_take(pool, len(secret), frozenset()))
        s.discards[side] = _plus(_plus(discards, secret, -1), new, 1)
        s.sealed[side] = new
    s.hand[side] = _plus([0] * len(hand), dealt, 1)
    s.deck[side] = _plus([0] * len(deck), pool, 1)


def _listed(counts: Sequence[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def _plus(counts: Sequence[int], kinds: Sequence[int], sign: int) -> list[int]:
    changed = list(counts)
    for kind in kinds:
        changed[kind] += sign
    return changed


def _kept(shown: Sequence[int], hand: Sequence[int]) -> list[int]:
    """The cards that stay: those publicly known to be there, and those about to be shown."""
    wanted = Counter(hand)
    return [kind for kind, count in enumerate(shown) for _ in range(max(count, wanted[kind]))]


def _take(pool: list[int], size: int, barred: frozenset[int]) -> list[int]:
    taken = [kind for kind in pool if kind not in barred][:size]
    assert len(taken) == size, "a twin must be able to hold what the original holds"
    for kind in taken:
        pool.remove(kind)
    return taken


# ---- sealed answers


def _choose_answers(rules: Ruleset, s: State, side: Side, random: Random, held: Held) -> None:
    if s.bids[side] != BID_UNSET and not held.bid:
        s.wishes[side] = random.choice(WISHES)
    combat = s.combat
    if combat is None:
        return
    window = combat.window
    if window is not None and window.side == side:
        show = held.show if held.show is not None else _refuter(rules, s, window, random)
        combat.window = Window(window.side, window.card, window.blocks, window.impact, show)
    asked = held.window or type(pending_for(s, side)) is AnswerDeployment
    if not asked and random.random() < 0.5:
        if rules.revision < 2:
            # Passing for the rest of a battle is to look like passing every time, without a delay.
            combat.passing[side] = not combat.passing[side]
        if combat.passing[side] == (rules.revision < 2) and window is not None and window.side != side:
            combat.window = None  # folded into its own decision, it was passed


def _refuter(rules: Ruleset, s: State, window: Window, random: Random) -> int:
    able = loyalty.refuting(Play(rules.components, s), window.side, window.card, window.blocks)
    return random.choice([NOBODY, *able])


# ---- what is left of a position without its secrets


def remains(c: Components, s: State, hidden: Side) -> list[object]:
    """Everything in a position that the hidden side's secrets must have no influence on, now or later."""
    plain = s.copy()
    plain.at[hidden] = [mask.bit_count() for mask in s.at[hidden]]
    plain.known[hidden] = 0
    known = [c.kinds(hidden, mask & s.known[hidden]) for mask in s.at[hidden]]
    plain.hand[hidden] = [sum(s.hand[hidden])]
    plain.deck[hidden] = [sum(s.deck[hidden])]
    if s.sealed[hidden] is not None and s.sealed[hidden.enemy] is None:
        plain.discards[hidden] = [sum(s.discards[hidden])]
        plain.sealed[hidden] = []
    plain.bids[hidden] = BID_UNSET if s.bids[hidden] == BID_UNSET else 0
    plain.wishes[hidden] = ""
    moved: list[list[int]] = []
    if s.active == hidden:
        moved = [[(mask & s.spent).bit_count(), (mask & s.fresh).bit_count()] for mask in s.at[hidden]]
        plain.spent = plain.fresh = 0
    if plain.combat is not None:
        plain.combat.passing[hidden] = False
        plain.combat.window = None  # folded, it may be passed by a sealed answer
    return [plain, known, moved]
