"""Terms used in many shapes, with their meanings."""

from typing import Annotated, Any, Literal, NamedTuple, get_args

from msgspec import Meta, Struct

from games.engine.grave import GraveReason
from games.engine.orders.keeping import OrderKind

Side = Literal["east", "west"]
Level = Literal["none", "minimal", "limited", "total"]
Turn = Literal["A", "B"]
Order = Literal["first", "second"]
Phase = Literal["setup", "reinforcement", "turn-order", "movement", "combat", "over"]
Viewpoint = Literal["east", "west", "public"]

Number = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]

LocationId = Annotated[str, Meta(title="LocationId", examples=["kiyosu"])]
CardId = Annotated[str, Meta(title="CardId", examples=["tokugawa-special"])]
BlockId = Annotated[str, Meta(title="BlockId", examples=["tokugawa-two-mon-3"])]
Kind = Annotated[str, Meta(title="BlockKind", examples=["tokugawa-two-mon"])]
DiskId = Annotated[str, Meta(title="DiskId", examples=["hideyori"])]

IDS = {
    "LocationId": "A location of the edition's board.",
    "CardId": "A kind of card. Copies of a kind are not distinguished.",
    "BlockId": "An individual block. A side knows only the ids of its own blocks.",
    "BlockKind": "A kind of block: what is printed on it. Several blocks may be of one kind.",
    "DiskId": "A disk.",
}
"""The ids of an edition that have a schema, with their descriptions, by name."""

LocationIds = tuple[LocationId, ...]
CardIds = tuple[CardId, ...]
"""One entry for each copy of a card."""
BlockIds = tuple[BlockId, ...]
Kinds = tuple[Kind, ...]
"""One for each block."""

VictoryKind = Annotated[
    str,
    Meta(
        description="The kind of victory: `points`, `points-tie`, `resignation`, or the id of the "
        "leader or disk that was lost.",
        examples=["points", "ieyasu"],
    ),
]

Decision = Literal[
    "discard",
    "bid",
    "order",
    "level",
    "movement",
    "declare",
    "stance",
    "deploy",
    "window",
    "losses",
    "retreat",
]
"""The decisions of a side; `window` is whether to challenge the loyalty of deployed blocks."""


class Enum(NamedTuple):
    """An enumeration with a schema of its own.

    Attributes:
        words: the type, a ``Literal`` or an enumeration class. No two have the same words.
        description: the description of the schema.
    """

    words: Any
    description: str

    @property
    def values(self) -> list[str]:
        """The words, in order."""
        return [str(word) for word in get_args(self.words) or self.words]


ENUMS = {
    "Decision": Enum(
        Decision, "A decision of a side. `window` is whether to challenge the loyalty of deployed blocks."
    ),
    "GraveReason": Enum(
        GraveReason,
        "Why an answer is grave, while another is legal. `loses-leader`, `loses-deciding-disk`: without this "
        "block or disk the game is lost [2.1]. `uncovers-leader`: such a block is left where the enemies "
        "within two roads are enough to overrun its force, or comes out of its castle against more blocks; "
        "or such a disk is left without a block. `gives-up-castle`: no block stays in a castle in which one "
        "could. `runs-into-overrun`: blocks are overrun where they arrive [7.4]. `resigns`: the game is "
        "given up.",
    ),
    "MovementLevel": Enum(Level, "A movement level [7.1]."),
    "OrderKind": Enum(OrderKind, "A kind of order."),
    "Phase": Enum(Phase, "A phase. `setup` lasts while the first blocks are drawn."),
    "Side": Enum(Side, "One of the two sides: East (Tokugawa) or West (Ishida)."),
    "TurnOrder": Enum(Order, "Who goes first in a week: the side goes `first` or `second` [6.3]."),
    "Turn": Enum(Turn, "A turn of a week; also `A` before the first turn."),
}
"""The enumerations, by the name of the schema."""


class Happening(Struct, frozen=True, forbid_unknown_fields=True, tag_field="event"):
    """Something that happened. ``event`` says what."""


class Deed(Happening, frozen=True, forbid_unknown_fields=True):
    """An event that belongs to a side."""

    side: Side
    """The side that acted or is affected."""
