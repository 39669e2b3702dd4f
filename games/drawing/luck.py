"""A chart of luck by week: for each side a bar up or down, on a band as far as is usual."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.drawing.svg import chart, tag, together

WIDTH, HEIGHT = 300, 190
LEFT, TOP, BOTTOM = 26.0, 10.0, 160.0
LEAST = 1.0
"""The chart reaches at least so many castles up and down, so that little luck looks little."""
BAND = 0.38
"""The width of a band, as a part of its week's."""
BAR = 0.6
"""The width of a bar, as a part of its band's."""


class LuckBar(NamedTuple):
    """The luck of a side in a week, in castles, and what is usual."""

    castles: float
    usual: float


class LuckWeek(NamedTuple):
    """A week with its label, and the bars of the sides; None for one that drew nothing."""

    label: str
    east: LuckBar | None
    west: LuckBar | None


def luck_chart(weeks: Sequence[LuckWeek], *, title: str, described: str) -> SafeString:
    """The chart as SVG.

    Args:
        weeks: in order; one at least.
        title: what it is called.
        described: a description for screen readers.
    """
    bars = [bar for week in weeks for bar in (week.east, week.west) if bar is not None]
    most = max([LEAST, *(max(abs(bar.castles), bar.usual) for bar in bars)])
    step = (WIDTH - LEFT) / len(weeks)
    drawn = [_scale(most)]
    for place, week in enumerate(weeks):
        middle = LEFT + (place + 0.5) * step
        for bar, ink, shift in ((week.east, "east", -1), (week.west, "west", 1)):
            if bar is not None:
                drawn.append(_bar(bar, ink, middle + shift * step * BAND / 2, step * BAND, most))
        drawn.append(tag("text", week.label, x=middle, y=HEIGHT - 8, text_anchor="middle"))
    zero = _y(0, most)
    drawn.append(tag("line", x1=LEFT, x2=WIDTH, y1=zero, y2=zero, class_="foot"))
    return chart(drawn, (WIDTH, HEIGHT), name="luck", title=title, described=described, class_="chart bars")


def _y(castles: float, most: float) -> float:
    """Where a number of castles is, from the top."""
    return (TOP + BOTTOM) / 2 - castles / most * (BOTTOM - TOP) / 2


def _scale(most: float) -> SafeString:
    """Lines across at the whole castles on which the chart has room for a number."""
    step = max(1, round(most / 2))
    lines = []
    for castles in range(-int(most // step) * step, int(most) + 1, step):
        y = _y(castles, most)
        sign = "+" if castles > 0 else "\N{MINUS SIGN}" if castles < 0 else ""
        lines.append(tag("line", x1=LEFT, x2=WIDTH, y1=y, y2=y, class_="grid"))
        lines.append(tag("text", f"{sign}{abs(castles)}", x=LEFT - 4, y=y + 5, text_anchor="end"))
    return together(lines)


def _bar(bar: LuckBar, ink: str, x: float, width: float, most: float) -> SafeString:
    top, foot = sorted((_y(bar.castles, most), _y(0, most)))
    high, low = _y(bar.usual, most), _y(-bar.usual, most)
    return together(
        [
            tag("rect", x=x - width / 2, y=high, width=width, height=low - high, class_="usual"),
            tag(
                "rect", x=x - width * BAR / 2, y=top, width=width * BAR, height=max(foot - top, 1), class_=ink
            ),
        ]
    )
