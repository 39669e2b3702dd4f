"""The position of a finished game with all secrets, as returned by `engine.referee`."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from games.api.shapes.combat import Combat
from games.api.shapes.pairs import Flags
from games.api.shapes.terms import BlockIds, CardIds, LocationId
from games.api.shapes.view import Force, Location, Mine, View


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
