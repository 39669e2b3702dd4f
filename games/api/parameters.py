"""Query parameters."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from rest_framework.request import Request

from games.api.errors import MalformedParameter, UnknownParameter
from games.api.paging import LONGEST_CURSOR
from games.api.shapes.terms import Viewpoint

Wanted = TypeVar("Wanted", bound=Struct)

GameId = Annotated[str, Meta(pattern=r"^[-a-zA-Z0-9_]{1,50}$")]


class Seen(Struct, frozen=True, rename={"wanted": "as"}):
    """Through whose eyes."""

    wanted: Annotated[
        Viewpoint | None,
        Meta(
            description="Whose view: of a side you play, or of the public. By default the side you play; of "
            "both the one that is asked something, East first."
        ),
    ] = None


class LookedBack(Struct, frozen=True, rename={"wanted": "as"}):
    """Through whose eyes to look back."""

    wanted: Annotated[
        Literal["east", "west", "public", "referee"] | None,
        Meta(
            description="Whose moments. Of a game that is over those of either side, of the public, or of "
            "the `referee`, to whom every step is shown and nothing hidden; of one that runs only those of a "
            "side you play, or of the public. By default yours."
        ),
    ] = None


class Since(Seen, frozen=True, rename={"wanted": "as"}):
    """Which changes."""

    since: Annotated[
        int, Meta(ge=0, le=2**31, description="Only changes after this version, the last you know.")
    ] = 0
    limit: Annotated[int, Meta(ge=1, le=500, description="How many at most.")] = 100


SinceId = Annotated[
    Annotated[int, Meta(ge=0, le=2**53)] | None,
    Meta(
        description="Begin after this id, the last you know. The header `Last-Event-ID` says the same "
        "and counts for more."
    ),
]
Once = Annotated[bool, Meta(description="End when all is told that is known now, and wait for nothing.")]


class Streamed(Struct, frozen=True):
    """What of a stream."""

    since: SinceId = None
    once: Once = False


class StreamedGame(Seen, frozen=True, rename={"wanted": "as"}):
    """What of the stream of a game, and through whose eyes."""

    since: SinceId = None
    once: Once = False


class Paged(Struct, frozen=True):
    """Where in a list to begin."""

    limit: Annotated[int, Meta(ge=1, le=100, description="How many at most.")] = 25
    cursor: Annotated[
        str, Meta(max_length=LONGEST_CURSOR, description="Where to go on, from `next` of the page before.")
    ] = ""


class Listing(Paged, frozen=True, rename={"which": "list"}):
    """Which games, and where in the list to begin."""

    which: Annotated[
        Literal["mine", "waiting", "invitations", "open", "watch"],
        Meta(
            description="`mine`: those you play, those that wait for you first, by deadline; `waiting`: of "
            "these those that wait for you; `invitations`: those you are invited to; `open`: those anybody "
            "may join; `watch`: public ones that have begun. The last two need no token."
        ),
    ] = "mine"


class ClubListing(Paged, frozen=True):
    """Which clubs, and where in the list to begin."""

    name: Annotated[
        str, Meta(max_length=100, description="A part of the name, in capitals or not; empty for all.")
    ] = ""


class OfLadder(Paged, frozen=True):
    """Which ratings, and where in the list to begin."""

    edition: Annotated[
        str | None,
        Meta(
            description="Those of an edition; left out for those of all editions together.",
            examples=["kessen"],
        ),
    ] = None


class SeasonGames(Paged, frozen=True):
    """Which games of a ladder, and where in the list to begin."""

    season: Annotated[
        Annotated[int, Meta(ge=1, le=2**31 - 1)] | None,
        Meta(description="The number of the season; left out for the latest.", examples=[3]),
    ] = None
    state: Annotated[
        Literal["all", "running", "finished"],
        Meta(description="Those that go on, those that are over, or both."),
    ] = "all"


class OfStatistics(Struct, frozen=True):
    """Which games are counted."""

    among: Annotated[
        Literal["people", "all"],
        Meta(
            description="`people`: games between two people, as far as is known; `all`: also those with a "
            "computer player, and those one person played alone."
        ),
    ] = "people"


class OfArchive(Paged, frozen=True):
    """Which finished games, and where in the list to begin."""

    edition: Annotated[str, Meta(description="The edition that was played.", examples=["kessen"])] = ""
    player: Annotated[
        str, Meta(max_length=100, description="A part of the name of either player, in capitals or not.")
    ] = ""
    club: Annotated[
        str, Meta(description="The `slug` of the club it was played in.", examples=["friends-of-sekigahara"])
    ] = ""
    ladder: Annotated[str, Meta(description="The `id` of its ladder.", examples=["k7m2p9qrst"])] = ""
    season: Annotated[
        Annotated[int, Meta(ge=1, le=2**31 - 1)] | None,
        Meta(description="The number of a season; say the ladder, too."),
    ] = None
    victory: Annotated[str, Meta(description="The kind of victory.", examples=["points"])] = ""
    rated: Annotated[bool | None, Meta(description="Rated games, or those that are not.")] = None


class LadderChallenges(Paged, frozen=True):
    """Which challenges, and where in the list to begin."""

    state: Annotated[
        Literal["open", "ended"],
        Meta(description="Those that are not answered or whose games go on, or those that are over."),
    ] = "open"


class After(Struct, frozen=True):
    """Which game to leave aside."""

    after: Annotated[
        GameId | None, Meta(description="Another game than this, if there is one.", examples=["k7m2p9qrst"])
    ] = None


def names(parameters: type[Struct] | None) -> tuple[str, ...]:
    """The names of query parameters, in alphabetical order.

    Args:
        parameters: None for an operation without any.
    """
    fields = () if parameters is None else msgspec.structs.fields(parameters)
    return tuple(sorted(field.encode_name for field in fields))


def refuse_unknown(request: Request, known: Sequence[str]) -> None:
    """Refuse a query parameter that the operation does not have.

    Raises:
        UnknownParameter: there is one.
    """
    unknown = sorted(set(request.query_params).difference(known))
    if unknown:
        raise UnknownParameter(unknown, known)


def read(request: Request, wanted: type[Wanted]) -> Wanted:
    """The query parameters of a request.

    Raises:
        MalformedParameter: one has a wrong value.
    """
    given = request.query_params.dict() if request.META.get("QUERY_STRING") else {}
    if any("\0" in value for value in given.values()):  # which no database could look for
        raise MalformedParameter("there is a null character in it")
    try:
        return msgspec.convert(given, wanted, strict=False)
    except msgspec.ValidationError as error:
        raise MalformedParameter(str(error)) from None
