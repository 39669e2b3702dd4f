"""Which disk falls when: Hideyori last, Sanada at any time in place of a block [8.9.3, 9.1], `disk_model`."""

import pytest

from games.rulebook.editions import edition_ids
from tests.kit.cases import cases
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
@cases(
    "inside impact least",
    ("one block, one hit: the block or Sanada", "mori-two-mon", 7, 1),
    ("two blocks, one hit: one of three", "mori-two-mon x2", 7, 1),
    ("two blocks, two hits: two of three", "mori-two-mon x2", 14, 2),
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
@pytest.mark.rule("8.9.3", "R-22", "R-29")
@cases(
    "inside impact falls lost",
    ("Sanada alone: six impact are no hit", "", 6, False, 0),
    ("Sanada alone: one hit", "", 7, True, 0),
    ("Sanada alone: three hits", "", 21, True, 0),
    ("one block: no hit", "mori-two-mon", 6, False, 0),
    ("one block, two hits: both go", "mori-two-mon", 14, True, 1),
    ("two blocks, three hits: all three go", "mori-two-mon x2", 21, True, 2),
)
def test_nobody_is_asked_if_all_units_fall_or_none(inside: str, impact: int, falls: bool, lost: int) -> None:
    p = stormed("ueda", inside, impact)
    assert ("west", "losses") not in p.pending
    assert p.count("west", "lost") == lost
    assert ("sanada" in p.disks) is not falls
    assert p.holder("ueda") == ("east" if falls else "west")
    assert bool(p.story(kind="castle-fell")) is falls
    assert cards_drawn(p) == lost


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.rule("8.9.3", "8.10")
@cases(
    "inside impact given left stands cards",
    ("Sanada for the one block: no card", "mori-two-mon", 7, "sanada", 1, False, 0),
    ("the one block: a card, Sanada alone", "mori-two-mon", 7, "mori-two-mon", 0, True, 1),
    ("Sanada first of three", "mori-two-mon x2", 7, "sanada", 2, False, 0),
    ("a block first of three", "mori-two-mon x2", 7, "mori-two-mon", 1, True, 1),
    ("a block and Sanada", "mori-two-mon x2", 14, "mori-two-mon, sanada", 1, False, 1),
    ("in either order", "mori-two-mon x2", 14, "sanada, mori-two-mon", 1, False, 1),
    ("both blocks: Sanada alone", "mori-two-mon x2", 14, "mori-two-mon x2", 0, True, 2),
)
def test_west_may_give_up_sanada_or_a_block_at_ueda(
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
@cases(
    "given code",
    ("Sanada twice", "sanada, sanada", "unknown-block"),
    ("too few", "sanada", "loss-count"),
    ("too many", "mori-two-mon x2, sanada", "loss-count"),
    ("a disk that is elsewhere", "sanada, hideyori", "unknown-block"),
    ("a block that is elsewhere", "sanada, uesugi-daimyo", "block-not-available"),
)
def test_west_may_not_give_up_these_at_ueda(given: str, code: str) -> None:
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
@pytest.mark.rule("2.1", "9.1.1")
@cases(
    "inside impact asked over",
    ("alone: no hit", "", 6, False, False),
    ("alone: taken", "", 7, False, True),
    ("one block goes first, and nobody is asked", "mori-two-mon", 7, False, False),
    ("one block, then Hideyori", "mori-two-mon", 14, False, True),
    ("one of two blocks, not Hideyori", "mori-two-mon x2", 7, True, False),
    ("both blocks", "mori-two-mon x2", 14, False, False),
    ("both blocks, then Hideyori", "mori-two-mon x2", 21, False, True),
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
