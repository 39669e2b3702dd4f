"""Ratings: of one player, of everyone, and how they changed."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from accounts import public_keys
from games.api.answers.terms import Moment, Number
from games.api.shapes.terms import Side

Points = Annotated[
    int,
    Meta(
        ge=0,
        description="The rating in thousandths of a point. Everyone starts at 1500000.",
        examples=[1546200],
    ),
]
Deviation = Annotated[
    int,
    Meta(
        ge=0,
        description="The standard deviation of the rating, in thousandths of a point. For 95% of players "
        "the true strength is within two deviations.",
        examples=[70100],
    ),
]
Ladder = Annotated[
    str | None,
    Meta(description="The edition; null for all editions combined.", examples=["kessen"]),
]


class Rating(Struct, frozen=True):
    """A player's current rating."""

    edition: Ladder
    points: Points
    deviation: Deviation
    provisional: Annotated[bool, Meta(description="Whether the rating is too uncertain to rank the player.")]
    games: Annotated[Number, Meta(description="How many games were rated.")]
    at: Annotated[Moment, Meta(description="When the latest rated game ended.")]


BotEditions = Annotated[
    list[str],
    Meta(
        description="The editions that the bot plays; empty for all. It may decline what it does not play.",
        examples=[["kessen"]],
    ),
]


Answers = Literal["same-day", "two-days", "slower"]
PageShows = Literal["all", "games", "nothing"]


class RatedName(public_keys.Identified, frozen=True):
    """A player."""

    id: Annotated[
        str,
        Meta(
            description="Their id under `players/`, or `key` without ratings. Deprecated: use `key`, also in "
            "URLs.",
            examples=["m4q8z2rtvw"],
            extra_json_schema={"deprecated": True},
        ),
    ]
    name: Annotated[
        str, Meta(description="Their name; empty if they have not set one.", examples=["Chikuzen"])
    ]
    bot: Annotated[bool, Meta(description="Whether they declare that a program plays for them.")]


class PooledBot(public_keys.Identified, frozen=True):
    """A bot that anyone may challenge."""

    name: Annotated[str, Meta(description="Its name.", examples=["Chikuzen"])]
    is_up: Annotated[bool, Meta(description="Whether it used the API within the last hour or so.")]
    seen_at: Annotated[
        Moment, Meta(description="When it was last noted that it used the API, which is done once an hour.")
    ]
    editions: BotEditions
    rating: Annotated[Rating | None, Meta(description="Of all editions combined; null for none.")]


class Bots(Struct, frozen=True):
    """The bots that anyone may challenge, those that are up first."""

    bots: list[PooledBot]


class GamesOfSide(Struct, frozen=True):
    """How a player did with a side of an edition, in finished games against other people."""

    edition: Annotated[str, Meta(description="The edition.", examples=["kessen"])]
    side: Side
    won: Number
    lost: Number


class FinishedCount(Struct, frozen=True):
    """How many of a player's games against other people came to an end, and how."""

    games: Annotated[Number, Meta(description="How many are over.")]
    finished: Annotated[Number, Meta(description="How many of them the player did not lose on time.")]


class RecordBetween(Struct, frozen=True):
    """The finished games between you and the player."""

    you: Annotated[Number, Meta(description="How many you won.")]
    them: Annotated[Number, Meta(description="How many they won.")]


class ClubName(Struct, frozen=True):
    """A club."""

    slug: Annotated[str, Meta(description="Its id under `clubs/`.", examples=["friends-of-sekigahara"])]
    name: str


class RatedPlayer(RatedName, frozen=True):
    """A player, as much of them as you may see."""

    ratings: Annotated[
        list[Rating], Meta(description="The rating of all editions first; empty until a game has been rated.")
    ]
    shows: Annotated[
        PageShows,
        Meta(description="How much of them you see: `all` of yourself and of people you have met."),
    ]
    blocked: Annotated[bool, Meta(description="Whether you block them. Nobody else is told.")]
    games: Annotated[
        list[GamesOfSide],
        Meta(description="By edition and side. Without `all`, only rated and public games count."),
    ]
    finished: Annotated[FinishedCount | None, Meta(description="null if there is none, or none to see.")]
    answers: Annotated[
        Answers | None,
        Meta(
            description="How they play in time, by answers given by hand in at least three finished games "
            "against other people; null without `all`, and while little is known."
        ),
    ]
    record: Annotated[
        RecordBetween | None, Meta(description="null without a token, and before you have finished a game.")
    ]
    clubs: Annotated[list[ClubName], Meta(description="Empty without `all`.")]
    public_games: Annotated[
        list[str],
        Meta(description="The ids of the latest games that everyone may watch.", examples=[["k7m2p9qrst"]]),
    ]


class RankedPlayer(RatedName, frozen=True):
    """A player and their rating in this list."""

    rating: Rating


class RatingPage(Struct, frozen=True):
    """A page of players whose ratings are not provisional, best first."""

    players: list[RankedPlayer]
    next: Annotated[str | None, Meta(description="The URL of the next page; null on the last page.")]


class RatingChange(Struct, frozen=True):
    """How a game changed a player's rating."""

    at: Annotated[Moment, Meta(description="When the game ended.")]
    edition: Annotated[str, Meta(description="The edition that was played.", examples=["kessen"])]
    side: Annotated[Side, Meta(description="The player's side.")]
    score: Annotated[Literal["won", "lost", "tied"], Meta(description="The player's result.")]
    opponent: Annotated[RatedName | None, Meta(description="Null for a former player.")]
    game: Annotated[
        str | None,
        Meta(
            description="The game's id if it is public; null otherwise. Of a private rated game only the "
            "result is public.",
            examples=["k7m2p9qrst"],
        ),
    ]
    points_before: Points
    points: Points
    deviation: Deviation


class RatingChanges(Struct, frozen=True):
    """A page of a player's rating changes, latest first."""

    changes: list[RatingChange]
    next: Annotated[str | None, Meta(description="The URL of the next page; null on the last page.")]
