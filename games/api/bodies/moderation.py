"""Bodies about reports and appeals."""

from typing import Annotated

from msgspec import Meta, Struct

from accounts.models.restriction import LONGEST_WORDS
from games.api.answers.moderation import ReportedFor


class WrittenReport(Struct, frozen=True, forbid_unknown_fields=True):
    """A report of a player."""

    why: ReportedFor
    """What you report the player for."""
    words: Annotated[str, Meta(max_length=LONGEST_WORDS, examples=["They insult me."])]
    """What happened, for those who judge."""
    game: str | None = None
    """The id of a game that you both play or played; null for none."""
    message: Annotated[int, Meta(ge=1)] | None = None
    """The number of the message there that you report; null for none."""


class Appeal(Struct, frozen=True, forbid_unknown_fields=True):
    """What you say against a restriction."""

    words: Annotated[str, Meta(max_length=LONGEST_WORDS, examples=["It was banter."])]
    """Plain text."""
