"""The draws of the hidden side in a twin, where nobody saw the cards before the end of the script."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

from games.engine import Side
from games.engine.actions import Move
from games.engine.components import Components, bits
from games.engine.side import OTHER
from games.engine.state import BID_UNSET, State
from tests.secrecy.script import Point, Script


class _Slot(NamedTuple):
    """One card drawn: its place in all that came out of the pile, and how often that was shuffled before."""

    place: int
    card: str
    era: int


def cards(script: Script, side: Side, random: Random) -> list[str]:
    """All cards the side draws in the twin, in order.

    Those held at the end of the course are dealt again, with what is left in the pile. Between two reshuffles
    a pile gives all it holds: so cards change places only with cards of the same era.
    """
    c, state = script.rules.components, script.state
    slots = _slots(script, side)
    unseen = _unseen(slots, _held(c, state, side))
    items = [slot.card for slot in slots]
    last = slots[-1].era
    for era in range(last + 1):
        places = [slot.place for slot in unseen if slot.era == era]
        pool = [items[place] for place in places]
        if era == last:
            pool += _named(c, side, state.deck[side])
        random.shuffle(pool)
        for place, card in zip(places, pool, strict=False):
            items[place] = card
    return items


def _slots(script: Script, side: Side) -> list[_Slot]:
    slots: list[_Slot] = []
    era = 0
    for draw, left in (draw for point in script.points for draw in point.drawn):
        if draw.pile == f"{side.label}-cards":
            for number, card in enumerate(draw.items):
                era += number == left
                slots.append(_Slot(len(slots), card, era))
    return slots


def _unseen(slots: list[_Slot], held: Counter[str]) -> list[_Slot]:
    """The draws of what is held at the end: of each kind the last, so that what was played came before."""
    unseen = []
    for slot in reversed(slots):
        if held[slot.card]:
            held[slot.card] -= 1
            unseen.append(slot)
    return unseen


def _held(c: Components, s: State, side: Side) -> Counter[str]:
    """The cards nobody else knows the side to have, sealed ones too."""
    held = Counter(_named(c, side, s.hand[side]))
    held -= Counter(_named(c, side, s.shown[side]))
    if s.bids[side] != BID_UNSET:
        held[c.cards[side][s.bids[side]].id] += 1
    if s.sealed[OTHER[side]] is None:
        held.update(c.cards[side][kind].id for kind in s.sealed[side] or ())
    return held


def _named(c: Components, side: Side, counts: list[int]) -> list[str]:
    return [card.id for card, count in zip(c.cards[side], counts, strict=True) for _ in range(count)]


# ---- blocks


class Names:
    """What the side's blocks are called in the twin: others nobody saw take their names.

    From the set-up on that is so of blocks that came, or are to come, out of the bag. Later it may be
    exchanged between any two that stand side by side.
    """

    def __init__(self, script: Script, side: Side, random: Random) -> None:
        self._side, self._random = side, random
        self._c = script.rules.components
        self._points = script.points
        self._shown_from = _shown_from(script.points, side, self._c)
        self._now: dict[int, int] = {number: number for number in range(len(self._c.blocks[side]))}
        born = script.points[0].before.at[side][self._c.bag]
        free = list(bits(born & ~self._shown_from[0]))
        self._now |= dict(zip(free, random.sample(free, len(free)), strict=True))

    def exchange(self, index: int) -> None:
        """After the point of that number two blocks that stand alike, never seen later, change names."""
        s, side = self._points[index].after, self._side
        secret = self._c.whole_army[side] & ~(self._shown_from[index + 1] | s.known[side])
        groups = [
            list(bits(mask & secret & part)) for mask in s.at[side][: self._c.bag] for part in _parts(s, side)
        ]
        able = [group for group in groups if len(group) > 1]
        if able:
            one, two = self._random.sample(self._random.choice(able), 2)
            self._now[one], self._now[two] = self._now[two], self._now[one]

    def of(self, name: str) -> str:
        """What the twin calls the block; anything else keeps its name."""
        bit = self._c.block_bit[self._side].get(name)
        return name if bit is None else self._id(self._now[bit.bit_length() - 1])

    def in_the_game(self, name: str) -> str:
        """What the game calls a block of the twin."""
        return next(block.id for block in self._c.blocks[self._side] if self.of(block.id) == name)

    def _id(self, number: int) -> str:
        return self._c.blocks[self._side][number].id


def _parts(s: State, side: Side) -> list[int]:
    """Masks of blocks that may do the same now."""
    if s.active != side:
        return [-1]
    return [s.spent & s.fresh, s.spent & ~s.fresh, ~s.spent]


def _shown_from(points: list[Point], side: Side, c: Components) -> list[int]:
    """For each point and one more the blocks that were known, or lost, in it or after it."""
    shown = [0] * (len(points) + 1)
    for index in reversed(range(len(points))):
        point = points[index]
        at = point.after.at[side]
        shown[index] = shown[index + 1] | point.after.known[side] | at[c.lost] | at[c.mori_box]
        if point.side == side and isinstance(point.body, Move) and point.body.leader is not None:
            shown[index] |= c.block_bit[side][point.body.leader]  # known no more once the stack has parted
    return shown
