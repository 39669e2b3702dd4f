"""Bidding for sides before a ladder game."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from accounts import public_keys
from games.api.answers.terms import Moment
from games.api.shapes.terms import Side
from games.ladders.bidding.auction import MOST_POINTS

CoinName = Annotated[
    Literal["first", "second"],
    Meta(description="Which player of the coin toss this is; fixed before bidding starts."),
]
BidPoints = Annotated[
    int,
    Meta(
        ge=0,
        le=MOST_POINTS,
        description="The victory points offered to the opponent in return for that side.",
        examples=[3],
    ),
]


class SideBid(Struct, frozen=True):
    """A bid for a side."""

    side: Annotated[Side, Meta(description="The side that the player wants.")]
    points: BidPoints


class Bidder(public_keys.Identified, frozen=True):
    """One of the two bidders."""

    coin: CoinName
    name: Annotated[str, Meta(description="Their name; empty if they have not set one.")]
    bot: Annotated[bool, Meta(description="Whether they declare that a program plays for them.")]


class GivenPoints(Struct, frozen=True):
    """The handicap of each side, in victory points. It counts only if the game is decided on points."""

    east: BidPoints
    west: BidPoints


class OpenedBids(Struct, frozen=True):
    """The bids and their result."""

    at: Moment
    first: Annotated[
        SideBid | None, Meta(description="The bid of the `first` player; null if they made none.")
    ]
    second: Annotated[
        SideBid | None, Meta(description="The bid of the `second` player; null if they made none.")
    ]
    seed: Annotated[str, Meta(description="The seed of the coin toss, in hexadecimal.")]
    nonces: Annotated[list[str], Meta(description="The nonces of the `first` and the `second` player.")]
    tossed: Annotated[
        CoinName | None,
        Meta(description="The winner of the coin toss; null if the bids decided."),
    ]
    side: Annotated[Side, Meta(description="The side you play.")]
    given: GivenPoints
    game: Annotated[str, Meta(description="The game that has started.", examples=["k7m2p9qrst"])]


class Bidding(Struct, frozen=True):
    """A pairing of yours in which you and your opponent bid for sides."""

    id: Annotated[str, Meta(description="Its id in URLs.", examples=["k7m2p9qrst"])]
    ladder: Annotated[str, Meta(description="The ladder of the pairing.", examples=["k7m2p9qrst"])]
    state: Annotated[
        Literal["sealed", "open", "called-off"],
        Meta(
            description="`sealed` until both bids are in or the deadline has passed; `open` once the game "
            "has started; `called-off` if a player left the ladder before that."
        ),
    ]
    you: Annotated[CoinName, Meta(description="Which of the two players you are.")]
    opponent: Bidder
    commitment: Annotated[str, Meta(description="The SHA-256 of the seed of the coin toss, in hexadecimal.")]
    game_commitment: Annotated[
        str | None,
        Meta(
            description="The SHA-256 of the seed of the game that follows, in hexadecimal. The game has the "
            "id of the bidding. Null in biddings that earlier releases opened."
        ),
    ]
    paired_at: Moment
    due_at: Annotated[
        Moment,
        Meta(
            description="The deadline, at which the bids are opened. A player without a bid gets the "
            "remaining side."
        ),
    ]
    bid: Annotated[
        SideBid | None,
        Meta(
            description="Your bid; null until you bid. Your opponent's bid, and whether there is one, stays "
            "secret until both are opened."
        ),
    ]
    opened: Annotated[
        OpenedBids | None, Meta(description="The bids and their result; null until they are opened.")
    ]


class BiddingPage(Struct, frozen=True):
    """A page of your biddings, latest first."""

    biddings: list[Bidding]
    next: Annotated[str | None, Meta(description="The URL of the next page; null on the last page.")]
