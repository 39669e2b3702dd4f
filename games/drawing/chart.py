"""A line chart of somebody's rating, with how far it may be off."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.drawing.svg import chart, tag

WIDTH, HEIGHT = 360, 210
LEFT, RIGHT, TOP, BOTTOM = 42.0, 350.0, 12.0, 178.0
"""Where the lines are, within the drawing."""
GRID_STEPS = (10, 20, 50, 100, 200, 500, 1000)
"""Possible distances between two grid lines, in points: there are few lines."""
MOST_LINES = 6
FEW = 50
"""Dots that leave room between each other at their full size."""


class Dot(NamedTuple):
    """The rating after a game.

    Attributes:
        at: when the game ended.
        points: of the rating.
        spread: how far it may be off, up or down, in points.
    """

    at: datetime
    points: float
    spread: float


class Scale(NamedTuple):
    """Where points are on the drawing."""

    low: int
    high: int
    step: int

    def y(self, points: float) -> float:
        """From the top; what is beyond the scale is at its end."""
        part = (points - self.low) / (self.high - self.low)
        return BOTTOM - min(max(part, 0.0), 1.0) * (BOTTOM - TOP)


def rating_chart(dots: Sequence[Dot], *, title: str, described: str, ends: tuple[str, str]) -> SafeString:
    """The chart as SVG.

    Args:
        dots: in the order of their times; one at least.
        title: what it is called.
        described: a description for screen readers.
        ends: the first and the last day, in words.
    """
    scale, across = _scale(dots), _across(dots)
    upper = [(x, scale.y(dot.points + dot.spread)) for x, dot in zip(across, dots, strict=True)]
    lower = [(x, scale.y(dot.points - dot.spread)) for x, dot in zip(across, dots, strict=True)]
    line = [(x, scale.y(dot.points)) for x, dot in zip(across, dots, strict=True)]
    radius = 3.0 if len(dots) <= FEW else 1.5
    drawn = [
        *_lines(scale),
        tag("polygon", points=_points([*upper, *reversed(lower)]), class_="spread"),
        tag("polyline", points=_points(line), class_="rating"),
        *(tag("circle", cx=x, cy=y, r=radius, class_="dot") for x, y in line),
        tag("text", ends[0], x=LEFT, y=BOTTOM + 20, text_anchor="start"),
        tag("text", ends[1], x=RIGHT, y=BOTTOM + 20, text_anchor="end") if len(dots) > 1 else "",
    ]
    return chart(
        drawn, (WIDTH, HEIGHT), name="rating-chart", title=title, described=described, class_="chart"
    )


def _scale(dots: Sequence[Dot]) -> Scale:
    """All points are on it, and what they may be off as far as the last of them."""
    spread = dots[-1].spread
    low = min(*(dot.points for dot in dots), dots[-1].points - spread)
    high = max(*(dot.points for dot in dots), dots[-1].points + spread)
    step = next(step for step in GRID_STEPS if (high - low) / step < MOST_LINES - 2)
    first, last = int(low // step) * step, -int(-high // step) * step
    return Scale(first, max(last, first + step), step)


def _across(dots: Sequence[Dot]) -> list[float]:
    """Where the times are, from the left."""
    begin, length = dots[0].at, (dots[-1].at - dots[0].at).total_seconds()
    if not length:
        return [(LEFT + RIGHT) / 2] * len(dots)
    return [LEFT + (dot.at - begin).total_seconds() / length * (RIGHT - LEFT) for dot in dots]


def _lines(scale: Scale) -> Iterator[SafeString]:
    """Lines across, with their points."""
    for points in range(scale.low, scale.high + 1, scale.step):
        y = scale.y(points)
        yield tag("line", x1=LEFT, x2=RIGHT, y1=y, y2=y, class_="grid")
        yield tag("text", str(points), x=LEFT - 6, y=y + 4, text_anchor="end")


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in places)
