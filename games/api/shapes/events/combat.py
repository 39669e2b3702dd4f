"""Events of the combat phase."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from games.api.shapes.terms import BlockIds, CardId, Deed, DiskId, Happening, Kinds, LocationId, Number, Side


class CombatDeclared(Deed, frozen=True, forbid_unknown_fields=True, tag="combat-declared"):
    """A side declared combat [8.1]."""

    location: LocationId
    """The location."""
    attacker: Side
    """The attacker, always the same as `side`."""


class StanceTaken(Deed, frozen=True, forbid_unknown_fields=True, tag="stance-taken"):
    """The owner of the castle chose where to fight [8.9.2]."""

    location: LocationId
    """The location."""
    inside: bool
    """Whether they fight inside the castle."""


class CombatBegan(Deed, frozen=True, forbid_unknown_fields=True):
    """A combat began."""

    location: LocationId
    """The location."""
    attacker: Side
    """The attacker, always the same as `side`."""
    east: Number
    """The number of East's blocks there."""
    west: Number
    """The number of West's blocks there."""


class BattleBegan(CombatBegan, frozen=True, forbid_unknown_fields=True, tag="battle-began"):
    """A battle began [8.2]."""


class SiegeBegan(CombatBegan, frozen=True, forbid_unknown_fields=True, tag="siege-began"):
    """A siege began [8.9]. The castle may hold only a disk and no blocks."""


class Deployed(Deed, frozen=True, forbid_unknown_fields=True, tag="deployed"):
    """A side deployed blocks [8.2.3]."""

    location: LocationId
    """The location."""
    card: CardId | None
    """The card; null for a daimyo, who needs none."""
    kinds: Annotated[Kinds, Meta(min_length=1, max_length=2)]
    """The blocks, in order of deployment."""
    impact: Number
    """The impact of these blocks [8.3]."""
    total: Number
    """The side's total impact after that."""
    special: bool
    """Whether this was a special attack [8.4]."""


class Finished(Deed, frozen=True, forbid_unknown_fields=True, tag="finished"):
    """A side finished deploying in this combat [8.5]."""

    location: LocationId
    """The location."""


class Challenged(Deed, frozen=True, forbid_unknown_fields=True, tag="challenged"):
    """A side challenged the loyalty of blocks just deployed [8.6.1]."""

    card: CardId
    """The loyalty challenge card."""
    kinds: Kinds
    """The challenged blocks."""


class WindowLapsed(Deed, frozen=True, forbid_unknown_fields=True, tag="window-lapsed"):
    """A side did not answer a deployment in time, and lets it stand [8.6.1]."""

    location: LocationId
    """The location."""


class Refuted(Deed, frozen=True, forbid_unknown_fields=True, tag="refuted"):
    """The challenged side refuted the challenge with a card [8.6.1]."""

    card: CardId
    """The card shown. It stays in hand."""


class Defected(Deed, frozen=True, forbid_unknown_fields=True, tag="defected"):
    """The challenged blocks changed sides [8.6.2]."""

    kinds: Kinds
    """The blocks."""
    impact: Number
    """Their impact for the other side."""
    east: Number
    """East's impact after that."""
    west: Number
    """West's impact after that."""


class CombatEnded(Happening, frozen=True, forbid_unknown_fields=True, tag="combat-ended"):
    """Both sides finished deploying. Losses follow."""

    location: LocationId
    """The location."""
    winner: Side
    """The winner."""
    east: Number
    """East's impact."""
    west: Number
    """West's impact."""
    siege: bool
    """Whether it was a siege."""


class BlocksLost(Deed, frozen=True, forbid_unknown_fields=True, tag="blocks-lost"):
    """A side lost blocks in combat [8.7]."""

    location: LocationId
    """The location."""
    kinds: Annotated[Kinds, Meta(min_length=1)]
    """The blocks."""


class DiskLost(Deed, frozen=True, forbid_unknown_fields=True, tag="disk-lost"):
    """A side lost a disk [8.9.3]."""

    location: LocationId
    """The location."""
    disk: DiskId
    """The disk."""


class CastleFell(Deed, frozen=True, forbid_unknown_fields=True, tag="castle-fell"):
    """A side has no blocks or disk left in a besieged castle [8.9.3]."""

    location: LocationId
    """The location."""


class Retreated(Deed, frozen=True, forbid_unknown_fields=True, tag="retreated"):
    """The losing side retreated, or stayed in its castle [8.8]."""

    source: LocationId
    """The location of the combat."""
    to: LocationId | None
    """The destination; null if all blocks stayed in the castle."""
    count: Number
    """The number of blocks that retreated."""
    stayed: Number
    """The number of blocks that stayed in the castle."""
    blocks: BlockIds | UnsetType = UNSET
    """The ids of the blocks that retreated; only for the side itself."""
    stay: BlockIds | UnsetType = UNSET
    """The ids of the blocks that stayed; only for the side itself."""
