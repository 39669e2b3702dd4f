"""The manual, where it is silent or short, is played as Kessen: R-45."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import under

pytestmark = pytest.mark.rule("R-45")


@pytest.mark.rule("7.4.3")
@cases("relief overrun", ("one inside and three are four", 3, True), ("three are not", 2, False))
def test_a_force_in_a_castle_lends_its_strength_and_is_not_overrun(relief: int, overrun: bool) -> None:
    """East stands round Gifu with one block; then with eight, which the one inside does not mind."""
    p = under(
        "manual",
        f"""
        active = "west"
        west.at.gifu = "mori-two-mon"
        west.at.sawayama = "ukita-two-mon x{relief}"
        east.at.gifu = "date-two-mon"
        """,
    )
    p.march("west", "sawayama", "gifu")
    assert bool(p.story(kind="overrun")) is overrun
    p = under(
        "manual",
        """
        west.at.gifu = "mori-two-mon"
        east.at.gifu = "date-two-mon x4"
        east.at.kiyosu = "tokugawa-two-mon x4"
        east.at.edo = "ieyasu"
        """,
    )
    p.march("east", "kiyosu", "gifu")
    assert p.story(kind="overrun") == []


@pytest.mark.rule("8.10", "8.9.3")
def test_a_siege_gives_a_card_for_each_block_and_none_for_the_disk() -> None:
    p = under(
        "manual",
        """
        pending = "take-losses"
        active = "west"
        west.at.yamagata = "mori-two-mon x3"
        east.at.yamagata = "date-two-mon x2"
        combat = { location = "yamagata", siege = true, west = { impact = 21 } }
        """,
    )
    assert [told["count"] for told in p.story("public", "cards-drawn")] == [2]
    assert p.disks == ["hideyori", "torii"]
