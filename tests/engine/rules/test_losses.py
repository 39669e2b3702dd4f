"""What a battle costs: how many blocks, which ones, and who goes first [8.7], R-22."""

from typing import Any

import pytest

from tests.kit.cases import cases
from tests.kit.editions import ruleset_of
from tests.kit.positions import Table, position


def over(active: str, east: int, west: int, rest: str = "") -> Table:
    """Six against six at Suwa, nobody deployed, both finished with these totals."""
    return position(
        f"""
        active = "{active}"
        east.at.suwa = "tokugawa-two-mon x6"
        west.at.suwa = "mori-two-mon x4, mori-three-mon x2"
        {rest}

        [combat]
        location = "suwa"
        east.impact = {east}
        west.impact = {west}
        east.finished = true
        west.finished = true
        """
    )


def number(p: Table, side: str) -> int:
    """How many blocks that side is asked to lose; 0 if it is not asked."""
    if p.pending != [(side, "losses")]:
        return 0
    (shape,) = (p.options(side) or {})["answers"]
    assert shape["least"] == shape["most"]
    return int(shape["most"])


@pytest.mark.rule("8.7.1")
@cases(
    "active east west east_loses west_loses",
    ("the printed example: 5 against the winner, 9 against the loser", "east", 9, 5, 0, 2),
    ("seven full impact and the defeat", "east", 7, 6, 0, 2),
    ("six is not seven", "east", 6, 5, 0, 1),
    ("thirteen against fourteen", "east", 13, 14, 3, 1),
    ("a tie: the attacker is the loser", "east", 12, 12, 2, 1),
    ("a tie with West attacking", "west", 12, 12, 1, 2),
    ("twenty-one", "west", 21, 20, 2, 4),
    ("nothing delivered: the loser still loses one", "east", 0, 0, 1, 0),
    ("one to nothing", "east", 1, 0, 0, 1),
)
def test_a_block_is_lost_for_each_seven_impact_and_one_for_losing(
    active: str, east: int, west: int, east_loses: int, west_loses: int
) -> None:
    """One for each full seven against a side, one more for the loser; the attacker's come first."""
    p = over(active, east, west)
    due = {"east": east_loses, "west": west_loses}
    for side in (active, "west" if active == "east" else "east"):
        assert number(p, side) == due[side]
        if due[side]:
            kind = "tokugawa-two-mon" if side == "east" else "mori-two-mon"
            p.play(side, "losses", blocks=f"{kind} x{due[side]}")
    assert (p.count("east", "lost"), p.count("west", "lost")) == (east_loses, west_loses)


@pytest.mark.rule("R-22", "8.7.1")
def test_a_side_loses_no_more_than_it_has() -> None:
    """Twenty-eight impact against two blocks: both go without being asked, and nobody retreats."""
    p = position(
        """
        east.at.suwa = "tokugawa-two-mon x4"
        west.at.suwa = "mori-two-mon x2"
        west.hand = "mori-plain"

        [combat]
        location = "suwa"
        east.impact = 28
        east.finished = true
        west.finished = true
        """
    )
    assert p.count("west", "suwa") == 0
    assert p.blocks("west", "lost") == ["mori-two-mon"] * 2
    assert p.story(kind="retreated") == []
    assert p.pending == [("west", "level")]


ORDER = """
    active = "west"
    pending = "losses west {count}"
    east.at.suwa = "tokugawa-two-mon x2"
    west.at.suwa = "mori-two-mon x2, ukita-two-mon x2, otani-two-mon x2"
    west.at.kiso = "mori-three-mon"

    [combat]
    location = "suwa"
    west.defected = "ukita-two-mon-1 with ukita-plain"
    west.deployed = "mori-two-mon-1 with mori-plain, mori-two-mon-2 with mori-plain"
    east.impact = {impact}
"""


@pytest.mark.rule("8.7.2")
@cases(
    "count blocks code",
    ("the defector, then a deployed one", 2, "ukita-two-mon-1, mori-two-mon-1", None),
    ("the owner chooses among the deployed", 2, "ukita-two-mon-1, mori-two-mon-2", None),
    ("at last one that waited", 4, "ukita-two-mon-1, mori-two-mon x2, otani-two-mon", None),
    ("not the deployed before the defector", 2, "mori-two-mon x2", "loss-order"),
    ("not one that waited before the deployed", 2, "ukita-two-mon-1, otani-two-mon", "loss-order"),
    ("one deployed spared", 4, "ukita-two-mon-1, mori-two-mon-1, otani-two-mon x2", "loss-order"),
    ("too few", 2, "ukita-two-mon-1", "loss-count"),
    ("too many", 2, "ukita-two-mon-1, mori-two-mon x2", "loss-count"),
    ("a block elsewhere", 2, "ukita-two-mon-1, mori-three-mon", "block-not-available"),
)
def test_which_blocks_are_lost(count: int, blocks: str, code: str | None) -> None:
    """First what defected, then what deployed, then the rest; within that, the owner chooses."""
    p = position(ORDER.format(count=count, impact=7 * (count - 1)))
    if code:
        assert p.refuses("west", code, "losses", blocks=blocks).rule in ("8.7.1", "8.7.2")
        assert not p.allows("west", "losses", blocks=blocks)
        return
    assert p.allows("west", "losses", blocks=blocks)
    p.play("west", "losses", blocks=blocks)
    assert p.count("west", "lost") == count


@pytest.mark.rule("8.7.2", "R-29")
@cases(
    "impact asked",
    ("one: the defector alone", 0, False),
    ("two: which of the deployed?", 7, True),
    ("three: the defector and both deployed", 14, False),
    ("four: which of the three that waited, though two are alike?", 21, True),
    ("six: all of them", 35, False),
)
@pytest.mark.parametrize("other", ["mori-three-mon", "mori-two-mon"])
@pytest.mark.parametrize("revision", [1, 2])
def test_losses_without_a_choice_are_not_asked(impact: int, asked: bool, other: str, revision: int) -> None:
    """West, the loser, has one defector, two deployed blocks and three that waited.

    Everybody knows the deployed ones. Since revision 2 they are no choice where they are alike.
    """
    p = position(
        f"""
        active = "west"
        east.at.suwa = "tokugawa-two-mon x2"
        west.at.suwa = "mori-two-mon, {other}, ukita-two-mon x2, otani-two-mon x2"

        [combat]
        location = "suwa"
        west.defected = "ukita-two-mon-1 with ukita-plain"
        west.deployed = "mori-two-mon with mori-plain, {other} with mori-plain"
        east.impact = {impact}
        west.impact = 0
        east.finished = true
        west.finished = true
        """,
        ruleset_of("kessen", revision),
    )
    alike = other == "mori-two-mon"
    if asked and not (impact == 7 and alike and revision == 2):
        assert p.pending == [("west", "losses")]
    else:
        assert p.count("west", "lost") == impact // 7 + 1


@pytest.mark.rule("8.7.3", "8.7.2")
def test_lost_blocks_are_revealed_and_stay_visible() -> None:
    """East chose a block that was never seen: everybody is told, and it lies beside the board for good."""
    p = over("east", 0, 7, rest='east.hand = "tokugawa-plain"')
    p.play("east", "losses", blocks="tokugawa-two-mon x2")
    told: dict[str, Any] = {
        "event": "blocks-lost",
        "side": "east",
        "location": "suwa",
        "kinds": ["tokugawa-two-mon", "tokugawa-two-mon"],
    }
    for viewer in ("east", "west", "public"):
        assert p.told(viewer, "blocks-lost") == [told]
        assert p.view(viewer)["sides"]["east"]["lost"] == ["tokugawa-two-mon"] * 2
    assert p.view("west")["locations"]["suwa"]["east"] == {"count": 4}, "the others stay hidden"
