"""The data of stream events."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.terms import AskedNow, HeadNow, Moment, Number, Version
from games.api.shapes.terms import Side


class GameNow(Struct, frozen=True):
    """The state of a game when its stream starts."""

    version: Version
    asked: AskedNow
    head: HeadNow


class StreamOver(Struct, frozen=True):
    """The game is over and all its changes have been sent."""

    version: Version


class StreamClosed(Struct, frozen=True):
    """The server has ended the stream. Do not reconnect."""

    code: Annotated[
        Literal["token-unknown", "not-found", "frozen"],
        Meta(description="The code of the problem that any request would now get."),
    ]


class MyGamesNow(Struct, frozen=True):
    """The state of your games when the stream starts."""

    waiting: Annotated[Number, Meta(description="How many games are waiting for you.")]


class SeatNow(Struct, frozen=True):
    """A side you play in which a change was visible to you."""

    game: Annotated[str, Meta(description="The game's id.", examples=["k7m2p9qrst"])]
    side: Side
    version: Version
    asked: AskedNow
    waiting_since: Annotated[
        Moment | None, Meta(description="Since when the game has been waiting for you; null if it is not.")
    ]
    over: Annotated[bool, Meta(description="Whether the game is over.")]
    head: HeadNow


class ChallengeNow(Struct, frozen=True):
    """A challenge that you have not answered."""

    challenge: Annotated[str, Meta(description="The challenge's id.", examples=["c3n8w5vkhd"])]
    ladder: Annotated[str, Meta(description="The ladder's id.", examples=["k7m2p9qrst"])]
    answer_by: Annotated[
        Moment, Meta(description="The deadline. A challenge that you do not answer by then counts as lost.")
    ]


class BiddingNow(Struct, frozen=True):
    """A bidding in which you have not bid."""

    bidding: Annotated[str, Meta(description="The bidding's id.", examples=["b5n8x3rkqt"])]
    ladder: Annotated[str, Meta(description="The ladder's id.", examples=["k7m2p9qrst"])]
    due_at: Annotated[Moment, Meta(description="The deadline, at which the bids are opened.")]


class PresenceNow(Struct, frozen=True):
    """Whether you and your opponent see that the other has the page of the game open."""

    mine: Annotated[bool, Meta(description="Whether you have switched it on.")]
    theirs: Annotated[bool, Meta(description="Whether your opponent has.")]
    looking: Annotated[
        bool | None,
        Meta(
            description="Whether your opponent has the page open. Null unless both have switched it on, and "
            "while either side is asked about a separate loyalty window."
        ),
    ]
