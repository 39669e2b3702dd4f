"""Ratings: of one player, of everybody, and how they came about."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.terms import Moment, Number
from games.api.shapes.terms import Side

Points = Annotated[
    int, Meta(ge=0, description="In thousandths of a point: everybody begins at 1500000.", examples=[1546200])
]
Deviation = Annotated[
    int,
    Meta(
        ge=0,
        description="How far the points may be off, in thousandths of a point: for 19 players of 20 the true "
        "strength is within twice as much, up or down.",
        examples=[70100],
    ),
]
Ladder = Annotated[
    str | None,
    Meta(description="The edition; null for all editions together.", examples=["kessen"]),
]


class Rating(Struct, frozen=True):
    """Where a player stands now."""

    edition: Ladder
    points: Points
    deviation: Deviation
    provisional: Annotated[
        bool, Meta(description="Whether too little is known to rank the player among others.")
    ]
    games: Annotated[Number, Meta(description="How many games have counted.")]
    at: Annotated[Moment, Meta(description="When the latest of them ended.")]


class RatedName(Struct, frozen=True):
    """A player of whom a rated game is over."""

    id: Annotated[str, Meta(description="Their name in addresses.", examples=["m4q8z2rtvw"])]
    name: Annotated[str, Meta(description="Empty for who has chosen none.", examples=["Chikuzen"])]
    bot: Annotated[bool, Meta(description="Whether a program plays for them, as they say themselves.")]


class RatedPlayer(RatedName, frozen=True):
    """A player, and where they stand."""

    ratings: Annotated[
        list[Rating], Meta(description="That of all editions first; none before a game counts.")
    ]


class RankedPlayer(RatedName, frozen=True):
    """A player of the list, and where they stand on its ladder."""

    rating: Rating


class RatingPage(Struct, frozen=True):
    """Players whose ratings are not provisional, the best first."""

    players: list[RankedPlayer]
    next: Annotated[str | None, Meta(description="The address of the next page; null on the last one.")]


class RatingChange(Struct, frozen=True):
    """What a game did to a player's rating."""

    at: Annotated[Moment, Meta(description="When the game ended.")]
    edition: Annotated[str, Meta(description="That was played.", examples=["kessen"])]
    side: Annotated[Side, Meta(description="Of the player.")]
    score: Annotated[Literal["won", "lost", "tied"], Meta(description="How it ended for the player.")]
    opponent: Annotated[RatedName | None, Meta(description="Null for who has left.")]
    game: Annotated[
        str | None,
        Meta(
            description="Its id, where anybody may watch it; null for others. Of these everybody is told how "
            "they ended, and no more.",
            examples=["k7m2p9qrst"],
        ),
    ]
    points_before: Points
    points: Points
    deviation: Deviation


class RatingChanges(Struct, frozen=True):
    """Some of what games did to a player's rating, the latest first."""

    changes: list[RatingChange]
    next: Annotated[str | None, Meta(description="The address of the next page; null on the last one.")]
