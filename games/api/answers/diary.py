"""The caller's diary of a game."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers.terms import Moment, Version
from games.log.heads import Digits


class Note(Struct, frozen=True):
    """What you wrote in your diary."""

    number: Annotated[int, Meta(description="Its number in your diary, from 1.", ge=1, examples=[1])]
    text: Annotated[str, Meta(description="Plain text.", examples=["I hope he takes the bait at Gifu."])]
    version: Annotated[Version, Meta(description="Your version of the game when you wrote it.")]
    game_head: Annotated[
        str, Meta(description="The head of the game that you were shown then, in short; empty for none.")
    ]
    head: Annotated[Digits, Meta(description="The head of your diary with this note, in hexadecimal.")]
    written_at: Moment


class Diary(Struct, frozen=True):
    """Your diary of a game."""

    notes: list[Note]
    head: Annotated[
        Digits, Meta(description="The head of your diary, in hexadecimal. It has one before the first note.")
    ]
