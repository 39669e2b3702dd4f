"""Where a force came from is public; which of its blocks came from where is not (R-23, R-38)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.positions import position

BESIEGERS = """
    pending = "movement"
    active = "east"
    level = "limited"
    [east]
    at.gifu = "ieyasu, tokugawa-two-mon x3"
    came_from.kiyosu = "ieyasu, tokugawa-two-mon-1, tokugawa-two-mon-2"
    came_from.iwamura = "tokugawa-two-mon-3"
    hand = "tokugawa-plain"
    [west]
    at.gifu = "otani-two-mon x2, ukita-two-mon x2"
    hand = "ukita-plain"
    [holder]
    gifu = "west"
"""


def _retreat_after(leaving: str) -> Any:
    """One East block leaves the siege, and East beats the sortie that West has to make."""
    p = position(BESIEGERS)
    p.march("east", "gifu", "kiyosu", blocks=leaving)
    p.play("east", "end-movement")
    p.play("east", "deploy", blocks="ieyasu")
    p.play("west", "finish")
    p.play("east", "finish")
    p.play("west", "losses", blocks="ukita-two-mon")
    assert p.pending == [("west", "retreat")]
    return p.options("west")


@pytest.mark.rule("R-46", "R-38")
def test_blocks_leaving_a_siege_do_not_reveal_where_the_garrison_may_go() -> None:
    """Three came from Kiyosu, one from Iwamura. One goes to Kiyosu, nobody knows which of them: the
    beaten garrison may go where it might have gone anyhow, and never where the enemy came from."""
    from_iwamura, from_kiyosu = _retreat_after("tokugawa-two-mon-3"), _retreat_after("tokugawa-two-mon-1")
    assert from_iwamura == from_kiyosu
    ends = [shape["action"].get("to") for shape in from_kiyosu["answers"]]
    assert ends == ["sawayama"]


@pytest.mark.rule("R-23")
def test_an_origin_outlives_the_blocks_that_came_from_there() -> None:
    """The only block that came from Iwamura is lost in battle; its way in stays closed to the garrison."""
    p = position(
        """
        pending = "losses"
        active = "east"
        [east]
        at.gifu = "ieyasu, tokugawa-two-mon x2"
        came_from.kiyosu = "ieyasu, tokugawa-two-mon-1"
        came_from.iwamura = "tokugawa-two-mon-2"
        [west]
        at.gifu = "otani-two-mon x2, ukita-three-mon x2, ukita-two-mon"
        [holder]
        gifu = "west"
        [combat]
        location = "gifu"
        east.impact = 10
        west.impact = 8
        """
    )
    p.play("east", "losses", blocks="tokugawa-two-mon-2")
    p.play("west", "losses", blocks="ukita-two-mon, otani-two-mon")
    ends = [shape["action"].get("to") for shape in p.options("west")["answers"]]  # type: ignore[index]
    assert "kiyosu" not in ends
    assert "iwamura" not in ends
    place = p.c.location_index["gifu"]
    p.play("west", "retreat", to="sawayama", stay="otani-two-mon")
    came_from = p.state.origin[0][place]
    assert [name for name in ("kiyosu", "iwamura") if came_from >> p.c.location_index[name] & 1]
    assert came_from.bit_count() == 2
