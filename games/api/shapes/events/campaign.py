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

    week: Annotated[Positive, Meta(description="The number of the week.")]
    castles: Annotated[
        tuple[Number, Number],
        Meta(
            description="The number of castles that East and West control, which decides who draws an "
            "extra card."
        ),
    ]
    resources: Annotated[
        tuple[Number, Number],
        Meta(
            description="The number of resource locations that East and West control, which decides who "
            "draws an extra block."
        ),
    ]


class CardsDrawn(Deed, frozen=True, forbid_unknown_fields=True, tag="cards-drawn"):
    """A side drew cards."""

    count: Annotated[Number, Meta(description="The number of cards.")]
    cards: Annotated[CardIds | UnsetType, Meta(description="The cards; only for the side itself.")] = UNSET


class BlocksDrawn(Deed, frozen=True, forbid_unknown_fields=True, tag="blocks-drawn"):
    """Blocks came out of a side's bag."""

    count: Annotated[Number, Meta(description="The number of blocks.")]
    place: Annotated[
        str,
        Meta(
            description="The location where they were placed, or `recruitment` for the recruitment box.",
            examples=["recruitment"],
        ),
    ]
    blocks: Annotated[
        BlockIds | UnsetType, Meta(description="The ids of the blocks; only for the side itself.")
    ] = UNSET


class PileReshuffled(Deed, frozen=True, forbid_unknown_fields=True, tag="pile-reshuffled"):
    """A side's discards became its new draw pile."""


class DiscardsSealed(Deed, frozen=True, forbid_unknown_fields=True, tag="discards-sealed"):
    """A side chose its discards of the reinforcement step [6.2]."""

    count: Annotated[Number, Meta(description="The number of cards.")]
    cards: Annotated[CardIds | UnsetType, Meta(description="The cards; only for the side itself.")] = UNSET


class DiscardsRevealed(Deed, frozen=True, forbid_unknown_fields=True, tag="discards-revealed"):
    """The discards of one side, after both sides have chosen."""

    cards: Annotated[CardIds, Meta(description="The cards.")]


class BidSealed(Deed, frozen=True, forbid_unknown_fields=True, tag="bid-sealed"):
    """A side made its bid for turn order [6.3]. A replacement of the bid causes no event."""

    card: Annotated[CardId | UnsetType, Meta(description="The card; only for the side itself.")] = UNSET
    wish: Annotated[
        Order | UnsetType | None,
        Meta(
            description="The choice of turn order if the bid wins, null if not given; only for the side "
            "itself."
        ),
    ] = UNSET


class BidsRevealed(Happening, frozen=True, forbid_unknown_fields=True, tag="bids-revealed"):
    """Both bids were revealed [6.3]."""

    east: Annotated[CardId | None, Meta(description="East's card; null if it had none.")]
    west: Annotated[CardId | None, Meta(description="West's card; null if it had none.")]
    winner: Annotated[Side, Meta(description="The side that chooses the turn order of the week.")]


class OrderChosen(Deed, frozen=True, forbid_unknown_fields=True, tag="order-chosen"):
    """The winner of the bid chose the turn order."""

    order: Annotated[Order, Meta(description="Whether it goes first or second in both turns of the week.")]


class TurnBegan(Deed, frozen=True, forbid_unknown_fields=True, tag="turn-began"):
    """A side's turn began [6.4]."""

    turn: Annotated[Turn, Meta(description="Which of the two turns of the week.")]


class GameOver(Happening, frozen=True, forbid_unknown_fields=True, tag="game-over"):
    """The game ended [2]."""

    winner: Annotated[Side, Meta(description="The winner.")]
    victory: VictoryKind
    east: Annotated[Number, Meta(description="East's victory points.")]
    west: Annotated[Number, Meta(description="West's victory points.")]
