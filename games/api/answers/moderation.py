"""Reports of people, and restrictions by moderators."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.terms import Moment

ReportedFor = Literal["message", "name", "behaviour"]
Restricted = Literal["messages", "challenges", "sign-ups"]


class Report(Struct, frozen=True):
    """A report of yours. What is decided is told only to those who judge."""

    why: Annotated[ReportedFor, Meta(description="What you report the player for.")]
    words: Annotated[str, Meta(description="What you wrote.", examples=["They insult me."])]
    reported_at: Moment
    decided: Annotated[bool, Meta(description="Whether it was decided.")]


class Restriction(Struct, frozen=True):
    """What a moderator keeps you from."""

    key: Annotated[str, Meta(description="Its name in addresses.", examples=["5be0a34f91c2"])]
    what: Annotated[
        Restricted,
        Meta(
            description="`messages`: to write to opponents; `challenges`: to challenge people and offer "
            "games; `sign-ups`: to join open games, clubs, ladders and seasons."
        ),
    ]
    reason: Annotated[str, Meta(description="The moderator's words.", examples=["Insults in two games."])]
    begun_at: Moment
    ends_at: Moment
    in_force: Annotated[bool, Meta(description="Whether it has neither ended nor been lifted.")]
    appeal: Annotated[str | None, Meta(description="What you said against it; null for nothing.")]
    answer: Annotated[str | None, Meta(description="What was answered to your appeal; null for nothing yet.")]


class Restrictions(Struct, frozen=True):
    """Your restrictions, the latest first."""

    restrictions: list[Restriction]
