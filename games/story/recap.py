"""What happened since a viewer last looked, shortened to a readable length."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.translation import ngettext

from games.story.chapters import Chapter, Sentence, Storyteller
from games.story.names import Names

MOST = 30
"""The most sentences in a recap, about one screen. A battle has ten to twenty."""


class Recap(NamedTuple):
    """The end of a story.

    Attributes:
        chapters: in order; every one has a sentence.
        left_out: how many sentences before them are left out.
    """

    chapters: list[Chapter]
    left_out: int

    @property
    def note(self) -> str:
        """A note that there was more before; empty if there was not."""
        if not self.left_out:
            return ""
        return ngettext(
            "… and %(count)d thing before that", "… and %(count)d things before that", self.left_out
        ) % {"count": self.left_out}


def latest(
    names: Names,
    events: Iterable[dict[str, Any]],
    *,
    earlier: Iterable[dict[str, Any]] = (),
    most: int = MOST,
) -> Recap:
    """The latest events, in chapters.

    Args:
        events: the events to show, as the viewer sees them.
        earlier: the viewer's events before; they only say which week and turn the story continues in.
        most: how many sentences there may be, at least 1.
    """
    teller = Storyteller(names)
    teller.skip(earlier)
    kept: list[Chapter] = []
    chapters = list(teller.gather(events))
    room = most
    for heading, gathered in reversed(chapters):
        if room <= 0:
            break
        kept.insert(0, Chapter(heading, [Sentence.of(names, event) for event in gathered[-room:]]))
        room -= len(gathered)
    total = sum(len(gathered) for _heading, gathered in chapters)
    return Recap(kept, max(0, total - most))
