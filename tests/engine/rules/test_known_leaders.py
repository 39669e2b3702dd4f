"""What stays known of a daimyo who was named, when stacks part (R-28)."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import position

NAMELESS = 'west.at.himeji = "ukita-two-mon"'


@pytest.mark.rule("R-28", "R-10")
@cases(
    "goes known left_known",
    ("he stays, but may have gone", "tokugawa-two-mon x2", [], []),
    ("he goes, but may have stayed", "ieyasu", [], []),
    ("all go", "ieyasu, tokugawa-two-mon x2", ["ieyasu"], []),
)
def test_r_28_a_stack_that_parts_hides_its_leader_again(
    goes: str, known: list[str], left_known: list[str]
) -> None:
    """Ieyasu was named: who can no longer be sure where he is does not know it any more."""
    p = position(f'east.at.oyama = "ieyasu, tokugawa-two-mon x2"\n{NAMELESS}')
    p.march("east", "oyama", "utsunomiya", "shirakawa", blocks=goes, leader="ieyasu")
    assert p.told("west", "stack-moved")[0]["leader"] == "ieyasu"
    assert p.known("east", "shirakawa") == known
    assert p.known("east", "oyama") == left_known


@pytest.mark.rule("R-28")
def test_r_28_a_column_that_drops_blocks_hides_its_leader() -> None:
    """All of Ieyasu's stack sets out, but one block stays at Utsunomiya: he may be that one."""
    p = position(f'east.at.oyama = "ieyasu, tokugawa-two-mon x2"\n{NAMELESS}')
    groups = [
        {"blocks": ["ieyasu", "tokugawa-two-mon"], "path": ["utsunomiya", "shirakawa"]},
        {"blocks": ["tokugawa-two-mon"], "path": ["utsunomiya"]},
    ]
    p.play("east", "move", source="oyama", leader="ieyasu", groups=groups)
    assert p.known("east", "shirakawa") == p.known("east", "utsunomiya") == []


@pytest.mark.rule("R-28")
@cases(
    "known seen",
    ("the one who passes", "ieyasu", (["ieyasu"], [])),
    ("the one who stands there", "date-daimyo", ([], ["date-daimyo"])),
)
def test_r_28_passing_by_friends_hides_nobody(known: str, seen: tuple[list[str], list[str]]) -> None:
    """Ieyasu goes by Oshi, where a Date daimyo stands: a stack that passes does not mix with those there."""
    p = position(f"""
        east.at.edo = "ieyasu"
        east.at.oshi = "date-daimyo"
        east.known = "{known}"
        {NAMELESS}
    """)
    p.march("east", "edo", "oshi", "takasaki")
    assert (p.known("east", "takasaki"), p.known("east", "oshi")) == seen
