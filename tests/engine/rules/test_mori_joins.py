"""An attack of East's on Osaka brings the whole Mori box, before anything else is looked at (R-41) [9.3]."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import position

BOX = "mori-daimyo, mori-three-mon x3, mori-cavalry, mori-firearms"


@pytest.mark.rule("R-41", "9.3", "8.9.2")
def test_r_41_the_box_joins_when_east_attacks() -> None:
    """Two West blocks hold Osaka against five. The six of the box make eight, too many for inside."""
    p = position(f"""
        pending = "fight-combats"
        east.at.osaka = "tokugawa-two-mon x5"
        west.at.osaka = "ukita-two-mon x2"
        west.mori_box = "{BOX}"
    """)
    events = [told["event"] for told in p.story("public")]
    assert events[:3] == ["combat-declared", "mori-joined", "battle-began"]
    assert (p.count("west", "osaka"), p.count("west", "mori-box")) == (8, 0)
    assert p.known("west", "osaka") == sorted(
        [*["mori-three-mon"] * 3, "mori-cavalry", "mori-daimyo", "mori-firearms"]
    )
    assert p.pending == [("east", "deploy")]


@pytest.mark.rule("R-41", "8.9.2")
@cases(
    "garrison box asked",
    ("two in all may stay inside", "", "mori-daimyo, mori-cavalry", [("west", "stance")]),
    ("three may not", "ukita-two-mon", "mori-daimyo, mori-cavalry", [("east", "deploy")]),
    ("an empty box changes nothing", "ukita-two-mon", "", [("west", "stance")]),
    ("Hideyori alone is inside anyway", "", "", [("east", "deploy")]),
)
def test_r_41_inside_or_outside_is_asked_with_the_new_number(
    garrison: str, box: str, asked: list[tuple[str, str]]
) -> None:
    """East attacks with five; what West has once the box has joined decides."""
    p = position(f"""
        pending = "fight-combats"
        east.at.osaka = "tokugawa-two-mon x5"
        west.at.osaka = "{garrison}"
        west.mori_box = "{box}"
    """)
    assert p.pending == asked


@pytest.mark.rule("R-41", "7.4.1", "R-12", "R-15")
@cases("attackers swept", ("one block", 1, True), ("two blocks", 2, False))
def test_r_41_those_who_join_overrun_a_small_attack(attackers: int, swept: bool) -> None:
    """One West block is in Osaka: with the box there are seven, which sweeps one attacker away."""
    p = position(f"""
        pending = "fight-combats"
        east.at.osaka = "tokugawa-two-mon x{attackers}"
        west.at.osaka = "ukita-two-mon"
        west.mori_box = "{BOX}"
    """)
    events = [told["event"] for told in p.story("public")]
    if swept:
        assert events[:3] == ["combat-declared", "mori-joined", "overrun"]
        assert p.count("east", "lost") == 1
        assert p.pending == [("west", "level")]
    else:
        assert "overrun" not in events
        assert p.pending == [("east", "deploy")]


@pytest.mark.rule("R-41", "R-15")
def test_r_41_the_overrun_attackers_draw() -> None:
    """Two East blocks attack three; with the box West has nine: both are destroyed, for one card."""
    p = position(f"""
        pending = "fight-combats"
        east.at.osaka = "tokugawa-two-mon x2"
        west.at.osaka = "ukita-two-mon x3"
        west.mori_box = "{BOX}"
    """)
    assert p.count("east", "lost") == 2
    assert len(p.hand("east")) == 1


@pytest.mark.rule("R-41", "2.1")
def test_r_41_ieyasu_is_overrun_at_osaka() -> None:
    """Ieyasu alone walked up to Hideyori's disk: at the declaration six blocks come out, and West has won."""
    p = position(f"""
        pending = "fight-combats"
        east.at.osaka = "ieyasu"
        west.mori_box = "{BOX}"
    """)
    assert p.over == ("west", "ieyasu")


@pytest.mark.rule("R-41")
def test_r_41_the_box_waits_until_combat_is_declared() -> None:
    """East's stack arrives at Osaka: it is counted against the one block there, not against the box."""
    p = position(f"""
        east.at.kyoto = "tokugawa-two-mon x2"
        west.at.osaka = "ukita-two-mon"
        west.mori_box = "{BOX}"
        east.at.edo = "ieyasu"
    """)
    p.march("east", "kyoto", "osaka")
    assert p.count("west", "mori-box") == 6
    assert p.pending == [("east", "movement")]
    p.play("east", "end-movement")
    assert p.count("west", "mori-box") == 0


@pytest.mark.rule("R-41", "R-27")
@pytest.mark.parametrize("inside", [True, False])
def test_r_41_west_s_own_attack_does_not_bring_the_box(inside: bool) -> None:
    """In West's combat phase the besieged of Osaka stay inside or come out: the box stays where it is."""
    p = position(f"""
        active = "west"
        pending = "fight-combats"
        east.at.osaka = "tokugawa-two-mon x5"
        west.at.osaka = "ukita-two-mon x2"
        west.mori_box = "{BOX}"
    """)
    assert p.pending == [("west", "stance")]
    p.play("west", "stance", inside=inside)
    assert p.count("west", "mori-box") == 6


@pytest.mark.rule("R-41", "R-25", "8.8.5")
@cases(
    "active came_from",
    ("East attacked from Osaka", "east", 'east.came_from.osaka = "all at wakayama"'),
    ("West attacked", "west", 'west.came_from.kii-tanabe = "all at wakayama"'),
)
def test_r_41_a_retreat_onto_osaka_is_an_attack(active: str, came_from: str) -> None:
    """East, beaten at Wakayama, falls back on Osaka, in its own turn or in West's: the box joins there."""
    p = position(f"""
        active = "{active}"
        pending = "beat-retreat"
        east.at.wakayama = "tokugawa-two-mon x5"
        east.at.kii-tanabe = "date-two-mon"
        west.at.wakayama = "otani-two-mon x2"
        west.at.osaka = "ukita-two-mon"
        west.mori_box = "{BOX}"
        {came_from}
        combat.location = "wakayama"
        combat.west.impact = 5
    """)
    if p.pending == [("east", "retreat")]:
        p.play("east", "retreat", to="osaka")
    assert p.story(kind="mori-joined")
    assert (p.count("west", "osaka"), p.count("east", "osaka")) == (7, 5)
    assert p.story(kind="combat-declared")[-1]["attacker"] == "east"
    assert p.pending == [("east", "deploy")]


@pytest.mark.rule("R-41", "R-23")
def test_r_41_who_joined_came_from_nowhere() -> None:
    """The Mori blocks of a beaten defence have no road they came by: they go where East did not come from."""
    p = position("""
        pending = "fight-combats"
        east.at.osaka = "tokugawa-two-mon x5, ieyasu"
        east.came_from.kyoto = "all at osaka"
        west.mori_box = "mori-daimyo, mori-cavalry, mori-firearms"
    """)
    p.play("east", "deploy", blocks="ieyasu")
    p.play("west", "finish")
    p.play("east", "finish")
    p.play("west", "losses", blocks="mori-firearms")
    ends = {row["action"].get("to") for row in (p.options("west") or {})["answers"]}
    assert ends == {"himeji", "wakayama", None}
