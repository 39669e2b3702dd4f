"""The caller's diary of a game."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers.terms import Moment, Number, Version
from games.api.shapes.terms import Side
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


class DiarySharing(Struct, frozen=True):
    """Who agrees to show both diaries to whoever can see the game."""

    mine: Annotated[bool, Meta(description="Whether you do.")]
    theirs: Annotated[bool, Meta(description="Whether your opponent does. Programs have nothing against it.")]
    shown: Annotated[bool, Meta(description="Whether there is a report of the game with both diaries.")]


class Diary(Struct, frozen=True):
    """Your diary of a game."""

    notes: list[Note]
    head: Annotated[
        Digits, Meta(description="The head of your diary, in hexadecimal. It has one before the first note.")
    ]
    sharing: Annotated[
        DiarySharing | None,
        Meta(description="Null while the game is not over, and if your opponent has left the service."),
    ]


class ReportLine(Struct, frozen=True):
    """What happened, or what a player wrote then."""

    moment: Annotated[Number, Meta(description="The public's number of the moment, for `moments/`.")]
    text: Annotated[str, Meta(description="Plain text.", examples=["I hope he takes the bait at Gifu."])]
    side: Annotated[Side | None, Meta(description="Whose note it is; null for what happened.")]
    written_at: Annotated[Moment | None, Meta(description="When the note was written.")]
    game_head: Annotated[
        str | None, Meta(description="The head of the game that its author was shown, as in a diary.")
    ]


class ReportWeek(Struct, frozen=True):
    """A week, or what was written after the end."""

    week: Annotated[Number | None, Meta(description="Its number; null after the end.", examples=[3])]
    moment: Annotated[Number, Meta(description="The public's number of its last moment.")]
    lines: list[ReportLine]
    turning_points: Annotated[list[str], Meta(description="If the game was analysed; a sentence each.")]


class ReportDiary(Struct, frozen=True):
    """The diary of a side, which is shown."""

    side: Side
    first_head: Annotated[str, Meta(description="Its head before the first note, in hexadecimal.")]
    head: Annotated[str, Meta(description="Its head, in hexadecimal.")]
    fault: Annotated[
        Number, Meta(description="The number of the first note that is not as it was written; 0 for none.")
    ]


class WarReport(Struct, frozen=True):
    """A finished game to be read and kept, with what both players wrote. Sentences are in your language."""

    ending: Annotated[str, Meta(description="Who won.", examples=["East won"])]
    line: Annotated[str, Meta(description="Who played what, and how it ended.")]
    standing: Annotated[list[str], Meta(description="The score, a sentence each.")]
    weeks: list[ReportWeek]
    diaries: list[ReportDiary]
    page: Annotated[str, Meta(description="The URL of its page.")]
    markdown: Annotated[str, Meta(description="All of it as Markdown, for forums.")]
