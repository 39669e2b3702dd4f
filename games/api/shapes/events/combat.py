"""Events of the combat phase."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from games.api.shapes.events.base import Deed, Happening
from games.api.shapes.terms import BlockIds, CardId, DiskId, Kinds, LocationId, Number, Side


class CombatDeclared(Deed, frozen=True, forbid_unknown_fields=True, tag="combat-declared"):
    """It comes to combat [8.1]."""

    location: Annotated[LocationId, Meta(description="Where.")]
    attacker: Annotated[Side, Meta(description="Who attacks: the same side.")]


class StanceTaken(Deed, frozen=True, forbid_unknown_fields=True, tag="stance-taken"):
    """The castle's owner chose where to fight [8.9.2]."""

    location: Annotated[LocationId, Meta(description="Where.")]
    inside: Annotated[bool, Meta(description="Inside the castle; else outside.")]


class CombatBegan(Deed, frozen=True, forbid_unknown_fields=True):
    """The forces face each other."""

    location: Annotated[LocationId, Meta(description="Where.")]
    attacker: Annotated[Side, Meta(description="Who attacks: the same side.")]
    east: Annotated[Number, Meta(description="How many blocks East has there.")]
    west: Annotated[Number, Meta(description="How many blocks West has there.")]


class BattleBegan(CombatBegan, frozen=True, forbid_unknown_fields=True, tag="battle-began"):
    """A battle began [8.2]."""


class SiegeBegan(CombatBegan, frozen=True, forbid_unknown_fields=True, tag="siege-began"):
    """A siege began [8.9]. It may be of a disk alone, with no block inside."""


class Deployed(Deed, frozen=True, forbid_unknown_fields=True, tag="deployed"):
    """A side deployed blocks [8.2.3]."""

    location: Annotated[LocationId, Meta(description="Where.")]
    card: Annotated[CardId | None, Meta(description="With which card; null for a daimyo who needs none.")]
    kinds: Annotated[
        Kinds, Meta(min_length=1, max_length=2, description="The blocks, in the order deployed.")
    ]
    impact: Annotated[Number, Meta(description="The impact they brought [8.3].")]
    total: Annotated[Number, Meta(description="The side's impact with it.")]
    special: Annotated[bool, Meta(description="Whether they made a special attack [8.4].")]


class Finished(Deed, frozen=True, forbid_unknown_fields=True, tag="finished"):
    """A side deploys no more in this combat [8.5]."""

    location: Annotated[LocationId, Meta(description="Where.")]


class Challenged(Deed, frozen=True, forbid_unknown_fields=True, tag="challenged"):
    """A side challenged the loyalty of blocks just deployed [8.6.1]."""

    card: Annotated[CardId, Meta(description="The loyalty challenge card.")]
    kinds: Annotated[Kinds, Meta(description="The blocks in question.")]


class Refuted(Deed, frozen=True, forbid_unknown_fields=True, tag="refuted"):
    """The challenged side showed that its blocks are loyal [8.6.1]."""

    card: Annotated[CardId, Meta(description="The card shown; it stays in the hand.")]


class Defected(Deed, frozen=True, forbid_unknown_fields=True, tag="defected"):
    """The challenged side's blocks turned against it [8.6.2]."""

    kinds: Annotated[Kinds, Meta(description="The blocks.")]
    impact: Annotated[Number, Meta(description="The impact they bring the other side.")]
    east: Annotated[Number, Meta(description="East's impact with it.")]
    west: Annotated[Number, Meta(description="West's impact with it.")]


class CombatEnded(Happening, frozen=True, forbid_unknown_fields=True, tag="combat-ended"):
    """Both sides are finished; losses follow."""

    location: Annotated[LocationId, Meta(description="Where.")]
    winner: Annotated[Side, Meta(description="Who won.")]
    east: Annotated[Number, Meta(description="East's impact.")]
    west: Annotated[Number, Meta(description="West's impact.")]
    siege: Annotated[bool, Meta(description="Whether it was a siege.")]


class BlocksLost(Deed, frozen=True, forbid_unknown_fields=True, tag="blocks-lost"):
    """A side lost blocks in combat [8.7]."""

    location: Annotated[LocationId, Meta(description="Where.")]
    kinds: Annotated[Kinds, Meta(min_length=1, description="The blocks.")]


class DiskLost(Deed, frozen=True, forbid_unknown_fields=True, tag="disk-lost"):
    """A side lost a disk [8.9.3]."""

    location: Annotated[LocationId, Meta(description="Where.")]
    disk: Annotated[DiskId, Meta(description="Which.")]


class CastleFell(Deed, frozen=True, forbid_unknown_fields=True, tag="castle-fell"):
    """A side has nothing left in a castle that was besieged [8.9.3]."""

    location: Annotated[LocationId, Meta(description="Where.")]


class Retreated(Deed, frozen=True, forbid_unknown_fields=True, tag="retreated"):
    """The beaten side went, or stayed in its castle [8.8]."""

    source: Annotated[LocationId, Meta(description="Where it was beaten.")]
    to: Annotated[LocationId | None, Meta(description="Where it went; null if all stayed in the castle.")]
    count: Annotated[Number, Meta(description="How many blocks went.")]
    stayed: Annotated[Number, Meta(description="How many blocks stayed in the castle.")]
    blocks: Annotated[BlockIds | UnsetType, Meta(description="Which went; only the side itself is told.")] = (
        UNSET
    )
    stay: Annotated[BlockIds | UnsetType, Meta(description="Which stayed; only the side itself is told.")] = (
        UNSET
    )
