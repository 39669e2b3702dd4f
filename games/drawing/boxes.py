"""The boxes beside the board: the weeks, and the blocks in the recruitment and Mori boxes."""

from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.drawing import descriptions
from games.drawing.labels import Box, text_width
from games.drawing.layout import Layout, Sheet, layout
from games.drawing.places import stack
from games.drawing.svg import tag, together
from games.engine import Ruleset
from games.engine.edition_data import MORI_BOX, RECRUITMENT
from games.engine.side import LABELS
from games.story.names import Names

BOXES_WIDTH, BOXES_HEIGHT = 470, 104
BOXES_MARGIN = 20
"""From the edge of the sheet."""
WEEK = 34
"""From one week to the next."""
TILE = 40
"""From one stack to the next."""
REACH = 8
"""How far what can be tapped of a box goes beyond its name."""


def boxes_height(rules: Ruleset, drawn: Layout) -> int:
    """How much the sheet grows at its lower end: nothing where a lower corner is free."""
    return _height(rules, drawn.sheet)


@lru_cache(maxsize=64)
def _height(rules: Ruleset, sheet: Sheet) -> int:
    return 0 if _corner(layout(rules.edition, sheet)) is not None else BOXES_HEIGHT


def boxes_corner(drawn: Layout) -> tuple[int, int]:
    """The upper left of the boxes: in a free corner, or below all else."""
    return _corner(drawn) or (BOXES_MARGIN, drawn.height)


def boxes(rules: Ruleset, view: dict[str, Any], drawn: Layout) -> SafeString:
    """The weeks with the present one marked, the recruitment boxes and the Mori box."""
    counts = tuple(view["sides"][side]["recruitment"] for side in reversed(LABELS))
    return _boxes(rules, drawn.sheet, view["week"], counts, len(view["mori_box"]), get_language())


@lru_cache(maxsize=512)
def _boxes(
    rules: Ruleset, sheet: Sheet, week: int, recruited: tuple[int, ...], mori_box: int, _language: str
) -> SafeString:
    """They look alike in many games, and take 0.3 ms."""
    drawn, names = layout(rules.edition, sheet), Names(rules)
    left, top = boxes_corner(drawn)
    counts = dict(zip(reversed(LABELS), recruited, strict=True))
    row, width = _row(names, _("Recruitment"), counts, drawn.sheet.letter)
    rows = [
        _cartouche(drawn),
        _weeks(rules, week, sheet),
        _key(rules, names, drawn.sheet.letter),
        tag("g", row, class_="box", data_box=RECRUITMENT, transform="translate(0 66)"),
    ]
    if any(place.place == MORI_BOX for place in rules.edition.setup):
        mori, _width = _row(names, _("Mori box"), {"west": mori_box}, drawn.sheet.letter)
        where = {"data_box": MORI_BOX, "data_to": rules.edition.mori.location}
        rows.append(tag("g", mori, class_="box", **where, transform=f"translate({width + 22} 66)"))
    return tag("g", *rows, class_="boxes", transform=f"translate({left} {top})")


def _corner(drawn: Layout) -> tuple[int, int] | None:
    """The upper left of a free corner at the lower end of the sheet."""
    top = drawn.height - BOXES_HEIGHT
    for left in (BOXES_MARGIN, drawn.width - BOXES_WIDTH):
        room = Box(left, top, left + BOXES_WIDTH, drawn.height)
        if not any(room.shared(box) for box in drawn.taken):
            return left, top
    return None


def boxes_width(drawn: Layout) -> int:
    """Of what the boxes stand on: a corner of the sheet, or all of its end."""
    return BOXES_WIDTH if _corner(drawn) else drawn.width


def _cartouche(drawn: Layout) -> SafeString:
    """The paper under the boxes."""
    width = boxes_width(drawn) - 14
    frame = {"x": 7 - BOXES_MARGIN, "y": -1, "width": width, "height": BOXES_HEIGHT - 7}
    inner = {"x": 11 - BOXES_MARGIN, "y": 3, "width": width - 8, "height": BOXES_HEIGHT - 15}
    return tag("g", tag("rect", **frame), tag("rect", **inner, class_="inner"), class_="cartouche")


def _weeks(rules: Ruleset, present: int, sheet: Sheet) -> SafeString:
    """The weeks, and below them a band that turns as leaves do, from the end of summer to bare trees."""
    turning = f"season-{sheet.id}"
    colours = [
        tag("stop", offset=number / 3, class_=leaf)
        for number, leaf in enumerate(("green", "yellow", "red", "bare"))
    ]
    length = (rules.edition.flags.weeks - 1) * WEEK
    parts = [
        tag("linearGradient", *colours, id=turning, class_="season"),
        tag("rect", x=0, y=38, width=length + 28, height=5, fill=f"url(#{turning})"),
    ]
    for week in range(1, rules.edition.flags.weeks + 1):
        style = "week now" if week == present else "week past" if week < present else "week"
        circle = tag("circle", r=14), tag("text", str(week), y=6.5)
        parts.append(tag("g", *circle, class_=style, transform=f"translate({14 + (week - 1) * WEEK} 22)"))
    title = _("Week %(week)d of %(weeks)d") % {"week": present, "weeks": rules.edition.flags.weeks}
    return tag("g", tag("title", title), *parts)


def _key(rules: Ruleset, names: Names, letter: int) -> SafeString:
    """Which side has which colour."""
    parts, x = [], rules.edition.flags.weeks * WEEK + 18
    for side in reversed(LABELS):
        swatch = tag("rect", x=x - 11, y=11, width=22, height=22, class_="face")
        parts.append(tag("g", swatch, class_=f"stack of-{side}"))
        parts.append(tag("text", names.side(side), x=x + 18, y=29, class_="name"))
        x += 44 + round(text_width(names.side(side), letter))
    return together(parts)


def _row(names: Names, label: str, counts: dict[str, int], letter: int) -> tuple[SafeString, float]:
    """A name with stacks behind it, and how wide they are together."""
    width = round(text_width(label, letter)) + 8
    stacks = [
        stack({"count": count}, side, width + 16 + number * TILE)
        for number, (side, count) in enumerate(counts.items())
    ]
    title = tag("title", descriptions.about_box(names, label, counts))
    end = width + len(stacks) * TILE
    area = tag("rect", x=-REACH, y=-22, width=end + REACH, height=44, class_="reach")
    return together([title, area, tag("text", label, y=7, class_="name"), *stacks]), end
