"""Events of the movement phase."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from games.api.shapes.terms import (
    BlockIds,
    CardId,
    CardIds,
    Deed,
    Kind,
    Kinds,
    Level,
    LocationId,
    LocationIds,
    Positive,
    Side,
)


class LevelChosen(Deed, frozen=True, forbid_unknown_fields=True, tag="level-chosen"):
    """A side chose its movement level [7.1]."""

    level: Level
    """The movement level."""
    cards: CardIds
    """The cards paid or exchanged."""
    exchanged: bool
    """Whether the side draws as many cards instead of moving; only at level `none`."""


class MovedGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Blocks that took the same path."""

    count: Positive
    """The number of blocks."""
    path: Annotated[LocationIds, Meta(min_length=1)]
    """The locations on their path, including the destination."""


class StackMoved(Deed, frozen=True, forbid_unknown_fields=True, tag="stack-moved"):
    """A stack left a location [7.3]."""

    source: LocationId
    """The location it left."""
    groups: Annotated[tuple[MovedGroup, ...], Meta(min_length=1)]
    """The groups and their paths."""
    force_marches: CardIds
    """The cards paid for force marches [7.3.3]."""
    leader: Kind | None
    """The daimyo who was named to lead the move; null if none was. With the flag `leader_shown` off none is:
    see `daimyo-led`."""
    blocks: tuple[BlockIds, ...] | UnsetType = UNSET
    """The ids of the blocks of each group; only for the side itself."""


class DaimyoLed(Deed, frozen=True, forbid_unknown_fields=True, tag="daimyo-led"):
    """A daimyo led the move just made, and was not named: with the flag `leader_shown` off [7.3.4], R-10."""

    source: LocationId
    """The location where the daimyo was."""
    leader: Kind | UnsetType = UNSET
    """The daimyo who led the move; only for the side itself."""


class Mustered(Deed, frozen=True, forbid_unknown_fields=True, tag="mustered"):
    """Blocks came out of the recruitment box [7.2]."""

    location: LocationId
    """The location where they arrived."""
    count: Positive
    """The number of blocks."""
    openly: bool
    """Whether they were mustered openly."""
    kinds: Kinds
    """The kinds of the blocks; empty if they were mustered hidden."""
    blocks: BlockIds | UnsetType = UNSET
    """Their ids; only for the side itself."""


class MoriArrived(Deed, frozen=True, forbid_unknown_fields=True, tag="mori-arrived"):
    """A card brought blocks out of the Mori box [9.3]."""

    side: Literal["west"]
    """The side that has a Mori box."""
    card: CardId
    """The card paid."""
    kinds: Kinds
    """The blocks."""
    location: LocationId
    """The location where they arrived."""


class MoriJoined(Deed, frozen=True, forbid_unknown_fields=True, tag="mori-joined"):
    """The remaining blocks of the Mori box joined a combat [9.3]."""

    side: Literal["west"]
    """The side that has a Mori box."""
    kinds: Kinds
    """The blocks."""
    location: LocationId
    """The location where they arrived."""


class Overrun(Deed, frozen=True, forbid_unknown_fields=True, tag="overrun"):
    """A side's blocks were overrun by a much larger force [7.4]."""

    location: LocationId
    """The location."""
    by: Side
    """The side that overran them."""
    count: Positive
    """The number of blocks lost."""
    kinds: Kinds
    """The blocks lost."""


class MovementEnded(Deed, frozen=True, forbid_unknown_fields=True, tag="movement-ended"):
    """A side's movement phase ended."""
