"""Events of the campaign's course: draws, discards, bids, turns, the end."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from games.api.shapes.events.base import Deed, Happening
from games.api.shapes.terms import BlockIds, CardId, CardIds, Number, Order, Positive, Side, Turn


class GameBegan(Happening, frozen=True, forbid_unknown_fields=True, tag="game-began"):
    """The board was set up, but for what chance places [5]."""


class WeekBegan(Happening, frozen=True, forbid_unknown_fields=True, tag="week-began"):
    """A week began [6.1]."""

    week: Annotated[Positive, Meta(description="Which.")]
    castles: Annotated[
        tuple[Number, Number],
        Meta(description="How many castles East and West control; it decides on cards."),
    ]
    resources: Annotated[
        tuple[Number, Number],
        Meta(description="How many resource locations East and West control; it decides on blocks."),
    ]


class CardsDrawn(Deed, frozen=True, forbid_unknown_fields=True, tag="cards-drawn"):
    """A side drew cards."""

    count: Annotated[Number, Meta(description="How many.")]
    cards: Annotated[CardIds | UnsetType, Meta(description="Which; only the side itself is told.")] = UNSET


class BlocksDrawn(Deed, frozen=True, forbid_unknown_fields=True, tag="blocks-drawn"):
    """Blocks came out of a side's bag."""

    count: Annotated[Number, Meta(description="How many.")]
    place: Annotated[
        str,
        Meta(
            description="The location they came to, or `recruitment` for the box.", examples=["recruitment"]
        ),
    ]
    blocks: Annotated[BlockIds | UnsetType, Meta(description="Which; only the side itself is told.")] = UNSET


class PileReshuffled(Deed, frozen=True, forbid_unknown_fields=True, tag="pile-reshuffled"):
    """A side's discards became its new draw pile."""


class DiscardsSealed(Deed, frozen=True, forbid_unknown_fields=True, tag="discards-sealed"):
    """A side chose the cards to discard in reinforcement [6.2]."""

    count: Annotated[Number, Meta(description="How many.")]
    cards: Annotated[CardIds | UnsetType, Meta(description="Which; only the side itself is told.")] = UNSET


class DiscardsRevealed(Deed, frozen=True, forbid_unknown_fields=True, tag="discards-revealed"):
    """Both sides had chosen, and this is what one of them discarded."""

    cards: Annotated[CardIds, Meta(description="Which.")]


class BidSealed(Deed, frozen=True, forbid_unknown_fields=True, tag="bid-sealed"):
    """A side bid for turn order [6.3]. Its first bid is told, not one that replaces it."""

    card: Annotated[CardId | UnsetType, Meta(description="With what; only the side itself is told.")] = UNSET
    wish: Annotated[
        Order | UnsetType | None,
        Meta(description="What to do if it wins, null if that is not said; only the side itself is told."),
    ] = UNSET


class BidsRevealed(Happening, frozen=True, forbid_unknown_fields=True, tag="bids-revealed"):
    """Both bids were turned over [6.3]."""

    east: Annotated[CardId | None, Meta(description="East's card; null if it had none.")]
    west: Annotated[CardId | None, Meta(description="West's card; null if it had none.")]
    winner: Annotated[Side, Meta(description="Who chooses the order of the week.")]


class OrderChosen(Deed, frozen=True, forbid_unknown_fields=True, tag="order-chosen"):
    """The winner of the bid chose."""

    order: Annotated[Order, Meta(description="To go first or second in both turns of the week.")]


class TurnBegan(Deed, frozen=True, forbid_unknown_fields=True, tag="turn-began"):
    """A side's turn began [6.4]."""

    turn: Annotated[Turn, Meta(description="Which of the week's two.")]


class GameOver(Happening, frozen=True, forbid_unknown_fields=True, tag="game-over"):
    """The game ended [2]."""

    winner: Annotated[Side, Meta(description="Who won.")]
    victory: Annotated[
        str,
        Meta(
            description="How: `points`, `points-tie`, `resignation`, or the leader or disk that was lost.",
            examples=["points", "ieyasu"],
        ),
    ]
    east: Annotated[Number, Meta(description="East's victory points.")]
    west: Annotated[Number, Meta(description="West's victory points.")]
