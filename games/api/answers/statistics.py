"""What the finished public games of an edition come to."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers.terms import Number

Thousandths = Annotated[int, Meta(ge=0, le=1000, description="In thousandths.", examples=[540])]
EditionId = Annotated[str, Meta(description="Its id.", examples=["kessen"])]


class Balance(Struct, frozen=True):
    """How often East wins, without games lost in the first week otherwise than by the rules."""

    east: Annotated[Number, Meta(description="Games that East won.")]
    west: Annotated[Number, Meta(description="Games that West won.")]
    share: Annotated[Thousandths, Meta(description="East's part of them, in thousandths.")]
    low: Annotated[
        Thousandths,
        Meta(
            description="With `high`: where the true share lies, for 19 editions of 20 (Wilson's interval)."
        ),
    ]
    high: Thousandths


class VictoryCount(Struct, frozen=True):
    """A kind of victory, and how often either side had it."""

    victory: Annotated[str, Meta(description="As in `outcome` of a game.", examples=["points"])]
    east: Number
    west: Number


class WeekCount(Struct, frozen=True):
    """How many games ended in a week of the campaign."""

    week: Annotated[int, Meta(ge=1)]
    games: Number


class DaysCount(Struct, frozen=True):
    """How many games took so many days."""

    first: Number
    last: Annotated[Number | None, Meta(description="Null for the last span, which has no end.")]
    games: Number


class PlaceCount(Struct, frozen=True):
    """How often there was fighting at a location."""

    location: Annotated[str, Meta(description="Of the edition's board.", examples=["kiyosu"])]
    battles: Number
    sieges: Number


class EditionStatistics(Struct, frozen=True):
    """What the finished games of an edition come to that anybody may look at."""

    edition: EditionId
    games: Annotated[Number, Meta(description="How many are counted.")]
    balance: Annotated[Balance | None, Meta(description="Null where no game tells anything of it.")]
    victories: Annotated[list[VictoryCount], Meta(description="The most frequent first.")]
    weeks: Annotated[list[WeekCount], Meta(description="From the first to the last in which any ended.")]
    median_days: Annotated[Number, Meta(description="Half of the games took no longer.")]
    days: Annotated[list[DaysCount], Meta(description="How long games take, in spans of growing length.")]
    places: Annotated[list[PlaceCount], Meta(description="The most fought first.")]
    actions: Annotated[Number, Meta(description="Of all games together, without those taken back.")]
    east_lost: Annotated[Number, Meta(description="Blocks of East that were lost, in all games together.")]
    west_lost: Annotated[Number, Meta(description="Blocks of West that were lost, in all games together.")]


class EditionCount(Struct, frozen=True):
    """An edition, and how many of its games are counted."""

    edition: EditionId
    games: Number
    balance: Balance | None


class StatisticsList(Struct, frozen=True):
    """All editions, that with most games first."""

    editions: list[EditionCount]
