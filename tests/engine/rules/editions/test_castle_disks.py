"""The castle round a disk, and disks that are castles of their own [8.9, 9.1], by `disk_model`."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import under


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.flag("disk_model", "destructible-castle")
@pytest.mark.rule("9.1", "8.9.1")
@cases(
    "edition place disks owner",
    ("Ueda is a castle without Sanada", "gmt-2016", "ueda", "hideyori", "west"),
    ("Kyoto is none without Torii", "kessen", "kyoto", "hideyori, mogami", None),
    ("Yamagata is none without Mogami", "manual", "yamagata", "hideyori, torii", None),
)
def test_blocks_stay_inside_without_the_disk_only_where_a_castle_is_left(
    edition: str, place: str, disks: str, owner: str | None
) -> None:
    """Two blocks of the disk's side stand there, and the enemy attacks: may they stay inside?"""
    defender, attacker = ("west", "east") if edition == "gmt-2016" else ("east", "west")
    army = {"west": "mori-two-mon", "east": "date-two-mon"}
    p = under(
        edition,
        f"""
        pending = "fight-combats"
        active = "{attacker}"
        disks = "{disks}"
        {defender}.at.{place} = "{army[defender]} x2"
        {attacker}.at.{place} = "{army[attacker]} x3"
        """,
    )
    assert (p.pending == [(defender, "stance")]) is (owner is not None)
    assert p.view()["combat"]["castle_owner"] == owner


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.rule("8.9.1", "R-14", "R-33")
@cases(
    "defenders asked",
    ("Sanada alone is inside", "", "siege"),
    ("one block beside him may stay inside", "mori-two-mon", "stance"),
    ("two may: he is not counted", "mori-two-mon x2", "stance"),
    ("three must come out", "mori-two-mon x3", "battle"),
)
@pytest.mark.parametrize("place", ["ueda", "osaka"])
def test_a_disk_takes_no_room_in_its_castle(place: str, defenders: str, asked: str) -> None:
    p = under(
        "gmt-2016",
        f"""
        pending = "fight-combats"
        east.at.{place} = "date-two-mon x3"
        west.at.{place} = "{defenders}"
        """,
    )
    found = {
        "stance": p.pending == [("west", "stance")],
        "siege": bool(p.story(kind="siege-began")),
        "battle": bool(p.story(kind="battle-began")),
    }
    assert [word for word, yes in found.items() if yes] == [asked]


@pytest.mark.rule("7.3.2", "R-14")
def test_a_lone_disk_stops_whoever_comes_and_is_never_overrun() -> None:
    """Eight East blocks come to Ueda, where Sanada is alone: they go no further, and besiege him."""
    p = under(
        "gmt-2016",
        """
        east.at.saku = "tokugawa-two-mon x4, date-two-mon x3, ieyasu"
        east.hand = "date-plain x2"
        """,
    )
    p.march_refused(
        "east", "must-stop", "saku", "ueda", "arato", blocks="tokugawa-two-mon", force_march="date-plain"
    )
    p.march("east", "saku", "ueda", leader="ieyasu")
    assert p.story(kind="overrun") == []
    assert p.story(kind="siege-began")[0]["location"] == "ueda"
    assert p.view()["locations"]["ueda"]["castle"] == "west"


@pytest.mark.rule("9.1")
def test_a_battle_outside_ueda_does_not_touch_sanada() -> None:
    """Two West blocks came out and meet twenty-one impact: both are lost, Sanada holds the castle alone."""
    p = under(
        "gmt-2016",
        """
        pending = "take-losses"
        east.at.ueda = "date-two-mon x3"
        west.at.ueda = "mori-two-mon x2"
        combat = { location = "ueda", east = { impact = 21 } }
        """,
    )
    assert p.count("west", "lost") == 2
    assert p.disks == ["hideyori", "sanada"]
    assert (p.holder("ueda"), p.story(kind="castle-fell")) == ("west", [])


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.rule("8.7.2", "9.1")
def test_sanada_is_no_loss_of_a_battle() -> None:
    """Three West blocks came out and were beaten: one of them is lost, and he cannot go in its place."""
    p = under(
        "gmt-2016",
        """
        pending = "losses west"
        east.at.ueda = "date-two-mon x3"
        west.at.ueda = "mori-two-mon x3"
        combat = { location = "ueda", east = { impact = 3 } }
        """,
    )
    p.refuses("west", "unknown-block", "losses", blocks="sanada")
    [shape] = (p.options("west") or {})["answers"]
    assert [set(tier) for tier in shape["of"]] == [set(p.ids("west", "ueda"))]


@pytest.mark.rule("8.8.4")
def test_two_blocks_stay_beside_sanada_after_a_lost_battle() -> None:
    """Four came out and were beaten; one is lost, two stay inside with him, and one goes."""
    p = under(
        "gmt-2016",
        """
        pending = "retreat"
        east.at.ueda = "date-two-mon x3, maeda-two-mon x2"
        west.at.ueda = "mori-two-mon x3"
        combat = { location = "ueda", east = { impact = 3, came_from = "saku" }, west = { lost = 1 } }
        """,
    )
    p.refuses("west", "castle-limit", "retreat", to="arato", stay="mori-two-mon x3")
    p.play("west", "retreat", to="arato", stay="mori-two-mon x2")
    assert (p.count("west", "ueda"), p.count("west", "arato")) == (2, 1)
