"""Founding and running a club."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from games.api.answers.clubs import Joining as JoiningWay
from games.api.answers.clubs import Role
from games.api.answers.terms import OnTimeOut
from games.ladders.clubs.name_rules import LONGEST_NAME as LONGEST_CLUB
from games.ladders.models.club import LONGEST_ABOUT
from games.ladders.models.removal import LONGEST_REASON
from games.models.game import PACES
from games.rulebook.editions import DEFAULT

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
