"""Finished games: the archive, statistics of editions, and analyses."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.games import ClubOfGame, Outcome, Players
from games.api.answers.terms import Event, Moment, Number
from games.api.shapes.terms import Side
from games.engine.grave import GraveReason


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


class ArchiveNow(Struct, frozen=True):
    """The state of the archive when its stream starts."""

    latest: Annotated[Moment, Meta(description="When the latest game ended; in 1970 if there is none.")]


class ArchivePage(Struct, frozen=True):
    """A page of the archive, latest first."""

    games: list[ArchivedGame]
    next: Annotated[str | None, Meta(description="The URL of the next page; null on the last page.")]


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


Week = Annotated[int, Meta(ge=1, description="The week of the campaign.")]


class Luck(Struct, frozen=True):
    """By how much draws were better than other draws would have been on average, counted in castles."""

    castles: Annotated[
        float, Meta(description="Above 0 for good luck, below 0 for bad luck.", examples=[0.8])
    ]
    usual: Annotated[
        float,
        Meta(
            description="How far luck usually is from 0, up or down: one standard deviation, with the error "
            "of the measurement.",
            examples=[1.1],
        ),
    ]


class WeekLuck(Struct, frozen=True):
    """The luck of a side in one week. The set-up belongs to the first."""

    week: Week
    luck: Luck


class SideLuck(Struct, frozen=True):
    """The luck of a side."""

    total: Luck
    weeks: Annotated[list[WeekLuck], Meta(description="The weeks in which it drew anything, in order.")]


class BothLuck(Struct, frozen=True):
    """The luck of both sides."""

    east: SideLuck
    west: SideLuck


class ChanceDifference(Struct, frozen=True):
    """By how much a turn made the chance to win smaller than another turn would have."""

    cost: Annotated[float, Meta(description="From -1 to 1.", examples=[0.11])]
    error: Annotated[float, Meta(description="Its standard error.", examples=[0.02])]


class AnalysisReason(Struct, frozen=True):
    """A fact in which the two turns differ."""

    kind: Annotated[
        Literal["lost", "stand", "won", "points", "own-losses", "enemy-losses", "arrivals", "cards"],
        Meta(
            description="`lost`, `won`: the share of rehearsals in which the side, or its enemy, lost "
            "`leader` and the game. `stand`: how many blocks stood by `leader` after the moves. "
            "`points`: the side's victory points less those of its enemy. `own-losses`, `enemy-losses`: "
            "blocks lost in the game. `arrivals`: blocks that the side brought to the map in the game. "
            "`cards`: in the side's hand. All but `stand` are averages at the beginning of the side's next "
            "turn."
        ),
    ]
    played: Annotated[float, Meta(description="Its value for the turn that was played.")]
    preferred: Annotated[float, Meta(description="Its value for the turn that the rehearsal prefers.")]
    leader: Annotated[str, Meta(description="The leader it is about; empty for none.")]
    played_place: Annotated[str, Meta(description="Of `stand`: where `leader` stood; empty for all others.")]
    preferred_place: Annotated[str, Meta(description="The same for the turn that the rehearsal prefers.")]


class TurningPoint(Struct, frozen=True):
    """A turn that cost its side more than 5 points of 100 in chance to win, by more than two standard
    errors."""

    moment: Annotated[
        Number, Meta(description="The number of the moment before it, as its side counts moments.")
    ]
    week: Week
    turn: Literal["A", "B"]
    side: Side
    known: Annotated[ChanceDifference, Meta(description="By what the side knew then.")]
    hindsight: Annotated[ChanceDifference, Meta(description="In the true position.")]
    played: Annotated[list[Event], Meta(description="What was done.")]
    preferred: Annotated[
        list[Event],
        Meta(
            description="What the rehearsal would have done, as far as it is possible in the true position."
        ),
    ]
    reasons: Annotated[
        list[AnalysisReason], Meta(description="What speaks for `preferred`, most first; at most three.")
    ]
    price: Annotated[
        AnalysisReason | None, Meta(description="What most speaks against `preferred`, if anything does.")
    ]
    rehearsals: Annotated[
        int, Meta(ge=1, description="How often each of the two turns was rehearsed by what the side knew.")
    ]


class GraveDeed(Struct, frozen=True):
    """A grave answer that was given although another was legal."""

    moment: Annotated[
        Number, Meta(description="The number of the moment before it, as its side counts moments.")
    ]
    week: Week
    turn: Literal["A", "B"]
    side: Side
    reasons: Annotated[list[GraveReason], Meta(description="Why it is grave.")]
    done: Annotated[list[Event], Meta(description="What it did.")]


class GameAnalysis(Struct, frozen=True):
    """What a finished game was about."""

    status: Annotated[
        Literal["unasked", "waiting", "running", "ready", "failed"],
        Meta(
            description="`unasked`: nobody has asked for it. `waiting`, `running`: it is being made. "
            "`failed`: it could not be made; it may be asked for again."
        ),
    ]
    percent: Annotated[int, Meta(ge=0, le=100, description="How much of the work is done.")]
    luck: Annotated[BothLuck | None, Meta(description="Null until it is ready.")]
    turning_points: Annotated[
        list[TurningPoint] | None,
        Meta(description="At most three, in the order of the game. Null until it is ready."),
    ]
    grave: Annotated[
        list[GraveDeed] | None,
        Meta(
            description="Grave answers, which are turning points without a rehearsal: at most five, in the "
            "order of the game. Null until it is ready."
        ),
    ] = None
