"""Query parameters."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from rest_framework.request import Request

from games.api import mistakes
from games.api.errors import MalformedParameter, UnknownParameter
from games.api.paging import CHANGES_A_PAGE, MOST_CHANGES_A_PAGE, ROWS_A_PAGE, Limit, Paged
from games.api.shapes.terms import Viewpoint

Query = TypeVar("Query", bound=Struct)

MOST_RECORDS_A_PAGE = 50
"""A record has some 50 kB, and takes some milliseconds to read."""
MOST_STREAMED_GAMES = 50
"""Public games that one stream follows."""

GameId = Annotated[str, Meta(pattern=r"^[-a-zA-Z0-9_]{1,50}$")]


Day = Annotated[date, Meta(examples=["2026-11-01"])]


class Seen(Struct, frozen=True, rename={"viewpoint": "as"}):
    """Query parameters that select the viewer."""

    viewpoint: Viewpoint | None = None
    """Whose view to return: that of a side you play, or of the public. The default is the side you play. If
    you play both, it is the side that has a decision to make, East first."""


class Drawn(Seen, frozen=True, rename={"viewpoint": "as"}):
    """Query parameters that select the viewer of a preview, and whether to draw it."""

    draw: Literal["wide", "tall"] | None = None
    """Also draw the board: in landscape, or in portrait for narrow screens."""


class Ordering(Seen, frozen=True, rename={"viewpoint": "as"}):
    """Query parameters that select the viewer whose orders are given, and say what they have seen."""

    game_version: Annotated[int, Meta(ge=0, le=2**31)] | None = None
    """The version of the game that you have seen. If it is the latest, a plan deploys at once past a
    deployment that you are asked whether to challenge. If omitted, or not the latest, the plan waits for your
    answer."""


class SeenOnSheet(Seen, frozen=True, rename={"viewpoint": "as"}):
    """Query parameters that select the viewer of a drawn board, and its form."""

    sheet: Literal["wide", "tall"] = "wide"
    """The form of the board: in landscape, or in portrait for narrow screens."""


class LookedBack(Struct, frozen=True, rename={"viewpoint": "as"}):
    """Query parameters that select the viewer of a past position."""

    viewpoint: Literal["east", "west", "public", "referee"] | None = None
    """Whose view to return. In a finished game: either side, the public, or the `referee`, who sees every
    step and all secrets. In a running game: a side you play, or the public. The default is your own side."""


class CountedBy(LookedBack, frozen=True, rename={"viewpoint": "as"}):
    """The query parameter that says whose moments are counted."""

    viewpoint: Literal["east", "west", "public", "referee"] | None = None
    """Whose moments are counted, as for `GET`. The default is your own side."""


class Since(Seen, frozen=True, rename={"viewpoint": "as"}):
    """Query parameters that select changes of the history."""

    since: Annotated[int, Meta(ge=0, le=2**31)] = 0
    """Return only changes after this version, the last one that you know."""
    limit: Annotated[int, Meta(ge=1, le=MOST_CHANGES_A_PAGE)] = CHANGES_A_PAGE
    """The maximum number of items to return."""


class SinceMessage(Seen, frozen=True, rename={"viewpoint": "as"}):
    """Query parameters that select messages."""

    since: Annotated[int, Meta(ge=0, le=2**31)] = 0
    """Return only messages after this number, the last one that you know."""
    limit: Limit = ROWS_A_PAGE


SinceId = Annotated[
    Annotated[int, Meta(ge=0, le=2**53)] | None,
    Meta(
        description="Start after this event id, the last one that you know. The header "
        "`Last-Event-ID` takes precedence."
    ),
]
Once = Annotated[
    bool,
    Meta(description="End the stream after the events that are available now, without waiting for more."),
]


class Streamed(Struct, frozen=True):
    """Query parameters that select the events of a stream."""

    since: SinceId = None
    once: Once = False


class StreamedTurns(Streamed, frozen=True):
    """Query parameters that select the events of one's own stream."""

    turns: bool = False
    """Of games, send a `change` only when one begins to wait for you, with your legal actions in `options`,
    or when it is over."""
    changes: bool = False
    """Send with each `change` of a game what happened in it, as in its history."""


class StreamedGames(Streamed, frozen=True):
    """Query parameters that select public games and the events of their stream."""

    games: Annotated[
        str,
        Meta(
            pattern=rf"^([a-z0-9]{{1,12}}(,[a-z0-9]{{1,12}}){{0,{MOST_STREAMED_GAMES - 1}}})?\Z",
            description=f"The ids of the games, separated by commas: up to {MOST_STREAMED_GAMES}.",
            examples=["k7m2p9qrst,m4x8r2wzqp"],
        ),
    ] = ""


class StreamedGame(Seen, frozen=True, rename={"viewpoint": "as"}):
    """Query parameters that select the events of a game's stream and their viewer."""

    since: SinceId = None
    once: Once = False


class Listing(Paged, frozen=True, rename={"which": "list"}):
    """Query parameters that select games and a page of the list."""

    which: Literal["mine", "waiting", "over", "invitations", "open", "watch"] = "mine"
    """`mine`: games you play, with those waiting for you first, by deadline; `waiting`: only those waiting
    for you; `over`: those that are over, the last to end first; `invitations`: games you are invited to;
    `open`: games that anyone may join; `watch`: public games that have started. `open` and `watch` need no
    token."""


class ClubListing(Paged, frozen=True):
    """Query parameters that select clubs and a page of the list."""

    name: Annotated[str, Meta(max_length=100)] = ""
    """Part of the name, ignoring case; empty for all clubs."""


OfEdition = Annotated[
    str | None,
    Meta(
        description="Ratings for this edition. If omitted, ratings for all editions combined.",
        examples=["kessen"],
    ),
]


class OfLadder(Paged, frozen=True):
    """Query parameters that select ratings and a page of the list."""

    edition: OfEdition = None


class RatedEdition(Struct, frozen=True):
    """Query parameters that select all ratings for an edition."""

    edition: OfEdition = None


class SeasonGames(Paged, frozen=True):
    """Query parameters that select games of a ladder and a page of the list."""

    season: Annotated[Annotated[int, Meta(ge=1, le=2**31 - 1)] | None, Meta(examples=[3])] = None
    """The number of the season. The default is the latest."""
    state: Literal["all", "running", "finished"] = "all"
    """Running games, finished games, or both."""


class OfStatistics(Struct, frozen=True):
    """Query parameters that select the games to count."""

    among: Literal["people", "all"] = "people"
    """`people`: games between two people, as far as is known; `all`: also games with a computer player and
    games that one person played alone."""


class OfArchive(Paged, frozen=True):
    """Query parameters that select finished games and a page of the list."""

    edition: Annotated[str, Meta(examples=["kessen"])] = ""
    """The edition that was played."""
    player: Annotated[str, Meta(max_length=100)] = ""
    """Part of the name of either player, ignoring case."""
    club: Annotated[str, Meta(examples=["friends-of-sekigahara"])] = ""
    """The `slug` of the club."""
    ladder: Annotated[str, Meta(examples=["k7m2p9qrst"])] = ""
    """The `id` of the ladder."""
    season: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    """The number of a season. Requires `ladder`."""
    victory: Annotated[str, Meta(examples=["points"])] = ""
    """The kind of victory."""
    rated: bool | None = None
    """Only rated games, or only unrated ones."""
    person: Annotated[str, Meta(max_length=60, examples=["p7w3k9m2xd"])] = ""
    """The `key` of either player. If they do not show you their games, there are none."""
    ended_from: Day | None = None
    """The first day on which the game may have ended, in UTC."""
    ended_until: Day | None = None
    """The last day on which the game may have ended, in UTC."""


class OfRecords(OfArchive, frozen=True):
    """Query parameters that select the records of finished games and a page of them."""

    limit: Annotated[int, Meta(ge=1, le=MOST_RECORDS_A_PAGE)] = MOST_RECORDS_A_PAGE
    """The maximum number of records to return."""


class LadderChallenges(Paged, frozen=True):
    """Query parameters that select challenges and a page of the list."""

    state: Literal["open", "ended"] = "open"
    """`open`: unanswered challenges and those whose game is running; `ended`: the others."""


class After(Struct, frozen=True):
    """Query parameters that select the next game."""

    after: Annotated[GameId | None, Meta(examples=["k7m2p9qrst"])] = None
    """Prefer any other game over this one."""


def names(parameters: type[Struct] | None) -> tuple[str, ...]:
    """The names of query parameters, in alphabetical order.

    Args:
        parameters: None for an operation without any.
    """
    fields = () if parameters is None else msgspec.structs.fields(parameters)
    return tuple(sorted(field.encode_name for field in fields))


def refuse_unknown(request: Request, known: Sequence[str], kind: type[Struct] | None) -> None:
    """Refuse query parameters that the operation does not have.

    Args:
        known: their names.
        kind: their types; None for none.

    Raises:
        UnknownParameter: the request has such a parameter.
    """
    unknown = sorted(set(request.query_params).difference(known))
    if unknown:
        raise UnknownParameter(unknown, known, mistakes.of_query(request.query_params.dict(), kind))


def read(request: Request, kind: type[Query]) -> Query:
    """Read the query parameters of a request.

    Raises:
        MalformedParameter: a value is invalid.
    """
    sent = request.query_params.dict() if request.META.get("QUERY_STRING") else {}
    if any("\0" in value for value in sent.values()):  # no database can store or find it
        raise MalformedParameter("a value contains a null character")
    try:
        return msgspec.convert(sent, kind, strict=False)
    except msgspec.ValidationError as error:
        raise MalformedParameter(str(error), mistakes.of_query(sent, kind)) from None
