"""Whom a castle or a disk protects from an overrun, and whom not [7.4.3], R-14."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import position

ROOM = 'east.at.sunpu = "maeda-three-mon"'
"""Somebody who can still move, so that the movement phase goes on."""


@pytest.mark.rule("7.4.3")
@cases(
    "place holder swept",
    ("West took this East castle", "okazaki", "west", False),
    ("West's own castle", "gifu", "west", False),
    ("West's own castle, held by East", "gifu", "east", True),
    ("no castle", "kiyosu", "west", True),
)
def test_7_4_3_who_owns_the_castle_is_not_overrun(place: str, holder: str, swept: bool) -> None:
    """Three East blocks besiege or fight a single West block; a fourth arrives."""
    start = "okazaki" if place == "kiyosu" else "kiyosu"
    p = position(f"""
        holder.{place} = "{holder}"
        east.at.{place} = "tokugawa-two-mon x3"
        east.at.{start} = "date-two-mon"
        west.at.{place} = "ukita-two-mon"
        {ROOM}
    """)
    p.march("east", start, place)
    assert (p.count("west", "lost") == 1) is swept


@pytest.mark.rule("7.4.3")
def test_7_4_3_a_garrison_too_large_for_the_castle_is_safe_too() -> None:
    """Three West blocks own Gifu, more than fit inside: twelve East blocks do not overrun them either."""
    p = position(f"""
        east.at.gifu = "tokugawa-two-mon x6, tokugawa-three-mon x4, date-two-mon"
        east.at.kiyosu = "date-three-mon"
        west.at.gifu = "ukita-two-mon x3"
        {ROOM}
    """)
    p.march("east", "kiyosu", "gifu")
    assert (p.count("east", "gifu"), p.count("west", "gifu")) == (12, 3)


@pytest.mark.rule("7.4.3", "R-13")
def test_7_4_3_a_castle_protects_its_owner_when_it_walks_in() -> None:
    """One East block holds Okazaki against four besiegers; a second walks in: no overrun of the owners."""
    p = position(f"""
        east.at.okazaki = "tokugawa-two-mon"
        east.at.hamamatsu = "date-two-mon"
        west.at.okazaki = "ukita-two-mon x3, otani-two-mon"
        {ROOM}
    """)
    p.march("east", "hamamatsu", "okazaki")
    assert p.count("east", "okazaki") == 2


@pytest.mark.rule("7.4.3", "7.4.1", "R-12")
def test_7_4_3_besieged_friends_and_a_muster_overrun_the_besieger() -> None:
    """Two East blocks hold Edo against a lone West block; two more muster inside: four to one."""
    p = position(f"""
        east.at.edo = "tokugawa-two-mon x2"
        east.recruitment = "tokugawa-three-mon x2"
        west.at.edo = "ukita-two-mon"
        {ROOM}
    """)
    p.play("east", "muster", location="edo", blocks="tokugawa-three-mon x2", openly=True)
    assert p.blocks("west", "lost") == ["ukita-two-mon"]
    assert p.pending == [("east", "movement")]


@pytest.mark.rule("R-14", "7.4.1", "9.1")
@pytest.mark.parametrize(("movers", "swept"), [(3, False), (4, True)])
def test_r_14_a_disk_counts_as_no_block(movers: int, swept: bool) -> None:
    """A West block besieges the Torii disk at Kyoto: East's relief of three and a disk are not four."""
    p = position(f"""
        east.at.ayabe = "tokugawa-two-mon x{movers}"
        west.at.kyoto = "ukita-two-mon"
        {ROOM}
    """)
    p.march("east", "ayabe", "kyoto")
    assert (p.count("west", "lost") == 1) is swept
