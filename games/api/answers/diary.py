"""The caller's diary of a game."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers.terms import Moment, Number, Version
from games.api.shapes.terms import Side
from games.log.heads import Digits


class Note(Struct, frozen=True):
    """What you wrote in your diary."""

    number: Annotated[int, Meta(ge=1, examples=[1])]
    """Its number in your diary, from 1."""
    text: Annotated[str, Meta(examples=["I hope he takes the bait at Gifu."])]
    """Plain text."""
    version: Version
    """Your version of the game when you wrote it."""
    game_head: str
    """The head of the game that you were shown then, in short; empty for none."""
    head: Annotated[Digits, Meta(description="The head of your diary with this note, in hexadecimal.")]
    written_at: Moment


class DiarySharing(Struct, frozen=True):
    """Who agrees to show both diaries to everyone who can see the game."""

    mine: bool
    """Whether you do."""
    theirs: bool
    """Whether your opponent does. Programs have nothing against it."""
    shown: bool
    """Whether there is a report of the game with both diaries."""


class Diary(Struct, frozen=True):
    """Your diary of a game."""

    notes: list[Note]
    head: Annotated[
        Digits,
        Meta(description="The head of your diary, in hexadecimal. It has one before the first note."),
    ]
    sharing: DiarySharing | None
    """Null while the game is not over, and if your opponent has left the service."""


class ReportLine(Struct, frozen=True):
    """What happened, or what a player wrote then."""

    moment: Number
    """The public's number of the moment, for `moments/`."""
    text: Annotated[str, Meta(examples=["I hope he takes the bait at Gifu."])]
    """Plain text."""
    side: Side | None
    """Whose note it is; null for what happened."""
    written_at: Moment | None
    """When the note was written."""
    game_head: str | None
    """The head of the game that its author was shown, as in a diary."""


class ReportWeek(Struct, frozen=True):
    """A week, or what was written after the end."""

    week: Annotated[Number | None, Meta(examples=[3])]
    """Its number; null after the end."""
    moment: Number
    """The public's number of its last moment."""
    lines: list[ReportLine]
    turning_points: list[str]
    """If the game was analysed; a sentence each."""


class ReportDiary(Struct, frozen=True):
    """The diary of a side, which is shown."""

    side: Side
    first_head: str
    """Its head before the first note, in hexadecimal."""
    head: str
    """Its head, in hexadecimal."""
    fault: Number
    """The number of the first note that is not as it was written; 0 for none."""


class WarReport(Struct, frozen=True):
    """A finished game to be read and kept, with what both players wrote. Sentences are in your language."""

    ending: Annotated[str, Meta(examples=["East won"])]
    """Who won."""
    line: str
    """Who played what, and how it ended."""
    standing: list[str]
    """The score, a sentence each."""
    weeks: list[ReportWeek]
    diaries: list[ReportDiary]
    page: str
    """The URL of its page."""
    markdown: str
    """All of it as Markdown, for forums."""
