"""How the war stands: what each side's points are made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.story.names import Names, listing


def standing(names: Names, view: dict[str, Any]) -> Iterator[str]:
    """A line for each side of a finished game: its points, castles, resource locations and disks.

    Args:
        view: of any viewer: all of this is public.
    """
    places: dict[str, dict[str, Any]] = view["locations"]
    disks = view["disks"]
    for side, points in view["result"]["points"].items():
        castles = [names.place(place) for place, told in places.items() if told.get("castle") == side]
        resources = [names.place(place) for place, told in places.items() if told.get("resource") == side]
        own = [names.disk(disk) for disk in disks if names.side_of_disk(disk) == side]
        total = ngettext("%(side)s, %(count)d point", "%(side)s, %(count)d points", points)
        yield _("%(total)s: %(castles)s; %(resources)s; %(disks)s.") % {
            "total": total % {"side": names.side(side), "count": points},
            "castles": _of(castles, _("the castles of %(names)s"), _("no castle")),
            "resources": _of(resources, _("the resource locations %(names)s"), _("no resource location")),
            "disks": _of(own, _("the disks of %(names)s"), _("no disk")),
        }


def _of(items: list[str], text: str, nothing: str) -> str:
    return text % {"names": listing(items)} if items else nothing
