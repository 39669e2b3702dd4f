"""The course of a battle: who wins, what is seen, and that everybody present fights [8.2.1]."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import position


@pytest.mark.rule("8.2.1")
@cases(
    "active east west winner",
    ("the attacker with more", "east", 5, 4, "east"),
    ("a tie is the defender's, East attacking", "east", 4, 4, "west"),
    ("a tie is the defender's, West attacking", "west", 4, 4, "east"),
    ("nobody deployed", "east", 0, 0, "west"),
    ("one is enough", "west", 0, 1, "west"),
    ("the defender with more", "east", 3, 4, "west"),
)
def test_the_attacker_needs_more_impact_to_win(active: str, east: int, west: int, winner: str) -> None:
    """Both sides are finished; the attacker needs more impact, a tie is the defender's."""
    p = position(
        f"""
        active = "{active}"
        east.at.suwa = "tokugawa-two-mon x3"
        west.at.suwa = "mori-two-mon x3"

        [combat]
        location = "suwa"
        east.impact = {east}
        west.impact = {west}
        east.finished = true
        west.finished = true
        """
    )
    (ended,) = p.story(kind="combat-ended")
    assert ended["winner"] == winner
    loser = "west" if winner == "east" else "east"
    assert p.pending == [(loser, "losses")], "the loser loses one block more"


@pytest.mark.rule("8.2.1")
def test_blocks_are_hidden_until_deployed() -> None:
    """Three West blocks stand at Suwa: East sees a number, and of the deployed one its identity."""
    p = position(
        """
        active = "west"
        east.at.suwa = "tokugawa-two-mon x3"
        west.at.suwa = "mori-three-mon, ukita-two-mon, kobayakawa-hideaki"
        west.hand = "mori-plain, ukita-plain"
        combat = { location = "suwa" }
        """
    )
    assert p.view("east")["locations"]["suwa"]["west"] == {"count": 3}
    p.play("west", "deploy", blocks="mori-three-mon", card="mori-plain")
    assert p.view("east")["locations"]["suwa"]["west"] == {"count": 3, "known": ["mori-three-mon"]}
    assert p.told("east", "deployed") == [
        {
            "event": "deployed",
            "side": "west",
            "location": "suwa",
            "card": "mori-plain",
            "kinds": ["mori-three-mon"],
            "impact": 3,
            "total": 3,
            "special": False,
        }
    ]
    assert "waiting" not in p.view()["combat"], "the public is not told what has not deployed"
    assert p.view("east")["combat"]["waiting"] == p.ids("east", "suwa")


@pytest.mark.rule("8.2.1", "R-28")
def test_after_the_battle_the_survivors_are_a_stack_again() -> None:
    """East deployed one of three and won: the deployed block is known to be at Suwa, the others are not."""
    p = position(
        """
        east.at.suwa = "tokugawa-two-mon x2, tokugawa-three-mon"
        east.hand = "tokugawa-plain"
        west.at.suwa = "mori-two-mon"
        combat = { location = "suwa" }
        """
    )
    p.play("east", "deploy", blocks="tokugawa-three-mon", card="tokugawa-plain")
    p.play("west", "finish")
    assert p.view()["combat"] is None, "East has no card left and is finished by itself"
    assert p.view("west")["locations"]["suwa"]["east"] == {"count": 3, "known": ["tokugawa-three-mon"]}


@pytest.mark.rule("8.2.1", "8.2.3")
def test_everybody_present_may_deploy() -> None:
    """A block that mustered this turn and one that walked in stand together: both fight."""
    p = position(
        """
        pending = "fight-combats"
        level = "total"
        spent = "fukushima-three-mon at kiyosu"
        fresh = "fukushima-two-mon at kiyosu"
        east.at.kiyosu = "fukushima-two-mon, fukushima-three-mon"
        east.at.okazaki = "fukushima-daimyo"
        east.hand = "fukushima-plain"
        west.at.kiyosu = "mori-two-mon"
        """
    )
    offered = {
        tuple(row["action"]["blocks"]) for row in p.choices("east") if row["action"]["type"] == "deploy"
    }
    assert offered == {("fukushima-two-mon-1",), ("fukushima-three-mon-1",)}
    refusal = p.refuses("east", "block-not-available", "deploy", blocks="fukushima-daimyo")
    assert refusal.rule == "8.2.3", "the daimyo at Okazaki is not present"


@pytest.mark.rule("8.2.1", "8.5")
def test_the_battle_is_announced_with_its_forces() -> None:
    """Both sides and the public are told where, who attacks and how many fight; no identities."""
    p = position(
        """
        active = "west"
        pending = "fight-combats"
        east.at.suwa = "ieyasu"
        west.at.suwa = "mori-two-mon x2"
        """
    )
    told = {
        "event": "battle-began",
        "side": "west",
        "location": "suwa",
        "attacker": "west",
        "east": 1,
        "west": 2,
    }
    for viewer in ("east", "west", "public"):
        assert p.story(viewer, "battle-began") == [told]
