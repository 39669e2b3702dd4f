"""Overruns: four to one, in either direction, and the cards for it [7.4.1, 7.4.2], R-12, R-13, R-15."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import position

EIGHT = "ukita-two-mon x3, ukita-three-mon x3, otani-two-mon x2"
ROOM = 'east.at.sunpu = "maeda-three-mon"'
"""Somebody who can still move, so that the movement phase goes on."""


@pytest.mark.rule("7.4.1", "7.4.2")
@cases(
    "movers enemies overrun",
    ("three against one", "tokugawa-two-mon x3", "ukita-two-mon", False),
    ("four against one", "tokugawa-two-mon x4", "ukita-two-mon", True),
    ("seven against two", "tokugawa-two-mon x6, ieyasu", "ukita-two-mon x2", False),
    ("eight against two", "tokugawa-two-mon x6, ieyasu, ii-naomasa", "ukita-two-mon x2", True),
    ("mon do not count", "ieyasu, tokugawa-cavalry x2, tokugawa-firearms", "kobayakawa-hideaki", True),
)
def test_7_4_1_four_times_as_many_blocks(movers: str, enemies: str, overrun: bool) -> None:
    """East's stack arrives from Edo at Hakone."""
    p = position(f'east.at.edo = "{movers}"\nwest.at.hakone = "{enemies}"\n{ROOM}')
    p.march("east", "edo", "hakone")
    number = 2 if "x2" in enemies else 1
    assert (p.count("west", "hakone"), p.count("west", "lost")) == ((0, number) if overrun else (number, 0))
    assert bool(p.told(kind="overrun")) is overrun


@pytest.mark.rule("7.4.2", "8.7.3")
def test_7_4_2_the_overrun_are_destroyed_and_shown_and_cost_nothing() -> None:
    """Four East blocks sweep a hidden Otani block away: both sides learn whom, and East loses nobody."""
    p = position(f'east.at.edo = "tokugawa-two-mon x4"\nwest.at.hakone = "otani-cavalry"\n{ROOM}')
    p.march("east", "edo", "hakone")
    assert p.told("public", "overrun") == [
        {
            "event": "overrun",
            "side": "west",
            "location": "hakone",
            "by": "east",
            "count": 1,
            "kinds": ["otani-cavalry"],
        }
    ]
    assert p.view()["sides"]["west"]["lost"] == ["otani-cavalry"]
    assert p.count("east", "hakone") == 4
    assert p.known("east", "hakone") == []


@pytest.mark.rule("7.4.2")
def test_7_4_2_the_moving_stack_goes_on() -> None:
    """Four blocks go from Edo over a lone enemy at Hakone to Numazu, by highway."""
    p = position(f'east.at.edo = "tokugawa-two-mon x4"\nwest.at.hakone = "ukita-two-mon"\n{ROOM}')
    p.march("east", "edo", "hakone", "numazu")
    assert p.blocks("west", "lost") == ["ukita-two-mon"]
    assert (p.count("east", "hakone"), p.count("east", "numazu")) == (0, 4)


@pytest.mark.rule("7.4.2", "R-15")
def test_r_15_each_overrun_is_counted_for_itself() -> None:
    """One stack overruns a block at Hakone and another at Numazu: twice one block is no card for West."""
    p = position(f"""
        east.at.edo = "tokugawa-two-mon x4"
        west.at.hakone = "ukita-two-mon"
        west.at.numazu = "otani-two-mon"
        {ROOM}
    """)
    p.march("east", "edo", "hakone", "numazu")
    assert p.count("west", "lost") == 2
    assert p.hand("west") == []


@pytest.mark.rule("R-15", "8.10")
@cases(
    "enemies blocks cards",
    ("one block is no card", "ukita-two-mon", 1, 0),
    ("two blocks are one card", "ukita-two-mon x2", 2, 1),
    ("three blocks are one card", "ukita-two-mon x3", 3, 1),
    ("four blocks are two cards", "ukita-two-mon x3, otani-two-mon", 4, 2),
)
def test_r_15_the_victim_draws_for_what_it_lost(enemies: str, blocks: int, cards: int) -> None:
    """Sixteen East blocks stand at Hakone but for one, which arrives."""
    p = position(f"""
        east.at.hakone = "tokugawa-two-mon x6, tokugawa-three-mon x4, date-two-mon x4, date-three-mon"
        east.at.edo = "maeda-two-mon"
        west.at.hakone = "{enemies}"
        {ROOM}
    """)
    p.march("east", "edo", "hakone")
    assert p.count("west", "lost") == blocks
    assert len(p.hand("west")) == cards
    drawn = [{"event": "cards-drawn", "side": "west", "count": cards}] if cards else []
    assert p.told("east", "cards-drawn") == drawn
    assert p.hand("east") == []
    assert p.pending == [("east", "movement")], "the phase goes on after the draw"


@pytest.mark.rule("R-13", "7.4.1", "R-15")
@cases(
    "movers swept",
    ("two walk into eight", "tokugawa-two-mon x2", True),
    ("three walk into eight", "tokugawa-two-mon x3", False),
)
def test_r_13_who_walks_into_four_times_its_number_is_overrun(movers: str, swept: bool) -> None:
    """East walks into West's eight blocks at Hakone; the destroyed draw cards as ever."""
    p = position(f'east.at.edo = "{movers}"\nwest.at.hakone = "{EIGHT}"\n{ROOM}')
    p.march("east", "edo", "hakone")
    assert p.count("east", "lost") == (2 if swept else 0)
    assert p.count("west", "hakone") == 8
    assert len(p.hand("east")) == (1 if swept else 0)
    assert [told["by"] for told in p.told("public", "overrun")] == (["west"] if swept else [])


@pytest.mark.rule("R-13", "7.4.2")
def test_r_13_the_arrival_dooms_those_who_were_there() -> None:
    """One East block stands beside eight since a battle; when a second joins it, both are swept away."""
    p = position(f"""
        east.at.edo = "tokugawa-two-mon"
        east.at.hakone = "date-two-mon"
        west.at.hakone = "{EIGHT}"
        {ROOM}
    """)
    p.march("east", "edo", "hakone")
    assert p.blocks("east", "lost") == ["date-two-mon", "tokugawa-two-mon"]


@pytest.mark.rule("R-12", "R-13", "7.2")
def test_r_12_a_muster_into_too_many_is_overrun_itself() -> None:
    """One East block is left at Kiyosu beside eight; another musters beside it, and both are swept away."""
    p = position(f"""
        east.at.kiyosu = "fukushima-two-mon"
        east.recruitment = "fukushima-cavalry"
        west.at.kiyosu = "{EIGHT}"
        {ROOM}
    """)
    p.play("east", "muster", location="kiyosu", blocks="fukushima-cavalry", openly=False)
    assert p.blocks("east", "lost") == ["fukushima-cavalry", "fukushima-two-mon"]
    assert len(p.hand("east")) == 1


@pytest.mark.rule("R-12", "7.4.1")
def test_r_12_leaving_overruns_nobody() -> None:
    """One of two East blocks walks away from four West blocks; the other stays unharmed."""
    p = position(f"""
        east.at.hakone = "tokugawa-two-mon x2"
        west.at.hakone = "ukita-two-mon x3, otani-two-mon"
        {ROOM}
    """)
    p.march("east", "hakone", "edo", blocks="tokugawa-two-mon")
    assert p.count("east", "hakone") == 1
    p.play("east", "end-movement")
    assert p.count("east", "lost") == 0
    assert p.told(kind="battle-began")


@pytest.mark.rule("R-12", "7.4.1")
def test_r_12_the_next_arrival_settles_what_a_departure_left() -> None:
    """Two of three East blocks leave eight at Hakone; the third is swept away with the next to come."""
    p = position(f"""
        east.at.hakone = "tokugawa-two-mon x3"
        east.at.edo = "date-two-mon"
        west.at.hakone = "{EIGHT}"
        {ROOM}
    """)
    p.march("east", "hakone", "numazu", blocks="tokugawa-two-mon x2")
    assert p.count("east", "hakone") == 1
    p.march("east", "edo", "hakone")
    assert p.blocks("east", "lost") == ["date-two-mon", "tokugawa-two-mon"]
