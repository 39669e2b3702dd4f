"""The Mori box: five blocks or six, and what a double card brings [9.3], by `mori_double_brings_two`."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, under

BOX = {
    "gmt-2016": "mori-daimyo, mori-three-mon x4",
    "gmt-2011": "mori-daimyo, mori-three-mon x4",
    "kessen": "mori-daimyo, mori-three-mon x3, mori-cavalry, mori-firearms",
    "manual": "mori-daimyo, mori-three-mon x3, mori-cavalry, mori-firearms",
}


def wests_turn(edition: str, hand: str, box: str, **flags: bool) -> Table:
    """West moves, with Mori blocks in the box and cards in hand."""
    return under(
        edition,
        f"""
        active = "west"
        west.mori_box = "{box}"
        west.hand = "{hand}"
        east.at.edo = "ieyasu"
        """,
        **flags,
    )


@pytest.mark.flag("mori_double_brings_two", True)
@pytest.mark.flag("mori_double_brings_two", False)
@pytest.mark.rule("9.3")
@cases(
    "edition chosen two",
    ("kessen: two", "kessen", None, True),
    ("gmt-2016: one", "gmt-2016", None, False),
    ("gmt-2011: one", "gmt-2011", None, False),
    ("manual: one", "manual", None, False),
    ("gmt-2016, chosen: two", "gmt-2016", True, True),
    ("kessen, chosen: one", "kessen", False, False),
)
@pytest.mark.parametrize("card", ["mori-double", "ukita-double"])
def test_a_double_card_brings_the_blocks_its_edition_allows(
    edition: str, chosen: bool | None, two: bool, card: str
) -> None:
    """The double of any clan; one block it brings everywhere."""
    flags = {} if chosen is None else {"mori_double_brings_two": chosen}
    p = wests_turn(edition, card, BOX[edition], **flags)
    pair = {"card": card, "blocks": "mori-three-mon x2"}
    assert p.allows("west", "mori", **pair) is two
    assert p.allows("west", "mori", card=card, blocks="mori-three-mon")
    if two:
        p.play("west", "mori", **pair)
        assert p.blocks("west", "osaka") == ["mori-three-mon"] * 2
    else:
        assert p.refuses("west", "too-many-mori", "mori", **pair).parameters == {"limit": 1}
        p.play("west", "mori", card=card, blocks="mori-three-mon")
        assert p.blocks("west", "osaka") == ["mori-three-mon"]
    assert p.discards("west") == [card]


@pytest.mark.rule("9.3")
def test_five_cards_empty_the_box_and_the_daimyo_is_the_fifth() -> None:
    """Four alike, in any order, and Terumoto last; each card but one brings nobody else."""
    p = wests_turn("gmt-2016", "mori-plain x2, mori-double, ukita-special, west-loyalty", BOX["gmt-2016"])
    for number, card in enumerate(("mori-plain", "mori-double", "ukita-special", "west-loyalty"), start=1):
        p.refuses("west", "mori-daimyo-last", "mori", card=card, blocks="mori-daimyo")
        p.play("west", "mori", card=card, blocks="mori-three-mon")
        assert (p.count("west", "osaka"), p.count("west", "mori-box")) == (number, 5 - number)
    p.play("west", "mori", card="mori-plain", blocks="mori-daimyo")
    assert p.known("west", "osaka") == ["mori-daimyo", *["mori-three-mon"] * 4]
    assert p.hand("west") == []


@pytest.mark.rule("9.3")
@pytest.mark.parametrize(("edition", "allowed"), [("gmt-2016", False), ("kessen", True)])
def test_the_last_two_need_two_cards_in_base(edition: str, allowed: bool) -> None:
    """A block and the daimyo are left, and West holds a double."""
    p = wests_turn(edition, "mori-double", "mori-daimyo, mori-three-mon")
    assert p.allows("west", "mori", card="mori-double", blocks="mori-three-mon, mori-daimyo") is allowed
    assert not p.allows("west", "mori", card="mori-double", blocks="mori-daimyo")


@pytest.mark.rule("R-41", "9.3")
@pytest.mark.parametrize(
    ("edition", "joined"), [("gmt-2016", 5), ("gmt-2011", 5), ("kessen", 6), ("manual", 6)]
)
def test_an_attack_on_osaka_brings_the_whole_box(edition: str, joined: int) -> None:
    """East declares its attack on Hideyori alone: five come in base, six in Kessen, and it is a battle."""
    p = under(
        edition,
        f"""
        pending = "fight-combats"
        east.at.osaka = "date-two-mon x3"
        west.mori_box = "{BOX[edition]}"
        """,
    )
    assert p.count("west", "osaka") == joined
    assert p.count("west", "mori-box") == 0
    assert p.view()["combat"]["siege"] is False
