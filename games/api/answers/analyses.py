"""What finished games were about."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.terms import Event, Number
from games.api.shapes.terms import Side

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
