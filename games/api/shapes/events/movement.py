"""Events of the movement phase."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from games.api.shapes.events.base import Deed
from games.api.shapes.terms import (
    BlockIds,
    CardId,
    CardIds,
    Kind,
    Kinds,
    Level,
    LocationId,
    LocationIds,
    Positive,
    Side,
)


class LevelChosen(Deed, frozen=True, forbid_unknown_fields=True, tag="level-chosen"):
    """A side bought movement [7.1]."""

    level: Annotated[Level, Meta(description="The movement level.")]
    cards: Annotated[CardIds, Meta(description="The cards paid or exchanged.")]
    exchanged: Annotated[
        bool, Meta(description="Whether it may not move but draws as many cards; so at level `none`.")
    ]


class MovedGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Blocks that went one way."""

    count: Annotated[Positive, Meta(description="How many.")]
    path: Annotated[
        LocationIds, Meta(min_length=1, description="The locations on their way, the last included.")
    ]


class StackMoved(Deed, frozen=True, forbid_unknown_fields=True, tag="stack-moved"):
    """A stack left a location [7.3]."""

    source: Annotated[LocationId, Meta(description="Where it was.")]
    groups: Annotated[tuple[MovedGroup, ...], Meta(min_length=1, description="Who went where.")]
    force_marches: Annotated[CardIds, Meta(description="The cards paid for force marches [7.3.3].")]
    leader: Annotated[Kind | None, Meta(description="The daimyo named to lead, if one was.")]
    blocks: Annotated[
        tuple[BlockIds, ...] | UnsetType,
        Meta(description="Which blocks, for each group; only the side itself is told."),
    ] = UNSET


class Mustered(Deed, frozen=True, forbid_unknown_fields=True, tag="mustered"):
    """Blocks came out of the recruitment box [7.2]."""

    location: Annotated[LocationId, Meta(description="Where to.")]
    count: Annotated[Positive, Meta(description="How many.")]
    openly: Annotated[bool, Meta(description="Whether they were shown.")]
    kinds: Annotated[Kinds, Meta(description="What was shown; empty when nothing was.")]
    blocks: Annotated[BlockIds | UnsetType, Meta(description="Which; only the side itself is told.")] = UNSET


class MoriArrived(Deed, frozen=True, forbid_unknown_fields=True, tag="mori-arrived"):
    """A card brought blocks out of the Mori box [9.3]."""

    side: Annotated[Literal["west"], Meta(description="The side that has a Mori box.")]
    card: Annotated[CardId, Meta(description="The card given.")]
    kinds: Annotated[Kinds, Meta(description="The blocks.")]
    location: Annotated[LocationId, Meta(description="Where to.")]


class MoriJoined(Deed, frozen=True, forbid_unknown_fields=True, tag="mori-joined"):
    """Whoever was left in the Mori box joined a combat [9.3]."""

    side: Annotated[Literal["west"], Meta(description="The side that has a Mori box.")]
    kinds: Annotated[Kinds, Meta(description="The blocks.")]
    location: Annotated[LocationId, Meta(description="Where to.")]


class Overrun(Deed, frozen=True, forbid_unknown_fields=True, tag="overrun"):
    """A side's blocks were overrun by many times their number [7.4]."""

    location: Annotated[LocationId, Meta(description="Where.")]
    by: Annotated[Side, Meta(description="Whose blocks overran them.")]
    count: Annotated[Positive, Meta(description="How many were lost.")]
    kinds: Annotated[Kinds, Meta(description="The blocks lost.")]


class MovementEnded(Deed, frozen=True, forbid_unknown_fields=True, tag="movement-ended"):
    """A side's movement phase ended."""
