"""The shape of an edition: what is printed on a board, its blocks and its cards, as frozen values.

Nothing is looked up or computed here; the engine's own tables are made from these values. Each entry has the
`grade` of its least certain fact, so that a reader sees what to check against a printed copy.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

SideName = Literal["east", "west"]
Grade = Literal["stated", "printed", "as-base-board", "reconstructed", "inferred"]
Arm = Literal["cavalry", "firearms"]
CardType = Literal["plain", "special", "double", "loyalty"]

Id = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z")]
Name = Annotated[str, Meta(min_length=1)]
Positive = Annotated[int, Meta(ge=1)]
NotNegative = Annotated[int, Meta(ge=0)]
Mon = Annotated[int, Meta(ge=1, le=4)]

RECRUITMENT = "recruitment"
MORI_BOX = "mori-box"


class Flags(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The flags of an edition: the rules in which editions differ.

    `reinforcement_blocks` are the numbers of blocks drawn in the reinforcement step of each week, week 1
    first [6.2]. `special_bonus_per_earlier` is the impact for each earlier block of the same arm [8.4.1];
    `disk_points` are the victory points for a surviving disk [9.1]. `discard_rounding` is how half of an odd
    number of cards is rounded [6.2], `double_and_wildcard` how a double card deploys a wildcard [8.4.2], and
    `disk_model` whether a disk is a castle of its own or a unit inside a castle [9.1]. `leader_shown` is
    whether the enemy learns which daimyo led a move, or only that one did [7.3.4], R-10.
    """

    weeks: Positive
    reinforcement_blocks: tuple[NotNegative, ...]
    discard_rounding: Literal["down", "choice"]
    special_bonus_per_earlier: NotNegative
    double_and_wildcard: Literal["with-clan-block", "alone"]
    disk_model: Literal["destructible-castle", "in-castle"]
    disk_leadership: bool
    disk_points: NotNegative
    mori_double_brings_two: bool
    leader_shown: bool = True


class MoriData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The location where blocks from the Mori box arrive [9.3]."""

    location: Id


class ClanData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A clan and the side it serves."""

    id: Id
    name: Name
    side: SideName


class LocationData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A location [4.1]. `x` and `y` are its coordinates in a drawing (y downwards); the rules do not use
    them."""

    id: Id
    name: Name
    x: int
    y: int
    resource: bool = False
    castle: SideName | None = None
    recruitment: tuple[Id, ...] = ()
    capital: SideName | None = None
    grade: Grade
    note: str = ""


class RoadData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An undirected road between two locations."""

    a: Id
    b: Id
    highway: bool = False
    grade: Grade
    note: str = ""


class DiskData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A disk [9.1.1-9.1.3]. A side whose `fatal` disk is destroyed loses the game [2.1].

    `falls` is when a siege may destroy it: "last", after every block inside, or at "any" time, in place of a
    block [9.1, 9.2].
    """

    id: Id
    name: Name
    side: SideName
    location: Id
    fatal: bool = False
    falls: Literal["last", "any"] = "last"
    grade: Grade
    note: str = ""


class BlockData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of block and its number of copies [3.2].

    `mon` is its strength; for `fatal` see disks [9.2]. The edition defines which blocks are a `wildcard`
    (R-30) and their other special properties [9.4.1-9.4.6].
    """

    id: Id
    name: Name
    side: SideName
    clan: Id
    mon: Mon
    arm: Arm | None = None
    daimyo: bool = False
    wildcard: bool = False
    fatal: bool = False
    count: Positive
    grade: Grade
    note: str = ""


class CardData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of card and its number of copies.

    A loyalty challenge has no clan. `bid` is the number that counts in bids for turn order [6.3], R-31.
    """

    id: Id
    side: SideName
    clan: Id | None = None
    type: CardType
    count: Positive
    bid: Positive
    grade: Grade
    note: str = ""


class SetupData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a side places before the game [5.2] at a location, or in `RECRUITMENT` or `MORI_BOX`.

    `blocks` are ids of kinds, one for each copy; `random` more are drawn from the side's bag.
    """

    side: SideName
    place: Id
    blocks: tuple[Id, ...] = ()
    random: NotNegative = 0
    grade: Grade
    note: str = ""


class Edition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """An edition of the game, as data. `format` is the version of this format."""

    format: Literal[1]
    id: Id
    name: Name
    flags: Flags
    mori: MoriData
    clans: tuple[ClanData, ...]
    locations: tuple[LocationData, ...]
    roads: tuple[RoadData, ...]
    disks: tuple[DiskData, ...]
    blocks: tuple[BlockData, ...]
    cards: tuple[CardData, ...]
    setup: tuple[SetupData, ...]

    def challenge_cards(self) -> frozenset[str]:
        """The ids of the loyalty challenges of both sides [8.6.1]."""
        return frozenset(card.id for card in self.cards if card.type == "loyalty")
