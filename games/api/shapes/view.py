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

    east: Number
    """East's."""
    west: Number
    """West's."""


class Flags(Struct, frozen=True, forbid_unknown_fields=True):
    """A boolean for each side."""

    east: bool
    """East's."""
    west: bool
    """West's."""


class Piles(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards or kinds of blocks of each side."""

    east: tuple[str, ...]
    """East's."""
    west: tuple[str, ...]
    """West's."""


class Window(Struct, frozen=True, forbid_unknown_fields=True):
    """A deployment whose loyalty may be challenged now [8.6.1]."""

    deployer: Side
    """The side that deployed."""
    card: CardId
    """The card played for it."""
    kinds: Kinds
    """The blocks, in order of deployment."""
    impact: Number
    """The impact of these blocks."""


class Combat(Struct, frozen=True, forbid_unknown_fields=True):
    """The current battle or siege, as everyone sees it."""

    location: LocationId
    """The location."""
    attacker: Side
    """The side that declared the combat, or retreated into it."""
    siege: bool
    """Whether this is a siege [8.9]. False for a battle, or while that is undecided."""
    castle_owner: Side | None
    """The owner of the castle or disk there when combat began; null if there was none."""
    impact: Counts
    """The impact so far [8.3.1]."""
    finished: Flags
    """Whether that side has finished deploying."""
    deployed_with_card: Flags
    """Whether that side has already deployed with a card."""
    loyal: Piles
    """The deployed blocks of that side that fight for it."""
    defected: Piles
    """The blocks of that side that now fight for the other side [8.6.2]."""
    played: Piles
    """The cards that side has played, in order."""
    window: Window | None
    """The deployment that may be challenged now, if it is public; otherwise null."""


class SideCombat(Combat, frozen=True, forbid_unknown_fields=True):
    """The current battle or siege, as one side sees it."""

    waiting: BlockIds
    """The viewer's blocks there that are not deployed."""
    passing: bool
    """Secret: whether the viewer has passed on every challenge of this battle in advance. Always false since
    revision 2 of the rules."""


class Pending(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision that the game is waiting for."""

    side: Side
    """The side that must decide."""
    decision: Decision
    """The decision."""


class Standing(Struct, frozen=True, forbid_unknown_fields=True):
    """The public facts about a side."""

    hand: Number
    """The number of cards in hand."""
    draw_pile: Number
    """The number of cards in the draw pile."""
    discards: Number
    """The number of cards discarded since the last shuffle."""
    bag: Number
    """The number of blocks in the bag."""
    recruitment: Number
    """The number of blocks in the recruitment box."""
    castles: Number
    """The number of castles it controls [4.3]."""
    resources: Number
    """The number of resource locations it controls [4.2]."""
    points: Number
    """Its victory points, if the game were scored now [2.2, 9.1]."""
    shown_cards: CardIds
    """Cards that it has shown and still holds."""
    lost: Kinds
    """The blocks it has lost."""


class Standings(Struct, frozen=True, forbid_unknown_fields=True):
    """The public facts about both sides."""

    east: Standing
    """East's."""
    west: Standing
    """West's."""


class Force(Struct, frozen=True, forbid_unknown_fields=True):
    """A side's blocks at a location, as everyone else sees them."""

    count: Positive
    """The number of blocks."""
    known: Kinds | UnsetType = UNSET
    """The blocks among them that are publicly known; omitted if there are none."""
    spent: Positive | UnsetType = UNSET
    """The number of blocks that have moved, mustered or arrived in this movement phase and may not move again
    in it; omitted if there are none."""


class SideForce(Force, frozen=True, forbid_unknown_fields=True):
    """A side's blocks at a location."""

    blocks: BlockIds | UnsetType = UNSET
    """The ids of the blocks; only for the viewer's own side."""


class Location(Struct, frozen=True, forbid_unknown_fields=True):
    """A location and who controls it."""

    castle: Side | UnsetType = UNSET
    """The side that controls the castle [4.3]; omitted if there is no castle."""
    resource: Side | UnsetType | None = UNSET
    """The side that controls the resource location [4.2]; null if neither does yet; omitted if it is not a
    resource location."""
    disk: DiskId | UnsetType = UNSET
    """The disk there; omitted if there is none."""
    besieged: Side | UnsetType = UNSET
    """The owner of the besieged castle or disk; omitted if nothing is besieged there."""


class PublicLocation(Location, frozen=True, forbid_unknown_fields=True):
    """A location as everyone sees it."""

    east: Force | UnsetType = UNSET
    """East's blocks there, if any."""
    west: Force | UnsetType = UNSET
    """West's blocks there, if any."""


class SideLocation(Location, frozen=True, forbid_unknown_fields=True):
    """A location as one side sees it."""

    east: SideForce | UnsetType = UNSET
    """East's blocks there, if any."""
    west: SideForce | UnsetType = UNSET
    """West's blocks there, if any."""


class Movement(Struct, frozen=True, forbid_unknown_fields=True):
    """The active side's movement phase, while it runs and after it."""

    level: Level
    """The movement level paid for [7.1]."""
    moves_left: Number | None
    """Stack moves left; null if they are unlimited."""
    mustered: bool
    """Whether the side has mustered this turn [7.2]."""
    roads_used: tuple[tuple[LocationId, LocationId], ...]
    """The ends of each road that a stack has used this turn. No other stack may use it."""


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended."""

    winner: Side
    """The winner."""
    victory: VictoryKind
    points: Counts
    """Victory points [2.2], whatever the kind of victory."""


class Mine(Struct, frozen=True, forbid_unknown_fields=True):
    """The viewer's own secrets."""

    hand: CardIds
    """The cards in hand."""
    recruitment: BlockIds
    """The blocks in the recruitment box."""
    spent: BlockIds
    """The blocks that may not move again in this movement phase; see `Force`."""
    bid: CardId | None
    """The sealed bid, until it is revealed."""
    wish: Order | None
    """The choice of turn order if that bid wins; null if not given."""
    sealed_discards: CardIds
    """The discards of the reinforcement step, until those of both sides are revealed."""


class View(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of a position that every viewer sees."""

    week: Positive
    """The week."""
    turn: Turn
    """The turn of the week; also `A` before the first turn."""
    phase: Phase
    """The phase."""
    first: Side | None
    """The side that goes first this week, once decided [6.3]."""
    active: Side | None
    """The side whose turn it is; null outside turns."""
    pending: Annotated[tuple[Pending, ...], Meta(max_length=2)]
    """The decisions that the game is waiting for: none, of one side, or of both sides at once."""
    sides: Standings
    """The public facts about both sides."""
    mori_box: Kinds
    """West's blocks in the Mori box [9.3]."""
    disks: tuple[DiskId, ...]
    """The disks still on the board [9.1]."""
    movement: Movement | None
    """The movement of this turn, once its level is chosen."""
    result: Result | None
    """The result; null while the game is running."""


class PublicView(View, frozen=True, forbid_unknown_fields=True):
    """The position as everyone sees it."""

    viewer: Literal["public"]
    """Always `public`."""
    locations: dict[LocationId, PublicLocation]
    """The locations with anything to report, by id."""
    combat: Combat | None
    """The current battle or siege; null if there is none."""


class SideView(View, frozen=True, forbid_unknown_fields=True):
    """The position as one side sees it."""

    viewer: Side
    """The side whose view this is."""
    locations: dict[LocationId, SideLocation]
    """The locations with anything to report, by id."""
    combat: SideCombat | None
    """The current battle or siege; null if there is none."""
    mine: Mine
    """The viewer's own secrets."""


class RevealedForce(Force, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A side's blocks at a location, with their ids."""

    blocks: BlockIds
    """The ids of the blocks."""


class RevealedLocation(Location, frozen=True, forbid_unknown_fields=True):
    """A location with everything there."""

    east: RevealedForce | UnsetType = UNSET
    """East's blocks there, if any."""
    west: RevealedForce | UnsetType = UNSET
    """West's blocks there, if any."""


class Waiting(Struct, frozen=True, forbid_unknown_fields=True):
    """The blocks of each side at the combat that are not deployed."""

    east: BlockIds
    """East's."""
    west: BlockIds
    """West's."""


class RevealedCombat(Combat, frozen=True, forbid_unknown_fields=True):
    """The current battle or siege with the secrets of both sides."""

    waiting: Waiting
    """The blocks there that are not deployed."""
    passing: Flags
    """Whether that side has passed on every challenge of this battle in advance. Always false since revision
    2 of the rules."""


class Secrets(Mine, frozen=True, forbid_unknown_fields=True):
    """The secrets of a side, including those hidden from the side itself."""

    bag: BlockIds
    """The blocks in the bag."""
    draw_pile: CardIds
    """The cards in the draw pile, in no particular order."""
    discards: CardIds
    """The cards discarded since the last shuffle."""


class BothSecrets(Struct, frozen=True, forbid_unknown_fields=True):
    """The secrets of both sides."""

    east: Secrets
    """East's."""
    west: Secrets
    """West's."""


class RefereeView(View, frozen=True, forbid_unknown_fields=True):
    """The position with nothing hidden."""

    viewer: Literal["referee"]
    """Always `referee`."""
    locations: dict[LocationId, RevealedLocation]
    """The locations with anything to report, by id."""
    combat: RevealedCombat | None
    """The current battle or siege; null if there is none."""
    secrets: BothSecrets
    """The secrets of both sides."""
