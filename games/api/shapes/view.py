"""The position as a side, the public or the referee sees it: `engine.view` and `engine.referee`.

A hidden block appears only in a count. The secrets of a side are in fields that the classes for the public do
not have.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

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
    VictoryKind,
)


class Counts(Struct, frozen=True, forbid_unknown_fields=True):
    """A number for each side."""

    east: Annotated[Number, Meta(description="East's.")]
    west: Annotated[Number, Meta(description="West's.")]


class Flags(Struct, frozen=True, forbid_unknown_fields=True):
    """A boolean for each side."""

    east: Annotated[bool, Meta(description="East's.")]
    west: Annotated[bool, Meta(description="West's.")]


class Piles(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards or kinds of blocks of each side."""

    east: Annotated[tuple[str, ...], Meta(description="East's.")]
    west: Annotated[tuple[str, ...], Meta(description="West's.")]


class Window(Struct, frozen=True, forbid_unknown_fields=True):
    """A deployment whose loyalty may be challenged now [8.6.1]."""

    deployer: Annotated[Side, Meta(description="The side that deployed.")]
    card: Annotated[CardId, Meta(description="The card played for it.")]
    kinds: Annotated[Kinds, Meta(description="The blocks, in order of deployment.")]
    impact: Annotated[Number, Meta(description="The impact of these blocks.")]


class Combat(Struct, frozen=True, forbid_unknown_fields=True):
    """The current battle or siege, as everyone sees it."""

    location: Annotated[LocationId, Meta(description="The location.")]
    attacker: Annotated[Side, Meta(description="The side that declared the combat, or retreated into it.")]
    siege: Annotated[
        bool,
        Meta(description="Whether this is a siege [8.9]. False for a battle, or while that is undecided."),
    ]
    castle_owner: Annotated[
        Side | None,
        Meta(description="The owner of the castle or disk there when combat began; null if there was none."),
    ]
    impact: Annotated[Counts, Meta(description="The impact so far [8.3.1].")]
    finished: Annotated[Flags, Meta(description="Whether that side has finished deploying.")]
    deployed_with_card: Annotated[
        Flags, Meta(description="Whether that side has already deployed with a card.")
    ]
    loyal: Annotated[Piles, Meta(description="The deployed blocks of that side that fight for it.")]
    defected: Annotated[
        Piles, Meta(description="The blocks of that side that now fight for the other side [8.6.2].")
    ]
    played: Annotated[Piles, Meta(description="The cards that side has played, in order.")]
    window: Annotated[
        Window | None,
        Meta(description="The deployment that may be challenged now, if it is public; otherwise null."),
    ]


class SideCombat(Combat, frozen=True, forbid_unknown_fields=True):
    """The current battle or siege, as one side sees it."""

    waiting: Annotated[BlockIds, Meta(description="The viewer's blocks there that are not deployed.")]
    passing: Annotated[
        bool,
        Meta(
            description="Secret: whether the viewer has passed on every challenge of this battle in advance. "
            "Always false since revision 2 of the rules.",
        ),
    ]


class Pending(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision that the game is waiting for."""

    side: Annotated[Side, Meta(description="The side that must decide.")]
    decision: Annotated[Decision, Meta(description="The decision.")]


class Standing(Struct, frozen=True, forbid_unknown_fields=True):
    """The public facts about a side."""

    hand: Annotated[Number, Meta(description="The number of cards in hand.")]
    draw_pile: Annotated[Number, Meta(description="The number of cards in the draw pile.")]
    discards: Annotated[Number, Meta(description="The number of cards discarded since the last shuffle.")]
    bag: Annotated[Number, Meta(description="The number of blocks in the bag.")]
    recruitment: Annotated[Number, Meta(description="The number of blocks in the recruitment box.")]
    castles: Annotated[Number, Meta(description="The number of castles it controls [4.3].")]
    resources: Annotated[Number, Meta(description="The number of resource locations it controls [4.2].")]
    points: Annotated[Number, Meta(description="Its victory points, if the game were scored now [2.2, 9.1].")]
    shown_cards: Annotated[CardIds, Meta(description="Cards that it has shown and still holds.")]
    lost: Annotated[Kinds, Meta(description="The blocks it has lost.")]


class Standings(Struct, frozen=True, forbid_unknown_fields=True):
    """The public facts about both sides."""

    east: Annotated[Standing, Meta(description="East's.")]
    west: Annotated[Standing, Meta(description="West's.")]


class Force(Struct, frozen=True, forbid_unknown_fields=True):
    """A side's blocks at a location, as everyone else sees them."""

    count: Annotated[Positive, Meta(description="The number of blocks.")]
    known: Annotated[
        Kinds | UnsetType,
        Meta(description="The blocks among them that are publicly known; omitted if there are none."),
    ] = UNSET
    spent: Annotated[
        Positive | UnsetType,
        Meta(
            description="The number of blocks that have moved, mustered or arrived in this movement phase "
            "and may not move again in it; omitted if there are none.",
        ),
    ] = UNSET


class SideForce(Force, frozen=True, forbid_unknown_fields=True):
    """A side's blocks at a location."""

    blocks: Annotated[
        BlockIds | UnsetType, Meta(description="The ids of the blocks; only for the viewer's own side.")
    ] = UNSET


class Location(Struct, frozen=True, forbid_unknown_fields=True):
    """A location and who controls it."""

    castle: Annotated[
        Side | UnsetType,
        Meta(description="The side that controls the castle [4.3]; omitted if there is no castle."),
    ] = UNSET
    resource: Annotated[
        Side | UnsetType | None,
        Meta(
            description="The side that controls the resource location [4.2]; null if neither does yet; "
            "omitted if it is not a resource location."
        ),
    ] = UNSET
    disk: Annotated[DiskId | UnsetType, Meta(description="The disk there; omitted if there is none.")] = UNSET
    besieged: Annotated[
        Side | UnsetType,
        Meta(description="The owner of the besieged castle or disk; omitted if nothing is besieged there."),
    ] = UNSET


class PublicLocation(Location, frozen=True, forbid_unknown_fields=True):
    """A location as everyone sees it."""

    east: Annotated[Force | UnsetType, Meta(description="East's blocks there, if any.")] = UNSET
    west: Annotated[Force | UnsetType, Meta(description="West's blocks there, if any.")] = UNSET


class SideLocation(Location, frozen=True, forbid_unknown_fields=True):
    """A location as one side sees it."""

    east: Annotated[SideForce | UnsetType, Meta(description="East's blocks there, if any.")] = UNSET
    west: Annotated[SideForce | UnsetType, Meta(description="West's blocks there, if any.")] = UNSET


class Movement(Struct, frozen=True, forbid_unknown_fields=True):
    """The active side's movement phase, while it runs and after it."""

    level: Annotated[Level, Meta(description="The movement level paid for [7.1].")]
    moves_left: Annotated[Number | None, Meta(description="Stack moves left; null if they are unlimited.")]
    mustered: Annotated[bool, Meta(description="Whether the side has mustered this turn [7.2].")]
    roads_used: Annotated[
        tuple[tuple[LocationId, LocationId], ...],
        Meta(description="The ends of each road that a stack has used this turn. No other stack may use it."),
    ]


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended."""

    winner: Annotated[Side, Meta(description="The winner.")]
    victory: VictoryKind
    points: Annotated[Counts, Meta(description="Victory points [2.2], whatever the kind of victory.")]


class Mine(Struct, frozen=True, forbid_unknown_fields=True):
    """The viewer's own secrets."""

    hand: Annotated[CardIds, Meta(description="The cards in hand.")]
    recruitment: Annotated[BlockIds, Meta(description="The blocks in the recruitment box.")]
    spent: Annotated[
        BlockIds,
        Meta(description="The blocks that may not move again in this movement phase; see `Force`."),
    ]
    bid: Annotated[CardId | None, Meta(description="The sealed bid, until it is revealed.")]
    wish: Annotated[
        Order | None, Meta(description="The choice of turn order if that bid wins; null if not given.")
    ]
    sealed_discards: Annotated[
        CardIds,
        Meta(description="The discards of the reinforcement step, until those of both sides are revealed."),
    ]


class View(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of a position that every viewer sees."""

    week: Annotated[Positive, Meta(description="The week.")]
    turn: Annotated[Turn, Meta(description="The turn of the week; also `A` before the first turn.")]
    phase: Annotated[
        Phase,
        Meta(description="The phase."),
    ]
    first: Annotated[Side | None, Meta(description="The side that goes first this week, once decided [6.3].")]
    active: Annotated[Side | None, Meta(description="The side whose turn it is; null outside turns.")]
    pending: Annotated[
        tuple[Pending, ...],
        Meta(
            max_length=2,
            description="The decisions that the game is waiting for: none, of one side, or of both sides "
            "at once.",
        ),
    ]
    sides: Annotated[Standings, Meta(description="The public facts about both sides.")]
    mori_box: Annotated[Kinds, Meta(description="West's blocks in the Mori box [9.3].")]
    disks: Annotated[tuple[DiskId, ...], Meta(description="The disks still on the board [9.1].")]
    movement: Annotated[
        Movement | None, Meta(description="The movement of this turn, once its level is chosen.")
    ]
    result: Annotated[Result | None, Meta(description="The result; null while the game is running.")]


class PublicView(View, frozen=True, forbid_unknown_fields=True):
    """The position as everyone sees it."""

    viewer: Annotated[Literal["public"], Meta(description="Always `public`.")]
    locations: Annotated[
        dict[LocationId, PublicLocation],
        Meta(description="The locations with anything to report, by id."),
    ]
    combat: Annotated[Combat | None, Meta(description="The current battle or siege; null if there is none.")]


class SideView(View, frozen=True, forbid_unknown_fields=True):
    """The position as one side sees it."""

    viewer: Annotated[Side, Meta(description="The side whose view this is.")]
    locations: Annotated[
        dict[LocationId, SideLocation],
        Meta(description="The locations with anything to report, by id."),
    ]
    combat: Annotated[
        SideCombat | None, Meta(description="The current battle or siege; null if there is none.")
    ]
    mine: Annotated[Mine, Meta(description="The viewer's own secrets.")]


class RevealedForce(Force, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A side's blocks at a location, with their ids."""

    blocks: Annotated[BlockIds, Meta(description="The ids of the blocks.")]


class RevealedLocation(Location, frozen=True, forbid_unknown_fields=True):
    """A location with everything there."""

    east: Annotated[RevealedForce | UnsetType, Meta(description="East's blocks there, if any.")] = UNSET
    west: Annotated[RevealedForce | UnsetType, Meta(description="West's blocks there, if any.")] = UNSET


class Waiting(Struct, frozen=True, forbid_unknown_fields=True):
    """The blocks of each side at the combat that are not deployed."""

    east: Annotated[BlockIds, Meta(description="East's.")]
    west: Annotated[BlockIds, Meta(description="West's.")]


class RevealedCombat(Combat, frozen=True, forbid_unknown_fields=True):
    """The current battle or siege with the secrets of both sides."""

    waiting: Annotated[Waiting, Meta(description="The blocks there that are not deployed.")]
    passing: Annotated[
        Flags,
        Meta(
            description="Whether that side has passed on every challenge of this battle in advance. "
            "Always false since revision 2 of the rules."
        ),
    ]


class Secrets(Mine, frozen=True, forbid_unknown_fields=True):
    """The secrets of a side, including those hidden from the side itself."""

    bag: Annotated[BlockIds, Meta(description="The blocks in the bag.")]
    draw_pile: Annotated[CardIds, Meta(description="The cards in the draw pile, in no particular order.")]
    discards: Annotated[CardIds, Meta(description="The cards discarded since the last shuffle.")]


class BothSecrets(Struct, frozen=True, forbid_unknown_fields=True):
    """The secrets of both sides."""

    east: Annotated[Secrets, Meta(description="East's.")]
    west: Annotated[Secrets, Meta(description="West's.")]


class RefereeView(View, frozen=True, forbid_unknown_fields=True):
    """The position with nothing hidden."""

    viewer: Annotated[Literal["referee"], Meta(description="Always `referee`.")]
    locations: Annotated[
        dict[LocationId, RevealedLocation],
        Meta(description="The locations with anything to report, by id."),
    ]
    combat: Annotated[
        RevealedCombat | None, Meta(description="The current battle or siege; null if there is none.")
    ]
    secrets: Annotated[BothSecrets, Meta(description="The secrets of both sides.")]
