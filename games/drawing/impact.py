"""The impact of a side in a battle or siege as a bar, with a mark where it costs the other side a block."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games.drawing.svg import tag
from games.engine.rules.losses import IMPACT_PER_BLOCK

UNIT, HEIGHT = 10, 18
SHORTEST = 3 * IMPACT_PER_BLOCK
"""What the bar has room for at least. More makes it finer."""


def impact_bar(side: str, impact: int, other: int = 0) -> SafeString:
    """The bar of one side.

    Args:
        side: whose it is, ``east`` or ``west``.
        impact: so far.
        other: that of the other side, so that both bars have one scale.
    """
    most = max(SHORTEST, (max(impact, other) // IMPACT_PER_BLOCK + 1) * IMPACT_PER_BLOCK)
    marks = "".join(f"M{at * UNIT} 0V{HEIGHT}" for at in range(IMPACT_PER_BLOCK, most + 1, IMPACT_PER_BLOCK))
    return tag(
        "svg",
        tag("title", about_impact(impact)),
        tag("rect", width=most * UNIT, height=HEIGHT, class_="room"),
        tag("rect", width=impact * UNIT, height=HEIGHT, class_="reached") if impact else "",
        tag("path", d=marks, class_="mark"),
        class_=f"drawing impact of-{side}",
        viewBox=f"0 0 {most * UNIT} {HEIGHT}",
        preserveAspectRatio="none",
        role="img",
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
