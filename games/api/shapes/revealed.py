"""What `engine.referee` tells of a game that is over: everything, by side."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from games.api.shapes.combat import Combat
from games.api.shapes.pairs import Flags
from games.api.shapes.terms import BlockIds, CardIds, LocationId
from games.api.shapes.view import Force, Location, Mine, View


class RevealedForce(Force, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A side's blocks at a location, by name."""

    blocks: Annotated[BlockIds, Meta(description="Which they are.")]


class RevealedLocation(Location, frozen=True, forbid_unknown_fields=True):
    """A location with everything that is there."""

    east: Annotated[RevealedForce | UnsetType, Meta(description="East's blocks there, if any.")] = UNSET
    west: Annotated[RevealedForce | UnsetType, Meta(description="West's blocks there, if any.")] = UNSET


class Waiting(Struct, frozen=True, forbid_unknown_fields=True):
    """The blocks of each side that are at a combat and not deployed."""

    east: Annotated[BlockIds, Meta(description="East's.")]
    west: Annotated[BlockIds, Meta(description="West's.")]


class RevealedCombat(Combat, frozen=True, forbid_unknown_fields=True):
    """The battle or siege that is being fought, with what either side knows of it alone."""

    waiting: Annotated[Waiting, Meta(description="Blocks there that are not deployed.")]
    passing: Annotated[
        Flags, Meta(description="Sealed: that side has passed every challenge of this battle in advance.")
    ]


class Secrets(Mine, frozen=True, forbid_unknown_fields=True):
    """What a side knows alone, and what of its own it does not know."""

    bag: Annotated[BlockIds, Meta(description="The blocks in the bag.")]
    draw_pile: Annotated[CardIds, Meta(description="The cards it has yet to draw, in no order.")]
    discards: Annotated[CardIds, Meta(description="What it discarded since its last shuffle.")]


class BothSecrets(Struct, frozen=True, forbid_unknown_fields=True):
    """The secrets of either side."""

    east: Annotated[Secrets, Meta(description="East's.")]
    west: Annotated[Secrets, Meta(description="West's.")]


class RefereeView(View, frozen=True, forbid_unknown_fields=True):
    """The position with nothing hidden."""

    viewer: Annotated[Literal["referee"], Meta(description="Who sees this: whoever looks back.")]
    locations: Annotated[
        dict[LocationId, RevealedLocation],
        Meta(description="By id, the locations where there is anything to tell."),
    ]
    combat: Annotated[RevealedCombat | None, Meta(description="The battle or siege being fought, if any is.")]
    secrets: Annotated[BothSecrets, Meta(description="What was hidden.")]
