"""The time zones a person may choose from."""

import functools
import zoneinfo

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REGIONS: dict[str, Promise] = {
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Arctic": _("Arctic"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic"),
    "Australia": _("Australia"),
    "Europe": _("Europe"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific"),
}
"""Other zones of the machine are aliases of these, or belong to no place."""


Zone = tuple[str, str]
ZoneGroup = tuple[str | Promise, list[Zone]]


def zone_named(name: str) -> zoneinfo.ZoneInfo:
    """The zone of a name; UTC if the machine no longer has it."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return zoneinfo.ZoneInfo("UTC")


@functools.cache
def zones_by_region() -> list[ZoneGroup]:
    """Every zone that is named for a place, as value and label under its region."""
    groups: dict[str, list[Zone]] = {region: [] for region in REGIONS}
    for zone in sorted(zoneinfo.available_timezones()):
        region, _slash, place = zone.partition("/")
        if region in groups and place:
            groups[region].append((zone, label(zone)))
    return [(REGIONS[region], zones) for region, zones in groups.items() if zones]


def choices(current: str) -> list[Zone | ZoneGroup]:
    """UTC and all places; first of all the current zone, where it is neither."""
    own = [] if current in known() else [(current, current)]
    return [*own, ("UTC", "UTC"), *zones_by_region()]


@functools.cache
def known() -> frozenset[str]:
    """The zones that everybody is offered."""
    return frozenset(["UTC", *(zone for _region, zones in zones_by_region() for zone, _label in zones)])


def label(zone: str) -> str:
    """A zone's place for people: ``America/Argentina/Buenos_Aires`` is "Argentina, Buenos Aires"."""
    return zone.partition("/")[2].replace("_", " ").replace("/", ", ")
