"""Making a game, and what players say of one beside playing."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from accounts.models.person import LONGEST_ADDRESS
from games.api.answers.terms import Moment, OnTimeOut
from games.engine.chance import NONCE
from games.engine.edition_layers import ChosenFlags
from games.ladders.models.ruling_request import LONGEST_QUESTION
from games.models.game import PACES
from games.rulebook.editions import DEFAULT

Nonce = Annotated[
    str,
    Meta(
        pattern=f"^{NONCE.pattern}$",
        description="What you add to the derivation of chance; public, and fixed when the game begins.",
        examples=["my-own-luck-7"],
    ),
]


class Invite(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="invite"):
    """Somebody is invited by mail."""

    email: Annotated[
        str,
        Meta(
            max_length=LONGEST_ADDRESS,
            description="Where the invitation goes.",
            examples=["friend@example.org"],
        ),
    ]


class Computer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="computer"):
    """A computer player takes the other side, and the game begins at once."""

    computer: Annotated[str, Meta(description="Its name.", examples=["ashigaru"])]


class Anybody(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="open"):
    """Whoever joins first."""


class Myself(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="myself"):
    """You play both sides, and the game begins at once."""


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be made."""

    opponent: Annotated[Invite | Computer | Anybody | Myself, Meta(description="Who plays the other side.")]
    side: Annotated[Literal["east", "west", "random"], Meta(description="The side you play.")] = "random"
    club: Annotated[
        str | None,
        Meta(
            description="A club of yours, by the last part of its address. The other player must be a member "
            "too. Of `edition`, `pace` and `on_time_out` what you leave out is as the club has it.",
            examples=["friends-of-sekigahara"],
        ),
    ] = None
    edition: Annotated[
        str | UnsetType,
        Meta(description=f"The edition that is played; `{DEFAULT}` by default.", examples=[DEFAULT]),
    ] = UNSET
    flags: Annotated[ChosenFlags, Meta(description="Rules chosen for this game.")] = ChosenFlags()
    public: Annotated[
        bool, Meta(description="Whether anybody may watch, with what everybody at the table would see.")
    ] = False
    rated: Annotated[
        bool,
        Meta(
            description="Whether its result moves the ratings of both players, and is public. Only a game "
            "between two people can be rated."
        ),
    ] = False
    pace: Annotated[
        int | UnsetType | None,
        Meta(
            description="How many days whoever the game waits for has to answer, "
            f"one of {', '.join(map(str, PACES))}; null, the default, for no clock.",
            examples=[3],
        ),
    ] = UNSET
    on_time_out: Annotated[
        OnTimeOut | UnsetType,
        Meta(
            description="What follows when somebody does not answer in time; without a clock nothing does, "
            "and so it is by default. Only games of a club have an `arbiter`."
        ),
    ] = UNSET
    nonce: Nonce = ""


class Joining(Struct, frozen=True, forbid_unknown_fields=True):
    """Taking the free seat of a game."""

    nonce: Nonce = ""


class Declining(Struct, frozen=True, forbid_unknown_fields=True):
    """Saying no to an invitation."""

    block: Annotated[
        bool,
        Meta(
            description="Also get no more invitations from this person, who is not told. It hides the open "
            "games of each from the other too. It is taken back on the page `/me/`."
        ),
    ] = False


class AskedRuling(Struct, frozen=True, forbid_unknown_fields=True):
    """Asking the arbiters of the club for a ruling."""

    text: Annotated[
        str,
        Meta(
            pattern=r"^[^\u0000]*[^\s\u0000][^\u0000]*$",
            max_length=LONGEST_QUESTION,
            description="What shall be decided. Arbiters read it; your opponent reads the answer alone.",
            examples=["May I take the bid back?"],
        ),
    ]


class MoreTime(Struct, frozen=True, forbid_unknown_fields=True):
    """Giving your opponent as much time again."""

    due_at: Annotated[
        Moment,
        Meta(
            description="The deadline of theirs that you move. Where it is another by now nothing happens, "
            "so that a request that is sent twice gives more time once."
        ),
    ]
