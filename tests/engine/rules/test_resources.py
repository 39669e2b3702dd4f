"""Locations, and who controls resource locations [4.1, 4.2], R-02, R-03."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import position

# ---- locations


@pytest.mark.rule("4.1")
def test_any_number_of_blocks_may_share_a_location() -> None:
    """Four more join sixteen at Edo."""
    p = position(
        """
        east.at.oyama = "maeda-two-mon x4"
        east.at.edo = "date-two-mon x4, date-three-mon x3, fukushima-three-mon x3, tokugawa-two-mon x6"
        """
    )
    p.march("east", "oyama", "edo")
    assert p.count("east", "edo") == 20
    assert p.march_refused("east", "unknown-location", "edo", "sekigahara").rule == "4.1"


# ---- resource locations


@pytest.mark.rule("4.2", "R-02")
def test_passing_through_takes_a_resource_location() -> None:
    """East goes from Saku through Takasaki to Oshi: nobody is at Takasaki, yet it is East's."""
    p = position('east.at.saku = "date-two-mon"')
    assert p.control("takasaki") == "nobody"
    p.march("east", "saku", "takasaki", "oshi")
    assert (p.count("east", "takasaki"), p.control("takasaki")) == (0, "east")
    assert p.view("west")["locations"]["takasaki"]["resource"] == "east"
    assert p.view("west")["sides"]["east"]["resources"] == 1


@pytest.mark.rule("4.2")
def test_a_resource_location_is_controlled_by_the_side_that_came_last() -> None:
    """West marches through Kiso, then East: each time it changes hands; leaving it changes nothing."""
    p = position('pending = "movement"\nactive = "west"\nwest.at.iwamura = "mori-two-mon"')
    assert p.view()["locations"]["kiso"]["resource"] is None
    p.march("west", "iwamura", "kiso", "suwa")
    assert p.control("kiso") == "west"
    q = position('control.kiso = "west"\neast.at.suwa = "date-two-mon"')
    q.march("east", "suwa", "kiso", "iwamura")
    assert q.control("kiso") == "east"


@pytest.mark.rule("4.2", "9.1")
def test_a_disk_takes_no_resource_location() -> None:
    """Torii stands alone at Kyoto, which West's blocks passed last."""
    p = position('control.kyoto = "west"\npending = "level"')
    assert p.control("kyoto") == "west"
    q = position('pending = "level"')
    assert q.view()["locations"]["kyoto"]["resource"] is None


MUSTER_AT_EDO = """
    level = "total"
    east.recruitment = "tokugawa-two-mon"
    control.edo = "west"
    [holder]
    {holder}
    [west.at]
    {west}
    [east.at]
    {east}
"""


@pytest.mark.rule("R-02")
@cases(
    "east west holder controller",
    ("into the empty place", "", "", "", "east"),
    ("into its own siege", "edo = 'ieyasu'", "edo = 'mori-two-mon'", "edo = 'east'", "west"),
    ("to its own besiegers", "edo = 'ieyasu'", "edo = 'mori-two-mon'", "edo = 'west'", "east"),
)
def test_a_muster_takes_the_place_but_not_out_of_a_siege(
    east: str, west: str, holder: str, controller: str
) -> None:
    """West was the last at Edo, a castle and resource location. East musters a block there."""
    p = position(MUSTER_AT_EDO.format(east=east, west=west, holder=holder))
    assert p.control("edo") == "west"
    p.play("east", "muster", location="edo", blocks="tokugawa-two-mon")
    assert p.control("edo") == controller


@pytest.mark.rule("R-02")
def test_a_relief_that_marches_in_takes_the_place_round_its_own_castle() -> None:
    """Only musters, Mori arrivals and retreats leave it to the besieger; a stack that moves takes it."""
    p = position(
        """
        east.at.edo = "ieyasu"
        east.at.oyama = "tokugawa-two-mon x2"
        west.at.edo = "mori-two-mon x2"
        control.edo = "west"
        """
    )
    p.march("east", "oyama", "edo")
    assert p.control("edo") == "east"
    assert p.holder("edo") == "east"


@pytest.mark.rule("R-02")
def test_a_retreat_takes_the_place_where_it_ends() -> None:
    """East is beaten at Suwa, where West came from Saku, and goes to Kiso, which was West's."""
    p = position(
        """
        pending = "retreat"
        active = "west"
        control.kiso = "west"
        east.at.suwa = "date-two-mon x2"
        west.at.suwa = "mori-two-mon x3"
        west.came_from.saku = "all at suwa"
        [combat]
        location = "suwa"
        west.impact = 5
        """
    )
    p.play("east", "retreat", to="kiso")
    assert p.control("kiso") == "east"


@pytest.mark.rule("R-02")
def test_a_retreat_into_its_own_siege_leaves_the_place_to_the_besieger() -> None:
    """East is beaten at Hakone and joins its besieged friends at Edo."""
    p = position(
        """
        pending = "retreat"
        active = "west"
        control.edo = "west"
        east.at.hakone = "date-two-mon x2"
        east.at.edo = "ieyasu"
        west.at.edo = "mori-three-mon"
        west.at.hakone = "mori-two-mon x3"
        west.came_from.numazu = "all at hakone"
        [combat]
        location = "hakone"
        west.impact = 5
        """
    )
    p.play("east", "retreat", to="edo")
    assert p.count("east", "edo") == 3
    assert p.control("edo") == "west"


@pytest.mark.rule("R-03")
def test_a_side_that_is_beaten_off_keeps_the_resource_it_took() -> None:
    """East steps into Kiso and takes it from the three West blocks there; beaten, it loses its one block."""
    p = position('east.at.suwa = "date-two-mon"\nwest.at.kiso = "mori-two-mon x3"')
    assert p.control("kiso") == "west"
    p.march("east", "suwa", "kiso")
    assert p.control("kiso") == "east"
    p.play("east", "finish")
    p.play("west", "finish")
    assert p.count("east", "kiso") == 0
    assert p.control("kiso") == "east"


@pytest.mark.rule("R-03", "R-02")
def test_a_stack_overrun_on_arrival_has_still_taken_the_resource() -> None:
    """One block walks into four at Kiso and is swept away; it had arrived, and that counts."""
    p = position('east.at.suwa = "date-two-mon"\nwest.at.kiso = "mori-two-mon x4"')
    p.march("east", "suwa", "kiso")
    assert p.blocks("east", "lost") == ["date-two-mon"]
    assert p.control("kiso") == "east"
