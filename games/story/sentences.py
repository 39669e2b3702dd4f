"""One sentence for each kind of event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.story import fights, marches
from games.story.names import Names

EventView = dict[str, Any]
Writer = Callable[[Names, EventView], str]

SENTENCES: dict[str, Writer] = {**marches.SENTENCES, **fights.SENTENCES}


def sentence(names: Names, event: EventView) -> str:
    """An event as its viewer may know it, in the active language.

    Args:
        event: the result of ``Event.seen_by`` for the viewer; nothing else is known of it.

    Raises:
        KeyError: there is no such kind of event.
    """
    return SENTENCES[event["event"]](names, event)


def deed(names: Names, events: Sequence[EventView]) -> str:
    """A sentence about an action; empty if it has no events.

    Args:
        names: of the edition.
        events: of the action. The first is the action itself, the others are its results.
    """
    return sentence(names, events[0]) if events else ""


def passed() -> str:
    """A sentence for whoever let a deployment stand."""
    return _("You let their deployment stand.")


def undone(names: Names, side: str, count: int) -> str:
    """The sentence that a side took back some of its actions, which the story no longer shows."""
    text = ngettext(
        "%(side)s took back its latest action.", "%(side)s took back its latest %(count)d actions.", count
    )
    return text % {"side": names.side(side), "count": count}
