"""The scene of a battle: what stands in it of the side that the viewer does not see."""

from typing import Any

from games.rulebook.editions import ruleset
from games.story import Names
from games.web.battle_scene import scene
from tests.kit.positions import Table, position

RULES = ruleset("kessen")
NAMES = Names(RULES)
BACK = "of-west back"


def fought() -> Table:
    return position(
        """
        pending = "deploy east"
        east.at.suwa = "ii-naomasa"
        west.at.suwa = "mori-two-mon x2, ukita-two-mon"
        west.known = "ukita-two-mon"
        east.hand = "tokugawa-special"
        west.hand = "mori-plain x3"
        combat.location = "suwa"
        combat.attacker = "east"
        """
    )


def row_of(viewer: str, side: str) -> dict[str, Any]:
    found = scene(RULES, NAMES, fought().view(viewer))
    assert found is not None
    (row,) = [row for row in found["rows"] if row["label"] == side]
    return dict(row)


def test_unknown_blocks_of_the_enemy_stand_there_from_behind_and_known_ones_open() -> None:
    row = row_of("east", "west")
    pictures = [str(each["picture"]) for each in row["hidden"]]
    assert [BACK in picture for picture in pictures] == [False, True, True]
    assert "Ukita" in pictures[0]


def test_enemy_has_the_number_of_its_cards() -> None:
    assert row_of("east", "west")["hand"] == "3 cards in hand"


def test_own_blocks_are_not_shown_from_behind() -> None:
    assert row_of("west", "west")["hidden"] == []
