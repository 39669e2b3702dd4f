"""Movement that is not bought: cards are exchanged once, and Mori blocks still arrive [7.1], R-08, R-36."""

import pytest

from tests.kit.positions import position

LEVEL = """
pending = "level"
east.at.sunpu = "tokugawa-two-mon x5"
east.hand = "tokugawa-plain x2, date-plain, east-loyalty"
east.recruitment = "tokugawa-cavalry"
west.at.gifu = "ukita-two-mon"
"""


@pytest.mark.rule("7.1", "R-36")
def test_7_1_no_movement_exchanges_cards_once() -> None:
    """No movement: three of four cards are discarded openly, three drawn; then it is over."""
    p = position(LEVEL + '\nchance.east-cards = "maeda-plain, maeda-special, maeda-double"')
    p.play("east", "level", level="none", cards=["tokugawa-plain", "tokugawa-plain", "east-loyalty"])
    assert p.hand("east") == ["maeda-plain", "maeda-special", "maeda-double", "date-plain"]
    assert p.told("west", "level-chosen")[0]["exchanged"] is True
    assert p.told("west", "cards-drawn") == [{"event": "cards-drawn", "side": "east", "count": 3}]
    # The phase is over: what comes next is West's turn.
    assert p.pending == [("west", "level")]
    p.refuses("east", "not-your-decision", "level", level="none", cards=["date-plain"])
    p.refuses("east", "not-your-decision", "move", source="sunpu", groups=[])


@pytest.mark.rule("7.1")
def test_7_1_no_movement_may_exchange_nothing_or_everything() -> None:
    """Any number of cards may be exchanged, none and the whole hand included."""
    none, whole = position(LEVEL), position(LEVEL)
    none.play("east", "level", level="none")
    assert len(none.hand("east")) == 4
    assert not none.discards("east")
    hand = ["tokugawa-plain", "tokugawa-plain", "date-plain", "east-loyalty"]
    whole.play("east", "level", level="none", cards=hand)
    assert len(whole.hand("east")) == 4
    assert whole.discards("east") == sorted(hand, key=whole.discards("east").index)


@pytest.mark.rule("7.1", "3.3", "R-32")
def test_7_1_what_is_exchanged_can_come_back() -> None:
    """The draw pile is empty: the discarded card itself is shuffled into the new one and drawn again."""
    p = position("""
        pending = "level"
        east.at.sunpu = "ieyasu"
        east.hand = "rest"
        west.at.gifu = "ukita-two-mon"
    """)
    p.play("east", "level", level="none", cards=["date-double"])
    assert len(p.hand("east")) == 55
    assert "date-double" in p.hand("east")
    assert p.told("west", "pile-reshuffled")


@pytest.mark.rule("7.1", "R-08")
def test_r_08_west_brings_mori_blocks_without_movement() -> None:
    """West chose no movement: no stack moves and no muster, but cards still bring Mori blocks."""
    p = position("""
        active = "west"
        pending = "level"
        east.at.edo = "ieyasu"
        [west]
        at.osaka = "ukita-two-mon"
        mori_box = "mori-daimyo, mori-three-mon"
        recruitment = "ukita-cavalry"
        hand = "mori-plain x2"
    """)
    p.play("west", "level", level="none")
    assert p.pending == [("west", "movement")]
    p.march_refused("west", "no-moves-left", "osaka", "kyoto")
    p.refuses("west", "no-muster-left", "muster", location="osaka", blocks="ukita-cavalry")
    shapes = [answer["shape"] for answer in (p.options("west") or {})["answers"]]
    assert "route" not in shapes
    p.play("west", "mori", card="mori-plain", blocks="mori-three-mon")
    assert p.blocks("west", "osaka") == ["mori-three-mon", "ukita-two-mon"]
    assert p.pending == [("west", "movement")]


@pytest.mark.rule("R-08", "9.3")
@pytest.mark.parametrize("level", ["none", "minimal", "limited", "total"])
def test_r_08_mori_arrivals_cost_no_stack_move(level: str) -> None:
    """At every level, an arrival leaves the stack moves that were there."""
    p = position(f"""
        active = "west"
        level = "{level}"
        east.at.edo = "ieyasu"
        [west]
        at.osaka = "ukita-two-mon"
        mori_box = "mori-daimyo, mori-three-mon"
        hand = "mori-plain x2"
    """)
    before = p.view()["movement"]
    p.play("west", "mori", card="mori-plain", blocks="mori-three-mon")
    assert p.view()["movement"] == before
