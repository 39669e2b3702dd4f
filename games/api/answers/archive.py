"""Finished games that are public."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers.games import ClubOfGame, Outcome, Players
from games.api.answers.terms import Moment, Number


class ArchivedSeason(Struct, frozen=True):
    """The ladder season that a game belongs to."""

    ladder: Annotated[str, Meta(description="The ladder's id.", examples=["k7m2p9qrst"])]
    season: Annotated[int, Meta(ge=1, description="The number of the season.", examples=[3])]


class ArchivedGame(Struct, frozen=True):
    """A finished game and its result. Its record is at `games/{id}/record/`."""

    id: Annotated[str, Meta(description="Its id in URLs.", examples=["k7m2p9qrst"])]
    edition: Annotated[str, Meta(description="The edition that was played.", examples=["kessen"])]
    ended_at: Moment
    outcome: Outcome
    week: Annotated[int, Meta(ge=1, description="The week of the campaign in which it ended.", examples=[7])]
    days: Annotated[Number, Meta(description="How many whole days the game took.", examples=[34])]
    actions: Annotated[
        Number, Meta(description="How many actions both sides took, without undone ones.", examples=[248])
    ]
    rated: Annotated[bool, Meta(description="Whether it was started as a rated game.")]
    players: Players
    club: Annotated[ClubOfGame | None, Meta(description="Null if the game was not played in a club.")]
    season: Annotated[ArchivedSeason | None, Meta(description="Null if the game was not played on a ladder.")]


class ArchivePage(Struct, frozen=True):
    """A page of the archive, latest first."""

    games: list[ArchivedGame]
    next: Annotated[str | None, Meta(description="The URL of the next page; null on the last page.")]
