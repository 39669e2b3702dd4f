"""Finished games: the archive, statistics of editions, and analyses."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.games import ClubOfGame, Outcome, Players
from games.api.answers.terms import Event, Moment, Number
from games.api.shapes.terms import Side
from games.engine.grave import GraveReason


class ArchivedSeason(Struct, frozen=True):
    """The ladder season that a game belongs to."""

    ladder: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """The ladder's id."""
    season: Annotated[int, Meta(ge=1, examples=[3])]
    """The number of the season."""


class ArchivedGame(Struct, frozen=True):
    """A finished game and its result. Its record is at `games/{id}/record/`."""

    id: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """Its id in URLs."""
    edition: Annotated[str, Meta(examples=["kessen"])]
    """The edition that was played."""
    ended_at: Moment
    outcome: Outcome
    week: Annotated[int, Meta(ge=1, examples=[7])]
    """The week of the campaign in which it ended."""
    days: Annotated[Number, Meta(examples=[34])]
    """How many whole days the game took."""
    actions: Annotated[Number, Meta(examples=[248])]
    """How many actions both sides took, without undone ones."""
    rated: bool
    """Whether it was started as a rated game."""
    players: Players
    club: ClubOfGame | None
    """Null if the game was not played in a club."""
    season: ArchivedSeason | None
    """Null if the game was not played on a ladder."""


class ArchiveNow(Struct, frozen=True):
    """The state of the archive when its stream starts."""

    latest: Moment
    """When the latest game ended; in 1970 if there is none."""


class ArchivePage(Struct, frozen=True):
    """A page of the archive, latest first."""

    games: list[ArchivedGame]
    next: str | None
    """The URL of the next page; null on the last page."""


Thousandths = Annotated[int, Meta(ge=0, le=1000, description="In thousandths.", examples=[540])]
EditionId = Annotated[str, Meta(description="The edition's id.", examples=["kessen"])]


class Balance(Struct, frozen=True):
    """How often each side wins. Games that ended in the first week by resignation, on time or by an arbiter
    do not count."""

    east: Number
    """Games that East won."""
    west: Number
    """Games that West won."""
    share: Thousandths
    """East's share of these games, in thousandths."""
    low: Thousandths
    """The lower bound of the 95% confidence interval (Wilson) of the share; `high` is the upper bound."""
    high: Thousandths


class VictoryCount(Struct, frozen=True):
    """A kind of victory and how often each side won that way."""

    victory: Annotated[str, Meta(examples=["points"])]
    """As in `outcome` of a game."""
    east: Number
    west: Number


class WeekCount(Struct, frozen=True):
    """How many games ended in a week of the campaign."""

    week: Annotated[int, Meta(ge=1)]
    games: Number


class DaysCount(Struct, frozen=True):
    """How many games lasted from `first` to `last` days."""

    first: Number
    last: Number | None
    """Null for the last range, which is open-ended."""
    games: Number


class PlaceCount(Struct, frozen=True):
    """How many battles and sieges there were at a location."""

    location: Annotated[str, Meta(examples=["kiyosu"])]
    """The location's id."""
    battles: Number
    sieges: Number


class EditionStatistics(Struct, frozen=True):
    """Statistics of the finished public games of an edition."""

    edition: EditionId
    games: Number
    """How many games are counted."""
    balance: Balance | None
    """Null if no game counts for it."""
    victories: list[VictoryCount]
    """Most frequent first."""
    weeks: list[WeekCount]
    """From the first to the last week in which a game ended."""
    median_days: Number
    """The median length of a game in days."""
    days: list[DaysCount]
    """The lengths of games, in ranges of increasing width."""
    places: list[PlaceCount]
    """Locations with the most combat first."""
    actions: Number
    """The number of actions in all games, without undone ones."""
    east_lost: Number
    """The number of blocks that East lost in all games."""
    west_lost: Number
    """The number of blocks that West lost in all games."""


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

    castles: Annotated[float, Meta(examples=[0.8])]
    """Above 0 for good luck, below 0 for bad luck."""
    usual: Annotated[float, Meta(examples=[1.1])]
    """How far luck usually is from 0, up or down: one standard deviation, with the error of the
    measurement."""


class WeekLuck(Struct, frozen=True):
    """The luck of a side in one week. The set-up belongs to the first."""

    week: Week
    luck: Luck


class SideLuck(Struct, frozen=True):
    """The luck of a side."""

    total: Luck
    weeks: list[WeekLuck]
    """The weeks in which it drew anything, in order."""


class BothLuck(Struct, frozen=True):
    """The luck of both sides."""

    east: SideLuck
    west: SideLuck


class ChanceDifference(Struct, frozen=True):
    """By how much a turn made the chance to win smaller than another turn would have."""

    cost: Annotated[float, Meta(examples=[0.11])]
    """From -1 to 1."""
    error: Annotated[float, Meta(examples=[0.02])]
    """Its standard error."""


class AnalysisReason(Struct, frozen=True):
    """A fact in which the two turns differ."""

    kind: Literal["lost", "stand", "won", "points", "own-losses", "enemy-losses", "arrivals", "cards"]
    """`lost`, `won`: the share of rehearsals in which the side, or its enemy, lost `leader` and the game.
    `stand`: how many blocks stood by `leader` after the moves. `points`: the side's victory points less those
    of its enemy. `own-losses`, `enemy-losses`: blocks lost in the game. `arrivals`: blocks that the side
    brought to the map in the game. `cards`: in the side's hand. All but `stand` are averages at the beginning
    of the side's next turn."""
    played: float
    """Its value for the turn that was played."""
    preferred: float
    """Its value for the turn that the rehearsal prefers."""
    leader: str
    """The leader it is about; empty for none."""
    played_place: str
    """Of `stand`: where `leader` stood; empty for all others."""
    preferred_place: str
    """The same for the turn that the rehearsal prefers."""


class TurningPoint(Struct, frozen=True):
    """A turn that cost its side more than 5 points of 100 in chance to win, by more than two standard
    errors."""

    moment: Number
    """The number of the moment before it, as its side counts moments."""
    week: Week
    turn: Literal["A", "B"]
    side: Side
    known: ChanceDifference
    """By what the side knew then."""
    hindsight: ChanceDifference
    """In the true position."""
    played: list[Event]
    """What was done."""
    preferred: list[Event]
    """What the rehearsal would have done, as far as it is possible in the true position."""
    reasons: list[AnalysisReason]
    """What speaks for `preferred`, most first; at most three."""
    price: AnalysisReason | None
    """What most speaks against `preferred`, if anything does."""
    rehearsals: Annotated[int, Meta(ge=1)]
    """How often each of the two turns was rehearsed by what the side knew."""


class GraveDeed(Struct, frozen=True):
    """A grave answer that was given although another was legal."""

    moment: Number
    """The number of the moment before it, as its side counts moments."""
    week: Week
    turn: Literal["A", "B"]
    side: Side
    reasons: list[GraveReason]
    """Why it is grave."""
    done: list[Event]
    """What it did."""


class GameAnalysis(Struct, frozen=True):
    """What a finished game was about."""

    status: Literal["unasked", "waiting", "running", "ready", "failed"]
    """`unasked`: nobody has asked for it. `waiting`, `running`: it is being made. `failed`: it could not be
    made; it may be asked for again."""
    percent: Annotated[int, Meta(ge=0, le=100)]
    """How much of the work is done."""
    luck: BothLuck | None
    """Null until it is ready."""
    turning_points: list[TurningPoint] | None
    """At most three, in the order of the game. Null until it is ready."""
    grave: list[GraveDeed] | None = None
    """Grave answers, which are turning points without a rehearsal: at most five, in the order of the game.
    Null until it is ready."""
