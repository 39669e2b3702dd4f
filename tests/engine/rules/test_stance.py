"""Inside the castle or outside: who chooses, and when there is nothing to choose [8.9.1, 8.9.2], R-27."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import position


@pytest.mark.rule("8.9.1", "8.9.2", "9.1", "R-14", "R-33")
@cases(
    "active place owner besieger expected",
    ("one block in its castle", "east", "gifu", "ukita-two-mon", "ieyasu", "west is asked"),
    ("two blocks", "east", "gifu", "ukita-two-mon x2", "ieyasu", "west is asked"),
    ("three blocks must come out", "east", "gifu", "ukita-two-mon x3", "ieyasu", "battle"),
    ("no castle", "east", "suwa", "ukita-two-mon", "ieyasu", "battle"),
    ("two and a disk", "west", "kyoto", "ieyasu, date-two-mon", "mori-two-mon", "east is asked"),
    ("three and a disk", "west", "kyoto", "date-two-mon x3", "mori-two-mon", "battle"),
    ("a lone disk is always inside", "west", "kyoto", "", "mori-two-mon", "siege"),
    ("castle and disk: two fit", "east", "osaka", "ukita-two-mon x2", "ieyasu", "west is asked"),
    ("castle and disk: three do not", "east", "osaka", "ukita-two-mon x3", "ieyasu", "battle"),
    ("Osaka with Hideyori alone", "east", "osaka", "", "ieyasu", "siege"),
    ("the besieged side's own phase", "west", "gifu", "ukita-two-mon x2", "ieyasu", "west is asked"),
    ("with three it must fight", "west", "gifu", "ukita-two-mon x3", "ieyasu", "battle"),
    ("a lone disk in its own side's phase", "east", "kyoto", "", "mori-two-mon", "nothing"),
)
def test_a_declaration_leads_to_a_battle_a_siege_or_a_question(
    active: str, place: str, owner: str, besieger: str, expected: str
) -> None:
    """The owner's blocks and the besieger's stand in one place, and combat is declared there."""
    side, enemy = ("east", "west") if place == "kyoto" else ("west", "east")
    p = position(
        f"""
        active = "{active}"
        pending = "fight-combats"
        {side}.at.{place} = "{owner}"
        {enemy}.at.{place} = "{besieger}"
        """
    )
    assert p.kind_of_combat == expected


@pytest.mark.rule("8.9.1", "R-04")
@cases(
    "holder asked",
    ("West was first: the castle is West's, though East's by colour", "west", "west is asked"),
    ("East was first", "east", "east is asked"),
)
def test_the_owner_is_who_was_there_first(holder: str, asked: str) -> None:
    """One block each at Okazaki."""
    p = position(
        f"""
        pending = "fight-combats"
        holder.okazaki = "{holder}"
        east.at.okazaki = "ieyasu"
        west.at.okazaki = "mori-two-mon"
        """
    )
    assert p.kind_of_combat == asked


@pytest.mark.rule("8.9.2")
@cases("inside expected", ("inside", True, "siege"), ("outside", False, "battle"))
def test_the_owner_chooses_and_all_are_told(inside: bool, expected: str) -> None:
    """All inside or all outside: two answers, no others; only West is asked."""
    p = position(
        """
        pending = "fight-combats"
        east.at.gifu = "tokugawa-two-mon x2"
        west.at.gifu = "ukita-two-mon x2"
        """
    )
    assert p.options("east") is None
    p.refuses("east", "not-your-decision", "stance", inside=True)
    assert [row["action"] for row in p.choices("west")] == [
        {"type": "stance", "inside": True},
        {"type": "stance", "inside": False},
    ]
    p.play("west", "stance", inside=inside)
    assert p.kind_of_combat == expected
    for viewer in ("east", "public"):
        assert p.told(viewer, "stance-taken") == [
            {"event": "stance-taken", "side": "west", "location": "gifu", "inside": inside}
        ]
        (began,) = p.told(viewer, f"{expected}-began")
        assert (began["attacker"], began["east"], began["west"]) == ("east", 2, 2)


@pytest.mark.rule("R-27", "8.9.2")
def test_the_besieged_side_stays_inside_in_its_own_phase() -> None:
    """West declares Gifu, as it must, and stays inside: no cards, no losses, nothing happens."""
    p = position(
        """
        active = "west"
        pending = "fight-combats"
        east.at.gifu = "tokugawa-two-mon x3"
        east.hand = "tokugawa-plain x3"
        west.at.gifu = "ukita-two-mon x2"
        """
    )
    p.play("west", "stance", inside=True)
    assert p.view()["combat"] is None
    assert p.pending == [("east", "level")]
    assert [told["event"] for told in p.story("public")] == ["combat-declared", "stance-taken", "turn-began"]


@pytest.mark.rule("R-27", "8.9.2")
def test_the_besieged_side_comes_out_as_the_attacker() -> None:
    """West comes out of Gifu in its own phase: a battle with West as attacker, so a tie is East's."""
    p = position(
        """
        active = "west"
        pending = "fight-combats"
        east.at.gifu = "tokugawa-two-mon x2"
        east.came_from.kiyosu = "all at gifu"
        west.at.gifu = "ukita-two-mon x2"
        """
    )
    p.play("west", "stance", inside=False)
    assert p.view()["combat"]["attacker"] == "west"
    p.play("west", "finish")
    p.play("east", "finish")
    assert p.told(kind="combat-ended")[0]["winner"] == "east"
    p.play("west", "losses", blocks="ukita-two-mon")
    assert p.allows("west", "retreat", stay="ukita-two-mon"), "its castle takes it back"
    assert p.allows("west", "retreat", to="kiyosu"), "it came by no road: anywhere"
