"""The manual, where it is silent or short, is played as Kessen: R-45."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, under

pytestmark = pytest.mark.rule("R-45")


def beaten_at_gifu(attacker: str) -> Table:
    """West, who has its castle there, is beaten outside it and has three blocks left."""
    return under(
        "manual",
        f"""
        pending = "retreat"
        active = "{attacker}"
        east.at.gifu = "date-two-mon x4"
        west.at.gifu = "mori-two-mon x3"
        [combat]
        location = "gifu"
        owner = "west"
        east.impact = 5
        east.came_from = "kiyosu"
        west.impact = 3
        west.lost = 1
        """,
    )


@pytest.mark.rule("8.8.4")
@pytest.mark.parametrize("attacker", ["east", "west"], ids=["as defender", "as attacker too"])
def test_the_owner_of_the_castle_may_leave_two_in_it(attacker: str) -> None:
    """It speaks of the defender only."""
    p = beaten_at_gifu(attacker)
    p.refuses("west", "castle-limit", "retreat", to="sawayama", stay="mori-two-mon x3")
    p.play("west", "retreat", to="sawayama", stay="mori-two-mon x2")
    assert (p.count("west", "gifu"), p.count("west", "sawayama")) == (2, 1)


@pytest.mark.rule("7.2")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_any_number_of_a_clan_musters(count: int) -> None:
    """It speaks of all blocks of one daimyo."""
    p = under("manual", 'east.recruitment = "fukushima-two-mon x3"\neast.at.edo = "ieyasu"')
    blocks = p.ids("east", "recruitment")[:count]
    p.play("east", "muster", location="kiyosu", blocks=blocks, openly=True)
    assert (p.count("east", "kiyosu"), p.count("east", "recruitment")) == (count, 3 - count)


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
