"""Finished games that anybody may look at."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers.games import ClubOfGame, Outcome, Players
from games.api.answers.terms import Moment, Number


class ArchivedSeason(Struct, frozen=True):
    """The season of a ladder that a game was paired in."""

    ladder: Annotated[str, Meta(description="The ladder's name in addresses.", examples=["k7m2p9qrst"])]
    season: Annotated[int, Meta(ge=1, description="The season's number.", examples=[3])]


class ArchivedGame(Struct, frozen=True):
    """A game that is over, and how it went. Its record is at `games/{id}/record/`."""

    id: Annotated[str, Meta(description="Its name in addresses.", examples=["k7m2p9qrst"])]
    edition: Annotated[str, Meta(description="That was played.", examples=["kessen"])]
    ended_at: Moment
    outcome: Outcome
    week: Annotated[int, Meta(ge=1, description="Of the campaign, in which it ended.", examples=[7])]
    days: Annotated[Number, Meta(description="How many whole days it took.", examples=[34])]
    actions: Annotated[Number, Meta(description="Of both sides, without those taken back.", examples=[248])]
    rated: Annotated[bool, Meta(description="Whether it was begun as a rated one.")]
    players: Players
    club: Annotated[ClubOfGame | None, Meta(description="Null for a game of no club.")]
    season: Annotated[ArchivedSeason | None, Meta(description="Null for a game of no ladder.")]


class ArchivePage(Struct, frozen=True):
    """Some games of the archive, the latest first."""

    games: list[ArchivedGame]
    next: Annotated[str | None, Meta(description="The address of the next page; null on the last one.")]
