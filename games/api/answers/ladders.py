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
    ends_at: Annotated[Moment, Meta(description="Games paired after this time count for the next season.")]


class LadderSummary(Struct, frozen=True):
    """A ladder in a list."""

    id: LadderId
    name: Annotated[str, Meta(examples=["Free pairing"])]
    club: Slug
    format: Annotated[
        LadderFormat,
        Meta(
            description="How games are arranged: the ladder pairs players in rounds, or players challenge "
            "each other."
        ),
    ]
    edition: Annotated[str, Meta(description="The edition of its games.", examples=["kessen"])]
    closed_at: Annotated[
        Moment | None,
        Meta(description="When it was closed. A closed ladder starts no new games. Null while it is open."),
    ]


class LadderPage(Struct, frozen=True):
    """A page of the ladders of a club: open ones first, then by name."""

    ladders: list[LadderSummary]
    next: Next


class LadderEntry(Struct, frozen=True):
    """Your entry in a ladder."""

    games: Annotated[Number, Meta(description="How many games you want at a time; 0 to pause.", examples=[2])]
    joined_at: Annotated[Moment, Meta(description="When you joined the ladder.")]
    absent: Annotated[
        bool,
        Meta(
            description="Whether you have missed so many check-ins that no game starts for you until you set "
            "`games` again."
        ),
    ]


class ChallengeTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a challenge ladder. Omitted fields keep their defaults. Periods are in days."""

    reach: Annotated[int, Meta(description="How many places above their own a player may challenge.")] = (
        USUAL.reach
    )
    protection: Annotated[
        int, Meta(description="How long a player cannot be challenged again after a challenge or a game.")
    ] = USUAL.protection
    cooldown: Annotated[
        int, Meta(description="How long a player must wait between two challenges they make.")
    ] = USUAL.cooldown
    same_opponent: Annotated[
        int,
        Meta(description="How long the same two players must wait after a challenge between them has ended."),
    ] = USUAL.same_opponent
    answer_within: Annotated[int, Meta(description="How long a player has to accept or decline.")] = (
        USUAL.answer_within
    )
    free_declines: Annotated[
        int,
        Meta(
            description="How many challenges a player may decline per season without penalty. Each further "
            "one counts as a loss."
        ),
    ] = USUAL.free_declines
    time_out_drop: Annotated[
        int, Meta(description="How many extra places a player drops after a loss on time.")
    ] = USUAL.time_out_drop
    inactive_after: Annotated[
        int, Meta(description="After this period without a game a player drops one place.")
    ] = USUAL.inactive_after
    inactive_step: Annotated[
        int, Meta(description="After each further period of this length the player drops another place.")
    ] = USUAL.inactive_step
    off_after: Annotated[
        int, Meta(description="After this period without a game a player is removed from the ranking.")
    ] = USUAL.off_after


class ComingRules(Struct, frozen=True):
    """Rules that hold from a time on."""

    at: Annotated[Moment, Meta(description="From when they hold.")]
    pace: Annotated[int, Meta(description="Days per decision, of games that begin then.", examples=[3])]
    season_days: Annotated[int, Meta(description="The length of seasons that begin then.", examples=[91])]
    hours_between: Annotated[int, Meta(description="Hours between two rounds of pairing.", examples=[24])]
    silence_loses: Annotated[bool, Meta(description="Whether both players lose a game by long silence.")]


class SeasonForecast(Struct, frozen=True):
    """When the last game of a season will end at its pace."""

    ends_at: Annotated[Moment, Meta(description="A forecast: most are right within a fifth of the season.")]
    holding_up: Annotated[Number, Meta(description="How many running games hold the season up.")]


class Ladder(LadderSummary, frozen=True):
    """A ladder with its rules and its current state. Its games are rated and public."""

    pace: Annotated[int, Meta(description="Days per decision.", examples=[3])]
    on_time_out: TimeOutRule
    hold: Hold
    reaction: Reaction
    time_bank: TimeBank
    holidays_count: Annotated[
        bool,
        Meta(
            description="Whether holidays and weekends off stop the clock of whoever is away. Nobody on "
            "holiday is paired or challenged then."
        ),
    ]
    silence_loses: Annotated[
        bool,
        Meta(
            description="Whether both players lose a game by itself once the time of one has been over for "
            "twice the pace, and the other is as late, or may claim the win and has not."
        ),
    ]
    rates_bots: Annotated[
        bool, Meta(description="Whether games between a person and a bot count for ratings too.")
    ]
    season_days: Annotated[int, Meta(description="The length of a season in days.", examples=[91])]
    hours_between: Annotated[int, Meta(description="Hours between two rounds of pairing.", examples=[24])]
    bidding: Annotated[
        bool,
        Meta(description="Whether players bid for sides before each game. If not, the ladder assigns sides."),
    ]
    round: Annotated[Number, Meta(description="How many rounds have been paired.")]
    next_round_at: Annotated[Moment | None, Meta(description="When the next round is due; null if none is.")]
    challenges: Annotated[
        ChallengeTerms | None,
        Meta(description="The rules of challenges; null if the ladder pairs its players."),
    ]
    created_at: Moment
    register: Annotated[
        str | None,
        Meta(
            description="The head of its register of results and rulings, `NUMBER:HASH`, to keep and to "
            "compare later; null before the first result.",
            examples=["17:" + "3b" * 32],
        ),
    ]
    season: Annotated[Season, Meta(description="The latest season.")]
    coming: Annotated[
        ComingRules | None, Meta(description="Rules that an organiser has announced; null if none change.")
    ]
    forecast: Annotated[
        SeasonForecast | None,
        Meta(description="The end of the latest season; null while less than a third of its games is over."),
    ]
    you: Annotated[LadderEntry | None, Meta(description="Null if you do not take part, or without a token.")]


class LadderNow(Struct, frozen=True):
    """The state of a ladder, for its stream."""

    ladder: LadderId
    name: Annotated[str, Meta(examples=["Free pairing"])]
    season: Annotated[int, Meta(ge=1, description="The number of its latest season.", examples=[3])]
    closed_at: Annotated[Moment | None, Meta(description="When it was closed; null while it is open.")]
    register: Annotated[
        str | None,
        Meta(
            description="The head of its register of results and rulings; null before the first result.",
            examples=["17:" + "3b" * 32],
        ),
    ]


class LaddersNow(Struct, frozen=True):
    """The ladder, or the ladders of the club, when the stream starts."""

    ladders: list[LadderNow]


class SeasonPage(Struct, frozen=True):
    """A page of the seasons of a ladder, latest first."""

    seasons: list[Season]
    next: Next


class LadderPlayer(public_keys.Identified, frozen=True):
    """A player on a ladder."""

    id: Annotated[
        str | None,
        Meta(
            description="Their id under `players/`; null until their first rated game is over, and for "
            "former players. Deprecated: use `key`, also in URLs.",
            examples=["m4q8z2rtvw"],
            extra_json_schema={"deprecated": True},
        ),
    ]
    name: Annotated[
        str,
        Meta(
            description="Their name; empty if they have not set one. Former players are numbered.",
            examples=["Chikuzen"],
        ),
    ]
    bot: Annotated[bool, Meta(description="Whether they declare that a program plays for them.")]


class TieBreak(Struct, frozen=True):
    """A tie-break between players with equal points."""

    code: Annotated[str, Meta(examples=["sonneborn-berger"])]
    explanation: Annotated[str, Meta(description="An explanation for people.")]


class _Tally(Struct, frozen=True):
    """Games won, tied and lost."""

    wins: Number
    ties: Number
    losses: Number


class StandingsLine(_Tally, frozen=True):
    """A player's line in the table of a season."""

    position: Position
    place: Annotated[
        int,
        Meta(ge=1, description="The place. Players who are equal in all tie-breaks share it.", examples=[17]),
    ]
    player: LadderPlayer
    rank: Annotated[
        int | None,
        Meta(
            description="On a challenge ladder, the player's current place in the ranking; null if they are "
            "not in it.",
            examples=[12],
        ),
    ]
    points: Annotated[int, Meta(description="2 for each win, 1 for each tie.", examples=[23])]
    tie_breaks: Annotated[
        dict[str, int],
        Meta(
            description="The value of each tie-break, by code. Higher is better.",
            examples=[{"head-to-head": 1, "sonneborn-berger": 96}],
        ),
    ]


class SeasonStandings(Struct, frozen=True):
    """A page of the standings of a season, best first."""

    ladder: LadderId
    season: Season
    tie_breaks: Annotated[
        list[TieBreak], Meta(description="The tie-breaks, in the order in which they apply.")
    ]
    lines: list[StandingsLine]
    next: Next


class Meeting(_Tally, frozen=True):
    """A player's results against one opponent in the season, from finished games."""

    position: Annotated[int, Meta(ge=1, description="The opponent's line number in the table.", examples=[4])]
    player: Annotated[LadderPlayer, Meta(description="The opponent.")]


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

    game: Annotated[str, Meta(description="Its id.", examples=["k7m2p9qrst"])]
    season: SeasonNumber
    round: Annotated[Number, Meta(description="The round in which it was paired.")]
    east: LadderPlayer
    west: LadderPlayer
    paired_at: Moment
    ended_at: Annotated[Moment | None, Meta(description="Null while the game is running.")]
    result: Annotated[
        Literal["east", "west", "tie"] | None,
        Meta(
            description="The winner for the standings; null while the game is running, if it was annulled, "
            "or if both lost it, which `victory` says as `both-lost`."
        ),
    ]
    victory: Annotated[
        str | None,
        Meta(description="The kind of victory; null while the game is running.", examples=["points"]),
    ]
    given: Annotated[GivenPoints, Meta(description="The handicap from bidding for sides.")]


class LadderMatches(Struct, frozen=True):
    """A page of the games of a season, latest first."""

    matches: list[LadderMatch]
    next: Next
