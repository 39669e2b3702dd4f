"""Before the first week: fixed blocks, then what the bag and the decks give [5]."""

from __future__ import annotations

from games.engine.actions import Drawn
from games.engine.chance import Source
from games.engine.components import Components
from games.engine.decisions import BeginWeek, DrawBlocks, DrawCards
from games.engine.edition_data import Edition
from games.engine.errors import CorruptLog
from games.engine.play import Play
from games.engine.rules import control
from games.engine.side import NOBODY, SIDES, Side
from games.engine.state import State

OPENING_HAND = 5


def empty(c: Components) -> State:
    """A board without blocks: every block in its side's bag, every card in its deck, every disk in place."""
    locations = len(c.locations)
    at = [[0] * c.places for _ in SIDES]
    holder = [NOBODY] * locations
    for disk in c.disks:
        holder[disk.location] = disk.side
    for side in SIDES:
        at[side][c.bag] = c.whole_army[side]
    return State(
        at=at,
        hand=[[0] * len(deck) for deck in c.deck],
        deck=[deck[:] for deck in c.deck],
        discards=[[0] * len(deck) for deck in c.deck],
        holder=holder,
        control=[NOBODY] * locations,
        disks=sum(disk.bit for disk in c.disks),
        known=[0, 0],
        shown=[[0] * len(deck) for deck in c.deck],
        origin=[{}, {}],
        drawn=[0, 0, 0, 0],
        agenda=[],
    )


def begin(play: Play, edition: Edition) -> None:
    """Place the fixed blocks and ask chance for the rest, in the order of the rules [5.1, 5.2.1-5.2.3]."""
    c, s = play.c, play.s
    play.tell("game-began", NOBODY, dict)
    for side in SIDES:
        for place, blocks in c.starts[side]:
            s.at[side][c.bag] &= ~blocks
            if blocks:  # a location that gets only random blocks belongs to no one until then
                put(play, side, place, blocks)
    s.known[1] |= s.at[1][c.mori_box]
    draws = [
        DrawBlocks(Side.named(row.side), row.random, c.place(row.place))
        for row in edition.setup
        if row.random
    ]
    play.then(*(DrawCards(side, OPENING_HAND) for side in SIDES), *draws, BeginWeek())


def put(play: Play, side: Side, place: int, blocks: int) -> None:
    """Set blocks down on a location, where it counts as an arrival (R-02), or in a box."""
    if place < len(play.c.locations):
        control.arrive(play, side, place, blocks)
    else:
        play.s.at[side][place] |= blocks


def due(play: Play, step: DrawBlocks) -> int:
    """The number of blocks that the draw really gives: an empty bag gives what it has (R-05)."""
    return min(step.count, play.s.at[step.side][play.c.bag].bit_count())


def ask(play: Play, step: DrawBlocks, source: Source) -> Drawn:
    """Ask chance for blocks from the bag."""
    c, s, side = play.c, play.s, step.side
    army = c.blocks[side]
    ids = [block.id for block in army]
    bag = [s.at[side][c.bag] >> number & 1 for number in range(len(army))]
    pile = "west-blocks" if side else "east-blocks"
    items: list[str] = []
    for place in range(due(play, step)):
        number = source.pick(pile, s.drawn[2 + side] + place, bag, ids)
        bag[number] = 0
        items.append(ids[number])
    return Drawn(pile, tuple(items))  # type: ignore[arg-type]


def draw(play: Play, step: DrawBlocks, outcome: Drawn) -> None:
    """Carry out what chance answered.

    Raises:
        CorruptLog: when the bag could not have given these blocks.
    """
    c, s, side = play.c, play.s, step.side
    pile = "west-blocks" if side else "east-blocks"
    blocks = 0
    for name in outcome.items:
        blocks |= c.block_bit[side].get(name, 0)
    if (
        outcome.pile != pile
        or len(outcome.items) != due(play, step)
        or blocks.bit_count() != len(outcome.items)
        or blocks & ~s.at[side][c.bag]
    ):
        raise CorruptLog("draw-does-not-fit", "5.2.2", pile=outcome.pile)
    s.at[side][c.bag] &= ~blocks
    s.drawn[2 + side] += len(outcome.items)
    put(play, side, step.place, blocks)
    play.tell(
        "blocks-drawn",
        side,
        lambda: {"count": len(outcome.items), "place": play.place_name(step.place)},
        lambda: {"blocks": c.ids(side, blocks)},
    )
