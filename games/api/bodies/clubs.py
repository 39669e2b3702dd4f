"""Bodies for founding and running a club."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from accounts.models.person import LONGEST_ADDRESS
from games.api.answers.clubs import Joining as JoiningWay
from games.api.answers.clubs import Private, Role
from games.api.bodies.games import AgreedHold, AgreedReaction
from games.ladders.clubs.invitations import MOST_ADDRESSES
from games.ladders.clubs.name_rules import LONGEST_CLUB_NAME
from games.ladders.models.announcement import LONGEST_ANNOUNCEMENT, LONGEST_TITLE
from games.ladders.models.club import LONGEST_ABOUT, LONGEST_REMOVAL_REASON
from games.models.clocks import HOLD, PACES, REACTION
from games.models.time_out_policy import OnTimeOut
from games.rulebook.editions import DEFAULT

ClubsName = Annotated[
    str,
    Meta(
        pattern=r"\S",
        max_length=LONGEST_CLUB_NAME,
        description="Its display name. It must not look the same as the name of another club.",
        examples=["Friends of Sekigahara"],
    ),
]
About = Annotated[
    str,
    Meta(
        pattern=r"^[^\u0000]*$",
        max_length=LONGEST_ABOUT,
        description="A public description, as plain text. An empty line starts a new paragraph.",
        examples=["We play on Fridays."],
    ),
]
ClubsEdition = Annotated[
    str,
    Meta(
        description="The default edition of its games. `pace`, `on_time_out`, `hold` and "
        "`reaction` are defaults too.",
        examples=[DEFAULT],
    ),
]
ClubsPace = Annotated[
    int | None,
    Meta(
        description=f"Days per decision, one of {', '.join(map(str, PACES))}; null for no clock.",
        examples=[3],
    ),
]
ClubsTimeOut = Annotated[
    OnTimeOut,
    Meta(description="What happens when a player runs out of time. Without a clock it is always `nothing`."),
]


class NewClub(Struct, frozen=True, forbid_unknown_fields=True):
    """A new club."""

    name: ClubsName
    about: About = ""
    joining: JoiningWay = "approval"
    edition: ClubsEdition = DEFAULT
    pace: ClubsPace = None
    on_time_out: ClubsTimeOut = OnTimeOut.NOTHING
    hold: AgreedHold = HOLD
    reaction: AgreedReaction = REACTION
    private: Private = False


class Inviting(Struct, frozen=True, forbid_unknown_fields=True):
    """People to invite to a club."""

    addresses: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=LONGEST_ADDRESS, pattern=r"^[^\u0000]*$")]],
        Meta(min_length=1, max_length=MOST_ADDRESSES, examples=[["ashigaru@example.org"]]),
    ]
    """Their email addresses. Each counts once."""


class ClubChanges(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to a club. Omitted fields stay as they are."""

    name: ClubsName | UnsetType = UNSET
    about: About | UnsetType = UNSET
    joining: JoiningWay | UnsetType = UNSET
    edition: ClubsEdition | UnsetType = UNSET
    pace: ClubsPace | UnsetType = UNSET
    on_time_out: ClubsTimeOut | UnsetType = UNSET
    hold: AgreedHold | UnsetType = UNSET
    reaction: AgreedReaction | UnsetType = UNSET
    private: Private | UnsetType = UNSET


class NewRole(Struct, frozen=True, forbid_unknown_fields=True):
    """A new role for a member of a club."""

    role: Role


class RemovingMember(Struct, frozen=True, forbid_unknown_fields=True):
    """The removal of a member from a club."""

    reason: Annotated[
        str,
        Meta(
            pattern=r"^[^\u0000]*[^\s\u0000][^\u0000]*$",
            max_length=LONGEST_REMOVAL_REASON,
            examples=["Has left three games without a word."],
        ),
    ]
    """The reason. The member receives it by email with your name, and other organisers see it."""


class NewAnnouncement(Struct, frozen=True, forbid_unknown_fields=True):
    """An announcement to the members of a club."""

    title: Annotated[str, Meta(pattern=r"\S", max_length=LONGEST_TITLE, examples=["Club evening on Friday"])]
    """The title, which is the subject of the email."""
    text: Annotated[
        str, Meta(pattern=r"\S", max_length=LONGEST_ANNOUNCEMENT, examples=["We **meet** at eight."])
    ]
    """The text, in Markdown. HTML and pictures are left out."""
    ladder: Annotated[str, Meta(pattern=r"^\w+$")] | None = None
    """The id of the ladder whose players it is for; null for all members."""


class JoiningClub(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to join a club."""

    link: Annotated[str, Meta(max_length=100, examples=["mJ0dGhlbXMgcmlkZSBhdCBkYXdu"])] = ""
    """For clubs joined by invitation link: the secret last part of that link."""


class Deciding(Struct, frozen=True, forbid_unknown_fields=True):
    """The decision on a request to join."""

    accept: bool
    """Whether the applicant becomes a member."""
