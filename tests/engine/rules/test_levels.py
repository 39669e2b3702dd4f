"""Buying movement: the four levels, what each allows, and when the phase ends by itself [7.1]."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, position

LEVEL = """
pending = "level"
east.at.sunpu = "tokugawa-two-mon x5"
east.hand = "tokugawa-plain x2, date-plain, east-loyalty"
east.recruitment = "tokugawa-cavalry"
west.at.gifu = "ukita-two-mon"
"""


def at_level(level: str, *, east: str = "", west: str = "") -> Table:
    """East has four stacks on roads of their own, and a block in the box."""
    return position(f"""
        level = "{level}"
        [east]
        recruitment = "tokugawa-cavalry, tokugawa-firearms"
        at.sunpu = "tokugawa-two-mon"
        at.oyama = "tokugawa-two-mon"
        at.iwaki = "tokugawa-two-mon"
        at.kofu = "tokugawa-two-mon"
        {east}
        [west]
        at.gifu = "ukita-two-mon"
        {west}
    """)


@pytest.mark.rule("7.1")
@cases(
    "level cards",
    ("minimal is free", "minimal", []),
    ("limited costs one card", "limited", ["date-plain"]),
    ("total costs two cards, of any type", "total", ["date-plain", "east-loyalty"]),
)
def test_7_1_a_level_is_paid_from_the_hand(level: str, cards: list[str]) -> None:
    """East buys a level: the cards are discarded face up, none are drawn, and moving begins."""
    p = position(LEVEL)
    assert p.allows("east", "level", level=level, cards=cards)
    p.play("east", "level", level=level, cards=cards)
    assert sorted(p.hand("east") + cards) == ["date-plain", "east-loyalty", *["tokugawa-plain"] * 2]
    assert p.discards("east") == sorted(cards)
    assert p.told("west", "level-chosen")[0]["cards"] == sorted(cards), "discards are public"
    assert p.pending == [("east", "movement")]


@pytest.mark.rule("7.1")
@cases(
    "level cards",
    ("a card for minimal", "minimal", ["date-plain"]),
    ("nothing for limited", "limited", []),
    ("two cards for limited", "limited", ["tokugawa-plain"] * 2),
    ("one card for total", "total", ["date-plain"]),
    ("three cards for total", "total", ["tokugawa-plain"] * 2 + ["date-plain"]),
)
def test_7_1_a_level_has_one_price(level: str, cards: list[str]) -> None:
    """Neither more nor fewer cards than the level costs."""
    p = position(LEVEL)
    assert p.refuses("east", "level-cost", "level", level=level, cards=cards).rule == "7.1"
    assert not p.allows("east", "level", level=level, cards=cards)


@pytest.mark.rule("7.1", "3.3")
def test_7_1_only_cards_that_are_held_pay() -> None:
    """East holds one Date plain card, so it cannot give two of them, nor a card it does not have."""
    p = position(LEVEL)
    p.refuses("east", "card-not-in-hand", "level", level="total", cards=["date-plain"] * 2)
    p.refuses("east", "card-not-in-hand", "level", level="limited", cards=["maeda-plain"])
    p.refuses("east", "unknown-card", "level", level="limited", cards=["mori-plain"])


@pytest.mark.rule("7.1", "R-29")
@pytest.mark.parametrize(("held", "levels"), [(0, {"minimal", "none"}), (1, {"minimal", "none", "limited"})])
def test_7_1_levels_offered_are_those_one_can_pay(held: int, levels: set[str]) -> None:
    """With no card two levels are left, which is still a choice; with one card limited movement too."""
    p = position(f"""
        pending = "level"
        east.at.sunpu = "ieyasu"
        east.hand = "{"date-plain" if held else ""}"
        west.at.gifu = "ukita-two-mon"
    """)
    answers = (p.options("east") or {})["answers"]
    offered = {answer.get("action", {}).get("level") for answer in answers if "action" in answer}
    offered |= {row["action"]["level"] for row in p.choices("east")}
    assert offered == levels


@pytest.mark.rule("7.1", "R-29")
def test_7_1_minimal_is_one_stack_move() -> None:
    """One stack has moved: nothing is left to be asked, and the phase is over."""
    p = at_level("minimal")
    p.march("east", "sunpu", "numazu")
    assert p.told(kind="movement-ended")
    assert p.pending == [("west", "level")]


@pytest.mark.rule("7.1", "R-29")
def test_7_1_minimal_is_one_muster_instead() -> None:
    """Mustering takes the place of the one stack move."""
    p = at_level("minimal")
    p.play("east", "muster", location="edo", blocks="tokugawa-cavalry", openly=False)
    assert p.pending == [("west", "level")]


@pytest.mark.rule("7.1")
def test_7_1_limited_is_three_stack_moves() -> None:
    """Three of four stacks have moved: the phase is over, and there was no room for the muster."""
    p = at_level("limited")
    p.march("east", "sunpu", "numazu")
    p.march("east", "oyama", "edo")
    assert p.pending == [("east", "movement")]
    p.march("east", "iwaki", "mito")
    assert p.pending == [("west", "level")]


@pytest.mark.rule("7.1")
@pytest.mark.parametrize("when", [0, 1, 2])
def test_7_1_limited_gives_up_a_move_for_the_muster(when: int) -> None:
    """Two stack moves and a muster, in any order, use limited movement up."""
    p = at_level("limited")
    marches = [("sunpu", "numazu"), ("oyama", "utsunomiya")]
    for step in range(3):
        assert p.pending == [("east", "movement")]
        if step == when:
            p.play("east", "muster", location="edo", blocks="tokugawa-cavalry", openly=False)
        else:
            p.march("east", *marches.pop(0))
    assert p.pending == [("west", "level")]


@pytest.mark.rule("7.1", "7.2")
@pytest.mark.parametrize("level", ["limited", "total"])
def test_7_1_never_two_musters(level: str) -> None:
    """The muster is made; a second one is refused and not offered, though moves and blocks are left."""
    p = at_level(level)
    p.play("east", "muster", location="edo", blocks="tokugawa-cavalry", openly=False)
    assert p.pending == [("east", "movement")]
    p.refuses("east", "mustered-already", "muster", location="edo", blocks="tokugawa-firearms")
    assert not p.allows("east", "muster", location="edo", blocks="tokugawa-firearms", openly=False)


@pytest.mark.rule("7.1")
def test_7_1_total_moves_every_stack_and_musters() -> None:
    """Four stacks move and a block musters; the block that mustered may not move, so the phase is over."""
    p = at_level("total")
    for source, to in (("sunpu", "numazu"), ("oyama", "utsunomiya"), ("iwaki", "mito"), ("kofu", "suwa")):
        p.march("east", source, to)
    assert p.view()["movement"]["moves_left"] is None
    p.play("east", "muster", location="edo", blocks="tokugawa-cavalry", openly=False)
    assert p.pending == [("west", "level")]


@pytest.mark.rule("R-29", "7.1")
def test_r_29_nothing_that_can_move_ends_the_phase() -> None:
    """Everything of East's is besieged and its box is empty: after paying it is asked nothing more."""
    p = position("""
        pending = "level"
        east.at.okazaki = "tokugawa-two-mon x2"
        west.at.okazaki = "ukita-two-mon x3"
    """)
    p.play("east", "level", level="minimal")
    assert p.told(kind="movement-ended")
    assert p.pending == [("east", "stance")]


@pytest.mark.rule("R-29")
def test_r_29_a_player_may_end_the_phase_early() -> None:
    """Moves are left: going on or ending is a choice, and ending gives the moves up."""
    p = at_level("total")
    assert p.allows("east", "end-movement")
    p.play("east", "end-movement")
    assert p.pending == [("west", "level")]
    p.refuses("east", "not-your-decision", "end-movement")


@pytest.mark.rule("7.1", "3.3")
def test_7_1_a_double_card_is_one_card() -> None:
    """A double card alone pays for limited movement, and not for total movement."""
    p = position("""
        pending = "level"
        east.at.sunpu = "ieyasu"
        east.hand = "date-double, date-plain"
    """)
    p.refuses("east", "level-cost", "level", level="total", cards=["date-double"])
    p.play("east", "level", level="limited", cards=["date-double"])
    assert p.hand("east") == ["date-plain"]
