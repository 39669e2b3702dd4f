"""Events of the campaign: draws, discards, bids, turns, the end."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from games.api.shapes.terms import (
    BlockIds,
    CardId,
    CardIds,
    Deed,
    Happening,
    Number,
    Order,
    Positive,
    Side,
    Turn,
    VictoryKind,
)


class GameBegan(Happening, frozen=True, forbid_unknown_fields=True, tag="game-began"):
    """The board was set up, except for randomly drawn blocks [5]."""


class WeekBegan(Happening, frozen=True, forbid_unknown_fields=True, tag="week-began"):
    """A week began [6.1]."""

    week: Positive
    """The number of the week."""
    castles: tuple[Number, Number]
    """The number of castles that East and West control, which decides who draws an extra card."""
    resources: tuple[Number, Number]
    """The number of resource locations that East and West control, which decides who draws an extra block."""


class CardsDrawn(Deed, frozen=True, forbid_unknown_fields=True, tag="cards-drawn"):
    """A side drew cards."""

    count: Number
    """The number of cards."""
    cards: CardIds | UnsetType = UNSET
    """The cards; only for the side itself."""


class BlocksDrawn(Deed, frozen=True, forbid_unknown_fields=True, tag="blocks-drawn"):
    """Blocks came out of a side's bag."""

    count: Number
    """The number of blocks."""
    place: Annotated[str, Meta(examples=["recruitment"])]
    """The location where they were placed, or `recruitment` for the recruitment box."""
    blocks: BlockIds | UnsetType = UNSET
    """The ids of the blocks; only for the side itself."""


class PileReshuffled(Deed, frozen=True, forbid_unknown_fields=True, tag="pile-reshuffled"):
    """A side's discards became its new draw pile."""


class DiscardsSealed(Deed, frozen=True, forbid_unknown_fields=True, tag="discards-sealed"):
    """A side chose its discards of the reinforcement step [6.2]."""

    count: Number
    """The number of cards."""
    cards: CardIds | UnsetType = UNSET
    """The cards; only for the side itself."""


class DiscardsRevealed(Deed, frozen=True, forbid_unknown_fields=True, tag="discards-revealed"):
    """The discards of one side, after both sides have chosen."""

    cards: CardIds
    """The cards."""


class BidSealed(Deed, frozen=True, forbid_unknown_fields=True, tag="bid-sealed"):
    """A side made its bid for turn order [6.3]. A replacement of the bid causes no event."""

    card: CardId | UnsetType = UNSET
    """The card; only for the side itself."""
    wish: Order | UnsetType | None = UNSET
    """The choice of turn order if the bid wins, null if not given; only for the side itself."""


class BidsRevealed(Happening, frozen=True, forbid_unknown_fields=True, tag="bids-revealed"):
    """Both bids were revealed [6.3]."""

    east: CardId | None
    """East's card; null if it had none."""
    west: CardId | None
    """West's card; null if it had none."""
    winner: Side
    """The side that chooses the turn order of the week."""


class OrderChosen(Deed, frozen=True, forbid_unknown_fields=True, tag="order-chosen"):
    """The winner of the bid chose the turn order."""

    order: Order
    """Whether it goes first or second in both turns of the week."""


class TurnBegan(Deed, frozen=True, forbid_unknown_fields=True, tag="turn-began"):
    """A side's turn began [6.4]."""

    turn: Turn
    """Which of the two turns of the week."""


class GameOver(Happening, frozen=True, forbid_unknown_fields=True, tag="game-over"):
    """The game ended [2]."""

    winner: Side
    """The winner."""
    victory: VictoryKind
    east: Number
    """East's victory points."""
    west: Number
    """West's victory points."""
