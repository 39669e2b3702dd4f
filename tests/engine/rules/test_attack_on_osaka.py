"""East attacks Osaka: the Mori box joins first, then overrun, then inside or outside [9.3], R-41."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import position


@pytest.mark.rule("R-41", "8.9.2", "9.3")
@cases(
    "active box expected west",
    ("East declares: the box joins, three", "east", "mori-daimyo, mori-two-mon", "battle", 3),
    ("East declares: the box joins, two", "east", "mori-daimyo", "west is asked", 2),
    ("West declares: the box stays", "west", "mori-daimyo, mori-two-mon", "west is asked", 1),
)
def test_the_choice_counts_the_mori_box(active: str, box: str, expected: str, west: int) -> None:
    """One West block at Osaka, and Mori blocks in the box, which join first when East attacks."""
    p = position(
        f"""
        active = "{active}"
        pending = "fight-combats"
        east.at.osaka = "tokugawa-two-mon x2"
        west.at.osaka = "ukita-two-mon"
        west.mori_box = "{box}"
        """
    )
    assert p.kind_of_combat == expected
    assert p.count("west", "osaka") == west


@pytest.mark.rule("R-41", "R-25")
def test_a_retreat_to_osaka_brings_the_mori_box_too() -> None:
    """East, beaten at Himeji, must go back to Osaka, where Hideyori alone holds out; the box comes out."""
    p = position(
        """
        pending = "beat-retreat"
        east.at.himeji = "tokugawa-two-mon x3"
        east.came_from.osaka = "all at himeji"
        west.at.himeji = "ukita-two-mon"
        west.mori_box = "mori-daimyo, mori-two-mon x2"

        [combat]
        location = "himeji"
        west.impact = 5
        """
    )
    assert p.blocks("west", "osaka") == ["mori-daimyo", "mori-two-mon", "mori-two-mon"]
    assert p.view()["combat"]["location"] == "osaka"
    assert p.kind_of_combat == "battle"


@pytest.mark.rule("R-41", "7.4.1")
@cases(
    "east overrun",
    ("one against four", "tokugawa-two-mon", True),
    ("two against four", "tokugawa-two-mon x2", False),
)
def test_the_box_may_overrun_the_attackers_of_osaka(east: str, overrun: bool) -> None:
    """East declares its attack; with three from the box West has four blocks there, before anything else."""
    p = position(
        f"""
        pending = "fight-combats"
        east.at.osaka = "{east}"
        west.at.osaka = "ukita-two-mon"
        west.mori_box = "mori-daimyo, mori-two-mon x2"
        """
    )
    assert bool(p.story(kind="overrun")) is overrun
    assert p.blocks("east", "lost") == (["tokugawa-two-mon"] if overrun else [])
    assert p.kind_of_combat == ("nothing" if overrun else "battle")
