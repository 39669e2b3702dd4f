"""Statistics of the finished public games of an edition."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers.terms import Number

Thousandths = Annotated[int, Meta(ge=0, le=1000, description="In thousandths.", examples=[540])]
EditionId = Annotated[str, Meta(description="The edition's id.", examples=["kessen"])]


class Balance(Struct, frozen=True):
    """How often each side wins. Games that ended in the first week by resignation, on time or by an arbiter
    do not count."""

    east: Annotated[Number, Meta(description="Games that East won.")]
    west: Annotated[Number, Meta(description="Games that West won.")]
    share: Annotated[Thousandths, Meta(description="East's share of these games, in thousandths.")]
    low: Annotated[
        Thousandths,
        Meta(
            description="The lower bound of the 95% confidence interval (Wilson) of the share; `high` is the "
            "upper bound."
        ),
    ]
    high: Thousandths


class VictoryCount(Struct, frozen=True):
    """A kind of victory and how often each side won that way."""

    victory: Annotated[str, Meta(description="As in `outcome` of a game.", examples=["points"])]
    east: Number
    west: Number


class WeekCount(Struct, frozen=True):
    """How many games ended in a week of the campaign."""

    week: Annotated[int, Meta(ge=1)]
    games: Number


class DaysCount(Struct, frozen=True):
    """How many games lasted from `first` to `last` days."""

    first: Number
    last: Annotated[Number | None, Meta(description="Null for the last range, which is open-ended.")]
    games: Number


class PlaceCount(Struct, frozen=True):
    """How many battles and sieges there were at a location."""

    location: Annotated[str, Meta(description="The location's id.", examples=["kiyosu"])]
    battles: Number
    sieges: Number


class EditionStatistics(Struct, frozen=True):
    """Statistics of the finished public games of an edition."""

    edition: EditionId
    games: Annotated[Number, Meta(description="How many games are counted.")]
    balance: Annotated[Balance | None, Meta(description="Null if no game counts for it.")]
    victories: Annotated[list[VictoryCount], Meta(description="Most frequent first.")]
    weeks: Annotated[
        list[WeekCount], Meta(description="From the first to the last week in which a game ended.")
    ]
    median_days: Annotated[Number, Meta(description="The median length of a game in days.")]
    days: Annotated[list[DaysCount], Meta(description="The lengths of games, in ranges of increasing width.")]
    places: Annotated[list[PlaceCount], Meta(description="Locations with the most combat first.")]
    actions: Annotated[Number, Meta(description="The number of actions in all games, without undone ones.")]
    east_lost: Annotated[Number, Meta(description="The number of blocks that East lost in all games.")]
    west_lost: Annotated[Number, Meta(description="The number of blocks that West lost in all games.")]


class EditionCount(Struct, frozen=True):
    """An edition and how many of its games are counted."""

    edition: EditionId
    games: Number
    balance: Balance | None


class StatisticsList(Struct, frozen=True):
    """All editions, most played first."""

    editions: list[EditionCount]
