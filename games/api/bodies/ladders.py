"""Beginning a ladder, and taking part in one."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers.biddings import BidPoints
from games.api.answers.ladders import ChallengeTerms
from games.api.answers.terms import LadderFormat, LaddersTimeOut
from games.api.shapes.terms import Side
from games.ladders.models.ladder import LONGEST_NAME as LONGEST_LADDER
from games.ladders.participation import MOST_GAMES, ROUNDS, SEASONS
from games.models.game import PACES
from games.rulebook.editions import DEFAULT


class NewLadder(Struct, frozen=True, forbid_unknown_fields=True):
    """A ladder to begin. It keeps these rules."""

    name: Annotated[
        str,
        Meta(pattern=r"\S", max_length=LONGEST_LADDER, description="Its name.", examples=["Free pairing"]),
    ]
    edition: Annotated[str, Meta(description="Of its games.", examples=[DEFAULT])]
    pace: Annotated[
        int, Meta(description=f"Days to answer, one of {', '.join(map(str, PACES))}.", examples=[3])
    ]
    on_time_out: Annotated[
        LaddersTimeOut,
        Meta(description="What follows when they are over: a policy under which somebody may lose on time."),
    ] = "claim"
    season_days: Annotated[
        int,
        Meta(description=f"Days of a season, {SEASONS[0]} to {SEASONS[1]}.", examples=[91]),
    ] = 91
    hours_between: Annotated[
        int,
        Meta(
            description=f"Hours from one round of pairing to the next, {ROUNDS[0]} to {ROUNDS[1]}.",
            examples=[24],
        ),
    ] = 24
    bidding: Annotated[
        bool,
        Meta(
            description="Whether the two players bid for sides in victory points before each game; else "
            "sides are dealt out."
        ),
    ] = False
    format: Annotated[
        LadderFormat,
        Meta(description="Who asks for games is paired in rounds, or members challenge each other."),
    ] = "free"
    challenges: Annotated[
        ChallengeTerms, Meta(description="The rules of challenges, where members make them.")
    ] = ChallengeTerms()


class Challenging(Struct, frozen=True, forbid_unknown_fields=True):
    """Challenging somebody."""

    opponent: Annotated[
        str,
        Meta(max_length=40, description="Their `key` on the ranking.", examples=["9c41d07be2a8f635"]),
    ]


class TakingPart(Struct, frozen=True, forbid_unknown_fields=True):
    """Taking part in a ladder."""

    games: Annotated[
        int,
        Meta(ge=0, le=MOST_GAMES, description="How many you want at a time; 0 to pause.", examples=[2]),
    ]


class BidForSide(Struct, frozen=True, forbid_unknown_fields=True):
    """Bidding for a side of a game that a ladder has paired."""

    side: Annotated[Side, Meta(description="The side you want.")]
    points: BidPoints
