"""What a side reads of a location it may go to."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.side import LABELS
from games.story import Names, marks
from games.story.names import blocks_counted
from games.web.answers.asking import Seen


def at_place(names: Names, seen: Seen, place: str) -> str:
    """Whose capital, castle or resource location is there, and how many blocks a side; empty for nothing.

    Args:
        seen: the view of a side.
    """
    here = seen["locations"].get(place, {})
    mine = seen["viewer"]
    told = marks(names, place, here)
    if mine in here:
        told.append(_("%(blocks)s of yours") % {"blocks": blocks_counted(here[mine]["count"])})
    theirs = LABELS[1 - LABELS.index(mine)]
    if theirs in here:
        told.append(_("%(blocks)s of theirs") % {"blocks": blocks_counted(here[theirs]["count"])})
    return ", ".join(told)
