"""Ladders of clubs: their rules, seasons, tables and games."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.biddings import GivenPoints
from games.api.answers.clubs import Slug
from games.api.answers.terms import LadderFormat, Moment, Number, OnTimeOut
from games.ladders.challenges.terms import USUAL

LadderId = Annotated[str, Meta(description="Its name in addresses.", examples=["k7m2p9qrst"])]
Next = Annotated[str | None, Meta(description="The address of the next page; null on the last one.")]
SeasonNumber = Annotated[int, Meta(ge=1, description="From 1.", examples=[3])]
Position = Annotated[
    int,
    Meta(ge=1, description="Of the line in the table, from 1. No two lines have the same.", examples=[17]),
]


class Season(Struct, frozen=True):
    """One stretch of a ladder, with a table of its own."""

    number: SeasonNumber
    begins_at: Moment
    ends_at: Annotated[Moment, Meta(description="From then on games count for the next one.")]


class LadderSummary(Struct, frozen=True):
    """A ladder in a list."""

    id: LadderId
    name: Annotated[str, Meta(examples=["Free pairing"])]
    club: Slug
    format: Annotated[
        LadderFormat,
        Meta(
            description="How games come about: who asks for games is paired in rounds, or people challenge "
            "each other."
        ),
    ]
    edition: Annotated[str, Meta(description="Of its games.", examples=["kessen"])]
    closed_at: Annotated[
        Moment | None, Meta(description="When it was closed: no new games begin. Null while it goes on.")
    ]


class LadderPage(Struct, frozen=True):
    """Some ladders of a club: those that go on first, by name."""

    ladders: list[LadderSummary]
    next: Next


class LadderEntry(Struct, frozen=True):
    """How you take part in a ladder."""

    games: Annotated[Number, Meta(description="How many you want at a time; 0 to pause.", examples=[2])]
    joined_at: Annotated[Moment, Meta(description="When you first took part.")]


class ChallengeTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """What a ladder of challenges is begun with. What is left out is as usual; spans are days."""

    reach: Annotated[int, Meta(description="How many places above the own one may be challenged.")] = (
        USUAL.reach
    )
    protection: Annotated[
        int, Meta(description="How long whoever was challenged, or has played, is not challenged again.")
    ] = USUAL.protection
    cooldown: Annotated[int, Meta(description="From one challenge that somebody makes to their next.")] = (
        USUAL.cooldown
    )
    same_opponent: Annotated[
        int, Meta(description="How long two wait after a challenge between them was over.")
    ] = USUAL.same_opponent
    answer_within: Annotated[int, Meta(description="How long there is to accept or decline.")] = (
        USUAL.answer_within
    )
    free_declines: Annotated[
        int, Meta(description="How many a season cost nothing; each further one is a loss without a game.")
    ] = USUAL.free_declines
    time_out_drop: Annotated[
        int, Meta(description="How many places a loss on time costs beyond the loss.")
    ] = USUAL.time_out_drop
    inactive_after: Annotated[
        int, Meta(description="After so long without playing the first place is lost.")
    ] = USUAL.inactive_after
    inactive_step: Annotated[int, Meta(description="And after each so long another one.")] = (
        USUAL.inactive_step
    )
    off_after: Annotated[int, Meta(description="After so long without playing one is taken off.")] = (
        USUAL.off_after
    )


class Ladder(LadderSummary, frozen=True):
    """A ladder: its rules, and how far it is. Its games are rated, and anybody may watch them."""

    pace: Annotated[int, Meta(description="Days to answer.", examples=[3])]
    on_time_out: Annotated[
        OnTimeOut,
        Meta(description="What follows when they are over."),
    ]
    season_days: Annotated[int, Meta(description="How long a season lasts.", examples=[91])]
    hours_between: Annotated[int, Meta(description="From one round of pairing to the next.", examples=[24])]
    bidding: Annotated[
        bool, Meta(description="Whether sides are bid for before each game; else they are dealt out.")
    ]
    round: Annotated[Number, Meta(description="How many rounds there have been.")]
    next_round_at: Annotated[Moment | None, Meta(description="When the next is due; null where none is.")]
    challenges: Annotated[
        ChallengeTerms | None, Meta(description="Its rules of challenges; null where members are paired.")
    ]
    created_at: Moment
    season: Annotated[Season, Meta(description="The latest.")]
    you: Annotated[
        LadderEntry | None, Meta(description="Null where you do not take part, and without a token.")
    ]


class SeasonPage(Struct, frozen=True):
    """Some seasons of a ladder, the latest first."""

    seasons: list[Season]
    next: Next


class LadderPlayer(Struct, frozen=True):
    """Somebody who takes part in a ladder."""

    id: Annotated[
        str | None,
        Meta(
            description="What `players/` knows them by; null before their first rated game is over, and for "
            "who has left.",
            examples=["m4q8z2rtvw"],
        ),
    ]
    name: Annotated[
        str,
        Meta(
            description="Empty for who has chosen none. Former players are told apart by numbers.",
            examples=["Chikuzen"],
        ),
    ]
    bot: Annotated[bool, Meta(description="Whether they say that a program plays for them.")]


class TieBreak(Struct, frozen=True):
    """What tells apart players who are level on points."""

    code: Annotated[str, Meta(examples=["sonneborn-berger"])]
    explanation: Annotated[str, Meta(description="A sentence for people.")]


class LadderTally(Struct, frozen=True):
    """Games won, tied and lost."""

    wins: Number
    ties: Number
    losses: Number


class StandingsLine(LadderTally, frozen=True):
    """A player's line in the table of a season."""

    position: Position
    place: Annotated[int, Meta(ge=1, description="Who is level on everything shares one.", examples=[17])]
    player: LadderPlayer
    rank: Annotated[
        int | None,
        Meta(
            description="Where members challenge each other, their place on the ranking now, from the top; "
            "null for who is not on it.",
            examples=[12],
        ),
    ]
    points: Annotated[int, Meta(description="2 for a win, 1 for a tie.", examples=[23])]
    tie_breaks: Annotated[
        dict[str, int],
        Meta(
            description="By its code the value of each tie-break; the higher is ahead.",
            examples=[{"head-to-head": 1, "sonneborn-berger": 96}],
        ),
    ]


class SeasonStandings(Struct, frozen=True):
    """Some lines of the table of a season, the best first."""

    ladder: LadderId
    season: Season
    tie_breaks: Annotated[
        list[TieBreak], Meta(description="In the order they count: each among those level on all before it.")
    ]
    lines: list[StandingsLine]
    next: Next


class Meeting(LadderTally, frozen=True):
    """What a player did against one opponent in the season, as far as games are over."""

    position: Annotated[int, Meta(ge=1, description="Of the opponent in the table.", examples=[4])]
    player: Annotated[LadderPlayer, Meta(description="The opponent.")]


class CrosstableRow(Struct, frozen=True):
    """A player, and everybody they have met, by position."""

    position: Position
    player: LadderPlayer
    met: list[Meeting]


class Crosstable(Struct, frozen=True):
    """Some rows of who has played whom, in the order of the table."""

    ladder: LadderId
    season: Season
    rows: list[CrosstableRow]
    next: Next


class LadderMatch(Struct, frozen=True):
    """A game that the ladder brought about."""

    game: Annotated[str, Meta(description="Its id.", examples=["k7m2p9qrst"])]
    season: SeasonNumber
    round: Annotated[Number, Meta(description="Of the ladder, in which it was paired.")]
    east: LadderPlayer
    west: LadderPlayer
    paired_at: Moment
    ended_at: Annotated[Moment | None, Meta(description="Null while it goes on.")]
    result: Annotated[
        Literal["east", "west", "tie"] | None,
        Meta(description="Who has won, as it counts for the table; null while it goes on, or annulled."),
    ]
    victory: Annotated[
        str | None, Meta(description="The kind of victory; null while it goes on.", examples=["points"])
    ]
    given: Annotated[GivenPoints, Meta(description="By bidding for sides.")]


class LadderMatches(Struct, frozen=True):
    """Some games of a season, the latest first."""

    matches: list[LadderMatch]
    next: Next


class Rank(Struct, frozen=True):
    """Somebody on the ranking of those who challenge each other."""

    rank: Annotated[int, Meta(ge=1, description="From the top.", examples=[12])]
    key: Annotated[
        str,
        Meta(description="What they are challenged by; of this ladder alone.", examples=["9c41d07be2a8f635"]),
    ]
    player: LadderPlayer
    refusal: Annotated[
        str | None,
        Meta(
            description="Why you cannot challenge them now; null where you can, and without a token.",
            examples=["out-of-reach"],
        ),
    ]


class Ranking(Struct, frozen=True):
    """Some of the ranking, the top first."""

    ladder: LadderId
    ranks: list[Rank]
    next: Next


class Challenge(Struct, frozen=True):
    """One member of a ladder has challenged another, who stood above."""

    id: Annotated[str, Meta(description="Its name in addresses.", examples=["k7m2p9qrst"])]
    ladder: LadderId
    season: SeasonNumber
    challenger: LadderPlayer
    challenged: LadderPlayer
    state: Annotated[
        Literal["unanswered", "accepted", "played", "declined", "forfeited", "called-off"],
        Meta(description="How far it is. Forfeited is what was declined once too often, or not answered."),
    ]
    made_at: Moment
    answer_by: Annotated[Moment, Meta(description="Until when it is to be accepted or declined.")]
    ended_at: Annotated[Moment | None, Meta(description="When it was over; null while it is not.")]
    game: Annotated[str | None, Meta(description="Its game, once there is one.", examples=["k7m2p9qrst"])]


class MyChallenge(Challenge, frozen=True):
    """A challenge that you have made or received."""

    you: Annotated[
        Literal["challenger", "challenged"],
        Meta(description="Which of the two you are. The challenged accepts or declines."),
    ]


class MyChallenges(Struct, frozen=True):
    """Some challenges of yours, on any ladder, the latest first."""

    challenges: list[MyChallenge]
    next: Next


class Challenges(Struct, frozen=True):
    """Some challenges of a ladder, the latest first."""

    challenges: list[Challenge]
    next: Next
