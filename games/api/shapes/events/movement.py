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

    level: Annotated[Level, Meta(description="The movement level.")]
    cards: Annotated[CardIds, Meta(description="The cards paid or exchanged.")]
    exchanged: Annotated[
        bool,
        Meta(description="Whether the side draws as many cards instead of moving; only at level `none`."),
    ]


class MovedGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Blocks that took the same path."""

    count: Annotated[Positive, Meta(description="The number of blocks.")]
    path: Annotated[
        LocationIds, Meta(min_length=1, description="The locations on their path, including the destination.")
    ]


class StackMoved(Deed, frozen=True, forbid_unknown_fields=True, tag="stack-moved"):
    """A stack left a location [7.3]."""

    source: Annotated[LocationId, Meta(description="The location it left.")]
    groups: Annotated[tuple[MovedGroup, ...], Meta(min_length=1, description="The groups and their paths.")]
    force_marches: Annotated[CardIds, Meta(description="The cards paid for force marches [7.3.3].")]
    leader: Annotated[
        Kind | None,
        Meta(
            description="The daimyo who was named to lead the move; null if none was. With the flag "
            "`leader_shown` off none is: see `daimyo-led`."
        ),
    ]
    blocks: Annotated[
        tuple[BlockIds, ...] | UnsetType,
        Meta(description="The ids of the blocks of each group; only for the side itself."),
    ] = UNSET


class DaimyoLed(Deed, frozen=True, forbid_unknown_fields=True, tag="daimyo-led"):
    """A daimyo led the move just made, and was not named: with the flag `leader_shown` off [7.3.4], R-10."""

    source: Annotated[LocationId, Meta(description="The location where the daimyo was.")]
    leader: Annotated[
        Kind | UnsetType, Meta(description="The daimyo who led the move; only for the side itself.")
    ] = UNSET


class Mustered(Deed, frozen=True, forbid_unknown_fields=True, tag="mustered"):
    """Blocks came out of the recruitment box [7.2]."""

    location: Annotated[LocationId, Meta(description="The location where they arrived.")]
    count: Annotated[Positive, Meta(description="The number of blocks.")]
    openly: Annotated[bool, Meta(description="Whether they were mustered openly.")]
    kinds: Annotated[Kinds, Meta(description="The kinds of the blocks; empty if they were mustered hidden.")]
    blocks: Annotated[BlockIds | UnsetType, Meta(description="Their ids; only for the side itself.")] = UNSET


class MoriArrived(Deed, frozen=True, forbid_unknown_fields=True, tag="mori-arrived"):
    """A card brought blocks out of the Mori box [9.3]."""

    side: Annotated[Literal["west"], Meta(description="The side that has a Mori box.")]
    card: Annotated[CardId, Meta(description="The card paid.")]
    kinds: Annotated[Kinds, Meta(description="The blocks.")]
    location: Annotated[LocationId, Meta(description="The location where they arrived.")]


class MoriJoined(Deed, frozen=True, forbid_unknown_fields=True, tag="mori-joined"):
    """The remaining blocks of the Mori box joined a combat [9.3]."""

    side: Annotated[Literal["west"], Meta(description="The side that has a Mori box.")]
    kinds: Annotated[Kinds, Meta(description="The blocks.")]
    location: Annotated[LocationId, Meta(description="The location where they arrived.")]


class Overrun(Deed, frozen=True, forbid_unknown_fields=True, tag="overrun"):
    """A side's blocks were overrun by a much larger force [7.4]."""

    location: Annotated[LocationId, Meta(description="The location.")]
    by: Annotated[Side, Meta(description="The side that overran them.")]
    count: Annotated[Positive, Meta(description="The number of blocks lost.")]
    kinds: Annotated[Kinds, Meta(description="The blocks lost.")]


class MovementEnded(Deed, frozen=True, forbid_unknown_fields=True, tag="movement-ended"):
    """A side's movement phase ended."""
