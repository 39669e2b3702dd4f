"""Which disk falls when: Hideyori last, Sanada at any time in place of a block [8.9.3, 9.1], `disk_model`."""

import pytest

from games.rulebook.editions import edition_ids
from tests.kit.positions import Table, under

BASE = ("gmt-2016", "gmt-2011")


def stormed(place: str, inside: str, impact: int, edition: str = "gmt-2016") -> Table:
    """East has besieged a castle of West's and is finished; the losses follow."""
    return under(
        edition,
        f"""
        pending = "take-losses"
        east.at.{place} = "date-two-mon x3"
        west.at.{place} = "{inside}"
        [combat]
        location = "{place}"
        siege = true
        east.impact = {impact}
        """,
    )


def cards_drawn(p: Table) -> int:
    return sum(told["count"] for told in p.story("public", "cards-drawn") if told["side"] == "west")


# ---- Sanada


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.rule("8.9.3")
@pytest.mark.parametrize(
    ("inside", "impact", "least"),
    [
        pytest.param("mori-two-mon", 7, 1, id="one block, one hit: the block or Sanada"),
        pytest.param("mori-two-mon x2", 7, 1, id="two blocks, one hit: one of three"),
        pytest.param("mori-two-mon x2", 14, 2, id="two blocks, two hits: two of three"),
    ],
)
@pytest.mark.parametrize("edition", BASE)
def test_west_chooses_between_blocks_and_sanada(edition: str, inside: str, impact: int, least: int) -> None:
    """He may go in place of any block, at any time; only West is asked."""
    p = stormed("ueda", inside, impact, edition)
    assert p.pending == [("west", "losses")]
    [shape] = (p.options("west") or {})["answers"]
    [tier] = shape["of"]
    assert set(tier) == {*p.ids("west", "ueda"), "sanada"}
    assert (shape["least"], shape["most"]) == (least, least)
    assert p.options("east") is None


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.rule("8.9.3")
@pytest.mark.rule("R-22")
@pytest.mark.rule("R-29")
@pytest.mark.parametrize(
    ("inside", "impact", "falls", "lost"),
    [
        pytest.param("", 6, False, 0, id="Sanada alone: six impact are no hit"),
        pytest.param("", 7, True, 0, id="Sanada alone: one hit"),
        pytest.param("", 21, True, 0, id="Sanada alone: three hits"),
        pytest.param("mori-two-mon", 6, False, 0, id="one block: no hit"),
        pytest.param("mori-two-mon", 14, True, 1, id="one block, two hits: both go"),
        pytest.param("mori-two-mon x2", 21, True, 2, id="two blocks, three hits: all three go"),
    ],
)
def test_where_all_go_or_none_nobody_is_asked(inside: str, impact: int, falls: bool, lost: int) -> None:
    p = stormed("ueda", inside, impact)
    assert ("west", "losses") not in p.pending
    assert p.count("west", "lost") == lost
    assert ("sanada" in p.disks) is not falls
    assert p.holder("ueda") == ("east" if falls else "west")
    assert bool(p.story(kind="castle-fell")) is falls
    assert cards_drawn(p) == lost


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.rule("8.9.3")
@pytest.mark.rule("8.10")
@pytest.mark.parametrize(
    ("inside", "impact", "given", "left", "stands", "cards"),
    [
        pytest.param("mori-two-mon", 7, "sanada", 1, False, 0, id="Sanada for the one block: no card"),
        pytest.param("mori-two-mon", 7, "mori-two-mon", 0, True, 1, id="the one block: a card, Sanada alone"),
        pytest.param("mori-two-mon x2", 7, "sanada", 2, False, 0, id="Sanada first of three"),
        pytest.param("mori-two-mon x2", 7, "mori-two-mon", 1, True, 1, id="a block first of three"),
        pytest.param("mori-two-mon x2", 14, "mori-two-mon, sanada", 1, False, 1, id="a block and Sanada"),
        pytest.param("mori-two-mon x2", 14, "sanada, mori-two-mon", 1, False, 1, id="in either order"),
        pytest.param("mori-two-mon x2", 14, "mori-two-mon x2", 0, True, 2, id="both blocks: Sanada alone"),
    ],
)
def test_what_west_gives_up_at_ueda(
    inside: str, impact: int, given: str, left: int, stands: bool, cards: int
) -> None:
    """Whoever is left still holds the castle, and is besieged. A block lost gives a card, a disk none."""
    p = stormed("ueda", inside, impact)
    p.play("west", "losses", blocks=given)
    assert p.count("west", "ueda") == left
    assert ("sanada" in p.disks) is stands
    assert [told["disk"] for told in p.story("east", "disk-lost")] == ([] if stands else ["sanada"])
    assert cards_drawn(p) == cards
    assert p.story(kind="castle-fell") == []
    assert p.holder("ueda") == "west"
    place = p.view("east")["locations"]["ueda"]
    assert (place["castle"], place["besieged"]) == ("west", "west")


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.rule("8.9.3")
@pytest.mark.parametrize(
    ("given", "code"),
    [
        pytest.param("sanada, sanada", "unknown-block", id="Sanada twice"),
        pytest.param("sanada", "loss-count", id="too few"),
        pytest.param("mori-two-mon x2, sanada", "loss-count", id="too many"),
        pytest.param("sanada, hideyori", "unknown-block", id="a disk that is elsewhere"),
        pytest.param("sanada, uesugi-daimyo", "block-not-available", id="a block that is elsewhere"),
    ],
)
def test_what_west_may_not_give_up(given: str, code: str) -> None:
    """Two blocks and Sanada, two hits."""
    p = stormed("ueda", "mori-two-mon x2", 14)
    p.refuses("west", code, "losses", blocks=given)
    assert not p.allows("west", "losses", blocks=given)


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.rule("8.9.3")
def test_without_sanada_a_siege_of_ueda_is_any_siege() -> None:
    """He is gone: the one block there is lost to the next hit, and nobody is asked."""
    p = under(
        "gmt-2016",
        """
        pending = "take-losses"
        disks = "hideyori"
        east.at.ueda = "date-two-mon x3"
        west.at.ueda = "mori-two-mon"
        combat = { location = "ueda", siege = true, east = { impact = 7 } }
        """,
    )
    assert p.blocks("west", "lost") == ["mori-two-mon"]
    assert p.holder("ueda") == "east"


# ---- Hideyori


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.flag("disk_model", "destructible-castle")
@pytest.mark.rule("2.1")
@pytest.mark.rule("9.1.1")
@pytest.mark.parametrize(
    ("inside", "impact", "asked", "over"),
    [
        pytest.param("", 6, False, False, id="alone: no hit"),
        pytest.param("", 7, False, True, id="alone: taken"),
        pytest.param("mori-two-mon", 7, False, False, id="one block goes first, and nobody is asked"),
        pytest.param("mori-two-mon", 14, False, True, id="one block, then Hideyori"),
        pytest.param("mori-two-mon x2", 7, True, False, id="one of two blocks, not Hideyori"),
        pytest.param("mori-two-mon x2", 14, False, False, id="both blocks"),
        pytest.param("mori-two-mon x2", 21, False, True, id="both blocks, then Hideyori"),
    ],
)
@pytest.mark.parametrize("edition", edition_ids())
def test_hideyori_is_the_last_to_fall(
    edition: str, inside: str, impact: int, asked: bool, over: bool
) -> None:
    """In every edition; where a block is to be chosen he is not among those to choose from."""
    p = stormed("osaka", inside, impact, edition)
    assert (p.pending == [("west", "losses")]) is asked
    if asked:
        p.refuses("west", "unknown-block", "losses", blocks="hideyori")
        p.play("west", "losses", blocks="mori-two-mon")
        assert p.count("west", "osaka") == 1
    assert p.over == (("east", "hideyori") if over else None)
    assert ("hideyori" in p.disks) is not over
