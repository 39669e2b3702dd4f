"""Bidding for sides before a game that a ladder has paired."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.terms import Moment
from games.api.shapes.terms import Side
from games.ladders.bidding.auction import MOST_POINTS

CoinName = Annotated[
    Literal["first", "second"],
    Meta(description="What the coin calls a player; fixed before anybody bids."),
]
BidPoints = Annotated[
    int,
    Meta(
        ge=0,
        le=MOST_POINTS,
        description="What they would give the other for that side, in victory points.",
        examples=[3],
    ),
]


class SideBid(Struct, frozen=True):
    """A bid for a side."""

    side: Annotated[Side, Meta(description="The side that is wanted.")]
    points: BidPoints


class Bidder(Struct, frozen=True):
    """One of the two who bid."""

    coin: CoinName
    name: Annotated[str, Meta(description="Their name; empty for a person who has chosen none.")]
    bot: Annotated[bool, Meta(description="Whether they say that a program plays for them.")]


class GivenPoints(Struct, frozen=True):
    """Victory points given to each side. They count only if the game is decided by points."""

    east: BidPoints
    west: BidPoints


class OpenedBids(Struct, frozen=True):
    """What was bid, and what came of it."""

    at: Moment
    first: Annotated[SideBid | None, Meta(description="The bid of the first; null if they made none.")]
    second: Annotated[SideBid | None, Meta(description="The bid of the second; null if they made none.")]
    seed: Annotated[str, Meta(description="The seed the coin was tossed with, in hexadecimal.")]
    tossed: Annotated[
        CoinName | None,
        Meta(description="Whom the coin favoured, where the bids left it to the coin; else null."),
    ]
    side: Annotated[Side, Meta(description="The side you play.")]
    given: GivenPoints
    game: Annotated[str, Meta(description="The game that has begun.", examples=["k7m2p9qrst"])]


class Bidding(Struct, frozen=True):
    """A pairing of yours whose sides are bid for."""

    id: Annotated[str, Meta(description="Its name in addresses.", examples=["k7m2p9qrst"])]
    ladder: Annotated[str, Meta(description="The ladder that paired you.", examples=["k7m2p9qrst"])]
    state: Annotated[
        Literal["sealed", "open", "called-off"],
        Meta(
            description="`sealed` until both bids are in or the time is over; `open` when the game has "
            "begun; `called-off` where it came to nothing, since one of both has left the ladder."
        ),
    ]
    you: Annotated[CoinName, Meta(description="Which of the two you are.")]
    opponent: Bidder
    commitment: Annotated[
        str, Meta(description="The SHA-256 of the seed the coin is tossed with, in hexadecimal.")
    ]
    paired_at: Moment
    due_at: Annotated[
        Moment, Meta(description="When the bids are opened at the latest. A missing bid takes what is left.")
    ]
    bid: Annotated[
        SideBid | None,
        Meta(
            description="Your bid; null while you have made none. The other's, and whether there is one, is "
            "told to nobody before both are open."
        ),
    ]
    opened: Annotated[OpenedBids | None, Meta(description="Null until the bids are open.")]


class BiddingPage(Struct, frozen=True):
    """Some biddings of yours, the latest first."""

    biddings: list[Bidding]
    next: Annotated[str | None, Meta(description="The address of the next page; null on the last one.")]
