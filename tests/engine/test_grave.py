"""Grave answers: which answers warn, and that they tell nothing that is hidden."""

from random import Random
from typing import Any

import pytest

from games.engine import Side, grave_actions, options
from games.engine.actions import Resign
from tests.kit.positions import Table, position
from tests.kit.twins import twin


def reasons(p: Table, side: str, kind: str, **fields: Any) -> tuple[str, ...]:
    """Why an answer is grave, which must be one that is legal."""
    assert p.allows(side, kind, **fields)
    return grave_actions.grave_reasons(p.rules, p.state, Side.named(side), p.action(side, kind, **fields))


def shape(p: Table, side: str, **named: str) -> dict[str, Any]:
    """The one subset of options whose action has these fields."""
    answers = (p.options(side) or {})["answers"]
    (found,) = (
        each for each in answers if each["shape"] == "subset" and named.items() <= each["action"].items()
    )
    return dict(found)


def losing_one(east: str) -> Table:
    """East lost at Edo, and gives up one of its blocks there; Ieyasu is listed first."""
    return position(
        f"""
        active = "east"
        east.at.edo = "{east}"
        west.at.edo = "mori-two-mon x3"

        [combat]
        location = "edo"
        east.finished = true
        west.finished = true
        """
    )


@pytest.mark.rule("8.7.2", "2.1")
def test_losing_a_leader_warns_while_another_block_can_be_lost() -> None:
    p = losing_one("ieyasu, tokugawa-two-mon, date-two-mon")
    offered = shape(p, "east")
    assert next(iter(offered["of"][0])) == "ieyasu", "the order of the answers stays"
    assert offered["warns"] == {"chosen": {"ieyasu": ["loses-leader"]}}
    assert reasons(p, "east", "losses", blocks=["ieyasu"]) == ("loses-leader",)
    assert reasons(p, "east", "losses", blocks="date-two-mon") == ()


@pytest.mark.rule("8.7.2")
def test_losses_without_a_leader_do_not_warn() -> None:
    assert "warns" not in shape(losing_one("tokugawa-two-mon x2, date-two-mon"), "east")


def losing_two_after(defected: str) -> Table:
    """East gives up two of three blocks at Edo, first the one that defected."""
    return position(
        f"""
        active = "west"
        east.at.edo = "ieyasu, tokugawa-two-mon, date-two-mon"
        west.at.edo = "mori-two-mon x3"

        [combat]
        location = "edo"
        east.defected = "{defected}"
        west.impact = 7
        east.finished = true
        west.finished = true
        """
    )


@pytest.mark.rule("8.7.2")
def test_a_leader_of_a_tier_that_is_lost_whole_does_not_warn() -> None:
    """He goes first and there is no other answer; of the others one more goes."""
    p = losing_two_after("ieyasu")
    assert p.pending == [("east", "losses")]
    assert "warns" not in shape(p, "east")


@pytest.mark.rule("8.7.2")
def test_a_leader_warns_among_those_who_are_left_once_a_tier_is_lost_whole() -> None:
    p = losing_two_after("date-two-mon")
    assert p.pending == [("east", "losses")]
    assert shape(p, "east")["warns"] == {"chosen": {"ieyasu": ["loses-leader"]}}


def beaten(east: str, rest: str = "") -> Table:
    """East lost outside the castle of Edo, which it owned, to an enemy from Oyama."""
    return position(
        f"""
        pending = "retreat"
        east.at.edo = "{east}"
        west.at.edo = "mori-two-mon x4, ukita-two-mon x3, mori-three-mon"
        west.came_from.oyama = "all at edo"
        {rest}

        [combat]
        location = "edo"
        attacker = "west"
        owner = "east"
        west.impact = 6
        east.lost = 1
        """
    )


@pytest.mark.rule("8.8.4")
def test_a_retreat_warns_if_nobody_stays_in_the_castle() -> None:
    p = beaten("tokugawa-two-mon x3")
    assert shape(p, "east", to="hakone")["warns"] == {"none": ["gives-up-castle"]}
    assert reasons(p, "east", "retreat", to="hakone") == ("gives-up-castle",)
    assert reasons(p, "east", "retreat", to="hakone", stay="tokugawa-two-mon") == ()


@pytest.mark.rule("8.8.4", "7.4.1")
def test_a_retreat_warns_if_a_leader_goes_where_he_can_be_overrun() -> None:
    """Eight blocks are beside the two that leave; inside the castle the leader is not overrun."""
    p = beaten("ieyasu, tokugawa-two-mon")
    assert "uncovers-leader" in reasons(p, "east", "retreat", to="hakone", stay="tokugawa-two-mon")
    assert reasons(p, "east", "retreat", to="hakone", stay=["ieyasu"]) == ()


@pytest.mark.rule("8.9.2")
@pytest.mark.parametrize(
    ("west", "warned"), [("mori-two-mon x3", ("uncovers-leader",)), ("mori-two-mon", ())]
)
def test_a_leader_who_comes_out_against_more_blocks_warns(west: str, warned: tuple[str, ...]) -> None:
    p = position(
        f"""
        active = "west"
        pending = "fight-combats"
        east.at.edo = "ieyasu"
        west.at.edo = "{west}"
        """
    )
    assert reasons(p, "east", "stance", inside=False) == warned
    assert reasons(p, "east", "stance", inside=True) == ()
    rows = [row for row in p.choices("east") if "warns" in row]
    assert [row["action"]["inside"] for row in rows] == [False] * len(warned)


MOVING = """
    pending = "movement"
    active = "east"
    level = "limited"
    east.at.suwa = "ieyasu, tokugawa-two-mon"
    east.at.kofu = "date-two-mon x4"
    west.at.kiso = "mori-two-mon x4, ukita-two-mon x3, mori-three-mon"
"""


@pytest.mark.rule("7.4.1", "R-13")
def test_a_move_into_an_overrun_warns() -> None:
    p = position(MOVING)
    (source,) = (
        source
        for each in (p.options("east") or {})["answers"]
        for source in each.get("sources", ())
        if source["source"] == "suwa"
    )
    rows = [row for row in source["reach"] if row["to"] == "kiso"]
    assert rows
    assert all(row["warns"] == ["runs-into-overrun"] for row in rows)
    assert all("warns" not in row for row in source["reach"] if row["meets"] != "overrun-by-them")
    group = {"blocks": ["tokugawa-two-mon-1"], "path": ["kiso"]}
    assert reasons(p, "east", "move", source="suwa", groups=[group]) == ("runs-into-overrun",)
    led = {"blocks": ["ieyasu"], "path": ["kiso"]}
    assert reasons(p, "east", "move", source="suwa", groups=[led])[0] == "loses-leader"
    aside = {"blocks": ["ieyasu"], "path": ["kofu"]}
    assert reasons(p, "east", "move", source="suwa", groups=[aside]) == ()


@pytest.mark.rule("7.4.1")
def test_the_end_of_movement_warns_while_a_leader_can_be_overrun() -> None:
    p = position(MOVING)
    assert reasons(p, "east", "end-movement") == ("uncovers-leader",)
    p.march("east", "kofu", "suwa")
    assert reasons(p, "east", "end-movement") == ()


@pytest.mark.rule("7.4.1", "7.1")
def test_the_last_move_warns_if_the_phase_ends_with_a_leader_in_danger() -> None:
    p = position(MOVING.replace('"limited"', '"minimal"'))
    aside = {"blocks": ["date-two-mon-1"], "path": ["numazu"]}
    assert reasons(p, "east", "move", source="kofu", groups=[aside]) == ("uncovers-leader",)
    assert reasons(position(MOVING), "east", "move", source="kofu", groups=[aside]) == ()


@pytest.mark.rule("2.1", "R-41")
@pytest.mark.parametrize("at_osaka", ["", 'west.at.osaka = "otani-two-mon"'])
def test_a_disk_that_decides_warns_while_it_is_left_alone_beside_enemies(at_osaka: str) -> None:
    """The Mori box, which would join, is empty."""
    text = f"""
        pending = "movement"
        active = "west"
        level = "limited"
        west.at.kiso = "mori-two-mon x2"
        east.at.kyoto = "tokugawa-two-mon x2"
        {at_osaka}
    """
    warned = () if at_osaka else ("uncovers-leader",)
    assert reasons(position(text), "west", "end-movement") == warned


def test_resigning_is_grave() -> None:
    p = position(MOVING)
    assert grave_actions.grave_reasons(p.rules, p.state, Side.EAST, Resign()) == ("resigns",)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    "make",
    [
        lambda: position(MOVING),
        lambda: losing_one("ieyasu, tokugawa-two-mon, date-two-mon"),
        lambda: beaten("ieyasu, tokugawa-two-mon"),
    ],
)
def test_twins_that_differ_in_what_the_enemy_hides_warn_alike(make: Any, seed: int) -> None:
    p = make()
    other = twin(p.rules, p.state, Side.WEST, Random(seed))
    assert other != p.state
    mine, theirs = (options(p.rules, state, Side.EAST) for state in (p.state, other))
    assert mine is not None
    assert theirs is not None
    assert mine.describe() == theirs.describe()
