"""The board as a drawing, from what is printed and what one viewer knows, and from nothing else.

A page has it twice, landscape and portrait; the style sheet shows the one that fits. The classes used here
are styled by `drawing.css`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from html import escape
from typing import NamedTuple

import msgspec
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.drawing import descriptions
from games.drawing.boxes import BOXES_HEIGHT, BOXES_MARGIN, boxes, boxes_corner, boxes_height, boxes_width
from games.drawing.descriptions import View
from games.drawing.labels import ASIDE
from games.drawing.land import land
from games.drawing.layout import TALL, WIDE, Layout, Point, Sheet, layout, outline
from games.drawing.mon import crests, mon
from games.drawing.places import disk_sign, drawn_place, fight_ground, fight_sign
from games.drawing.svg import XMLNS, inks, tag, together
from games.engine import Ruleset
from games.engine.edition_data import Edition, LocationData
from games.engine.side import LABELS
from games.story.names import Names

PlaceLink = Callable[[str], str | None]

PART = 0.44
"""How much of the height of a tall sheet is in sight where it is cut, on the smallest telephones."""
VISIBLE_PARTS = {PART / 2: "xMidYMin slice", 0.5: "xMidYMid slice", 1 - PART / 2: "xMidYMax slice"}
"""The values of preserveAspectRatio, by the middle of the visible part."""
NEAR = 24
"""What must be in sight around a place: its blocks, if not all of its signs."""

REACH = 37
"""How far from its middle a location can be tapped; less than half the room it has."""


def board_svg(
    rules: Ruleset,
    view: View,
    *,
    link: PlaceLink | None = None,
    marked: Collection[str] = (),
    in_part: bool = False,
) -> SafeString:
    """The board for a page: a wide drawing, and a tall one for narrow screens; one of them is shown.

    Args:
        rules: of the game; what is printed is taken from its edition.
        view: what the viewer knows, as `engine.view` says it.
        link: the address a location leads to, or None for one that leads nowhere.
        marked: ids of locations to point out.
        in_part: whether the tall one may be cut to the part around them, by a page that gives it less room.
    """
    drawn = _drawn(rules, view)
    wide = sheet_svg(rules, view, WIDE, link=link, marked=marked, places=drawn)
    tall = sheet_svg(rules, view, TALL, link=link, marked=marked, in_part=in_part, places=drawn)
    return tag("div", wide, tall, class_="board")


def sheet_svg(
    rules: Ruleset,
    view: View,
    sheet: Sheet,
    *,
    link: PlaceLink | None = None,
    marked: Collection[str] = (),
    in_part: bool = False,
    alone: bool = False,
    places: dict[str, _Place] | None = None,
) -> SafeString:
    """The board on one sheet.

    Args:
        rules, view, link, marked: as for `board_svg`.
        sheet: its form.
        in_part: whether it may be cut at its upper and lower end; it is of the class `part` where it may.
        alone: bring along what a page has in files of its own: the inks and the crests.
        places: the locations as they are drawn, where another sheet has drawn them already.
    """
    drawn = layout(rules.edition, sheet)
    label = descriptions.about_board(rules, view)
    height = board_height(rules, drawn)
    part = _part(view, drawn, height, marked) if in_part else None
    return tag(
        "svg",
        tag("style", mark_safe(inks())) if alone else "",  # noqa: S308 - our own file
        all_crests(rules) if alone else "",
        ground(rules.edition, sheet, boxes_height(rules, drawn), inside=alone),
        _roads(rules, view, drawn),
        _under_places(view, drawn, marked),
        *_places(rules, drawn, places or _drawn(rules, view, alone=alone), link).values(),
        _fight(view, drawn, over=True),
        boxes(rules, view, drawn),
        xmlns=XMLNS,
        class_=f"drawing {sheet.id}" if part is None else f"drawing {sheet.id} part",
        viewBox=f"0 0 {drawn.width} {height}",
        preserveAspectRatio=part,
        width=drawn.width if alone else None,
        height=height if alone else None,
        role="img" if link is None else "group",
        aria_label=label,
    )


def moving_parts(rules: Ruleset, view: View, sheet: Sheet) -> dict[str, SafeString]:
    """What changes on a sheet as a game goes on: the locations by their ids, and the boxes beside."""
    drawn = layout(rules.edition, sheet)
    return {**_places(rules, drawn, _drawn(rules, view), None), "boxes": boxes(rules, view, drawn)}


def board_height(rules: Ruleset, drawn: Layout) -> int:
    """Of a sheet with the boxes beside the board."""
    return drawn.height + boxes_height(rules, drawn)


class _Place(NamedTuple):
    """A location as it is drawn.

    Attributes:
        title: its description.
        signs: around its middle.
        names: its name, by the id of the sheet.
        moves: where its middle is, by the id of the sheet, as a transformation.
    """

    title: SafeString
    signs: SafeString
    names: dict[str, SafeString]
    moves: dict[str, str]


def _drawn(rules: Ruleset, view: View, *, alone: bool = False) -> dict[str, _Place]:
    """What does not depend on the sheet, by location."""
    language, combat = get_language(), view["combat"]
    fought = None if combat is None else (combat["location"], combat["siege"])
    rows = view["locations"]
    return {
        location.id: _drawn_location(
            rules,
            location,
            msgspec.json.encode(rows.get(location.id, {})),
            fought if fought is not None and fought[0] == location.id else None,
            alone,
            language,
        )
        for location in rules.edition.locations
    }


@lru_cache(maxsize=4096)
def _drawn_location(
    rules: Ruleset,
    location: LocationData,
    row: bytes,
    fought: tuple[str, bool] | None,
    alone: bool,
    _language: str,
) -> _Place:
    """A location as it was drawn before: most look alike in many games. Without this a board takes twice as
    long (2.8 ms instead of 1.4).

    Args:
        row: its row in the view, as JSON.
        fought: the place of the combat and whether it is a siege, if it is fought here.
    """
    edition, names, place = rules.edition, Names(rules), msgspec.json.decode(row)
    disks = {disk.id: disk_sign(disk.side, is_castle=names.is_castle(disk.id)) for disk in edition.disks}
    keep = place.get("disk", "")
    castle = place.get("castle") or (names.side_of_disk(keep) if names.is_castle(keep) else "")
    combat = None if fought is None else {"location": fought[0], "siege": fought[1]}

    def crest(clan: str, size: int) -> SafeString:
        ground = tag("circle", r=size / 2)
        return tag("g", ground, mon(edition, clan, size, inside=alone), class_="recruiting")

    about = descriptions.about_place(
        names, {"locations": {location.id: place}, "combat": combat}, location.id
    )
    written, moves = {}, {}
    aside = ASIDE if {*LABELS} <= {*place, place.get("besieged")} else 0
    for sheet in (WIDE, TALL):
        drawn = layout(edition, sheet)
        at, name = drawn.places[location.id], drawn.names[location.id]
        x = name.x - at.x + {"start": aside, "middle": 0, "end": -aside}[name.anchor]
        written[sheet.id] = tag(
            "text", name.text, x=x, y=name.y - at.y, text_anchor=name.anchor, class_="name"
        )
        moves[sheet.id] = f"translate({at.x} {at.y})"
    return _Place(tag("title", about), drawn_place(location, place, disks, crest, castle), written, moves)


def _part(view: View, drawn: Layout, height: int, marked: Collection[str]) -> str | None:
    """Where to cut a sheet so that all marked places stay visible; None if they are too far apart.

    Without marked places, the combat stays visible; or else where both sides stand, if that is close
    together; or else the middle.
    """
    places = [at for name, at in drawn.places.items() if name in marked]
    if not places and view["combat"] is not None:
        places = [drawn.places[view["combat"]["location"]]]
    if places:
        return _part_around(places, height)
    contested = [drawn.places[name] for name, row in view["locations"].items() if {*LABELS} <= row.keys()]
    return (_part_around(contested, height) if contested else None) or VISIBLE_PARTS[0.5]


def _part_around(places: list[Point], height: int) -> str | None:
    """Where to cut a sheet of this height so that the places stay visible; None if they are too far apart."""
    first, last = (edge(at.y for at in places) / height for edge in (min, max))
    fitting = [
        middle
        for middle in VISIBLE_PARTS
        if middle - PART / 2 <= first - NEAR / height and last + NEAR / height <= middle + PART / 2
    ]
    return VISIBLE_PARTS[min(fitting, key=lambda middle: abs(first + last - 2 * middle))] if fitting else None


@lru_cache(maxsize=16)
def ground(
    edition: Edition, sheet: Sheet, below: int = 0, *, inside: bool = False, is_bare: bool = False
) -> SafeString:
    """Sea and land, the same in every game of an edition: a print, and a plain form for who likes that more.

    Args:
        below: how much more sea there is under the locations.
        inside: whether the drawing brings the print along.
        is_bare: whether it has nothing but the coast, as in a picture that has to be small.
    """
    drawn = layout(edition, sheet)
    sea = tag("rect", width=drawn.width, height=drawn.height + below, class_="sea")
    printed = land(drawn, inside=inside, is_bare=is_bare)
    if printed and (inside or is_bare):
        return tag("g", sea, printed)
    shape = "M" + "L".join(f"{x} {y}" for x, y in outline(edition, drawn)) + "Z"
    plain = tag("path", d=shape, class_="shore"), tag("path", d=shape, class_="land")
    return tag("g", sea, tag("g", *plain, class_="plain-land" if printed else None), printed)


def _roads(rules: Ruleset, view: View, drawn: Layout) -> SafeString:
    """All roads, and over them those that were used in this phase."""
    used = used_roads(view, drawn, tag("title", _("used in this phase")))
    return tag("g", printed_roads(rules.edition, drawn.sheet), used)


@lru_cache(maxsize=16)
def printed_roads(edition: Edition, sheet: Sheet) -> SafeString:
    """All roads, highways above the others: the same in every game of an edition."""
    drawn = layout(edition, sheet)
    lines: dict[bool, str] = {False: "", True: ""}
    for road in edition.roads:
        lines[road.highway] += _line(drawn, road.a, road.b)
    return together(
        [
            tag("path", d=lines[False], class_="road"),
            tag("path", d=lines[True], class_="highway"),
            tag("path", d=lines[True], class_="highway-middle"),
        ]
    )


def _line(drawn: Layout, a: str, b: str) -> str:
    (x1, y1), (x2, y2) = drawn.places[a], drawn.places[b]
    return f"M{x1} {y1}L{x2} {y2}"


def used_roads(view: View, drawn: Layout, *title: SafeString) -> SafeString:
    """The roads that were used in this phase; empty if none were."""
    used = "".join(_line(drawn, a, b) for a, b in (view["movement"] or {}).get("roads_used", ()))
    return tag("path", *title, d=used, class_="used") if used else SafeString("")


def placed(rules: Ruleset, view: View, drawn: Layout) -> Iterator[tuple[str, Point, SafeString]]:
    """What stands at each location: its id, its middle, and the drawing in its place, without its name."""
    places = _drawn(rules, view, alone=True)
    combat = view["combat"]
    for location in rules.edition.locations:
        at, signs = drawn.places[location.id], places[location.id].signs
        moved = tag("g", signs, class_="place", transform=f"translate({at.x} {at.y})")
        if combat is not None and combat["location"] == location.id:
            moved = together([_fight(view, drawn, over=False), moved, _fight(view, drawn, over=True)])
        yield location.id, at, moved


def beside(rules: Ruleset, view: View, drawn: Layout) -> tuple[SafeString, Point, Point]:
    """The boxes beside the board, and the corners of the part of the sheet where they are."""
    left, top = boxes_corner(drawn)
    content = boxes(rules, view, drawn)
    edge = left - BOXES_MARGIN
    return content, Point(edge, top - 4), Point(edge + boxes_width(drawn), top + BOXES_HEIGHT)


def printed_svg(rules: Ruleset, sheet: Sheet) -> SafeString:
    """A sheet with land, roads and names, and nothing on it, as a small drawing for itself."""
    drawn = layout(rules.edition, sheet)
    height = board_height(rules, drawn)
    names = [
        tag("text", name.text, x=name.x, y=name.y, text_anchor=name.anchor, class_="name")
        for name in drawn.names.values()
    ]
    return tag(
        "svg",
        ground(rules.edition, sheet, boxes_height(rules, drawn), is_bare=True),
        printed_roads(rules.edition, sheet),
        *names,
        xmlns=XMLNS,
        class_=f"drawing {sheet.id}",
        viewBox=f"0 0 {drawn.width} {height}",
        width=drawn.width,
        height=height,
    )


def all_crests(rules: Ruleset) -> SafeString:
    """The crests of the clans that recruit, for a drawing for itself."""
    return crests(sorted({clan for location in rules.edition.locations for clan in location.recruitment}))


def _under_places(view: View, drawn: Layout, marked: Collection[str]) -> SafeString:
    """Signs that are drawn below the locations, so that they cover no names."""
    parts = [
        tag("circle", cx=at.x, cy=at.y, r=39, class_="marked")
        for name, at in drawn.places.items()
        if name in marked
    ]
    return together([*parts, _fight(view, drawn, over=False)])


def _fight(view: View, drawn: Layout, *, over: bool) -> SafeString:
    if view["combat"] is None:
        return SafeString("")
    where = view["combat"]["location"]
    at = drawn.places[where]
    sign = fight_sign(at, drawn.names[where].box) if over else fight_ground()
    return tag("g", sign, transform=f"translate({at.x} {at.y})")


def _places(
    rules: Ruleset, drawn: Layout, places: dict[str, _Place], link: PlaceLink | None
) -> dict[str, SafeString]:
    """By location. Put together from texts, because there are a hundred locations on a page."""
    parts = {}
    roads = _neighbours(rules.edition)
    for location in rules.edition.locations:
        place = places[location.id]
        text = place.names[drawn.sheet.id]
        href = None if link is None else link(location.id)
        if href:
            reach = f'<a href="{escape(href)}">{place.title}{_REACH}{text}{place.signs}</a>'
        else:
            reach = f"<g>{place.title}{text}{place.signs}</g>"
        of = f'class="place" data-location="{location.id}" data-roads="{roads[location.id]}"'
        of += f' transform="{place.moves[drawn.sheet.id]}"'
        parts[location.id] = SafeString(f"<g {of}>{reach}</g>")
    return parts


@lru_cache(maxsize=16)
def _neighbours(edition: Edition) -> dict[str, str]:
    """For each location those at the other ends of its roads, with spaces between."""
    found: dict[str, list[str]] = {location.id: [] for location in edition.locations}
    for road in edition.roads:
        found[road.a].append(road.b)
        found[road.b].append(road.a)
    return {location: " ".join(others) for location, others in found.items()}


_REACH = tag("circle", r=REACH, class_="reach")
