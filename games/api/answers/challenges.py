"""Challenge ladders: the ranking, and challenges."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.ladders import LadderId, LadderPlayer, Next, SeasonNumber
from games.api.answers.terms import Moment


class Rank(Struct, frozen=True):
    """A place in the ranking of a challenge ladder."""

    rank: Annotated[int, Meta(ge=1, examples=[12])]
    """The place, counted from the top."""
    key: Annotated[str, Meta(examples=["9c41d07be2a8f635"], extra_json_schema={"deprecated": True})]
    """A key with which to challenge them. It is valid only on this ladder. Deprecated: use the `key` of
    `player`."""
    player: LadderPlayer
    refusal: Annotated[str | None, Meta(examples=["out-of-reach"])]
    """Why you cannot challenge them now; null if you can, or without a token."""


class Ranking(Struct, frozen=True):
    """A page of the ranking, top first."""

    ladder: LadderId
    ranks: list[Rank]
    next: Next


class Challenge(Struct, frozen=True):
    """A challenge by a player to one ranked above them."""

    id: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """Its id in URLs."""
    ladder: LadderId
    season: SeasonNumber
    challenger: LadderPlayer
    challenged: LadderPlayer
    state: Literal["unanswered", "accepted", "played", "declined", "forfeited", "called-off"]
    """The state. `forfeited` means that the challenge was not answered in time, or was declined when no free
    declines were left."""
    made_at: Moment
    answer_by: Moment
    """The deadline for accepting or declining."""
    ended_at: Moment | None
    """When it ended; null until then."""
    game: Annotated[str | None, Meta(examples=["k7m2p9qrst"])]
    """The game, once it has started."""


class MyChallenge(Challenge, frozen=True):
    """A challenge that you made or received."""

    you: Literal["challenger", "challenged"]
    """Which of the two you are. The `challenged` player accepts or declines."""


class MyChallenges(Struct, frozen=True):
    """A page of your challenges on all ladders, latest first."""

    challenges: list[MyChallenge]
    next: Next


class Challenges(Struct, frozen=True):
    """A page of the challenges of a ladder, latest first."""

    challenges: list[Challenge]
    next: Next
