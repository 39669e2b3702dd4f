"""The board and the piles of a position, and what is publicly known of them."""

from __future__ import annotations

from games.engine.chance import PILES
from games.engine.invariants import on_board
from games.engine.position import combat, pieces
from games.engine.position.mistakes import meant
from games.engine.position.names import PositionNames, mask_of, side_named, split
from games.engine.position.shape import PositionData, SideData
from games.engine.rules import control
from games.engine.side import EAST, NOBODY, OTHER, SIDES
from games.engine.state import BID_UNSET, State


def sides(data: PositionData) -> tuple[SideData, SideData]:
    """The sections of East and of West."""
    return data.east, data.west


def empty(names: PositionNames, data: PositionData) -> State:
    """A state with every block and card in its place, and nothing else set yet."""
    c = names.c
    gone = combat.played(names, data.combat)
    bids = [BID_UNSET, BID_UNSET]
    for side, row in zip(SIDES, sides(data), strict=True):
        if row.bid is not None:
            kind = names.card(side, row.bid, f"{side.label}.bid")
            bids[side] = BID_UNSET if kind == NOBODY else kind
            gone[side] = gone[side] + [kind] * (kind != NOBODY)
        elif row.wish is not None:
            names.wrong(f"{side.label}.wish: it is made with a bid, and there is no {side.label}.bid")
    dealt = [pieces.cards(names, side, sides(data)[side], gone[side]) for side in SIDES]
    return State(
        at=[pieces.blocks(names, side, sides(data)[side]) for side in SIDES],
        hand=[piles.hand for piles in dealt],
        deck=[piles.deck for piles in dealt],
        discards=[piles.discards for piles in dealt],
        holder=[NOBODY] * len(c.locations),
        control=[NOBODY] * len(c.locations),
        disks=0,
        known=[0, 0],
        shown=[[0] * len(deck) for deck in c.deck],
        origin=[{}, {}],
        drawn=[getattr(data.chance.drawn, pile.replace("-", "_")) for pile in PILES],
        agenda=[],
        bids=bids,
        wishes=[row.wish or "" for row in sides(data)],
    )


def hold(names: PositionNames, s: State, data: PositionData) -> None:
    """Disks, and who was first at each location (R-04)."""
    c = names.c
    kinds = {disk.id: disk.bit for disk in c.disks}
    standing = list(kinds) if data.disks is None else names.once(data.disks, "disks")
    for name in standing:
        if name not in kinds:
            names.wrong(f'disks: there is no disk "{name}"{meant(name, kinds)}')
        s.disks |= kinds.get(name, 0)
    for location in range(len(c.locations)):
        s.holder[location] = _usual_holder(names, s, location)
    for name, label in data.holder.items():
        location = names.location(name, "holder")
        if location != NOBODY:
            s.holder[location] = side_named(label)


def _usual_holder(names: PositionNames, s: State, location: int) -> int:
    """The only side there; else the castle's or disk's side; else the side that is not active."""
    c = names.c
    here = [side for side in SIDES if control.has_units(c, s, side, location)]
    if len(here) < 2:
        return here[0] if here else NOBODY
    for side in SIDES:
        if c.disk_bit[side][location] & s.disks:
            return side
    if c.castle[location] != NOBODY:
        return c.castle[location]
    return EAST if s.active == NOBODY else OTHER[s.active]


def take_resources(names: PositionNames, s: State, data: PositionData) -> None:
    """Who controls resource locations [4.2]: the side with blocks there; if both have, the one that came
    later.
    """
    for location in names.c.resources:
        here = [side for side in SIDES if s.at[side][location]]
        if here:
            s.control[location] = here[0] if len(here) == 1 else OTHER[s.holder[location]]
    for name, label in data.control.items():
        location = names.location(name, "control")
        if location == NOBODY:
            continue
        if location not in names.c.resources:
            names.wrong(f"control: {name} is no resource location; `holder` says who was first somewhere")
        s.control[location] = side_named(label)


def tell(names: PositionNames, s: State, data: PositionData) -> None:
    """Set what is publicly known of blocks and hands, and where blocks came from (R-23, R-28)."""
    for side, row in zip(SIDES, sides(data), strict=True):
        where, at, board = side.label, s.at[side], on_board(names.c, s, side)
        s.known[side] |= mask_of(names.blocks(side, row.known, at, board, f"{where}.known"))
        for kind in names.cards(side, row.shown, f"{where}.shown"):
            s.shown[side][kind] += 1
        for name, blocks in row.came_from.items():
            location = names.location(name, f"{where}.came_from")
            numbers = names.blocks(side, blocks, at, board, f"{where}.came_from.{name}")
            if not split(blocks):
                names.wrong(f"{where}.came_from.{name}: say which blocks came from there")
            for number in numbers if location != NOBODY else ():
                place = next(place for place, mask in enumerate(at) if mask >> number & 1)
                s.origin[side][place] = s.origin[side].get(place, 0) | 1 << location


def known_anyway(names: PositionNames, s: State, side: int) -> int:
    """The Mori box, and deployed blocks while they are in their combat (R-28)."""
    known = s.at[side][names.c.mori_box]
    if s.combat is not None:
        known |= (s.combat.loyal[side] | s.combat.defected[side]) & s.at[side][s.combat.location]
    return known


def tell_fought(names: PositionNames, s: State, data: PositionData) -> None:
    """Make known what a combat shows, except for blocks that the file calls hidden."""
    for side, row in zip(SIDES, sides(data), strict=True):
        s.known[side] |= known_anyway(names, s, side)
        hidden = names.blocks(side, row.hidden, s.at[side], s.known[side], f"{side.label}.hidden")
        s.known[side] &= ~mask_of(hidden)
