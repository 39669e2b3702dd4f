"""Bodies for creating and playing games."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from accounts.models.person import LONGEST_ADDRESS
from games.api.answers.terms import Moment
from games.engine.chance import HASH, NONCE
from games.engine.edition_layers import ChosenFlags
from games.engine.orders.shapes import LocationId, Plan
from games.ladders.models.ruling import LONGEST_QUESTION
from games.models.clocks import HOLD, LONGEST_HOLD, LONGEST_PAUSE, PACES, REACTION, REACTIONS, TIME_BANKS
from games.models.message import LONGEST_MESSAGE
from games.models.seat import LONGEST_NOTE
from games.models.time_out_policy import OnTimeOut
from games.rulebook.editions import DEFAULT

Nonce = Annotated[
    str,
    Meta(
        pattern=f"^{NONCE.pattern}$",
        description="Your own contribution to the randomness. It is public, and fixed when the game starts.",
        examples=["my-own-luck-7"],
    ),
]
AgreedHold = Annotated[
    int,
    Meta(
        description=f"The hold: after how many minutes, 0 to {LONGEST_HOLD}, orders answer a separate "
        "loyalty window, so that the moment does not tell whether there are any.",
    ),
]
AgreedReaction = Annotated[
    int | None,
    Meta(
        description="The reaction clock: after how many hours, one of "
        f"{', '.join(map(str, REACTIONS))}, a separate loyalty window that nobody answers is a pass; null "
        "for never.",
    ),
]


AgreedTimeBank = Annotated[
    int | None,
    Meta(
        description="The time bank: days for a whole game on top of `pace`, one of "
        f"{', '.join(map(str, TIME_BANKS))}; null, the default, for none. Ignored without a clock.",
        examples=[14],
    ),
]


InvitersNote = Annotated[
    str,
    Meta(
        max_length=LONGEST_NOTE,
        description="What you write to them, as plain text on one line, without addresses of pages or "
        "of mail. It is kept until the invitation is answered.",
        examples=["You said you liked Kurosawa. Shall we?"],
    ),
]


class Invite(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="invite"):
    """Invites a person by email."""

    email: Annotated[str, Meta(max_length=LONGEST_ADDRESS, examples=["friend@example.org"])]
    """The email address for the invitation."""
    note: InvitersNote = ""


class KnownPlayer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="player"):
    """Invites a player by key; a computer player takes the other side at once."""

    key: Annotated[str, Meta(max_length=60, examples=["4f1c9a20be77"])]
    """The `key` of a player, wherever the API shows one. People choose who may challenge them: people they
    met and members of their clubs, anyone, or nobody."""
    note: InvitersNote = ""


class Computer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="computer"):
    """A computer player takes the other side, and the game starts at once."""

    computer: Annotated[str, Meta(examples=["ashigaru"])]
    """The name of the computer player."""


class Anybody(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="open"):
    """Anyone may join; the first to do so plays."""


class Myself(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="myself"):
    """You play both sides, and the game starts at once."""


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A new game."""

    opponent: Invite | KnownPlayer | Computer | Anybody | Myself
    """The player of the other side."""
    side: Literal["east", "west", "random"] = "random"
    """The side you play."""
    club: Annotated[str | None, Meta(examples=["friends-of-sekigahara"])] = None
    """The `slug` of a club that you are a member of. The other player must be a member too. `edition`,
    `pace`, `on_time_out`, `hold` and `reaction` default to the settings of the club."""
    edition: Annotated[
        str | UnsetType,
        Meta(description=f"The edition that is played; `{DEFAULT}` by default.", examples=[DEFAULT]),
    ] = UNSET
    flags: ChosenFlags = ChosenFlags()
    """Optional rules for this game."""
    public: bool = False
    """Whether anyone may watch; in a private club, whether its members may. Watchers see no secrets of either
    side."""
    rated: bool = False
    """Whether the result counts for the ratings of both players. Rated results are public. Only games between
    two people can be rated."""
    pace: Annotated[
        int | UnsetType | None,
        Meta(
            description=f"Days per decision, one of {', '.join(map(str, PACES))}; null, the default, "
            "for no clock.",
            examples=[3],
        ),
    ] = UNSET
    time_bank: AgreedTimeBank = None
    on_time_out: OnTimeOut | UnsetType = UNSET
    """What happens when a player runs out of time. Without a clock, and by default, it is `nothing`. Only
    games in a club can use `arbiter`."""
    hold: Annotated[
        int | UnsetType,
        Meta(
            description=f"The hold in minutes, 0 to {LONGEST_HOLD}; {HOLD} by default. Only for games "
            "between two people; in others it is 0.",
            examples=[HOLD],
        ),
    ] = UNSET
    reaction: Annotated[
        int | UnsetType | None,
        Meta(
            description=f"The reaction clock in hours, one of {', '.join(map(str, REACTIONS))}, or null for "
            f"never; {REACTION} by default. Only for games between two people; in others it is null.",
            examples=[REACTION],
        ),
    ] = UNSET
    nonce: Nonce = ""
    nonce_hash: Annotated[str, Meta(pattern=f"^({HASH.pattern})?$")] = ""
    """The SHA-256 of your nonce, in hexadecimal, in place of it. When somebody has joined, reveal the nonce
    by checking in; then nobody can choose the draws. Only for games with another person."""
    offer: Annotated[str, Meta(max_length=400)] = ""
    """An offer from `POST /offers/`. The game gets its id and commitment, which are thus known before your
    nonce. Without one, games that start at once are `unproved`."""


class Continuation(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that goes on from a moment of a finished one."""

    opponent: Computer | Myself
    """The player of the other side."""
    side: Literal["east", "west"] = "east"
    """The side you play."""


class Joining(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to take the free seat of a game, or to play a finished game again."""

    nonce: Nonce = ""


class CheckingIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A check-in to a game that has both players."""

    nonce: Nonce = ""


class Declining(Struct, frozen=True, forbid_unknown_fields=True):
    """A refusal of an invitation."""

    block: bool = False
    """Whether to block this person as well. They can no longer invite you, and neither of you sees open games
    of the other. They are not notified. Unblock them on the page `/me/`."""


class AskedRuling(Struct, frozen=True, forbid_unknown_fields=True):
    """A question to the arbiters of the club."""

    text: Annotated[
        str,
        Meta(
            pattern=r"^[^\u0000]*[^\s\u0000][^\u0000]*$",
            max_length=LONGEST_QUESTION,
            examples=["May I take the bid back?"],
        ),
    ]
    """The question. Only arbiters read it; your opponent sees only the answer."""


class WrittenMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """A message to your opponent."""

    text: Annotated[str, Meta(max_length=LONGEST_MESSAGE, examples=["Good luck!"])]
    """Plain text. An empty one takes a message away."""


class WrittenNote(Struct, frozen=True, forbid_unknown_fields=True):
    """A note for your diary of a game."""

    text: Annotated[
        str, Meta(min_length=1, max_length=LONGEST_MESSAGE, examples=["I hope he takes the bait at Gifu."])
    ]
    """Plain text of at most 30 lines, which only you can read."""


class SharingDiary(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether both diaries of a finished game may be shown."""

    mine: bool
    """Whether you agree to it, until you take that back."""


class MessageReading(Struct, frozen=True, forbid_unknown_fields=True):
    """What you do with your opponent's messages."""

    read: bool = False
    """Whether you have now read all of them."""
    muted: bool | None = None
    """Whether you are to be shown none in this game; null to leave it."""


class SharingPresence(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether you and your opponent may see that the other has the page of the game open."""

    mine: bool
    """Whether you agree to it."""


class WantedPause(Struct, frozen=True, forbid_unknown_fields=True):
    """What you do about a pause by consent."""

    do: Literal["ask", "agree", "drop", "end"]
    """`ask` your opponent for a pause; `agree` to the one they ask for; `drop` it, to decline theirs or
    withdraw yours; `end` the pause that was agreed on."""
    days: Annotated[int, Meta(ge=1, le=LONGEST_PAUSE)] | None = None
    """With `ask`: after how many days it ends by itself; null for when either ends it."""


class MoreTime(Struct, frozen=True, forbid_unknown_fields=True):
    """More time for your opponent."""

    due_at: Moment
    """The deadline to extend, as you last saw it. If the current deadline is different, nothing happens, so
    sending the request twice extends it only once."""


class PlannedBattle(Struct, frozen=True, forbid_unknown_fields=True):
    """A plan for the battle at a location."""

    location: LocationId
    plan: Plan
