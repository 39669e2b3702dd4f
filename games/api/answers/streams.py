"""What event streams send: the data of their events."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from games.api.answers.playing import Change, GameOptions
from games.api.answers.terms import AskedNow, HeadNow, Moment, Number, Version, WaitingSince
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
    """The server has ended the stream. Do not reconnect, unless with another token."""

    code: Literal["token-unknown", "not-found", "frozen"]
    """The code of the problem that any request would now get."""


class MyGamesNow(Struct, frozen=True):
    """The state of your games when the stream starts."""

    waiting: Number
    """How many games are waiting for you."""


class SeatNow(Struct, frozen=True):
    """A side you play in which a change was visible to you."""

    game: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """The game's id."""
    side: Side
    version: Version
    asked: AskedNow
    waiting_since: WaitingSince
    over: bool
    """Whether the game is over."""
    head: HeadNow
    etag: Annotated[str | UnsetType, Meta(examples=['"east.12.en"'])] = UNSET
    """The `ETag` of this version, for `If-Match`. With `options`."""
    options: GameOptions | UnsetType = UNSET
    """The response of `options/` for this version. Only with `turns`, and only if you are asked something."""
    changes: list[Change] | UnsetType = UNSET
    """What was visible to you since the event before, or since the id you named; some of it again after
    reconnecting. Only with `changes`."""


class GameChange(Change, frozen=True, kw_only=True):
    """A change that anybody could see, in one of several games."""

    game: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """The game's id."""


class PublicGameNow(Struct, frozen=True):
    """The state of a public game when its stream starts."""

    game: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """The game's id."""
    version: Version
    over: bool
    """Whether the game is over."""
    head: HeadNow


class PublicGamesNow(Struct, frozen=True):
    """The state of the games when their stream starts, in the order of your request."""

    games: list[PublicGameNow]


class PublicGameGone(Struct, frozen=True):
    """A game that anybody may not watch, or does not exist. Nothing more is sent of it."""

    game: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """The game's id."""


class ChallengeNow(Struct, frozen=True):
    """A challenge that you have not answered."""

    challenge: Annotated[str, Meta(examples=["c3n8w5vkhd"])]
    """The challenge's id."""
    ladder: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """The ladder's id."""
    answer_by: Moment
    """The deadline. A challenge that you do not answer by then counts as lost."""


class InvitationNow(Struct, frozen=True):
    """A game that you are invited to, and have not answered."""

    game: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """The id of the game, to join or to decline."""


class DeclinedNow(Struct, frozen=True):
    """A game of yours that was called off, because the player you invited declined."""

    game: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """The game's id."""


class ReportNow(Struct, frozen=True):
    """A game of yours that is over, and whose diaries your opponent agrees to show."""

    game: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """The game's id."""
    report: Literal["asked", "shown"]
    """`asked`: both diaries are shown if you agree too; `shown`: the report is there."""


class BiddingNow(Struct, frozen=True):
    """A bidding in which you have not bid."""

    bidding: Annotated[str, Meta(examples=["b5n8x3rkqt"])]
    """The bidding's id."""
    ladder: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """The ladder's id."""
    due_at: Moment
    """The deadline, at which the bids are opened."""


class MessagesNow(Struct, frozen=True):
    """There is a new message between you and your opponent."""

    last: Annotated[int, Meta(ge=1, examples=[3])]
    """The number of the last message of the game."""


class PresenceNow(Struct, frozen=True):
    """Whether you and your opponent see that the other has the page of the game open."""

    mine: bool
    """Whether you have switched it on."""
    theirs: bool
    """Whether your opponent has."""
    looking: bool | None
    """Whether your opponent has the page open. Null unless both have switched it on, and while either side is
    asked about a separate loyalty window."""
