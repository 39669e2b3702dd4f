"""Where a position puts the 48 blocks and 55 cards of a side: each one somewhere, none twice."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.position.names import REST, Item, PositionNames
from games.engine.position.shape import Items, SideData
from games.engine.side import NOBODY, WEST, Side

HAND, DECK, DISCARDS = range(3)
PILES = ("hand", "deck", "discards")


def blocks(names: PositionNames, side: Side, data: SideData) -> list[int]:
    """The masks of a side's blocks by place, as in ``State.at``."""
    c = names.c
    rows: list[tuple[str, int, Items]] = [
        (f"{side.label}.at.{name}", names.place(name, f"{side.label}.at"), here)
        for name, here in data.at.items()
    ]
    boxes = (("recruitment", c.box), ("lost", c.lost), ("mori_box", c.mori_box), ("bag", c.bag))
    rows += [(f"{side.label}.{key}", place, getattr(data, key) or "") for key, place in boxes]
    if data.mori_box and side != WEST:
        names.wrong("east.mori_box: the Mori box is West's")
    return _Placing(names, side).place([row for row in rows if row[1] != NOBODY], c.bag)


class _Placing:
    """Puts blocks down: first the ids, then kinds as their lowest copies left, then the rest."""

    def __init__(self, names: PositionNames, side: Side) -> None:
        self.names = names
        self.side = side
        self.at = [0] * names.c.places
        self.placed: dict[int, str] = {}

    def place(self, rows: list[tuple[str, int, Items]], bag: int) -> list[int]:
        """Place every item. Blocks that are named nowhere go where "rest" says, else into the bag."""
        rest, rest_of = bag, ""
        kinds: list[tuple[str, int, Item]] = []
        table = self.names.c.block_bit[self.side]
        for where, place, items in rows:
            for item in self.names.items(items, where):
                if item.name == REST:
                    if rest_of:
                        self.names.wrong(twice(rest_of, where))
                    rest, rest_of = place, where
                elif item.name in table and item.number == 1:
                    self._put(table[item.name], place, where)
                else:
                    kinds.append((where, place, item))
        for where, place, item in kinds:
            self._put_kind(where, place, item)
        for bit in table.values():
            if bit not in self.placed:
                self.at[rest] |= bit
        return self.at

    def _put(self, bit: int, place: int, where: str) -> None:
        if bit in self.placed:
            name = self.names.c.ids(self.side, bit)[0]
            self.names.wrong(f'the block "{name}" is placed twice: in {self.placed[bit]} and in {where}')
        else:
            self.placed[bit] = where
            self.at[place] |= bit

    def _put_kind(self, where: str, place: int, item: Item) -> None:
        copies = [block.bit for block in self.names.c.blocks[self.side] if block.kind == item.name]
        free = [bit for bit in copies if bit not in self.placed]
        if not copies:
            self.names.wrong(f"{where}: {self.names.no_block(self.side, item.name)}")
        elif len(free) < item.number:
            total = len(copies)
            self.names.wrong(f'{where}: {item.number} x "{item.name}", but {len(free)} of {total} are left')
        for bit in free[: item.number]:
            self._put(bit, place, where)


def twice(first: str, second: str) -> str:
    """The sentence that two lists both take the rest."""
    return f'"{REST}" stands in {first} and in {second}, but there is one rest'


class Cards(NamedTuple):
    """A side's cards as counts by kind: hand, deck and discards, as in ``State``."""

    hand: list[int]
    deck: list[int]
    discards: list[int]


def cards(names: PositionNames, side: Side, data: SideData, elsewhere: list[int]) -> Cards:
    """Deal a side's cards. Cards that are named nowhere go where "rest" says, else into the deck.

    Args:
        elsewhere: kinds of cards that lie in no pile: the sealed bid, and those played in a combat.
    """
    deck = names.c.deck[side]
    # A sealed discard lies in the discard pile; said once, it need not be said again.
    written = (data.hand, data.deck or "", data.discards if data.discards is not None else data.sealed or "")
    piles = [[0] * len(deck) for _ in PILES]
    left = deck[:]
    for kind in elsewhere:
        left[kind] -= 1
    rest, rest_of = DECK, ""
    for pile, items in enumerate(written):
        where = f"{side.label}.{PILES[pile]}"
        for item in names.items(items, where):
            if item.name == REST:
                if rest_of:
                    names.wrong(twice(rest_of, where))
                rest, rest_of = pile, where
                continue
            kind = names.card(side, item.name, where)
            if kind != NOBODY:
                piles[pile][kind] += item.number
                left[kind] -= item.number
    for kind, count in enumerate(left):
        if count < 0:
            name, whole = names.c.cards[side][kind].id, deck[kind]
            names.wrong(f'the deck of {side.label} holds {whole} of "{name}", not {whole - count}')
        piles[rest][kind] += max(count, 0)
    _check_deck(names, side, data, rest, sum(left))
    return Cards(*piles)


def _check_deck(names: PositionNames, side: Side, data: SideData, rest: int, left: int) -> None:
    """A deck that is written down is the whole deck; then the rest must have another place."""
    if data.deck is not None and rest == DECK and left > 0 and REST not in data.deck:
        names.wrong(
            f'{side.label}.deck leaves {left} cards in no pile: put "{REST}" into the hand or the discards'
        )
