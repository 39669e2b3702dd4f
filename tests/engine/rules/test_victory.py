"""Instant victory [2.1, 9.1.1, 9.2], R-43."""

import pytest

from tests.kit.positions import Table, position


def ended(p: Table, winner: str, victory: str) -> None:
    """The game is over, everybody knows it, and nothing more may be done."""
    assert p.over == (winner, victory)
    assert [told["winner"] for told in p.story("public", "game-over")] == [winner]
    assert p.pending == []
    assert p.view()["phase"] == "over"
    for side in ("east", "west"):
        assert p.options(side) is None
        assert p.refuses(side, "game-over", "level", level="minimal").parameters["victory"] == victory


@pytest.mark.rule("2.1", "9.2", "R-43")
def test_ieyasu_overrun_is_wests_victory_on_the_spot() -> None:
    """Four blocks reach Ieyasu at Oyama. The rest of West's move, to Mito, does not happen any more."""
    p = position(
        """
        active = "west"
        east.at.oyama = "ieyasu"
        west.at.edo = "mori-two-mon x4, ukita-two-mon"
        holder.edo = "west"
        """
    )
    groups = [
        {"blocks": ["mori-two-mon x4"], "path": ["oyama"]},
        {"blocks": ["ukita-two-mon"], "path": ["mito"]},
    ]
    p.play("west", "move", source="edo", groups=groups)
    ended(p, "west", "ieyasu")
    assert p.count("west", "mito") == 0
    assert p.told(kind="cards-drawn") == []
    assert "ieyasu" in p.view("west")["sides"]["east"]["lost"]


@pytest.mark.rule("2.1", "9.2", "R-43")
def test_ieyasu_lost_in_a_siege() -> None:
    """He is alone in the castle of Edo and meets seven impact."""
    p = position(
        """
        pending = "take-losses"
        active = "west"
        east.at.edo = "ieyasu"
        west.at.edo = "mori-two-mon x3"
        [combat]
        location = "edo"
        siege = true
        west.impact = 7
        """
    )
    ended(p, "west", "ieyasu")


@pytest.mark.rule("2.1", "9.2", "R-26")
def test_ieyasu_lost_in_battle_ends_it_after_both_sides_losses() -> None:
    """East wins at Suwa, but loses Ieyasu first, as attacker. West's two losses are still taken;
    nobody draws, and the fight at Sunpu never comes."""
    p = position(
        """
        pending = "take-losses"
        east.at.suwa = "ieyasu"
        east.at.sunpu = "ii-naomasa"
        west.at.suwa = "mori-two-mon x2"
        west.at.sunpu = "ukita-two-mon"
        [combat]
        location = "suwa"
        east.impact = 9
        west.impact = 8
        """
    )
    assert p.count("west", "lost") == 2
    assert p.story(kind="cards-drawn") == []
    ended(p, "west", "ieyasu")


@pytest.mark.rule("2.1", "9.4.1")
@pytest.mark.parametrize(
    ("side", "block"), [("west", "ishida-mitsunari"), ("west", "mori-daimyo"), ("east", "fukushima-daimyo")]
)
def test_no_other_leader_ends_the_game(side: str, block: str) -> None:
    """Four enemies sweep Ishida away, or another daimyo: the game goes on."""
    enemy = {"west": "date-two-mon x4", "east": "mori-two-mon x4"}[side]
    mover = "east" if side == "west" else "west"
    p = position(f'active = "{mover}"\n{side}.at.oyama = "{block}"\n{mover}.at.utsunomiya = "{enemy}"')
    p.march(mover, "utsunomiya", "oyama")
    assert p.blocks(side, "lost") == [block]
    assert p.over is None
