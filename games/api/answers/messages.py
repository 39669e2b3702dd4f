"""Messages between the two players of a game."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers.terms import Moment, Version
from games.api.shapes.terms import Side


class Message(Struct, frozen=True):
    """What one player wrote to the other."""

    number: Annotated[int, Meta(ge=1, examples=[1])]
    """Its number in the game, from 1."""
    side: Side
    """Whose player wrote it."""
    text: Annotated[str | None, Meta(examples=["Good luck!"])]
    """Plain text of one or more lines; null for a message that is no longer there."""
    version: Version
    """Your version of the game when it was written."""
    written_at: Moment
    edited_at: Moment | None
    """When it was last changed; null if never."""


class Messages(Struct, frozen=True):
    """The messages of a game that you may read, oldest first."""

    messages: list[Message]
    read: Annotated[int, Meta(ge=0)]
    """The number of the last message that you have read; 0 for none."""
    next: str | None
    """The URL of the messages after these; null if none."""
    muted: bool
    """Whether you have muted your opponent's messages."""
