"""Clubs, their members, and rulings of their arbiters."""

from typing import Annotated

from msgspec import Meta, Struct

from accounts import public_keys
from games.api.answers import terms
from games.api.answers.terms import Hold, Moment, Number, Reaction, TimeOutRule
from games.api.shapes.terms import Side
from games.ladders.arbitration.verbs import VERBS
from games.ladders.clubs.invitations import InvitationOutcome

Slug = Annotated[
    str, Meta(description="The club's id in URLs. It never changes.", examples=["friends-of-sekigahara"])
]
ClubName = Annotated[str, Meta(description="Its display name.", examples=["Friends of Sekigahara"])]
Joining = Annotated[
    terms.Joining,
    Meta(
        description="Who may join: anyone, people with the invitation link, or people whom an organiser "
        "accepts."
    ),
]
Role = Annotated[terms.Role, Meta(description="Their role in the club.")]
Private = Annotated[
    bool,
    Meta(
        description="Whether only its members know of the club. It is in no list, and for everyone else it "
        "does not exist, nor do its ladders and games. People join by its link or by invitation."
    ),
]
Members = Annotated[Number, Meta(description="How many members it has.")]


class ClubSummary(Struct, frozen=True):
    """A club in a list."""

    slug: Slug
    name: ClubName
    joining: Joining
    members: Members


class ClubPage(Struct, frozen=True):
    """A page of clubs."""

    clubs: list[ClubSummary]
    next: str | None
    """The URL of the next page; null on the last page."""


class ClubStanding(Struct, frozen=True):
    """Your standing in a club."""

    role: Role | None
    """Your role; null if you are not a member."""
    asked: bool
    """Whether you have asked to join and await a decision."""
    removed: bool
    """Whether you were removed and may not join again."""


class Club(ClubSummary, frozen=True):
    """The public facts about a club."""

    private: Private
    about: str
    """The organisers' description of the club, as plain text."""
    edition: Annotated[str, Meta(examples=["kessen"])]
    """The default edition of its games. `pace`, `on_time_out`, `hold` and `reaction` are defaults too."""
    pace: Annotated[int | None, Meta(examples=[3])]
    """Days per decision; null for no clock."""
    on_time_out: TimeOutRule
    hold: Hold
    reaction: Reaction
    created_at: Moment
    dissolved_at: Moment | None
    """When it was dissolved. A dissolved club has no members. Null while it exists."""
    you: ClubStanding | None
    """Null without a token."""


class ClubMember(public_keys.Identified, frozen=True):
    """A member of a club."""

    id: Annotated[str, Meta(examples=["k7m2p9qrst"], extra_json_schema={"deprecated": True})]
    """The id of the membership. Deprecated: use `key`, also in URLs."""
    name: str
    """Their name; empty if they have not set one."""
    bot: bool
    """Whether they declare that a program plays for them."""
    role: Role
    joined_at: Moment


class ClubMembers(Struct, frozen=True):
    """A page of the members of a club: organisers first, then arbiters, then members; in each group the
    longest-standing first."""

    members: list[ClubMember]
    next: str | None
    """The URL of the next page; null on the last page."""


class ClubRequest(public_keys.Identified, frozen=True):
    """A request to join a club."""

    id: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """Its id in URLs."""
    name: str
    """The name of the applicant; empty if they have not set one."""
    bot: bool
    """Whether they declare that a program plays for them."""
    asked_at: Moment
    accepted: bool | None
    """The decision; null while the request is open."""


class ClubRequests(Struct, frozen=True):
    """A page of open requests, oldest first."""

    requests: list[ClubRequest]
    next: str | None
    """The URL of the next page; null on the last page."""


class InvitedAddress(Struct, frozen=True):
    """What happened to an address that was to be invited."""

    address: str
    outcome: InvitationOutcome
    """`invited`: an email is on its way, unless the person is a member, was removed, or does not want it;
    `already-invited`: within the last two weeks; `invalid-address`; `disposable-address`: it lasts for
    minutes only; `too-many-invitations`: try again tomorrow."""


class InvitedAddresses(Struct, frozen=True):
    """The addresses in the order in which they were given, each once."""

    addresses: list[InvitedAddress]


class ClubAnnouncement(public_keys.Identified, frozen=True):
    """An announcement to the members of a club."""

    id: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """Its id in URLs."""
    title: Annotated[str, Meta(examples=["Club evening on Friday"])]
    """Its title."""
    text: str
    """The text, in Markdown."""
    ladder: str | None
    """The id of the ladder whose players it is for; null for all members."""
    by: str | None
    """The name of its author; null once they have left."""
    at: Moment


class ClubAnnouncements(Struct, frozen=True):
    """A page of the announcements of a club, latest first."""

    announcements: list[ClubAnnouncement]
    next: str | None
    """The URL of the next page; null on the last page."""


RulingKind = Annotated[
    str,
    Meta(
        description="; ".join(f"`{name}`: {verb.meaning}" for name, verb in VERBS.items()) + ".",
        extra_json_schema={"enum": [*VERBS]},
    ),
]


class Ruling(Struct, frozen=True):
    """A ruling of an arbiter, visible to everyone who may see the game."""

    number: Annotated[int, Meta(ge=1)]
    """The number of the ruling in its game, from 1 and without gaps."""
    kind: RulingKind
    side: Side | None
    """The side that gets more time, loses, gets another player or asked the question; otherwise null."""
    told: Annotated[str, Meta(examples=["West loses the game on time."])]
    """The ruling as a sentence for people, in the language of `Accept-Language`."""
    reason: str
    """The arbiter's reason, for both players; may be empty."""
    by: str | None
    """The arbiter's name at that time; null once they have left, and if a rule decided."""
    at: Moment
    chain: str
    """The SHA-256 over the previous ruling and this one, in hexadecimal. Both players receive it by email, so
    nobody can change, add or remove a ruling unnoticed."""


class Question(Struct, frozen=True):
    """Your question to the arbiters."""

    text: Annotated[str, Meta(examples=["May I take the bid back?"])]
    """The question."""
    asked_at: Moment


class Rulings(Struct, frozen=True):
    """The rulings on a game, and your open question."""

    club: Annotated[str | None, Meta(examples=["my-club"])]
    """The club whose arbiters decide; null if the game is not played in a club."""
    whole: bool
    """Whether the record is intact: no ruling was changed, added or removed."""
    decisions: list[Ruling]
    """The rulings, oldest first."""
    question: Question | None
    """Your side's question that nobody has answered yet. Only your side sees it here."""
