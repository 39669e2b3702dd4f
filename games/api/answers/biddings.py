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

    side: Side
    """The side that the player wants."""
    points: BidPoints


class Bidder(public_keys.Identified, frozen=True):
    """One of the two bidders."""

    coin: CoinName
    name: str
    """Their name; empty if they have not set one."""
    bot: bool
    """Whether they declare that a program plays for them."""


class GivenPoints(Struct, frozen=True):
    """The handicap of each side, in victory points. It counts only if the game is decided on points."""

    east: BidPoints
    west: BidPoints


class OpenedBids(Struct, frozen=True):
    """The bids and their result."""

    at: Moment
    first: SideBid | None
    """The bid of the `first` player; null if they made none."""
    second: SideBid | None
    """The bid of the `second` player; null if they made none."""
    seed: str
    """The seed of the coin toss, in hexadecimal."""
    nonces: list[str]
    """The nonces of the `first` and the `second` player."""
    tossed: CoinName | None
    """The winner of the coin toss; null if the bids decided."""
    side: Side
    """The side you play."""
    given: GivenPoints
    game: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """The game that has started."""


class Bidding(Struct, frozen=True):
    """A pairing of yours in which you and your opponent bid for sides."""

    id: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """Its id in URLs."""
    ladder: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """The ladder of the pairing."""
    state: Literal["sealed", "open", "called-off"]
    """`sealed` until both bids are in or the deadline has passed; `open` once the game has started;
    `called-off` if a player left the ladder before that."""
    you: CoinName
    """Which of the two players you are."""
    opponent: Bidder
    commitment: str
    """The SHA-256 of the seed of the coin toss, in hexadecimal."""
    game_commitment: str | None
    """The SHA-256 of the seed of the game that follows, in hexadecimal. The game has the id of the bidding.
    Null in biddings that earlier releases opened."""
    paired_at: Moment
    due_at: Moment
    """The deadline, at which the bids are opened. A player without a bid gets the remaining side."""
    bid: SideBid | None
    """Your bid; null until you bid. Your opponent's bid, and whether there is one, stays secret until both
    are opened."""
    opened: OpenedBids | None
    """The bids and their result; null until they are opened."""


class BiddingPage(Struct, frozen=True):
    """A page of your biddings, latest first."""

    biddings: list[Bidding]
    next: str | None
    """The URL of the next page; null on the last page."""
