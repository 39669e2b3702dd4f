"""What is sent to the API."""

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request

from accounts.models.person import LONGEST_ADDRESS, LONGEST_NAME
from games.api.answers.biddings import BidPoints
from games.api.answers.clubs import Joining as JoiningWay
from games.api.answers.clubs import Role
from games.api.answers.ladders import ChallengeTerms
from games.api.answers.terms import Moment, OnTimeOut, Side
from games.api.errors import MalformedBody
from games.editions import DEFAULT
from games.engine.edition_layers import ChosenFlags
from games.ladders.clubs.names import LONGEST_NAME as LONGEST_CLUB
from games.ladders.ladders import MOST_GAMES, ROUNDS, SEASONS
from games.ladders.models.club import LONGEST_ABOUT
from games.ladders.models.ladder import LONGEST_NAME as LONGEST_LADDER
from games.ladders.models.removal import LONGEST_REASON
from games.ladders.models.ruling_request import LONGEST_QUESTION
from games.models.game import PACES
from games.services.lobby import NONCE
from notifications.webhooks.models import LONGEST_URL, MOST_COUNTED

Wanted = TypeVar("Wanted", bound=Struct)

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


ClubsName = Annotated[
    str,
    Meta(
        pattern=r"\S",
        max_length=LONGEST_CLUB,
        description="As people call it. No two clubs have names that read the same.",
        examples=["Friends of Sekigahara"],
    ),
]
About = Annotated[
    str,
    Meta(
        pattern=r"^[^\u0000]*$",
        max_length=LONGEST_ABOUT,
        description="What is said of it to everybody: plain text. An empty line begins a paragraph.",
        examples=["We play on Fridays."],
    ),
]
ClubsEdition = Annotated[
    str,
    Meta(
        description="Of games made in it, if nobody chooses otherwise, as `pace` and `on_time_out` are.",
        examples=[DEFAULT],
    ),
]
ClubsPace = Annotated[
    int | None,
    Meta(
        description=f"Days to answer, one of {', '.join(map(str, PACES))}; null for no clock.",
        examples=[3],
    ),
]
ClubsTimeOut = Annotated[
    OnTimeOut, Meta(description="What follows when they are over; without a clock nothing does.")
]


class NewClub(Struct, frozen=True, forbid_unknown_fields=True):
    """A club to found."""

    name: ClubsName
    about: About = ""
    joining: JoiningWay = "approval"
    edition: ClubsEdition = DEFAULT
    pace: ClubsPace = None
    on_time_out: ClubsTimeOut = "nothing"


class ClubChanges(Struct, frozen=True, forbid_unknown_fields=True):
    """What organisers change of a club. What is left out stays as it is."""

    name: ClubsName | UnsetType = UNSET
    about: About | UnsetType = UNSET
    joining: JoiningWay | UnsetType = UNSET
    edition: ClubsEdition | UnsetType = UNSET
    pace: ClubsPace | UnsetType = UNSET
    on_time_out: ClubsTimeOut | UnsetType = UNSET


class NewRole(Struct, frozen=True, forbid_unknown_fields=True):
    """What a member of a club is to be."""

    role: Role


class RemovingMember(Struct, frozen=True, forbid_unknown_fields=True):
    """Removing somebody from a club."""

    reason: Annotated[
        str,
        Meta(
            pattern=r"^[^\u0000]*[^\s\u0000][^\u0000]*$",
            max_length=LONGEST_REASON,
            description="Why. They are mailed it with your name, and other organisers see it.",
            examples=["Has left three games without a word."],
        ),
    ]


class JoiningClub(Struct, frozen=True, forbid_unknown_fields=True):
    """Joining a club."""

    link: Annotated[
        str,
        Meta(
            max_length=100,
            description="Where one joins by a link: the last part of its address, which is secret.",
            examples=["mJ0dGhlbXMgcmlkZSBhdCBkYXdu"],
        ),
    ] = ""


class Deciding(Struct, frozen=True, forbid_unknown_fields=True):
    """Deciding about somebody who asks."""

    accept: Annotated[bool, Meta(description="Whether they are let in.")]


class NewLadder(Struct, frozen=True, forbid_unknown_fields=True):
    """A ladder to begin. It keeps these rules."""

    name: Annotated[
        str,
        Meta(pattern=r"\S", max_length=LONGEST_LADDER, description="Its name.", examples=["Free pairing"]),
    ]
    edition: Annotated[str, Meta(description="Of its games.", examples=[DEFAULT])]
    pace: Annotated[
        int, Meta(description=f"Days to answer, one of {', '.join(map(str, PACES))}.", examples=[3])
    ]
    on_time_out: Annotated[
        Literal["claim", "arbiter"],
        Meta(
            description="What follows when they are over: the opponent may claim the win, or an arbiter "
            "decides."
        ),
    ] = "claim"
    season_days: Annotated[
        int,
        Meta(description=f"Days of a season, {SEASONS[0]} to {SEASONS[1]}.", examples=[91]),
    ] = 91
    hours_between: Annotated[
        int,
        Meta(
            description=f"Hours from one round of pairing to the next, {ROUNDS[0]} to {ROUNDS[1]}.",
            examples=[24],
        ),
    ] = 24
    bidding: Annotated[
        bool,
        Meta(
            description="Whether the two players bid for sides in victory points before each game; else "
            "sides are dealt out."
        ),
    ] = False
    format: Annotated[
        Literal["free", "challenge"],
        Meta(description="Who asks for games is paired in rounds, or members challenge each other."),
    ] = "free"
    challenges: Annotated[
        ChallengeTerms, Meta(description="The rules of challenges, where members make them.")
    ] = ChallengeTerms()


class Challenging(Struct, frozen=True, forbid_unknown_fields=True):
    """Challenging somebody."""

    opponent: Annotated[
        str,
        Meta(max_length=40, description="Their `key` on the ranking.", examples=["9c41d07be2a8f635"]),
    ]


class TakingPart(Struct, frozen=True, forbid_unknown_fields=True):
    """Taking part in a ladder."""

    games: Annotated[
        int,
        Meta(ge=0, le=MOST_GAMES, description="How many you want at a time; 0 to pause.", examples=[2]),
    ]


class BidForSide(Struct, frozen=True, forbid_unknown_fields=True):
    """Bidding for a side of a game that a ladder has paired."""

    side: Annotated[Side, Meta(description="The side you want.")]
    points: BidPoints


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


WebhookUrl = Annotated[
    str,
    Meta(
        max_length=LONGEST_URL,
        description="Where to: `https` without a port, at an address of the public internet.",
        examples=["https://hooks.example.org/sekigahara"],
    ),
]
WebhookShape = Annotated[
    Literal["standard", "discord"],
    Meta(description="`standard`: JSON by Standard Webhooks; `discord`: a sentence for a channel."),
]


class WantedClubWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """A webhook of a club, to be made."""

    url: WebhookUrl
    shape: WebhookShape = "standard"
    types: Annotated[
        list[str] | None,
        Meta(description="What it is told of; everything by default.", examples=[["club.game-over"]]),
    ] = None


class WantedWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """A webhook to be made."""

    url: WebhookUrl
    shape: WebhookShape = "standard"
    types: Annotated[
        list[str] | None,
        Meta(description="What it is told of; everything by default.", examples=[["game.your-phase"]]),
    ] = None
    game: Annotated[
        str | None,
        Meta(
            description="The only game it is told of; all that you play by default.", examples=["k7m2p9qrst"]
        ),
    ] = None


class Redelivery(Struct, frozen=True, forbid_unknown_fields=True):
    """Sending a message again."""

    attempts: Annotated[
        int,
        Meta(
            ge=0,
            le=MOST_COUNTED,
            description="The `attempts` that you have seen: where there were more since, nothing is sent.",
        ),
    ]


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing more to say: an empty object, or no body at all."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What you choose for yourself. What is left out stays as it is."""

    name: Annotated[
        Annotated[str, Meta(max_length=LONGEST_NAME)] | UnsetType,
        Meta(description="What others see of you; empty for nameless.", examples=["Chikuzen"]),
    ] = UNSET
    zone: Annotated[
        str | UnsetType,
        Meta(description="The time zone that pages and mails speak of.", examples=["Asia/Tokyo"]),
    ] = UNSET
    bot: Annotated[
        bool | UnsetType,
        Meta(description="Whether a program plays for you, which is shown wherever your name is."),
    ] = UNSET


def body(request: Request) -> bytes:
    """The body as it came; empty where there is none."""
    # Of a request without a body the framework makes an empty form.
    data: Any = request.data
    return data if isinstance(data, bytes) else b""


def decoded(request: Request, wanted: type[Wanted]) -> Wanted:
    """The body as what it should be; no body is an empty object.

    Raises:
        MalformedBody: it is not that.
    """
    try:
        return msgspec.json.decode(body(request) or b"{}", type=wanted)
    except (msgspec.DecodeError, RecursionError) as error:
        raise MalformedBody(str(error)) from None


def several(request: Request) -> list[bytes]:
    """The body as actions, each the very text that was sent: one, or a list of them.

    Whether they are any is for the engine to say.

    Raises:
        MalformedBody: nested too deeply.
    """
    told = body(request)
    if not told.lstrip().startswith(b"["):
        return [told]
    try:
        return [bytes(raw) for raw in msgspec.json.decode(told, type=list[msgspec.Raw])]
    except (msgspec.DecodeError, RecursionError) as error:
        raise MalformedBody(str(error)) from None
