"""Bodies about reports and appeals."""

from typing import Annotated

from msgspec import Meta, Struct

from accounts.models.restriction import LONGEST_WORDS
from games.api.answers.moderation import ReportedFor


class WrittenReport(Struct, frozen=True, forbid_unknown_fields=True):
    """A report of a player."""

    why: Annotated[ReportedFor, Meta(description="What you report the player for.")]
    words: Annotated[
        str,
        Meta(
            max_length=LONGEST_WORDS,
            description="What happened, for those who judge.",
            examples=["They insult me."],
        ),
    ]
    game: Annotated[
        str | None, Meta(description="The id of a game that you both play or played; null for none.")
    ] = None
    message: Annotated[
        Annotated[int, Meta(ge=1)] | None,
        Meta(description="The number of the message there that you report; null for none."),
    ] = None


class Appeal(Struct, frozen=True, forbid_unknown_fields=True):
    """What you say against a restriction."""

    words: Annotated[
        str, Meta(max_length=LONGEST_WORDS, description="Plain text.", examples=["It was banter."])
    ]
