"""Overruns in the combat phase: where a retreat ends, and never because blocks were lost (R-12, R-13)."""

import pytest

from tests.kit.positions import position


@pytest.mark.rule("R-12", "8.7.1")
def test_r_12_losses_overrun_nobody() -> None:
    """East's five have beaten West's two; one falls, the other retreats from five."""
    p = position("""
        pending = "losses"
        east.at.sunpu = "tokugawa-two-mon x5"
        west.at.sunpu = "ukita-two-mon x2"
        combat.location = "sunpu"
        combat.east.impact = 3
    """)
    p.play("west", "losses", blocks="ukita-two-mon")
    assert not p.story(kind="overrun")
    assert p.count("west", "lost") == 1
    assert p.pending == [("west", "retreat")]
    p.play("west", "retreat", to="numazu")
    assert p.count("west", "numazu") == 1


@pytest.mark.rule("R-12", "R-13", "7.4.1")
def test_r_13_a_retreat_into_four_times_its_number_is_overrun() -> None:
    """West attacked Sunpu from Hamamatsu, where eight East blocks are: the last two go back."""
    p = position("""
        active = "west"
        pending = "beat-retreat"
        east.at.sunpu = "date-two-mon"
        east.at.hamamatsu = "tokugawa-two-mon x6, tokugawa-three-mon x2"
        west.at.sunpu = "ukita-two-mon x2"
        west.came_from.hamamatsu = "all at sunpu"
        combat.location = "sunpu"
        combat.east.impact = 5
    """)
    assert p.blocks("west", "lost") == ["ukita-two-mon", "ukita-two-mon"]
    assert [told["location"] for told in p.story("public", "overrun")] == ["hamamatsu"]
    assert len(p.hand("west")) == 1, "R-15: two of its blocks, one card"
    assert p.state.combat is None


@pytest.mark.rule("R-12", "7.4.1", "7.4.2")
@pytest.mark.parametrize("declared", ["", 'declared = "sunpu, hamamatsu"'])
def test_7_4_1_a_retreating_force_overruns_a_smaller_one(declared: str) -> None:
    """Four West blocks fall back on a lone East block at Hamamatsu, declared already or not."""
    p = position(f"""
        active = "west"
        pending = "beat-retreat"
        {declared}
        east.at.sunpu = "date-two-mon x3"
        east.at.hamamatsu = "tokugawa-two-mon"
        west.at.sunpu = "ukita-two-mon x3, otani-two-mon"
        west.came_from.hamamatsu = "all at sunpu"
        combat.location = "sunpu"
        combat.east.impact = 5
    """)
    assert p.blocks("east", "lost") == ["tokugawa-two-mon"]
    assert p.count("west", "hamamatsu") == 4
    assert p.state.combat is None, "nobody is left there to fight with"


@pytest.mark.rule("7.4.2", "R-12", "R-16")
def test_7_4_2_friends_committed_elsewhere_count_where_the_retreat_ends() -> None:
    """One West block falls back on three friends at Hamamatsu who face a lone East block: four to one."""
    p = position("""
        active = "west"
        pending = "beat-retreat"
        declared = "sunpu, hamamatsu"
        east.at.sunpu = "date-two-mon x3"
        east.at.hamamatsu = "tokugawa-two-mon"
        west.at.sunpu = "otani-two-mon"
        west.at.hamamatsu = "ukita-two-mon x3"
        west.came_from.hamamatsu = "all at sunpu"
        combat.location = "sunpu"
        combat.east.impact = 5
    """)
    assert p.blocks("east", "lost") == ["tokugawa-two-mon"]


@pytest.mark.rule("7.4.3", "R-13")
def test_7_4_3_a_castle_saves_who_retreats_into_it() -> None:
    """A lone East block falls back into Okazaki, besieged by eight: its side owns the castle."""
    p = position("""
        pending = "beat-retreat"
        east.at.hamamatsu = "date-two-mon"
        east.at.okazaki = "tokugawa-two-mon"
        east.came_from.okazaki = "all at hamamatsu"
        west.at.hamamatsu = "uesugi-two-mon x3"
        west.at.okazaki = "ukita-two-mon x3, otani-two-mon x2, mori-two-mon x3"
        combat.location = "hamamatsu"
        combat.west.impact = 5
    """)
    assert p.count("east", "okazaki") == 2
    assert p.count("east", "lost") == 0


@pytest.mark.rule("R-13", "2.1")
def test_2_1_ieyasu_retreats_into_his_death() -> None:
    """Ieyasu, beaten at Sunpu, goes back to where four enemies are by now: West has won."""
    p = position("""
        pending = "beat-retreat"
        east.at.sunpu = "ieyasu"
        east.came_from.hamamatsu = "all at sunpu"
        west.at.sunpu = "uesugi-two-mon x3"
        west.at.hamamatsu = "ukita-two-mon x3, otani-two-mon"
        combat.location = "sunpu"
        combat.west.impact = 5
    """)
    assert p.over == ("west", "ieyasu")
