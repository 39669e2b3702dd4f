"""What `engine.view` tells a side, and what it tells the public.

A hidden block is one of a count and nothing else. What only a side is told of itself stands in fields that
the public's shapes do not have.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from games.api.shapes.combat import Combat, SideCombat
from games.api.shapes.pairs import Counts
from games.api.shapes.terms import (
    BlockIds,
    CardId,
    CardIds,
    Decision,
    DiskId,
    Kinds,
    Level,
    LocationId,
    Number,
    Order,
    Phase,
    Positive,
    Side,
    Turn,
)


class Pending(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision that the game waits for."""

    side: Annotated[Side, Meta(description="Who is asked.")]
    decision: Annotated[Decision, Meta(description="What is asked.")]


class Standing(Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody knows of a side."""

    hand: Annotated[Number, Meta(description="How many cards it holds.")]
    draw_pile: Annotated[Number, Meta(description="How many cards it has yet to draw.")]
    discards: Annotated[Number, Meta(description="How many cards it has discarded since its last shuffle.")]
    bag: Annotated[Number, Meta(description="How many blocks are in its bag.")]
    recruitment: Annotated[Number, Meta(description="How many blocks are in its recruitment box.")]
    castles: Annotated[Number, Meta(description="How many castles it controls [4.3].")]
    resources: Annotated[Number, Meta(description="How many resource locations it controls [4.2].")]
    shown_cards: Annotated[CardIds, Meta(description="Cards it is known to hold, having shown them.")]
    lost: Annotated[Kinds, Meta(description="The blocks it has lost.")]


class Standings(Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody knows of either side."""

    east: Annotated[Standing, Meta(description="East's.")]
    west: Annotated[Standing, Meta(description="West's.")]


class Force(Struct, frozen=True, forbid_unknown_fields=True):
    """A side's blocks at a location, as those see them whose blocks they are not."""

    count: Annotated[Positive, Meta(description="How many there are.")]
    known: Annotated[
        Kinds | UnsetType,
        Meta(description="Those of them that everybody knows to be there; left out while that is none."),
    ] = UNSET
    spent: Annotated[
        Positive | UnsetType,
        Meta(
            description="How many of them have moved, mustered or arrived in this movement phase and may not "
            "move in it any more; left out while that is none.",
        ),
    ] = UNSET


class SideForce(Force, frozen=True, forbid_unknown_fields=True):
    """A side's blocks at a location."""

    blocks: Annotated[
        BlockIds | UnsetType, Meta(description="Which they are: of the viewer's own, and only of those.")
    ] = UNSET


class Location(Struct, frozen=True, forbid_unknown_fields=True):
    """A location, and what everybody knows of who has it."""

    castle: Annotated[
        Side | UnsetType, Meta(description="Who controls the castle [4.3]; left out where there is none.")
    ] = UNSET
    resource: Annotated[
        Side | UnsetType | None,
        Meta(
            description="Who controls the resource location [4.2], null for nobody yet; left out where there "
            "is none."
        ),
    ] = UNSET
    disk: Annotated[
        DiskId | UnsetType, Meta(description="The disk that lies there; left out where none does (any more).")
    ] = UNSET
    besieged: Annotated[
        Side | UnsetType,
        Meta(
            description="Who owns the castle or disk while blocks of the other side are there too; left out "
            "where nothing is besieged."
        ),
    ] = UNSET


class PublicLocation(Location, frozen=True, forbid_unknown_fields=True):
    """A location as everybody sees it."""

    east: Annotated[Force | UnsetType, Meta(description="East's blocks there, if any.")] = UNSET
    west: Annotated[Force | UnsetType, Meta(description="West's blocks there, if any.")] = UNSET


class SideLocation(Location, frozen=True, forbid_unknown_fields=True):
    """A location as a side sees it."""

    east: Annotated[SideForce | UnsetType, Meta(description="East's blocks there, if any.")] = UNSET
    west: Annotated[SideForce | UnsetType, Meta(description="West's blocks there, if any.")] = UNSET


class Movement(Struct, frozen=True, forbid_unknown_fields=True):
    """The active side's movement phase, or what it did in it."""

    level: Annotated[Level, Meta(description="The movement level bought [7.1].")]
    moves_left: Annotated[
        Number | None, Meta(description="Stack moves left; null where there is no limit to them.")
    ]
    mustered: Annotated[bool, Meta(description="Whether the side has mustered in this turn [7.2].")]
    roads_used: Annotated[
        tuple[tuple[LocationId, LocationId], ...],
        Meta(description="The ends of each road a stack has used in this turn; no other may."),
    ]


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended."""

    winner: Annotated[Side, Meta(description="Who won.")]
    victory: Annotated[
        str,
        Meta(
            description="How: `points`, `points-tie`, `resignation`, or the leader or disk that was lost.",
            examples=["points", "ieyasu"],
        ),
    ]
    points: Annotated[Counts, Meta(description="Victory points [2.2], however the game ended.")]


class Mine(Struct, frozen=True, forbid_unknown_fields=True):
    """The viewer's own secrets."""

    hand: Annotated[CardIds, Meta(description="The cards in hand.")]
    recruitment: Annotated[BlockIds, Meta(description="The blocks in the recruitment box.")]
    spent: Annotated[
        BlockIds,
        Meta(description="The blocks that may not move any more in the movement phase; see `Force`."),
    ]
    bid: Annotated[CardId | None, Meta(description="The sealed bid, until it is revealed.")]
    wish: Annotated[Order | None, Meta(description="What to do if that bid wins, if that was said.")]
    sealed_discards: Annotated[
        CardIds, Meta(description="The discards of reinforcement, until both sides' are revealed.")
    ]


class View(Struct, frozen=True, forbid_unknown_fields=True):
    """What does not depend on the viewer."""

    week: Annotated[Positive, Meta(description="The week.")]
    turn: Annotated[Turn, Meta(description="The turn of the week; A also before the first of them.")]
    phase: Annotated[
        Phase,
        Meta(description="The phase."),
    ]
    first: Annotated[Side | None, Meta(description="Who goes first this week, once that is decided [6.3].")]
    active: Annotated[Side | None, Meta(description="Whose turn it is; null outside of turns.")]
    pending: Annotated[
        tuple[Pending, ...],
        Meta(max_length=2, description="What is asked of whom: of nobody, of one side, or of both at once."),
    ]
    sides: Annotated[Standings, Meta(description="What everybody knows of either side.")]
    mori_box: Annotated[Kinds, Meta(description="West's blocks in the Mori box [9.3].")]
    disks: Annotated[tuple[DiskId, ...], Meta(description="The disks that are on the board still [9.1].")]
    movement: Annotated[Movement | None, Meta(description="The movement of this turn, once it has a level.")]
    result: Annotated[Result | None, Meta(description="How the game ended, if it has.")]


class PublicView(View, frozen=True, forbid_unknown_fields=True):
    """The position as everybody sees it."""

    viewer: Annotated[Literal["public"], Meta(description="Who sees this: anybody.")]
    locations: Annotated[
        dict[LocationId, PublicLocation],
        Meta(description="By id, the locations where there is anything to tell."),
    ]
    combat: Annotated[Combat | None, Meta(description="The battle or siege being fought, if any is.")]


class SideView(View, frozen=True, forbid_unknown_fields=True):
    """The position as a side sees it."""

    viewer: Annotated[Side, Meta(description="Who sees this.")]
    locations: Annotated[
        dict[LocationId, SideLocation],
        Meta(description="By id, the locations where there is anything to tell."),
    ]
    combat: Annotated[SideCombat | None, Meta(description="The battle or siege being fought, if any is.")]
    mine: Annotated[Mine, Meta(description="The viewer's own secrets.")]
