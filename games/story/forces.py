"""A table of both sides' blocks: by name as far as the viewer knows them, otherwise by number."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine.edition_data import MORI_BOX, RECRUITMENT
from games.engine.side import LABELS
from games.story.names import Names, Seen, blocks_counted
from games.story.situation import marks


class Forces(NamedTuple):
    """The blocks of both sides in one place, as a row of a table.

    Attributes:
        place: the name of a location, or of what is beside the board.
        marks: what else is there: capital, castle, resource location, disk, siege.
        east, west: their blocks in words; empty where there are none.
    """

    place: str
    marks: list[str]
    east: str
    west: str


def secrets(seen: Seen, label: str) -> Seen | None:
    """A side's own secrets as far as they are in a view: in its own, and in the referee's."""
    if seen["viewer"] == "referee":
        found: Seen = seen["secrets"][label]
        return found
    return seen["mine"] if seen["viewer"] == label else None


def forces(names: Names, seen: Seen) -> list[Forces]:
    """Every place with blocks, in the order of the board, then the boxes and what is lost.

    Args:
        seen: the view of anybody.
    """
    located = [
        Forces(
            names.place(name),
            marks(names, name, place),
            *(_force(names, place.get(label)) for label in LABELS),
        )
        for name, place in seen["locations"].items()
        if any(label in place for label in LABELS)
    ]
    return located + [row for row in _beside(names, seen) if row.east or row.west]


def _force(names: Names, force: Seen | None) -> str:
    if force is None:
        return ""
    if "blocks" in force:
        return names.blocks(force["blocks"])
    counted = blocks_counted(force["count"])
    if "known" not in force:
        return counted
    return _("%(blocks)s, known: %(known)s") % {"blocks": counted, "known": names.blocks(force["known"])}


def _beside(names: Names, seen: Seen) -> Iterator[Forces]:
    """The blocks beside the board. The bag is included only if the viewer knows its contents."""
    yield Forces(capfirst(names.place(RECRUITMENT)), [], *(_boxed(names, seen, label) for label in LABELS))
    yield Forces(capfirst(names.place(MORI_BOX)), [], "", names.blocks(seen["mori_box"]))
    bags = [names.blocks((secrets(seen, label) or {}).get("bag", ())) for label in LABELS]
    yield Forces(_("The bag"), [], *bags)
    yield Forces(_("Lost"), [], *(names.blocks(seen["sides"][label]["lost"]) for label in LABELS))


def _boxed(names: Names, seen: Seen, label: str) -> str:
    own, count = secrets(seen, label), seen["sides"][label]["recruitment"]
    if own is not None:
        return names.blocks(own["recruitment"])
    return blocks_counted(count) if count else ""
