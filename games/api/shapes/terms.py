"""Words that occur in many shapes, each with what it means."""

from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta

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
    "CardId": "A kind of card; the copies of a kind are not told apart.",
    "BlockId": "One single block. A side knows the ids of its own blocks alone.",
    "BlockKind": "A kind of block: what is on its face, whichever of several copies it is.",
    "DiskId": "A disk.",
}
"""Words of the edition that have a schema, by its name: what they stand for."""

LocationIds = tuple[LocationId, ...]
CardIds = tuple[CardId, ...]
"""A card of which there are several is named as often."""
BlockIds = tuple[BlockId, ...]
Kinds = tuple[Kind, ...]
"""One for each block."""

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
"""What a side can be asked; `window` is whether to challenge the loyalty of blocks just deployed."""


class Enum(NamedTuple):
    """Words of which one is chosen, as one schema that others refer to.

    Attributes:
        words: the type, a ``Literal``. No two have the same words.
        description: what is chosen.
    """

    words: Any
    description: str


ENUMS = {
    "Decision": Enum(
        Decision, "What a side must decide; `window` is whether to challenge the loyalty of deployed blocks."
    ),
    "MovementLevel": Enum(Level, "A movement level [7.1]."),
    "Phase": Enum(Phase, "A phase; `setup` while chance places the first blocks."),
    "Side": Enum(Side, "One of the two sides: East (Tokugawa) or West (Ishida)."),
    "Turn": Enum(Turn, "A turn of a week; `A` also before the first."),
}
"""By the name of the schema."""
