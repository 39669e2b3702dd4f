"""What never changes in a game: the blocks, cards and places of an edition, numbered and cross-referenced
once.

Rule modules work on small numbers: a block is a bit in its side's 48-bit mask, a card kind an index into its
side's list of counts, a location an index, a road a bit. Names appear only at the boundary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.engine.edition_data import BlockData, CardData, DiskData, Edition
from games.engine.side import NOBODY, SIDES, Side

ARMS = ("", "cavalry", "firearms")
STACKS_REMEMBERED = 8192


class Block(NamedTuple):
    """One block: its id, what is printed on it, and its bit in the side's masks."""

    id: str
    kind: str
    name: str
    clan: int
    mon: int
    arm: int
    daimyo: bool
    wildcard: bool
    bit: int


class Card(NamedTuple):
    """One kind of card.

    Attributes:
        solo: the blocks it deploys one at a time.
        clan_blocks: the blocks of its clan.
        pair: for a double card, the blocks that it deploys two at a time, at least one of them of its clan.
    """

    id: str
    type: str
    clan: int
    bid: int
    solo: int
    clan_blocks: int
    pair: int


class Road(NamedTuple):
    """One road seen from one of its ends."""

    to: int
    bit: int
    highway: bool


class Disk(NamedTuple):
    """A unit that can be destroyed but cannot move or fight [9.1]."""

    id: str
    name: str
    side: Side
    location: int
    fatal: bool
    falls_last: bool
    bit: int


# Views and options unpack these by the thousand, which is several times as fast with plain tuples.
Way = tuple[int, int, bool, tuple[str]]
"""A road seen from one of its ends: its end, bit, whether it is a highway, and the end's name as a path."""
Landmark = tuple[int, Sequence[int], bool, str | None, int]
"""A location with a castle, a resource or a disk: its index, who controls the castle, by holder (empty where
there is none), whether it is a resource, the disk and its bit."""


def bits(mask: int) -> Iterator[int]:
    """The positions of the set bits, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def lowest(mask: int, count: int) -> int:
    """The lowest ``count`` bits of a mask."""
    kept = 0
    for _ in range(count):
        low = mask & -mask
        kept |= low
        mask ^= low
    return kept


class Components:
    """An edition's pieces and board as tables; built once for an edition and shared by all its games."""

    def __init__(self, edition: Edition, revision: int) -> None:
        self.flags = edition.flags
        self.revision = revision
        self.clans = tuple(clan.id for clan in edition.clans)
        self._lay_out_board(edition)
        self._cut_blocks(edition)
        self._print_cards(edition)
        # A stack is named again in every view and menu while it stays together.
        self.ids = lru_cache(STACKS_REMEMBERED)(self._ids)
        """The ids of the blocks in a mask: ``ids(side, mask)``."""
        self.kinds = lru_cache(STACKS_REMEMBERED)(self._kinds)
        """The kinds of the blocks in a mask, sorted: what may be shown of blocks without their ids."""
        self._pile = lru_cache(STACKS_REMEMBERED)(self._pile_ids)
        self.road_names = lru_cache(STACKS_REMEMBERED)(self._road_names)
        """The ends of the roads in a mask, as names."""

    def _lay_out_board(self, edition: Edition) -> None:
        self.locations = tuple(location.id for location in edition.locations)
        self.location_names = tuple(location.name for location in edition.locations)
        self.location_index = {name: index for index, name in enumerate(self.locations)}
        count = len(self.locations)
        # Beside the locations: the bag, the recruitment box [4.4], the lost blocks, the Mori box.
        self.bag, self.box, self.lost, self.mori_box = count, count + 1, count + 2, count + 3
        self.places = count + 4
        self.indexes = range(count)
        self.castle = tuple(NOBODY if x.castle is None else Side.named(x.castle) for x in edition.locations)
        self.capital = tuple(
            NOBODY if x.capital is None else Side.named(x.capital) for x in edition.locations
        )
        self.resources = tuple(index for index, x in enumerate(edition.locations) if x.resource)
        self.is_resource = tuple(x.resource for x in edition.locations)
        self.castles = tuple(index for index, side in enumerate(self.castle) if side != NOBODY)
        self.castle_by_holder = tuple(() if side == NOBODY else (0, 1, side) for side in self.castle)
        """Who controls a castle [4.3]: its holder, or its natural side where that is NOBODY, which is -1."""
        roads: list[dict[int, Road]] = [{} for _ in self.locations]
        self.road_ends: list[tuple[int, int]] = []
        for number, road in enumerate(edition.roads):
            a, b = self.location_index[road.a], self.location_index[road.b]
            roads[a][b] = Road(b, 1 << number, road.highway)
            roads[b][a] = Road(a, 1 << number, road.highway)
            self.road_ends.append((a, b))
        self.roads = tuple(roads)
        self.roads_from = tuple(tuple(found.values()) for found in roads)
        self.ways_from = tuple(tuple(self._way(road) for road in found) for found in self.roads_from)
        self.road_mask = tuple(sum(road.bit for road in found) for found in self.roads_from)
        self.mori_location = self.location_index[edition.mori.location]
        self.disks = tuple(self._disk(data, number) for number, data in enumerate(edition.disks))
        disk_bits = [[0] * count, [0] * count]
        for disk in self.disks:
            disk_bits[disk.side][disk.location] = disk.bit
        self.disk_bit = (tuple(disk_bits[0]), tuple(disk_bits[1]))
        self.disk_mask = (sum(disk_bits[0]), sum(disk_bits[1]))
        self.any_disk_bit = tuple(a | b for a, b in zip(*disk_bits, strict=True))
        self.landmarks = tuple(self._landmark(index) for index in self.indexes)

    def _way(self, road: Road) -> Way:
        return road.to, road.bit, road.highway, (self.locations[road.to],)

    def _disk(self, data: DiskData, number: int) -> Disk:
        location, falls_last = self.location_index[data.location], data.falls == "last"
        return Disk(data.id, data.name, Side.named(data.side), location, data.fatal, falls_last, 1 << number)

    def _landmark(self, index: int) -> Landmark | None:
        castle, is_resource = self.castle_by_holder[index], self.is_resource[index]
        disk = next((disk.id for disk in self.disks if disk.location == index), None)
        if not castle and not is_resource and disk is None:
            return None
        return index, castle, is_resource, disk, self.any_disk_bit[index]

    def _cut_blocks(self, edition: Edition) -> None:
        self.blocks: tuple[tuple[Block, ...], ...] = tuple(self._army(edition, side) for side in SIDES)
        self.block_bit = tuple({block.id: block.bit for block in army} for army in self.blocks)
        self.whole_army = tuple((1 << len(army)) - 1 for army in self.blocks)
        self.clan_mask = tuple(
            tuple(_mask(army, [b.clan == clan for b in army]) for clan in range(len(self.clans)))
            for army in self.blocks
        )
        self.arm_mask = tuple(
            tuple(_mask(army, [b.arm == arm for b in army]) if arm else 0 for arm in range(3))
            for army in self.blocks
        )
        self.daimyo_mask = tuple(_mask(army, [b.daimyo for b in army]) for army in self.blocks)
        self.wildcard_mask = tuple(_mask(army, [b.wildcard for b in army]) for army in self.blocks)
        fatal = {data.id for data in edition.blocks if data.fatal}
        self.fatal_mask = tuple(_mask(army, [b.kind in fatal for b in army]) for army in self.blocks)
        recruits: list[list[tuple[int, ...]]] = []
        for side in SIDES:
            clans = {clan.id for clan in edition.clans if Side.named(clan.side) == side}
            recruits.append(
                [tuple(self.clans.index(c) for c in x.recruitment if c in clans) for x in edition.locations]
            )
        self.recruits = tuple(tuple(side) for side in recruits)
        self.muster_locations = tuple(
            tuple(index for index, clans in enumerate(side) if clans) for side in self.recruits
        )

    def _army(self, edition: Edition, side: Side) -> tuple[Block, ...]:
        army: list[Block] = []
        for data in edition.blocks:
            if Side.named(data.side) == side:
                for copy in range(data.count):
                    army.append(self._block(data, copy, len(army)))
        return tuple(army)

    def _block(self, data: BlockData, copy: int, number: int) -> Block:
        name = data.id if data.count == 1 else f"{data.id}-{copy + 1}"
        arm = ARMS.index(data.arm or "")
        clan = self.clans.index(data.clan)
        return Block(name, data.id, data.name, clan, data.mon, arm, data.daimyo, data.wildcard, 1 << number)

    def _print_cards(self, edition: Edition) -> None:
        by_side: tuple[list[Card], list[Card]] = ([], [])
        self.deck: tuple[list[int], list[int]] = ([], [])
        for data in edition.cards:
            side = Side.named(data.side)
            by_side[side].append(self._card(data, side))
            self.deck[side].append(data.count)
        self.cards = (tuple(by_side[0]), tuple(by_side[1]))
        self.card_index = tuple({card.id: index for index, card in enumerate(kinds)} for kinds in self.cards)
        self.loyalty = tuple(
            next(index for index, card in enumerate(kinds) if card.type == "loyalty") for kinds in self.cards
        )
        self.refuters = tuple(self._refuters(side) for side in SIDES)
        """For each side, by a block's bit, the cards that deploy it alone, in the order they are shown."""
        self.starts = tuple(tuple(self._fixed_setup(edition, side)) for side in SIDES)
        """For each side the places and masks of the blocks with fixed starts [5.2.1]."""

    def _card(self, data: CardData, side: Side) -> Card:
        if data.clan is None:
            return Card(data.id, data.type, -1, data.bid, 0, 0, 0)
        clan = self.clans.index(data.clan)
        clan_blocks = self.clan_mask[side][clan]
        with_wildcards = clan_blocks | self.wildcard_mask[side]
        if data.type != "double":  # [8.2.2] any clan's card deploys a wildcard
            return Card(data.id, data.type, clan, data.bid, with_wildcards, clan_blocks, 0)
        # [8.4.2] A double deploys a wildcard either alone or beside a block of its clan.
        if self.flags.double_and_wildcard == "alone":
            return Card(data.id, data.type, clan, data.bid, with_wildcards, clan_blocks, clan_blocks)
        return Card(data.id, data.type, clan, data.bid, clan_blocks, clan_blocks, with_wildcards)

    def _refuters(self, side: Side) -> dict[int, list[int]]:
        order = ("plain", "special", "double")
        kinds = [kind for kind, card in enumerate(self.cards[side]) if card.clan >= 0]
        kinds.sort(key=lambda kind: order.index(self.cards[side][kind].type))
        return {
            block.bit: [kind for kind in kinds if self.cards[side][kind].solo & block.bit]
            for block in self.blocks[side]
        }

    def _fixed_setup(self, edition: Edition, side: Side) -> list[tuple[int, int]]:
        """Copies of a block are taken in printed order."""
        free = {block.id: block for block in self.blocks[side]}
        found: list[tuple[int, int]] = []
        for row in edition.setup:
            if Side.named(row.side) != side:
                continue
            mask = 0
            for kind in row.blocks:
                block = next(b for b in free.values() if b.kind == kind)
                del free[block.id]
                mask |= block.bit
            found.append((self.place(row.place), mask))
        return found

    def place(self, name: str) -> int:
        """The index of a location, or of ``recruitment`` or ``mori-box``."""
        if name == "recruitment":
            return self.box
        if name == "mori-box":
            return self.mori_box
        return self.location_index[name]

    def _ids(self, side: Side, mask: int) -> tuple[str, ...]:
        army = self.blocks[side]
        return tuple([army[i].id for i in bits(mask)])

    def _kinds(self, side: Side, mask: int) -> tuple[str, ...]:
        army = self.blocks[side]
        return tuple(sorted([army[i].kind for i in bits(mask)]))

    def _road_names(self, mask: int) -> tuple[tuple[str, str], ...]:
        names = self.locations
        return tuple(
            [(names[a], names[b]) for number, (a, b) in enumerate(self.road_ends) if mask >> number & 1]
        )

    def card_ids(self, side: int, counts: Sequence[int]) -> list[str]:
        """The card ids of a pile given as counts, each as often as it is there."""
        return [*self._pile(side, tuple(counts))] if any(counts) else []

    def _pile_ids(self, side: int, counts: tuple[int, ...]) -> tuple[str, ...]:
        cards = self.cards[side]
        return tuple([card.id for card, count in zip(cards, counts, strict=True) for _ in range(count)])


def _mask(army: Sequence[Block], chosen: Sequence[bool]) -> int:
    return sum(block.bit for block, yes in zip(army, chosen, strict=True) if yes)
