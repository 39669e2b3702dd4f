"""What is drawn at one location: its castle, the blocks of both sides, and the signs below them.

Everything is drawn around the location's own point and moved into place as a whole.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.safestring import SafeString

from games.drawing.labels import Box
from games.drawing.layout import Point
from games.drawing.svg import tag, together
from games.engine.edition_data import LocationData
from games.engine.side import LABELS

FROM_THE_MIDDLE = 18
"""From the middle to each of two stacks that face one another."""
SIGN = 24
"""From one sign to the next, and the size of one."""
CORNERS = (38, -24), (-38, -24), (38, 26), (-38, 26)
PIPS = 6
"""Known blocks are shown by as many dots, at most."""

EDGE = "M15.6-13.6 19-10.2V15.8A1.2 1.2 0 0 1 17.8 17H-12.2L-15.6 13.6Z"
GRAIN = "M-15-9Q-4-12 5-9.5T15-10M-15-.5Q-6-4 4-.5T15-1.5M-15 9Q-8 6 1 9T15 8"
"""Of the wood of a stack: the two sides that are seen from above, and the lines on its face."""
FOOT = "M-30 20Q-24 12-22 0H22Q24 12 30 20Z"
STONES = "M-26.5 12H-20M20 12H26.5M-23.5 6H-19M19 6H23.5"
PLASTER = "M-11-16V-26H11V-16Z"
ROOF = (
    "M-31-15.5Q-22-12-17-21H17Q22-12 31-15.5Q30-11 24-10H-24Q-30-11-31-15.5Z"
    "M-20-28.5Q-12-26-6-35H6Q12-26 20-28.5Q19-24 15-23.5H-15Q-19-24-20-28.5Z"
)
"""Of a castle: its foot of stone, seen beside the blocks; over them two roofs with a white wall between."""
NARROW = "scale(.72 1)"
"""A castle has less room where an enemy stands in front of it."""
HALL = "M-15 1V-11H15V1Z"
WALL = "M-22-8V22H22V-8"
DOOR = "M-4 1V-4A4 4 0 0 1 4-4V1Z"
"""Of a castle without blocks: its hall and the door. Of one that is besieged: the red line around it."""
FIELDS = "M-10 0H10M0-10V10"
GATE = "M-8-4Q0-2 8-4M-6 0H6M-4-3V7M4-3V7"
SQUARE = "M0-13 13 0 0 13-13 0Z"
KEEP = "M-5 6V0H-7.5L-3-4V-7H3V-4L7.5 0H5V6Z"
PERSON = "M0-7.4A3.4 3.4 0 0 1 0-.6 3.4 3.4 0 0 1 0-7.4ZM-6.2 7C-6.6 2.6-3.8.6 0 .6S6.6 2.6 6.2 7Z"
SWORDS = "M-8 7 7-8M8 7-7-8M-8 2-3 7M8 2 3 7"


def drawn_place(
    location: LocationData,
    place: dict[str, Any],
    disks: Mapping[str, SafeString],
    crest: Callable[[str, int], SafeString],
    castle: str = "",
) -> SafeString:
    """The signs of one location, without its name.

    Args:
        location: as printed.
        place: its row in the view; {} where there is none.
        disks: the sign of each disk, by its id.
        crest: draws the crest of a clan in the middle, in the given size.
        castle: the label of the side whose castle stands there; empty for none. A disk may be one.
    """
    sides = [side for side in reversed(LABELS) if side in place or side == place.get("besieged")]
    # West stands to the left; a castle or disk that is besieged keeps its side's place, defended or not.
    middles: dict[str, int] = dict(
        zip(sides, (-FROM_THE_MIDDLE, FROM_THE_MIDDLE) if len(sides) == 2 else (0,), strict=False)
    )
    parts = []
    if castle:
        drawn = _castle(is_empty=castle not in place)
        moved = " ".join(filter(None, (_moved(middles.get(castle, 0), 0), NARROW if len(sides) == 2 else "")))
        parts.append(tag("g", *drawn, class_=f"castle of-{castle}", transform=moved or None))
    elif not sides:
        parts.append(tag("circle", r=9, class_="spot"))
    parts += [stack(place[side], side, middle) for side, middle in middles.items() if side in place]
    if "besieged" in place:
        parts.append(tag("path", d=WALL, class_="besieged", transform=_moved(middles[place["besieged"]], 0)))
    parts.append(_signs(location, place, disks, crest))
    return tag("g", *parts)


def stack(force: dict[str, Any], side: str, x: float = 0) -> SafeString:
    """Blocks of a side, standing together: their number, dots for known ones, a corner for moved ones."""
    known = min(len(force.get("known", ())), PIPS)
    parts = [
        tag("path", d=EDGE, class_="edge"),
        tag("rect", x=-16, y=-14, width=32, height=28, rx=1.5, class_="face"),
        tag("path", d=GRAIN, class_="grain"),
        tag("text", str(force["count"]), y=5 if known else 8, class_="count"),
    ]
    parts += [
        tag("circle", cx=(2 * dot - known + 1) * 2.5, cy=10, r=1.7, class_="pip") for dot in range(known)
    ]
    if "spent" in force:
        parts.append(tag("path", d="M5-14H16V-3Z", class_="spent"))
    return tag("g", *parts, class_=f"stack of-{side}", transform=_moved(x, 0))


def disk_sign(side: str, *, is_castle: bool) -> SafeString:
    """A disk.

    Args:
        side: whose it is.
        is_castle: whether it is a castle of its own (a keep in a ring), or somebody who is in the castle
            there (a person on a full disk).
    """
    if is_castle:
        return _coin(KEEP, f"disk keep of-{side}")
    return _coin(PERSON, f"disk person of-{side}")


def fight_ground() -> SafeString:
    """What lies under the blocks where a combat is being fought."""
    return tag("circle", r=41, class_="fight")


def fight_sign(at: Point, name: Box) -> SafeString:
    """Crossed swords over the blocks of a combat.

    Args:
        at: where its location is drawn.
        name: where the name of that location is written, which the swords must not cover.
    """

    def covered(corner: tuple[int, int]) -> float:
        x, y = at.x + corner[0], at.y + corner[1]
        return Box(x - 14, y - 14, x + 14, y + 14).shared(name)

    x, y = min(CORNERS, key=covered)
    return tag("g", tag("circle", r=12), tag("path", d=SWORDS), class_="swords", transform=_moved(x, y))


def _castle(*, is_empty: bool) -> tuple[SafeString, ...]:
    """A castle, with a front where no blocks of its side hide it."""
    front = (tag("path", d=HALL, class_="plaster"), tag("path", d=DOOR, class_="door")) if is_empty else ()
    foot = tag("path", d=FOOT, class_="foot"), tag("path", d=STONES, class_="stones")
    return *foot, *front, tag("path", d=PLASTER, class_="plaster"), tag("path", d=ROOF, class_="roof")


def _signs(
    location: LocationData,
    place: dict[str, Any],
    disks: Mapping[str, SafeString],
    crest: Callable[[str, int], SafeString],
) -> SafeString:
    """Capital, resource location, disk and recruiting clans, in a row below."""
    signs = []
    if location.capital is not None:
        gate = tag("path", d=SQUARE, class_="ground"), tag("path", d=GATE, class_="gate")
        signs.append(tag("g", *gate, class_=f"capital of-{location.capital}"))
    if "resource" in place:
        signs.append(_coin(FIELDS, f"resource of-{place['resource'] or 'nobody'}"))
    if "disk" in place:
        signs.append(disks[place["disk"]])
    signs += [crest(clan, SIGN) for clan in location.recruitment]
    first = -(len(signs) - 1) / 2 * SIGN
    row = [tag("g", sign, transform=_moved(first + at * SIGN, 28)) for at, sign in enumerate(signs)]
    return together(row)


def _coin(art: str, of: str) -> SafeString:
    return tag("g", tag("circle", r=10), tag("path", d=art), class_=of)


def _moved(x: float, y: float) -> str | None:
    return f"translate({x:g} {y:g})" if x or y else None
