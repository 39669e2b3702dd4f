"""Hints for locations as destinations."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.side import LABELS
from games.story import Names, marks
from games.story.names import blocks_counted
from games.web.answers.form_context import View


def at_place(names: Names, view: View, place: str) -> str:
    """What is at a location: capital, castle or resource, and the number of blocks of each side.

    Args:
        names: of the edition.
        view: of the side that reads it.
        place: the id of the location.

    Returns:
        A list in words; empty if nothing is there.
    """
    here = view["locations"].get(place, {})
    mine = view["viewer"]
    items = marks(names, place, here)
    if mine in here:
        items.append(_("%(blocks)s of yours") % {"blocks": blocks_counted(here[mine]["count"])})
    theirs = LABELS[1 - LABELS.index(mine)]
    if theirs in here:
        items.append(_("%(blocks)s of theirs") % {"blocks": blocks_counted(here[theirs]["count"])})
    return ", ".join(items)
