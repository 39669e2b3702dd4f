"""What a battle costs: how many blocks, which ones, and who goes first [8.7], R-22."""

from typing import Any

import pytest

from tests.kit.positions import Table, position
from tests.kit.revisions import ruleset_of


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
@pytest.mark.parametrize(
    ("active", "east", "west", "east_loses", "west_loses"),
    [
        pytest.param("east", 9, 5, 0, 2, id="the printed example: 5 against the winner, 9 against the loser"),
        pytest.param("east", 7, 6, 0, 2, id="seven full impact and the defeat"),
        pytest.param("east", 6, 5, 0, 1, id="six is not seven"),
        pytest.param("east", 13, 14, 3, 1, id="thirteen against fourteen"),
        pytest.param("east", 12, 12, 2, 1, id="a tie: the attacker is the loser"),
        pytest.param("west", 12, 12, 1, 2, id="a tie with West attacking"),
        pytest.param("west", 21, 20, 2, 4, id="twenty-one"),
        pytest.param("east", 0, 0, 1, 0, id="nothing delivered: the loser still loses one"),
        pytest.param("east", 1, 0, 0, 1, id="one to nothing"),
    ],
)
def test_how_many_blocks_are_lost(
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


@pytest.mark.rule("8.7.2")
@pytest.mark.parametrize("attacker", ["east", "west"])
def test_the_attacker_loses_first(attacker: str) -> None:
    """Both lose two; the defender is not asked before the attacker has chosen."""
    p = over(attacker, 14, 14)
    assert p.pending == [(attacker, "losses")]
    defender = "west" if attacker == "east" else "east"
    p.refuses(defender, "not-your-decision", "losses", blocks="all")


@pytest.mark.rule("R-22")
@pytest.mark.rule("8.7.1")
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
@pytest.mark.parametrize(
    ("count", "blocks", "code"),
    [
        pytest.param(2, "ukita-two-mon-1, mori-two-mon-1", None, id="the defector, then a deployed one"),
        pytest.param(2, "ukita-two-mon-1, mori-two-mon-2", None, id="the owner chooses among the deployed"),
        pytest.param(
            4, "ukita-two-mon-1, mori-two-mon x2, otani-two-mon", None, id="at last one that waited"
        ),
        pytest.param(2, "mori-two-mon x2", "loss-order", id="not the deployed before the defector"),
        pytest.param(
            2, "ukita-two-mon-1, otani-two-mon", "loss-order", id="not one that waited before the deployed"
        ),
        pytest.param(
            4, "ukita-two-mon-1, mori-two-mon-1, otani-two-mon x2", "loss-order", id="one deployed spared"
        ),
        pytest.param(2, "ukita-two-mon-1", "loss-count", id="too few"),
        pytest.param(2, "ukita-two-mon-1, mori-two-mon x2", "loss-count", id="too many"),
        pytest.param(2, "ukita-two-mon-1, mori-three-mon", "block-not-available", id="a block elsewhere"),
    ],
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


@pytest.mark.rule("8.7.2")
@pytest.mark.rule("R-29")
@pytest.mark.parametrize(
    ("impact", "asked"),
    [
        pytest.param(0, False, id="one: the defector alone"),
        pytest.param(7, True, id="two: which of the deployed?"),
        pytest.param(14, False, id="three: the defector and both deployed"),
        pytest.param(21, True, id="four: which of the three that waited, though two are alike?"),
        pytest.param(35, False, id="six: all of them"),
    ],
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


@pytest.mark.rule("8.7.3")
@pytest.mark.rule("8.7.2")
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


@pytest.mark.rule("8.7.1")
@pytest.mark.rule("9.1")
def test_a_battle_never_touches_a_disk() -> None:
    """East fights outside at Kyoto and loses all three blocks to 21 impact: Torii's disk stands."""
    p = position(
        """
        active = "west"
        east.at.kyoto = "tokugawa-two-mon x3"
        west.at.kyoto = "mori-two-mon x3"

        [combat]
        location = "kyoto"
        west.impact = 35
        east.finished = true
        west.finished = true
        """
    )
    assert p.count("east", "kyoto") == 0
    assert "torii" in p.disks
    assert p.story(kind="disk-lost") == []
