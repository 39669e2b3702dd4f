"""One stack move of several groups: splitting, dropping off, and the order of the steps [7.3.1], R-09."""

from typing import Any

import pytest

from tests.kit.cases import cases
from tests.kit.positions import position


def group(blocks: str, *path: str, card: str | None = None) -> dict[str, Any]:
    return {"blocks": blocks.split(", "), "path": list(path), "force_march": card}


@pytest.mark.rule("R-09", "7.3.1", "7.1")
def test_r_09_a_stack_splits_in_one_move() -> None:
    """At minimal movement all of Edo's blocks leave, three ways: that is the one stack move."""
    p = position("""
        level = "minimal"
        east.at.edo = "ieyasu, tokugawa-two-mon x3"
        west.at.gifu = "ukita-two-mon"
    """)
    ways = [
        group("ieyasu", "oshi"),
        group("tokugawa-two-mon", "oyama"),
        group("tokugawa-two-mon x2", "hakone", "numazu"),
    ]
    p.play("east", "move", source="edo", groups=ways)
    assert p.told("west", "stack-moved")[0]["groups"] == [
        {"count": 1, "path": ["oshi"]},
        {"count": 1, "path": ["oyama"]},
        {"count": 2, "path": ["hakone", "numazu"]},
    ]
    assert [p.count("east", place) for place in ("edo", "oshi", "oyama", "numazu")] == [0, 1, 1, 2]
    assert p.pending == [("west", "level")]


@pytest.mark.rule("R-09", "7.3.1")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_r_09_blocks_are_dropped_off_on_the_way(first: int) -> None:
    """A column goes by highway from Edo: one block stays at Hakone, one at Numazu, one goes on to Sunpu."""
    p = position('east.at.edo = "ieyasu, date-two-mon, maeda-two-mon, tokugawa-two-mon"')
    ways = [
        group("ieyasu", "hakone"),
        group("date-two-mon", "hakone", "numazu"),
        group("maeda-two-mon", "hakone", "numazu", "sunpu"),
    ]
    p.play("east", "move", source="edo", groups=ways[first:] + ways[:first])
    assert p.blocks("east", "hakone") == ["ieyasu"]
    assert p.blocks("east", "numazu") == ["date-two-mon"]
    assert p.blocks("east", "sunpu") == ["maeda-two-mon"]
    used = [["sunpu", "numazu"], ["numazu", "hakone"], ["hakone", "edo"]]
    assert p.view()["movement"]["roads_used"] == used


@pytest.mark.rule("R-09", "7.3.1")
def test_r_09_a_column_parts_at_a_fork() -> None:
    """Two go from Saku by Suwa, one on to Kiso, one to Kofu: they share the first road only."""
    p = position('east.at.saku = "ieyasu, date-two-mon, maeda-two-mon"\nwest.at.himeji = "ukita-two-mon"')
    ways = [group("date-two-mon", "suwa", "kofu"), group("maeda-two-mon", "suwa", "kiso")]
    p.play("east", "move", source="saku", leader="ieyasu", groups=ways)
    assert p.blocks("east", "kofu") == ["date-two-mon"]
    assert p.blocks("east", "kiso") == ["maeda-two-mon"]


@pytest.mark.rule("R-09")
def test_r_09_groups_meet_again_by_different_roads() -> None:
    """From Osaka to Ayabe: one block by Kyoto, one by Himeji."""
    p = position("""
        active = "west"
        disks = "hideyori"
        west.at.osaka = "mori-two-mon, ukita-two-mon"
        east.at.edo = "ieyasu"
    """)
    ways = [group("mori-two-mon", "kyoto", "ayabe"), group("ukita-two-mon", "himeji", "ayabe")]
    p.play("west", "move", source="osaka", groups=ways)
    assert p.blocks("west", "ayabe") == ["mori-two-mon", "ukita-two-mon"]


@pytest.mark.rule("R-09", "7.3.1")
def test_r_09_a_road_is_not_shared_after_parting() -> None:
    """One block goes Osaka, Kyoto, Ayabe, Himeji, another Osaka, Himeji, Ayabe: they would share a road."""
    p = position("""
        active = "west"
        disks = "hideyori"
        west.at.osaka = "mori-two-mon, ukita-two-mon"
        west.hand = "mori-plain"
        east.at.edo = "ieyasu"
    """)
    ways = [
        group("mori-two-mon", "kyoto", "ayabe", "himeji", card="mori-plain"),
        group("ukita-two-mon", "himeji", "ayabe"),
    ]
    assert p.refuses("west", "road-used", "move", source="osaka", groups=ways).parameters == {
        "start": "himeji",
        "end": "ayabe",
    }


@pytest.mark.rule("R-09")
def test_r_09_blocks_with_one_path_are_one_group() -> None:
    """Two groups with the very same path would be two force marches for one group."""
    p = position('east.at.edo = "ieyasu, date-two-mon"')
    ways = [group("ieyasu", "oyama"), group("date-two-mon", "oyama")]
    assert p.refuses("east", "same-path", "move", source="edo", groups=ways).rule == "R-09"


@pytest.mark.rule("7.3.2", "R-09")
def test_7_3_2_a_column_stops_as_a_whole() -> None:
    """Three arrive where one enemy block is: two may not be dropped there while the third goes on."""
    p = position('east.at.edo = "tokugawa-two-mon x3"\nwest.at.oyama = "ukita-two-mon"')
    ways = [group("tokugawa-two-mon x2", "oyama"), group("tokugawa-two-mon", "oyama", "utsunomiya")]
    p.refuses("east", "must-stop", "move", source="edo", groups=ways)


@pytest.mark.rule("7.4.2", "R-09")
@pytest.mark.parametrize("goes_on_first", [False, True])
def test_7_4_2_a_column_overruns_as_a_whole_and_part_of_it_goes_on(goes_on_first: bool) -> None:
    """Four arrive together and sweep one block away; three stay and one goes on, in either order."""
    p = position('east.at.edo = "tokugawa-two-mon x4"\nwest.at.oyama = "ukita-two-mon"')
    ways = [group("tokugawa-two-mon x3", "oyama"), group("tokugawa-two-mon", "oyama", "utsunomiya")]
    p.play("east", "move", source="edo", groups=ways[::-1] if goes_on_first else ways)
    assert p.blocks("west", "lost") == ["ukita-two-mon"]
    assert (p.count("east", "oyama"), p.count("east", "utsunomiya")) == (3, 1)


@pytest.mark.rule("R-09", "R-12", "7.4.2")
@cases(
    "order code",
    ("three arrive first, then the one that goes on", [0, 1], None),
    ("the one arrives first", [1, 0], "must-stop"),
)
def test_r_09_groups_arrive_in_the_order_given(order: list[int], code: str | None) -> None:
    """Two roads lead from Osaka to Ayabe, where one East block is. The fourth to come overruns it."""
    p = position("""
        active = "west"
        disks = "hideyori"
        west.at.osaka = "mori-two-mon x3, ukita-two-mon"
        west.hand = "mori-plain"
        east.at.ayabe = "date-two-mon"
    """)
    three = group("mori-two-mon x3", "himeji", "ayabe")
    one = group("ukita-two-mon", "kyoto", "ayabe", "tanabe", card="mori-plain")
    ways = [[three, one][number] for number in order]
    if code:
        p.refuses("west", code, "move", source="osaka", groups=ways)
    else:
        p.play("west", "move", source="osaka", groups=ways)
        assert p.blocks("east", "lost") == ["date-two-mon"]
        assert (p.count("west", "ayabe"), p.blocks("west", "tanabe")) == (3, ["ukita-two-mon"])


@pytest.mark.rule("R-38", "R-13")
def test_r_38_a_swept_group_is_gone_and_the_others_still_go() -> None:
    """One block walks into four at Oyama and is destroyed; the second group goes to Mito all the same."""
    p = position("""
        east.at.edo = "ieyasu, tokugawa-two-mon, date-two-mon"
        east.at.sunpu = "maeda-two-mon"
        west.at.oyama = "ukita-two-mon x3, otani-two-mon"
    """)
    ways = [group("tokugawa-two-mon", "oyama"), group("date-two-mon", "mito")]
    p.play("east", "move", source="edo", groups=ways)
    assert p.blocks("east", "lost") == ["tokugawa-two-mon"]
    assert p.blocks("east", "mito") == ["date-two-mon"]
    assert p.view()["movement"]["roads_used"] == [["edo", "oyama"], ["edo", "mito"]], "roads stay used"


@pytest.mark.rule("R-38", "R-13", "7.3.2")
def test_r_38_who_is_swept_away_does_not_go_on() -> None:
    """Nobody passes through four enemy blocks with one block, as a path or as part of a column."""
    p = position('east.at.edo = "tokugawa-two-mon x3"\nwest.at.oyama = "ukita-two-mon x3, otani-two-mon"')
    p.march_refused("east", "must-stop", "edo", "oyama", "utsunomiya", blocks="tokugawa-two-mon")


@pytest.mark.rule("R-38", "2.1")
def test_r_38_nothing_more_happens_once_the_game_is_over() -> None:
    """Ieyasu walks alone into four blocks: West has won, and the group that was to go next never leaves."""
    p = position("""
        east.at.edo = "ieyasu, date-two-mon"
        west.at.oyama = "ukita-two-mon x3, otani-two-mon"
    """)
    p.play("east", "move", source="edo", groups=[group("ieyasu", "oyama"), group("date-two-mon", "mito")])
    assert p.over == ("west", "ieyasu")
    assert p.blocks("east", "edo") == ["date-two-mon"]
    assert p.pending == []
