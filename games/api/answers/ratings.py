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
    provisional: bool
    """Whether the rating is too uncertain to rank the player."""
    games: Number
    """How many games were rated."""
    at: Moment
    """When the latest rated game ended."""


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

    id: Annotated[str, Meta(examples=["m4q8z2rtvw"], extra_json_schema={"deprecated": True})]
    """Their id under `players/`, or `key` without ratings. Deprecated: use `key`, also in URLs."""
    name: Annotated[str, Meta(examples=["Chikuzen"])]
    """Their name; empty if they have not set one."""
    bot: bool
    """Whether they declare that a program plays for them."""


class PooledBot(public_keys.Identified, frozen=True):
    """A bot that anyone may challenge."""

    name: Annotated[str, Meta(examples=["Chikuzen"])]
    """Its name."""
    is_up: bool
    """Whether it used the API within the last hour or so."""
    seen_at: Moment
    """When it was last noted that it used the API, which is done once an hour."""
    editions: BotEditions
    rating: Rating | None
    """Of all editions combined; null for none."""


class Bots(Struct, frozen=True):
    """The bots that anyone may challenge, those that are up first."""

    bots: list[PooledBot]


class GamesOfSide(Struct, frozen=True):
    """How a player did with a side of an edition, in finished games against other people."""

    edition: Annotated[str, Meta(examples=["kessen"])]
    """The edition."""
    side: Side
    won: Number
    lost: Number


class FinishedCount(Struct, frozen=True):
    """How many of a player's games against other people came to an end, and how."""

    games: Number
    """How many are over."""
    finished: Number
    """How many of them the player did not lose on time."""


class RecordBetween(Struct, frozen=True):
    """The finished games between you and the player."""

    you: Number
    """How many you won."""
    them: Number
    """How many they won."""


class ClubName(Struct, frozen=True):
    """A club."""

    slug: Annotated[str, Meta(examples=["friends-of-sekigahara"])]
    """Its id under `clubs/`."""
    name: str


class RatedPlayer(RatedName, frozen=True):
    """A player, as much of them as you may see."""

    ratings: list[Rating]
    """The rating of all editions first; empty until a game has been rated."""
    shows: PageShows
    """How much of them you see: `all` of yourself and of people you have met."""
    blocked: bool
    """Whether you block them. Nobody else is told."""
    games: list[GamesOfSide]
    """By edition and side. Without `all`, only rated and public games count."""
    finished: FinishedCount | None
    """null if there is none, or none to see."""
    answers: Answers | None
    """How they play in time, by answers given by hand in at least three finished games against other people;
    null without `all`, and while little is known."""
    record: RecordBetween | None
    """null without a token, and before you have finished a game."""
    clubs: list[ClubName]
    """Empty without `all`."""
    public_games: Annotated[list[str], Meta(examples=[["k7m2p9qrst"]])]
    """The ids of the latest games that everyone may watch."""


class RankedPlayer(RatedName, frozen=True):
    """A player and their rating in this list."""

    rating: Rating


class RatingPage(Struct, frozen=True):
    """A page of players whose ratings are not provisional, best first."""

    players: list[RankedPlayer]
    next: str | None
    """The URL of the next page; null on the last page."""


class RatingChange(Struct, frozen=True):
    """How a game changed a player's rating."""

    at: Moment
    """When the game ended."""
    edition: Annotated[str, Meta(examples=["kessen"])]
    """The edition that was played."""
    side: Side
    """The player's side."""
    score: Literal["won", "lost", "tied"]
    """The player's result."""
    opponent: RatedName | None
    """Null for a former player."""
    game: Annotated[str | None, Meta(examples=["k7m2p9qrst"])]
    """The game's id if it is public; null otherwise. Of a private rated game only the result is public."""
    points_before: Points
    points: Points
    deviation: Deviation


class RatingChanges(Struct, frozen=True):
    """A page of a player's rating changes, latest first."""

    changes: list[RatingChange]
    next: str | None
    """The URL of the next page; null on the last page."""
