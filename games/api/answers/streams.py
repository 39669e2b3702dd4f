"""The data of the events of a stream."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.terms import AskedNow, Moment, Number, Version
from games.api.shapes.terms import Side


class GameNow(Struct, frozen=True):
    """Where a game stands as its stream begins."""

    version: Version
    asked: AskedNow


class StreamOver(Struct, frozen=True):
    """The game is over, and everything of it has been told."""

    version: Version


class StreamClosed(Struct, frozen=True):
    """Nothing more is told: coming back is of no use."""

    code: Annotated[
        Literal["token-unknown", "not-found", "frozen"],
        Meta(description="As of the problem that a request would be answered with now."),
    ]


class MyGamesNow(Struct, frozen=True):
    """Where your games stand as their stream begins."""

    waiting: Annotated[Number, Meta(description="How many of them wait for you.")]


class SeatNow(Struct, frozen=True):
    """A side you play, in which you could see something change."""

    game: Annotated[str, Meta(description="The game's id.", examples=["k7m2p9qrst"])]
    side: Side
    version: Version
    asked: AskedNow
    waiting_since: Annotated[
        Moment | None, Meta(description="When the game began to wait for you; null while it does not.")
    ]
    over: Annotated[bool, Meta(description="Whether the game is over.")]


class ChallengeNow(Struct, frozen=True):
    """A challenge that waits for your answer."""

    challenge: Annotated[str, Meta(description="The challenge's id.", examples=["c3n8w5vkhd"])]
    ladder: Annotated[str, Meta(description="The ladder's id.", examples=["k7m2p9qrst"])]
    answer_by: Annotated[Moment, Meta(description="What is not answered by then counts as lost.")]


class BiddingNow(Struct, frozen=True):
    """A pairing in which you bid for sides, and have not."""

    bidding: Annotated[str, Meta(description="The bidding's id.", examples=["b5n8x3rkqt"])]
    ladder: Annotated[str, Meta(description="The ladder's id.", examples=["k7m2p9qrst"])]
    due_at: Annotated[Moment, Meta(description="When the bids are opened at the latest.")]
