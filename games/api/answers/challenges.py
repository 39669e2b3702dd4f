"""Challenge ladders: the ranking, and challenges."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.ladders import LadderId, LadderPlayer, Next, SeasonNumber
from games.api.answers.terms import Moment


class Rank(Struct, frozen=True):
    """A place in the ranking of a challenge ladder."""

    rank: Annotated[int, Meta(ge=1, description="The place, counted from the top.", examples=[12])]
    key: Annotated[
        str,
        Meta(
            description="A key with which to challenge them. It is valid only on this ladder. Deprecated: "
            "use the `key` of `player`.",
            examples=["9c41d07be2a8f635"],
            extra_json_schema={"deprecated": True},
        ),
    ]
    player: LadderPlayer
    refusal: Annotated[
        str | None,
        Meta(
            description="Why you cannot challenge them now; null if you can, or without a token.",
            examples=["out-of-reach"],
        ),
    ]


class Ranking(Struct, frozen=True):
    """A page of the ranking, top first."""

    ladder: LadderId
    ranks: list[Rank]
    next: Next


class Challenge(Struct, frozen=True):
    """A challenge by a player to one ranked above them."""

    id: Annotated[str, Meta(description="Its id in URLs.", examples=["k7m2p9qrst"])]
    ladder: LadderId
    season: SeasonNumber
    challenger: LadderPlayer
    challenged: LadderPlayer
    state: Annotated[
        Literal["unanswered", "accepted", "played", "declined", "forfeited", "called-off"],
        Meta(
            description="The state. `forfeited` means that the challenge was not answered in time, or was "
            "declined when no free declines were left."
        ),
    ]
    made_at: Moment
    answer_by: Annotated[Moment, Meta(description="The deadline for accepting or declining.")]
    ended_at: Annotated[Moment | None, Meta(description="When it ended; null until then.")]
    game: Annotated[str | None, Meta(description="The game, once it has started.", examples=["k7m2p9qrst"])]


class MyChallenge(Challenge, frozen=True):
    """A challenge that you made or received."""

    you: Annotated[
        Literal["challenger", "challenged"],
        Meta(description="Which of the two you are. The `challenged` player accepts or declines."),
    ]


class MyChallenges(Struct, frozen=True):
    """A page of your challenges on all ladders, latest first."""

    challenges: list[MyChallenge]
    next: Next


class Challenges(Struct, frozen=True):
    """A page of the challenges of a ladder, latest first."""

    challenges: list[Challenge]
    next: Next
