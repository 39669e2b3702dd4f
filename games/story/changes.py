"""The sentences for one change, including what a story leaves out because its heading says as much."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from games.engine.actions import Bid, Body, Pass
from games.story.chapters import Sentence
from games.story.names import Names
from games.story.sentences import undone


def change(
    names: Names, kind: str, *, side: str | None, action: Body | None, events: Iterable[dict[str, Any]]
) -> list[str]:
    """Everything that happened, a sentence each; there is always one.

    Args:
        kind: ``undo``, or anything else.
        side: who acted.
        action: what they did, where the viewer may know it.
        events: as the viewer sees them. An undo has none, and neither has what only its own side notices.

    Returns:
        For each event a ``Sentence``, which knows where it happened; without events plain text.
    """
    sentences: list[str] = [Sentence.of(names, event) for event in events]
    if sentences or side is None:
        return sentences
    if kind == "undo":
        return [undone(names, side, 1)]
    return [_quiet(action) % {"side": names.side(side)}]


def _quiet(action: Body | None) -> str:
    match action:
        case Bid():
            return _("%(side)s sealed another bid instead.")
        case Pass(rest_of_battle=True):
            return _("%(side)s did not challenge, and will not again in this battle.")
        case _:
            return _("%(side)s did not challenge.")
