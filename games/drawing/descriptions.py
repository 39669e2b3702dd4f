"""Descriptions of drawings, for screen readers and as tooltips."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Ruleset
from games.engine.side import LABELS
from games.story.names import Names, blocks_counted

View = dict[str, Any]


def about_board(rules: Ruleset, view: View) -> str:
    """A description of the whole drawing in one sentence."""
    values = {"edition": rules.edition.name, "week": view["week"]}
    return _("The board of %(edition)s in week %(week)d") % values


def about_place(names: Names, view: View, location: str) -> str:
    """A description of a location with everything the viewer knows to be there."""
    place = view["locations"].get(location, {})
    parts = [
        *_belongings(names, location, place),
        *(_stack(names, side, place) for side in LABELS if side in place),
    ]
    combat = view["combat"]
    if combat is not None and combat["location"] == location:
        parts.append(_("siege now") if combat["siege"] else _("battle now"))
    name = names.place(location)
    if not parts:
        return name
    return _("%(place)s: %(what)s") % {"place": name, "what": "; ".join(parts)}


def about_box(names: Names, label: str, counts: dict[str, int]) -> str:
    """A description of a box beside the board: how many blocks of each side wait there."""
    parts = [
        _("%(side)s: %(blocks)s") % {"side": names.side(side), "blocks": blocks_counted(count)}
        for side, count in counts.items()
    ]
    return _("%(place)s: %(what)s") % {"place": label, "what": "; ".join(parts)}


def _belongings(names: Names, location: str, place: dict[str, Any]) -> list[str]:
    """Capital, castle, resource location and disk."""
    parts = []
    if capital := names.capital(location):
        parts.append(_("capital of %(side)s") % {"side": names.side(capital)})
    if "castle" in place:
        parts.append(_("castle of %(side)s") % {"side": names.side(place["castle"])})
    if "besieged" in place:
        parts.append(_("besieged"))
    if "resource" in place:
        owner = place["resource"]
        parts.append(
            _("resource location of %(side)s") % {"side": names.side(owner)}
            if owner
            else _("unclaimed resource location")
        )
    if "disk" in place:
        disk = place["disk"]
        parts.append(
            _("disk of %(name)s, a castle of its own") % {"name": names.disk(disk)}
            if names.is_castle(disk)
            else _("disk of %(name)s, in the castle") % {"name": names.disk(disk)}
        )
    return parts


def _stack(names: Names, side: str, place: dict[str, Any]) -> str:
    """A side's blocks: how many, which are known to both sides, how many have moved."""
    force = place[side]
    values = {"side": names.side(side), "blocks": blocks_counted(force["count"])}
    parts = [_("%(side)s: %(blocks)s") % values]
    if "known" in force:
        parts.append(_("known are %(blocks)s") % {"blocks": names.blocks(force["known"])})
    if "spent" in force:
        count = force["spent"]
        parts.append(ngettext("%(count)d has moved", "%(count)d have moved", count) % {"count": count})
    return ", ".join(parts)
