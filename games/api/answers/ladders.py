"""Ladders of clubs: their rules, seasons, standings and games."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from accounts import public_keys
from games.api.answers.biddings import GivenPoints
from games.api.answers.clubs import Slug
from games.api.answers.terms import Hold, LadderFormat, Moment, Number, Reaction, TimeBank, TimeOutRule
from games.ladders.challenges.terms import USUAL

LadderId = Annotated[str, Meta(description="Its id in URLs.", examples=["k7m2p9qrst"])]
Next = Annotated[str | None, Meta(description="The URL of the next page; null on the last page.")]
SeasonNumber = Annotated[int, Meta(ge=1, description="Counted from 1.", examples=[3])]
Position = Annotated[
    int,
    Meta(ge=1, description="The line number in the table, from 1. It is unique.", examples=[17]),
]


class Season(Struct, frozen=True):
    """A season of a ladder, with its own standings."""

    number: SeasonNumber
    begins_at: Moment
    ends_at: Moment
    """Games paired after this time count for the next season."""


class LadderSummary(Struct, frozen=True):
    """A ladder in a list."""

    id: LadderId
    name: Annotated[str, Meta(examples=["Free pairing"])]
    club: Slug
    format: LadderFormat
    """How games are arranged: the ladder pairs players in rounds, or players challenge each other."""
    edition: Annotated[str, Meta(examples=["kessen"])]
    """The edition of its games."""
    closed_at: Moment | None
    """When it was closed. A closed ladder starts no new games. Null while it is open."""


class LadderPage(Struct, frozen=True):
    """A page of the ladders of a club: open ones first, then by name."""

    ladders: list[LadderSummary]
    next: Next


class LadderEntry(Struct, frozen=True):
    """Your entry in a ladder."""

    games: Annotated[Number, Meta(examples=[2])]
    """How many games you want at a time; 0 to pause."""
    joined_at: Moment
    """When you joined the ladder."""
    absent: bool
    """Whether you have missed so many check-ins that no game starts for you until you set `games` again."""


class ChallengeTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a challenge ladder. Omitted fields keep their defaults. Periods are in days."""

    reach: int = USUAL.reach
    """How many places above their own a player may challenge."""
    protection: int = USUAL.protection
    """How long a player cannot be challenged again after a challenge or a game."""
    cooldown: int = USUAL.cooldown
    """How long a player must wait between two challenges they make."""
    same_opponent: int = USUAL.same_opponent
    """How long the same two players must wait after a challenge between them has ended."""
    answer_within: int = USUAL.answer_within
    """How long a player has to accept or decline."""
    free_declines: int = USUAL.free_declines
    """How many challenges a player may decline per season without penalty. Each further one counts as a
    loss."""
    time_out_drop: int = USUAL.time_out_drop
    """How many extra places a player drops after a loss on time."""
    inactive_after: int = USUAL.inactive_after
    """After this period without a game a player drops one place."""
    inactive_step: int = USUAL.inactive_step
    """After each further period of this length the player drops another place."""
    off_after: int = USUAL.off_after
    """After this period without a game a player is removed from the ranking."""


class ComingRules(Struct, frozen=True):
    """Rules that hold from a time on."""

    at: Moment
    """From when they hold."""
    pace: Annotated[int, Meta(examples=[3])]
    """Days per decision, of games that begin then."""
    season_days: Annotated[int, Meta(examples=[91])]
    """The length of seasons that begin then."""
    hours_between: Annotated[int, Meta(examples=[24])]
    """Hours between two rounds of pairing."""
    silence_loses: bool
    """Whether both players lose a game by long silence."""


class SeasonForecast(Struct, frozen=True):
    """When the last game of a season will end at its pace."""

    ends_at: Moment
    """A forecast: most are right within a fifth of the season."""
    holding_up: Number
    """How many running games hold the season up."""


class Ladder(LadderSummary, frozen=True):
    """A ladder with its rules and its current state. Its games are rated and public."""

    pace: Annotated[int, Meta(examples=[3])]
    """Days per decision."""
    on_time_out: TimeOutRule
    hold: Hold
    reaction: Reaction
    time_bank: TimeBank
    holidays_count: bool
    """Whether holidays and weekends off stop the clocks of players who are away. Nobody on holiday is paired
    or challenged then."""
    silence_loses: bool
    """Whether both players lose a game by itself once the time of one has been over for twice the pace, and
    the other is as late, or may claim the win and has not."""
    rates_bots: bool
    """Whether games between a person and a bot count for ratings too."""
    season_days: Annotated[int, Meta(examples=[91])]
    """The length of a season in days."""
    hours_between: Annotated[int, Meta(examples=[24])]
    """Hours between two rounds of pairing."""
    bidding: bool
    """Whether players bid for sides before each game. If not, the ladder assigns sides."""
    round: Number
    """How many rounds have been paired."""
    next_round_at: Moment | None
    """When the next round is due; null if none is."""
    challenges: ChallengeTerms | None
    """The rules of challenges; null if the ladder pairs its players."""
    created_at: Moment
    register: Annotated[str | None, Meta(examples=["17:" + "3b" * 32])]
    """The head of its register of results and rulings, `NUMBER:HASH`, to keep and to compare later; null
    before the first result."""
    season: Season
    """The latest season."""
    coming: ComingRules | None
    """Rules that an organiser has announced; null if none change."""
    forecast: SeasonForecast | None
    """The end of the latest season; null while less than a third of its games is over."""
    you: LadderEntry | None
    """Null if you do not take part, or without a token."""


class LadderNow(Struct, frozen=True):
    """The state of a ladder, for its stream."""

    ladder: LadderId
    name: Annotated[str, Meta(examples=["Free pairing"])]
    season: Annotated[int, Meta(ge=1, examples=[3])]
    """The number of its latest season."""
    closed_at: Moment | None
    """When it was closed; null while it is open."""
    register: Annotated[str | None, Meta(examples=["17:" + "3b" * 32])]
    """The head of its register of results and rulings; null before the first result."""


class LaddersNow(Struct, frozen=True):
    """The ladder, or the ladders of the club, when the stream starts."""

    ladders: list[LadderNow]


class SeasonPage(Struct, frozen=True):
    """A page of the seasons of a ladder, latest first."""

    seasons: list[Season]
    next: Next


class LadderPlayer(public_keys.Identified, frozen=True):
    """A player on a ladder."""

    id: Annotated[str | None, Meta(examples=["m4q8z2rtvw"], extra_json_schema={"deprecated": True})]
    """Their id under `players/`; null until their first rated game is over, and for former players.
    Deprecated: use `key`, also in URLs."""
    name: Annotated[str, Meta(examples=["Chikuzen"])]
    """Their name; empty if they have not set one. Former players are numbered."""
    bot: bool
    """Whether they declare that a program plays for them."""


class TieBreak(Struct, frozen=True):
    """A tie-break between players with equal points."""

    code: Annotated[str, Meta(examples=["sonneborn-berger"])]
    explanation: str
    """An explanation for people."""


class _Tally(Struct, frozen=True):
    """Games won, tied and lost."""

    wins: Number
    ties: Number
    losses: Number


class StandingsLine(_Tally, frozen=True):
    """A player's line in the table of a season."""

    position: Position
    place: Annotated[int, Meta(ge=1, examples=[17])]
    """The place. Players who are equal in all tie-breaks share it."""
    player: LadderPlayer
    rank: Annotated[int | None, Meta(examples=[12])]
    """On a challenge ladder, the player's current place in the ranking; null if they are not in it."""
    points: Annotated[int, Meta(examples=[23])]
    """2 for each win, 1 for each tie."""
    tie_breaks: Annotated[dict[str, int], Meta(examples=[{"head-to-head": 1, "sonneborn-berger": 96}])]
    """The value of each tie-break, by code. Higher is better."""


class SeasonStandings(Struct, frozen=True):
    """A page of the standings of a season, best first."""

    ladder: LadderId
    season: Season
    tie_breaks: list[TieBreak]
    """The tie-breaks, in the order in which they apply."""
    lines: list[StandingsLine]
    next: Next


class Meeting(_Tally, frozen=True):
    """A player's results against one opponent in the season, from finished games."""

    position: Annotated[int, Meta(ge=1, examples=[4])]
    """The opponent's line number in the table."""
    player: LadderPlayer
    """The opponent."""


class CrosstableRow(Struct, frozen=True):
    """A player and everyone they have played, by position."""

    position: Position
    player: LadderPlayer
    met: list[Meeting]


class Crosstable(Struct, frozen=True):
    """A page of the crosstable, in the order of the standings."""

    ladder: LadderId
    season: Season
    rows: list[CrosstableRow]
    next: Next


class LadderMatch(Struct, frozen=True):
    """A game of a ladder."""

    game: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """Its id."""
    season: SeasonNumber
    round: Number
    """The round in which it was paired."""
    east: LadderPlayer
    west: LadderPlayer
    paired_at: Moment
    ended_at: Moment | None
    """Null while the game is running."""
    result: Literal["east", "west", "tie"] | None
    """The winner for the standings; null while the game is running, if it was annulled, or if both lost it,
    which `victory` says as `both-lost`."""
    victory: Annotated[str | None, Meta(examples=["points"])]
    """The kind of victory; null while the game is running."""
    given: GivenPoints
    """The handicap from bidding for sides."""


class LadderMatches(Struct, frozen=True):
    """A page of the games of a season, latest first."""

    matches: list[LadderMatch]
    next: Next
