"""How a game ended: the kind of victory in a few words, and the final score."""

from collections.abc import Iterator
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rulebook.editions import UnknownEditionError, edition_ids, ruleset
from games.story.names import Names, listing

VICTORIES: dict[str, Promise] = {
    "points": gettext_lazy("more points"),
    "points-tie": gettext_lazy("even points"),
    "resignation": gettext_lazy("resignation"),
    "time-out": gettext_lazy("time ran out"),
    "adjudication": gettext_lazy("an arbiter's decision"),
    "lesson": gettext_lazy("the end of a lesson"),
}
"""The kinds of victory other than the loss of a leader."""


def victory_in_short(victory: str, edition: str = "") -> str:
    """How a game was won.

    Args:
        victory: the kind of victory, as the game stores it.
        edition: of the game. If it is unknown, the name of a leader is taken from any edition.

    Returns:
        A short phrase; the stored value if no edition knows it.
    """
    if victory in VICTORIES:
        return str(VICTORIES[victory])
    for each in (edition, *edition_ids()):
        try:
            return _("%(leader)s lost") % {"leader": Names(ruleset(each)).leader(victory)}
        except (KeyError, UnknownEditionError):
            continue
    return victory


def standing(names: Names, view: dict[str, Any]) -> Iterator[str]:
    """A line for each side of a finished game: its points, castles, resource locations and disks.

    Args:
        view: of any viewer: all of this is public.
    """
    places: dict[str, dict[str, Any]] = view["locations"]
    disks = view["disks"]
    for side, points in view["result"]["points"].items():
        castles = [names.place(place) for place, row in places.items() if row.get("castle") == side]
        resources = [names.place(place) for place, row in places.items() if row.get("resource") == side]
        own = [names.disk(disk) for disk in disks if names.side_of_disk(disk) == side]
        total = ngettext("%(side)s, %(count)d point", "%(side)s, %(count)d points", points)
        yield _("%(total)s: %(castles)s; %(resources)s; %(disks)s.") % {
            "total": total % {"side": names.side(side), "count": points},
            "castles": _castles(castles),
            "resources": _resources(resources),
            "disks": _disks(own),
        }


def _castles(held: list[str]) -> str:
    if not held:
        return _("no castle")
    text = ngettext("the castle of %(names)s", "the castles of %(names)s", len(held))
    return text % {"names": listing(held)}


def _resources(held: list[str]) -> str:
    if not held:
        return _("no resource location")
    text = ngettext("the resource location %(names)s", "the resource locations %(names)s", len(held))
    return text % {"names": listing(held)}


def _disks(held: list[str]) -> str:
    if not held:
        return _("no disk")
    text = ngettext("the disk of %(names)s", "the disks of %(names)s", len(held))
    return text % {"names": listing(held)}
