"""Names in a position: how blocks, cards and places are written, and which ones are meant.

A block is an id ("tokugawa-two-mon-4") or a kind with a number ("tokugawa-two-mon x3"). Blocks that are
already placed can be selected by location ("tokugawa-two-mon at edo"); "all" means all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.engine.components import Components, bits
from games.engine.position.mistakes import meant
from games.engine.position.shape import Items
from games.engine.side import LABELS, NOBODY, SIDES, Side

ALL = "all"
REST = "rest"
ITEM = re.compile(r"(?P<name>[a-z0-9-]+)(?: x(?P<count>[1-9][0-9]?))?(?: at (?P<place>[a-z0-9-]+))?")
_AROUND_THE_BOARD = ("bag", "recruitment", "lost", "mori-box")


class Item(NamedTuple):
    """One entry of a list: so many of a name, perhaps only of those at a place."""

    name: str
    number: int
    place: str


class PositionNames:
    """Resolves the names in one position, and collects the problems.

    Attributes:
        c: the edition's tables.
        problems: sentences about what was not understood.
    """

    def __init__(self, c: Components) -> None:
        self.c = c
        self.problems: list[str] = []

    def wrong(self, problem: str) -> None:
        self.problems.append(problem)

    def items(self, listing: Items, where: str, *, placed: bool = False) -> Iterator[Item]:
        """The entries of a list, written as a list or with commas.

        Args:
            placed: whether an entry may also say where what it names is ("name at edo").
        """
        for text in split(listing):
            found = ITEM.fullmatch(text)
            if found is None or (found["place"] and not placed):
                self.wrong(f'{where}: "{text}" is not a name, nor a name with a number ("name x2")')
            elif found["count"] and found["name"] in (ALL, REST):
                self.wrong(f'{where}: "{text}": "{found["name"]}" has no number')
            else:
                yield Item(found["name"], int(found["count"] or 1), found["place"] or "")

    def once(self, listing: Items, where: str) -> Iterator[str]:
        """The entries of a list of names that can each stand there once, without a number."""
        seen: set[str] = set()
        for name in split(listing):
            if name in seen:
                self.wrong(f'{where}: "{name}" is named twice')
            seen.add(name)
            yield name

    def location(self, name: str, where: str) -> int:
        """The index of a location, or NOBODY if there is none with that name."""
        index = self.c.location_index.get(name)
        if index is None:
            self.wrong(f'{where}: there is no location "{name}"{meant(name, self.c.locations)}')
            return NOBODY
        return index

    def locations(self, listing: Items, where: str) -> int:
        """The mask of some locations."""
        mask = 0
        for name in self.once(listing, where):
            index = self.location(name, where)
            mask |= 0 if index == NOBODY else 1 << index
        return mask

    def neighbours(self, place: int, listing: Items, where: str) -> int:
        """The mask of some locations that have a road to a place."""
        found = self.locations(listing, where)
        for index in bits(found):
            if index not in self.c.roads[place]:
                ends = f"{self.c.locations[index]} to {self.c.locations[place]}"
                self.wrong(f"{where}: there is no road from {ends}")
        return found

    def place(self, name: str, where: str) -> int:
        """The index of a location or of a box."""
        if name in _AROUND_THE_BOARD:
            return len(self.c.locations) + _AROUND_THE_BOARD.index(name)
        if name not in self.c.location_index:
            known = (*self.c.locations, *_AROUND_THE_BOARD)
            self.wrong(f'{where}: there is no location "{name}"{meant(name, known)}')
        return self.c.location_index.get(name, NOBODY)

    def place_name(self, place: int) -> str:
        """The id of a location, or the word for what lies beside the board."""
        names = self.c.locations
        return names[place] if place < len(names) else _AROUND_THE_BOARD[place - len(names)]

    def roads(self, listing: Items, where: str) -> int:
        """The mask of roads, each written "edo - oyama"."""
        mask = 0
        for text in self.once(listing, where):
            ends = [self.location(name, where) for name in text.split(" - ")]
            if NOBODY in ends:
                continue
            road = self.c.roads[ends[0]].get(ends[1]) if len(ends) == 2 else None
            if road is None:
                self.wrong(f'{where}: there is no road "{text}"')
            else:
                mask |= road.bit
        return mask

    def card(self, side: Side, name: str, where: str) -> int:
        """The index of a card, or NOBODY if the side's deck has none with that name."""
        kind = self.c.card_index[side].get(name)
        if kind is None:
            self.wrong(f"{where}: {self._no('card', side, name, self.c.card_index)}")
            return NOBODY
        return kind

    def cards(self, side: Side, listing: Items, where: str) -> list[int]:
        """The indices of some cards, in the order written."""
        found: list[int] = []
        for item in self.items(listing, where):
            kind = self.card(side, item.name, where)
            found += [] if kind == NOBODY else [kind] * item.number
        return found

    def no_block(self, side: Side, name: str) -> str:
        """The sentence that a name is no block of the side."""
        known = [
            {block.id: 0 for block in army} | {block.kind: 0 for block in army} for army in self.c.blocks
        ]
        return self._no("block", side, name, known)

    def _no(self, noun: str, side: Side, name: str, known: Iterable[dict[str, int]]) -> str:
        tables = list(known)
        if name in tables[side.enemy]:
            return f'the {noun} "{name}" is of {side.enemy.label}'
        return f'{side.label} has no {noun} "{name}"{meant(name, tables[side])}'

    def blocks(self, side: Side, listing: Items, at: list[int], within: int, where: str) -> list[int]:
        """The numbers of blocks that are already placed, in the order written.

        Args:
            at: where the side's blocks are, as in ``State.at``.
            within: mask of the blocks that may be meant.
        """
        found: list[int] = []
        for item in self.items(listing, where, placed=True):
            pool = within
            if item.place:
                place = self.place(item.place, where)
                if place == NOBODY:
                    continue
                pool &= at[place]
            numbers = choose(self.c, side, item, pool & ~mask_of(found))
            if numbers is None:
                self.wrong(f"{where}: {self.no_block(side, item.name)}")
            elif not numbers and item.name == ALL:
                here = f" at {item.place}" if item.place else ""
                self.wrong(f'{where}: "{ALL}{here}", but no block can be meant')
            elif len(numbers) < item.number and item.name != ALL:
                self.wrong(f'{where}: {item.number} x "{item.name}", but {len(numbers)} can be meant')
            else:
                found += numbers
        return found


def choose(c: Components, side: Side, item: Item, pool: int) -> list[int] | None:
    """The lowest numbers in the pool that an item means.

    Returns:
        As many as there are, up to the item's number; None when there is no such block at all.
    """
    army = c.blocks[side]
    if item.name == ALL:
        return list(bits(pool))
    meant = [place for place, block in enumerate(army) if item.name in (block.id, block.kind)]
    if not meant:
        return None
    return [place for place in meant if pool >> place & 1][: item.number]


def split(listing: Items) -> list[str]:
    """The entries of a list, or of a text with commas."""
    parts = listing.split(",") if isinstance(listing, str) else listing
    return [part.strip() for part in parts if part.strip()]


def mask_of(numbers: Iterable[int]) -> int:
    """The mask with these bits."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def side_named(label: str | None) -> int:
    """The side of a word; NOBODY for "nobody" or nothing."""
    return SIDES[LABELS.index(label)] if label in LABELS else NOBODY
