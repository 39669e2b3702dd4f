"""Reports of people, and restrictions by moderators."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.terms import Moment

ReportedFor = Literal["message", "name", "behaviour"]
Restricted = Literal["messages", "challenges", "sign-ups"]


class Report(Struct, frozen=True):
    """A report of yours. What is decided is told only to those who judge."""

    why: ReportedFor
    """What you report the player for."""
    words: Annotated[str, Meta(examples=["They insult me."])]
    """What you wrote."""
    reported_at: Moment
    decided: bool
    """Whether it was decided."""


class Restriction(Struct, frozen=True):
    """What a moderator keeps you from."""

    key: Annotated[str, Meta(examples=["5be0a34f91c2"])]
    """Its name in addresses."""
    what: Restricted
    """`messages`: to write to opponents; `challenges`: to challenge people and offer games; `sign-ups`: to
    join open games, clubs, ladders and seasons."""
    reason: Annotated[str, Meta(examples=["Insults in two games."])]
    """The moderator's words."""
    begun_at: Moment
    ends_at: Moment
    in_force: bool
    """Whether it has neither ended nor been lifted."""
    appeal: str | None
    """What you said against it; null for nothing."""
    answer: str | None
    """What was answered to your appeal; null for nothing yet."""


class Restrictions(Struct, frozen=True):
    """Your restrictions, the latest first."""

    restrictions: list[Restriction]
