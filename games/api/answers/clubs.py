"""Clubs, and who is in them."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers import terms
from games.api.answers.terms import Moment, Number, OnTimeOut

Slug = Annotated[
    str, Meta(description="Its name in addresses, which it keeps.", examples=["friends-of-sekigahara"])
]
ClubName = Annotated[str, Meta(description="As people call it.", examples=["Friends of Sekigahara"])]
Joining = Annotated[
    terms.Joining,
    Meta(description="Who may join: anybody, people who have its link, or people whom organisers let in."),
]
Role = Annotated[terms.Role, Meta(description="What somebody may do in the club.")]
Members = Annotated[Number, Meta(description="How many people are in it.")]


class ClubSummary(Struct, frozen=True):
    """A club in a list."""

    slug: Slug
    name: ClubName
    joining: Joining
    members: Members


class ClubPage(Struct, frozen=True):
    """Some clubs of the list."""

    clubs: list[ClubSummary]
    next: Annotated[str | None, Meta(description="The address of the next page; null on the last one.")]


class ClubStanding(Struct, frozen=True):
    """What you are in a club."""

    role: Annotated[Role | None, Meta(description="Null where you are no member.")]
    asked: Annotated[bool, Meta(description="Whether you asked to join, and nobody has decided yet.")]
    removed: Annotated[bool, Meta(description="Whether you were removed, and may not join again.")]


class Club(ClubSummary, frozen=True):
    """What everybody may know of a club."""

    about: Annotated[str, Meta(description="What its organisers say of it: plain text.")]
    edition: Annotated[
        str,
        Meta(
            description="Of games made in it, if nobody chooses otherwise, as `pace` and `on_time_out` are.",
            examples=["kessen"],
        ),
    ]
    pace: Annotated[int | None, Meta(description="Days to answer; null for no clock.", examples=[3])]
    on_time_out: Annotated[
        OnTimeOut,
        Meta(description="What follows when somebody does not answer in time."),
    ]
    created_at: Moment
    dissolved_at: Annotated[
        Moment | None, Meta(description="Since when nobody is in it or joins; null while it goes on.")
    ]
    you: Annotated[ClubStanding | None, Meta(description="Null without a token.")]


class ClubMember(Struct, frozen=True):
    """Somebody who is in a club."""

    id: Annotated[str, Meta(description="Of the membership.", examples=["k7m2p9qrst"])]
    name: Annotated[str, Meta(description="Their name; empty for a person who has chosen none.")]
    bot: Annotated[bool, Meta(description="Whether they say that a program plays for them.")]
    role: Role
    joined_at: Moment


class ClubMembers(Struct, frozen=True):
    """Some members of a club: organisers first, then arbiters, and of each who is in it longest."""

    members: list[ClubMember]
    next: Annotated[str | None, Meta(description="The address of the next page; null on the last one.")]


class ClubRequest(Struct, frozen=True):
    """Somebody asks to join a club."""

    id: Annotated[str, Meta(description="Its name in addresses.", examples=["k7m2p9qrst"])]
    name: Annotated[str, Meta(description="Who asks; empty for a person who has chosen no name.")]
    bot: Annotated[bool, Meta(description="Whether they say that a program plays for them.")]
    asked_at: Moment
    accepted: Annotated[bool | None, Meta(description="What was decided; null while nobody has.")]


class ClubRequests(Struct, frozen=True):
    """Some requests that wait to be decided, the longest waiting first."""

    requests: list[ClubRequest]
    next: Annotated[str | None, Meta(description="The address of the next page; null on the last one.")]
