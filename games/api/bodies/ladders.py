"""Bodies for starting ladders and taking part in them."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from games.api.answers.biddings import BidPoints
from games.api.answers.ladders import ChallengeTerms
from games.api.answers.terms import LadderFormat
from games.api.bodies.games import AgreedHold, AgreedReaction, AgreedTimeBank, Nonce
from games.api.shapes.terms import Side
from games.ladders.models.ladder import LONGEST_LADDER_NAME
from games.ladders.participation import MOST_GAMES
from games.ladders.seasons import ROUND_HOURS, SEASON_DAYS
from games.models.clocks import HOLD, PACES, REACTION
from games.models.time_out_policy import POLICIES, OnTimeOut
from games.rulebook.editions import DEFAULT

TIME_OUTS = sorted(str(name) for name, policy in POLICIES.items() if policy.can_lose)
"""The time-out policies that a ladder may have: its games must end."""


LaddersName = Annotated[
    str,
    Meta(
        pattern=r"\S",
        max_length=LONGEST_LADDER_NAME,
        description="The name of the ladder.",
        examples=["Free pairing"],
    ),
]
LaddersPace = Annotated[
    int, Meta(description=f"Days per decision, one of {', '.join(map(str, PACES))}.", examples=[3])
]
SilenceLoses = Annotated[
    bool,
    Meta(
        description="Whether both players lose a game by itself once the time of one has been over for "
        "twice the pace, and the other is as late, or may claim the win and has not."
    ),
]
SeasonDays = Annotated[
    int,
    Meta(
        description=f"The length of a season in days, {SEASON_DAYS[0]} to {SEASON_DAYS[1]}.",
        examples=[91],
    ),
]
HoursBetween = Annotated[
    int,
    Meta(
        description=f"The hours between two rounds of pairing, {ROUND_HOURS[0]} to {ROUND_HOURS[1]}.",
        examples=[24],
    ),
]


class NewLadder(Struct, frozen=True, forbid_unknown_fields=True):
    """A new ladder."""

    name: LaddersName
    edition: Annotated[str, Meta(examples=[DEFAULT])]
    """The edition of its games."""
    pace: LaddersPace
    on_time_out: Annotated[OnTimeOut, Meta(extra_json_schema={"enum": TIME_OUTS})] = OnTimeOut.CLAIM
    """What happens when a player runs out of time. Only policies under which a player can lose on time are
    allowed."""
    hold: AgreedHold = HOLD
    reaction: AgreedReaction = REACTION
    time_bank: AgreedTimeBank = None
    holidays_count: bool = True
    """Whether holidays and weekends off stop the clocks of players who are away. Nobody on holiday is paired
    or challenged then."""
    silence_loses: SilenceLoses = False
    rates_bots: bool = True
    """Whether games between a person and a bot count for ratings too, as they begin."""
    season_days: SeasonDays = 91
    hours_between: HoursBetween = 24
    bidding: bool = False
    """Whether players bid victory points for sides before each game. If not, the ladder assigns sides."""
    format: LadderFormat = "free"
    """Whether the ladder pairs players in rounds (`free`), or they challenge each other (`challenge`)."""
    challenges: ChallengeTerms = ChallengeTerms()
    """The rules of challenges, for a challenge ladder."""

    def __post_init__(self) -> None:
        """Refuse other time-out policies.

        Raises:
            ValueError: the policy is none of ``TIME_OUTS``; msgspec reports it like any invalid value.
        """
        if self.on_time_out not in TIME_OUTS:
            raise ValueError(f"Invalid enum value '{self.on_time_out}' - at `$.on_time_out`")


class LadderChanges(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to a ladder. Omitted fields stay as they are, or as they are to be."""

    name: LaddersName | UnsetType = UNSET
    pace: LaddersPace | UnsetType = UNSET
    silence_loses: SilenceLoses | UnsetType = UNSET
    season_days: SeasonDays | UnsetType = UNSET
    hours_between: HoursBetween | UnsetType = UNSET


class Challenging(Struct, frozen=True, forbid_unknown_fields=True):
    """A challenge to another player."""

    opponent: Annotated[str, Meta(max_length=40, examples=["4f1c9a20be77"])]
    """Their public `key`."""


class TakingPart(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry in a ladder."""

    games: Annotated[int, Meta(ge=0, le=MOST_GAMES, examples=[2])]
    """How many games you want at a time; 0 to pause."""


class BidForSide(Struct, frozen=True, forbid_unknown_fields=True):
    """A bid for a side of a ladder game."""

    side: Side
    """The side you want."""
    points: BidPoints
    nonce: Nonce = ""
