"""How the recorded games ended: facts read off their stories, by hand.

Castles, resource locations and disks of either side are as the last lines of a story list them.
"""

from __future__ import annotations

from typing import NamedTuple


class Holding(NamedTuple):
    """What a side has at the end, and what it is worth."""

    castles: int
    resources: int
    disks: int
    points: int


class End(NamedTuple):
    """How a game ended.

    Attributes:
        how: the event that ended it, and where; nothing where the points were counted.
        actions: what the players did in it, draws not counted.
    """

    winner: str
    victory: str
    how: tuple[str, str] | None
    east: Holding
    west: Holding
    week: int
    actions: int


ENDS = {
    "ashigaru-1": End("east", "points", None, Holding(5, 9, 1, 21), Holding(4, 0, 1, 10), 8, 338),
    "ashigaru-2": End("west", "points", None, Holding(3, 7, 1, 15), Holding(6, 2, 1, 16), 8, 296),
    "ashigaru-3": End(
        "east", "hideyori", ("castle-fell", "osaka"), Holding(5, 9, 1, 21), Holding(4, 0, 0, 8), 7, 358
    ),
    "gmt-2011-hideyori-captured": End(
        "east", "hideyori", ("castle-fell", "osaka"), Holding(4, 7, 0, 15), Holding(5, 2, 1, 12), 4, 201
    ),
    "gmt-2011-ieyasu-overrun": End(
        "west", "ieyasu", ("overrun", "hamamatsu"), Holding(3, 4, 0, 10), Holding(6, 4, 2, 16), 4, 200
    ),
    "gmt-2011-ieyasu-slain-in-battle": End(
        "west", "ieyasu", ("blocks-lost", "hakone"), Holding(2, 3, 0, 7), Holding(7, 6, 1, 20), 4, 168
    ),
    "gmt-2011-ieyasu-slain-in-siege": End(
        "west", "ieyasu", ("castle-fell", "gifu"), Holding(6, 5, 0, 17), Holding(3, 4, 1, 10), 5, 199
    ),
    "gmt-2011-ishida-mitsunari-overrun": End(
        "east",
        "ishida-mitsunari",
        ("overrun", "wakayama"),
        Holding(5, 5, 0, 15),
        Holding(4, 2, 2, 10),
        3,
        127,
    ),
    "gmt-2011-ishida-mitsunari-slain-in-battle": End(
        "east",
        "ishida-mitsunari",
        ("blocks-lost", "kyoto"),
        Holding(5, 8, 0, 18),
        Holding(4, 1, 1, 9),
        6,
        293,
    ),
    "gmt-2011-ishida-mitsunari-slain-in-siege": End(
        "east",
        "ishida-mitsunari",
        ("castle-fell", "miyazu"),
        Holding(5, 5, 0, 15),
        Holding(4, 4, 1, 12),
        6,
        228,
    ),
    "gmt-2011-points-for-east": End(
        "east", "points", None, Holding(7, 6, 0, 20), Holding(2, 3, 1, 7), 7, 223
    ),
    "gmt-2011-points-for-west": End(
        "west", "points", None, Holding(3, 3, 0, 9), Holding(6, 6, 1, 18), 7, 218
    ),
    "gmt-2011-points-tied": End(
        "west", "points-tie", None, Holding(3, 7, 0, 13), Holding(6, 1, 1, 13), 7, 242
    ),
    "gmt-2016-hideyori-captured": End(
        "east", "hideyori", ("castle-fell", "osaka"), Holding(2, 5, 0, 9), Holding(7, 4, 0, 18), 5, 282
    ),
    "gmt-2016-ieyasu-overrun": End(
        "west", "ieyasu", ("overrun", "arato"), Holding(2, 5, 0, 9), Holding(7, 4, 2, 18), 3, 131
    ),
    "gmt-2016-ieyasu-slain-in-battle": End(
        "west", "ieyasu", ("blocks-lost", "saku"), Holding(4, 3, 0, 11), Holding(5, 4, 1, 14), 3, 131
    ),
    "gmt-2016-ieyasu-slain-in-siege": End(
        "west", "ieyasu", ("castle-fell", "hakone"), Holding(4, 5, 0, 13), Holding(5, 4, 2, 14), 4, 131
    ),
    "gmt-2016-ishida-mitsunari-overrun": End(
        "east", "ishida-mitsunari", ("overrun", "wakayama"), Holding(6, 6, 0, 18), Holding(3, 3, 1, 9), 6, 310
    ),
    "gmt-2016-ishida-mitsunari-slain-in-battle": End(
        "east",
        "ishida-mitsunari",
        ("blocks-lost", "gifu"),
        Holding(4, 4, 0, 12),
        Holding(5, 4, 1, 14),
        4,
        149,
    ),
    "gmt-2016-ishida-mitsunari-slain-in-siege": End(
        "east",
        "ishida-mitsunari",
        ("castle-fell", "miyazu"),
        Holding(5, 5, 0, 15),
        Holding(4, 4, 2, 12),
        4,
        184,
    ),
    "gmt-2016-points-for-east": End(
        "east", "points", None, Holding(4, 8, 0, 16), Holding(5, 1, 2, 11), 7, 244
    ),
    "gmt-2016-points-for-west": End(
        "west", "points", None, Holding(3, 7, 0, 13), Holding(6, 2, 1, 14), 7, 221
    ),
    "gmt-2016-points-tied": End(
        "west", "points-tie", None, Holding(5, 3, 0, 13), Holding(4, 5, 1, 13), 7, 254
    ),
    "hideyori-captured": End(
        "east", "hideyori", ("castle-fell", "osaka"), Holding(2, 5, 1, 11), Holding(7, 4, 0, 18), 4, 156
    ),
    "ieyasu-overrun": End(
        "west", "ieyasu", ("overrun", "okazaki"), Holding(4, 9, 2, 21), Holding(5, 0, 1, 12), 3, 140
    ),
    "ieyasu-slain-in-battle": End(
        "west", "ieyasu", ("blocks-lost", "iwamura"), Holding(4, 7, 1, 17), Holding(5, 2, 1, 14), 2, 128
    ),
    "ieyasu-slain-in-siege": End(
        "west", "ieyasu", ("castle-fell", "gifu"), Holding(4, 4, 1, 14), Holding(5, 5, 1, 17), 5, 263
    ),
    "manual-hideyori-captured": End(
        "east", "hideyori", ("castle-fell", "osaka"), Holding(6, 5, 1, 19), Holding(3, 3, 0, 9), 4, 176
    ),
    "manual-ieyasu-overrun": End(
        "west", "ieyasu", ("overrun", "okazaki"), Holding(4, 9, 2, 21), Holding(5, 0, 1, 12), 3, 138
    ),
    "manual-ieyasu-slain-in-battle": End(
        "west", "ieyasu", ("blocks-lost", "saku"), Holding(3, 5, 1, 13), Holding(6, 4, 1, 18), 6, 252
    ),
    "manual-ieyasu-slain-in-siege": End(
        "west", "ieyasu", ("castle-fell", "gifu"), Holding(4, 6, 1, 16), Holding(5, 3, 1, 15), 6, 295
    ),
    "manual-ishida-mitsunari-overrun": End(
        "east", "ishida-mitsunari", ("overrun", "kyoto"), Holding(5, 5, 2, 19), Holding(4, 4, 1, 14), 2, 126
    ),
    "manual-ishida-mitsunari-slain-in-battle": End(
        "east",
        "ishida-mitsunari",
        ("blocks-lost", "tanabe"),
        Holding(5, 4, 1, 16),
        Holding(4, 4, 1, 14),
        4,
        131,
    ),
    "manual-ishida-mitsunari-slain-in-siege": End(
        "east",
        "ishida-mitsunari",
        ("castle-fell", "tanabe"),
        Holding(5, 5, 1, 17),
        Holding(4, 2, 1, 12),
        4,
        132,
    ),
    "manual-points-for-east": End("east", "points", None, Holding(4, 6, 1, 16), Holding(5, 3, 1, 15), 8, 261),
    "manual-points-for-west": End("west", "points", None, Holding(2, 6, 1, 12), Holding(7, 3, 1, 19), 8, 278),
    "manual-points-tied": End("west", "points-tie", None, Holding(4, 1, 2, 13), Holding(5, 1, 1, 13), 8, 122),
    "points-for-east": End("east", "points", None, Holding(5, 6, 1, 18), Holding(4, 3, 1, 13), 8, 279),
    "points-for-west": End("west", "points", None, Holding(4, 4, 1, 14), Holding(5, 4, 1, 16), 8, 281),
    "points-tied": End("west", "points-tie", None, Holding(4, 4, 2, 16), Holding(5, 4, 1, 16), 8, 132),
    "revision-2": End("east", "points", None, Holding(6, 4, 2, 20), Holding(3, 5, 1, 13), 8, 344),
    "gmt-2011-revision-2": End("east", "points", None, Holding(5, 7, 0, 17), Holding(4, 2, 1, 10), 7, 290),
    "gmt-2016-revision-2": End("east", "points", None, Holding(5, 5, 0, 15), Holding(4, 4, 2, 12), 7, 317),
    "manual-revision-2": End("west", "points", None, Holding(3, 2, 1, 10), Holding(6, 7, 1, 21), 8, 339),
}
"""By the name of the game."""
