"""Bars: charts of counts, columns side by side, a share with its interval, and the impact in a combat.

Each chart has a description in words; the page has the same numbers in a table.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games.drawing.svg import chart, tag, together
from games.rule_numbers import IMPACT_PER_BLOCK

BARS = "chart bars"
"""The class of the charts."""
CHART_WIDTH = 300
ROW, BAR = 36, 12
"""From one bar to the next, and the height of one."""
COLUMNS = 150
"""The height of the tallest column."""
WHOLE = 1000
IMPACT_UNIT, IMPACT_HEIGHT = 10, 18
LEAST_IMPACT_SHOWN = 3 * IMPACT_PER_BLOCK
"""The impact that the bar has room for at least. More makes it finer."""


class BarPart(NamedTuple):
    """A part of a bar: how many, and the class that inks it."""

    number: int
    ink: str


class Bar(NamedTuple):
    """A row of a chart.

    Attributes:
        label: what is counted.
        text: the count in words, at the other end.
        parts: of the bar, from the left.
    """

    label: str
    text: str
    parts: tuple[BarPart, ...]

    @property
    def length(self) -> int:
        """All parts together."""
        return sum(part.number for part in self.parts)


class Column(NamedTuple):
    """A column of a chart, with the label below it."""

    label: str
    number: int


class Share(NamedTuple):
    """A part of a whole with its interval, in thousandths."""

    share: int
    low: int
    high: int


def bar_chart(bars: Sequence[Bar], *, name: str, title: str, described: str) -> SafeString:
    """Bars, the longest as long as the drawing is wide.

    Args:
        name: of the chart among those of the page.
        title: what it is called.
        described: a description for screen readers.
    """
    most = max((bar.length for bar in bars), default=0) or 1
    drawn = [_bar(bar, number * ROW, most) for number, bar in enumerate(bars)]
    return chart(
        drawn, (CHART_WIDTH, len(bars) * ROW), name=name, title=title, described=described, class_=BARS
    )


def column_chart(columns: Sequence[Column], *, name: str, title: str, described: str) -> SafeString:
    """Columns from the left to the right; of one with nothing there is only its foot.

    Args:
        name, title, described: as for `bar_chart`.
    """
    most = max((column.number for column in columns), default=0) or 1
    step = CHART_WIDTH / max(len(columns), 1)
    foot = 20 + COLUMNS
    drawn = []
    for place, column in enumerate(columns):
        middle, height = (place + 0.5) * step, column.number / most * COLUMNS
        drawn += [
            tag(
                "rect",
                x=middle - step * 0.36,
                y=foot - height,
                width=step * 0.72,
                height=height,
                class_="ink",
            ),
            tag("text", column.label, x=middle, y=foot + 18, text_anchor="middle"),
        ]
        if column.number:
            drawn.append(
                tag(
                    "text",
                    str(column.number),
                    x=middle,
                    y=foot - height - 5,
                    text_anchor="middle",
                    class_="told",
                )
            )
    drawn.append(tag("line", x1=0, x2=CHART_WIDTH, y1=foot, y2=foot, class_="foot"))
    return chart(drawn, (CHART_WIDTH, foot + 24), name=name, title=title, described=described, class_=BARS)


def share_chart(share: Share, ends: tuple[str, str], *, name: str, title: str, described: str) -> SafeString:
    """A bar of two parts, a mark in its middle, and the interval that the border between them may be in.

    Args:
        ends: what the left part is called, and the right.
        name, title, described: as for `bar_chart`.
    """
    border, low, high = (each / WHOLE * CHART_WIDTH for each in share)
    left, right = ends
    drawn = [
        tag("text", left, x=0, y=14, text_anchor="start", class_="told"),
        tag("text", right, x=CHART_WIDTH, y=14, text_anchor="end", class_="told"),
        tag("rect", x=0, y=24, width=border, height=28, class_="east"),
        tag("rect", x=border, y=24, width=CHART_WIDTH - border, height=28, class_="west"),
        tag("line", x1=CHART_WIDTH / 2, x2=CHART_WIDTH / 2, y1=20, y2=56, class_="even"),
        tag("path", d=f"M{low:.2f} 60V72M{low:.2f} 66H{high:.2f}M{high:.2f} 60V72", class_="interval"),
        tag("circle", cx=border, cy=66, r=4, class_="at"),
    ]
    return chart(drawn, (CHART_WIDTH, 76), name=name, title=title, described=described, class_=BARS)


def _bar(bar: Bar, top: int, most: int) -> SafeString:
    parts, x = [], 0.0
    for part in bar.parts:
        width = part.number / most * CHART_WIDTH
        if part.number:
            parts.append(tag("rect", x=x, y=top + 20, width=width, height=BAR, class_=part.ink))
        x += width
    return together(
        [
            tag("text", bar.label, x=0, y=top + 14, text_anchor="start", class_="told"),
            tag("text", bar.text, x=CHART_WIDTH, y=top + 14, text_anchor="end"),
            *parts,
        ]
    )


def impact_bar(side: str, impact: int, other: int = 0, before: int | None = None) -> SafeString:
    """The bar of one side.

    Args:
        side: whose it is, ``east`` or ``west``.
        impact: so far.
        other: that of the other side, so that both bars have one scale.
        before: what it was before something that a picture shows; what came or went since is a part.
    """
    kept = impact if before is None else min(before, impact)
    went = 0 if before is None else max(before - impact, 0)
    most = max(LEAST_IMPACT_SHOWN, (max(impact, other) // IMPACT_PER_BLOCK + 1) * IMPACT_PER_BLOCK)
    marks = "".join(
        f"M{at * IMPACT_UNIT} 0V{IMPACT_HEIGHT}" for at in range(IMPACT_PER_BLOCK, most + 1, IMPACT_PER_BLOCK)
    )
    return tag(
        "svg",
        tag("title", about_impact(impact)),
        tag("rect", width=most * IMPACT_UNIT, height=IMPACT_HEIGHT, class_="room"),
        _stretch(0, kept, "reached"),
        _stretch(kept, impact - kept, "reached gain"),
        _stretch(impact, went, "reached gone"),
        tag("path", d=marks, class_="mark"),
        class_=f"drawing impact of-{side}",
        viewBox=f"0 0 {most * IMPACT_UNIT} {IMPACT_HEIGHT}",
        preserveAspectRatio="none",
        role="img",
    )


def _stretch(begin: int, length: int, look: str) -> SafeString | str:
    """A part of the bar of an impact; nothing where it has no length."""
    if not length:
        return ""
    return tag(
        "rect", x=begin * IMPACT_UNIT or None, width=length * IMPACT_UNIT, height=IMPACT_HEIGHT, class_=look
    )


def about_impact(impact: int) -> str:
    """An impact in words, with what it costs the other side."""
    blocks = impact // IMPACT_PER_BLOCK
    text = ngettext(
        "Impact %(impact)d costs %(count)d block; the next at %(following)d.",
        "Impact %(impact)d costs %(count)d blocks; the next at %(following)d.",
        blocks,
    )
    return text % {
        "impact": impact,
        "count": blocks,
        "following": (blocks + 1) * IMPACT_PER_BLOCK,
    }
