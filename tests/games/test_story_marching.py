"""What stacks can do in a movement phase, in words."""

import pytest

from games import engine
from games.engine.side import EAST
from games.rulebook.editions import ruleset
from games.story import Names
from games.story.marching import marching
from games.story.situation import elsewhere
from tests.kit.positions import Table, position

NAMES = Names(ruleset("kessen"))


def near_sawayama(blocks: str) -> Table:
    return position(
        f"""
        week = 3
        east.at.kyoto = "{blocks}"
        west.at.sawayama = "ishida-mitsunari, ukita-two-mon x3"
        west.at.aizu = "uesugi-daimyo"
        west.known = "ishida-mitsunari"
        """
    )


@pytest.mark.parametrize(
    ("blocks", "comes_of_it"),
    [
        ("date-two-mon", "they overrun you"),
        ("date-two-mon x2", "a fight; if only 1 block goes, they overrun you"),
    ],
)
def test_meeting_is_that_of_all_blocks_that_can_go_and_of_fewer_only_if_it_differs(
    blocks: str, comes_of_it: str
) -> None:
    table = near_sawayama(blocks)
    rows = marching(NAMES, table.view("east"), engine.options(table.rules, table.state, EAST)).rows
    lines = [line for row in rows for line in row.more]
    assert f"Kyoto–Sawayama: 4 blocks, known: Ishida Mitsunari, {comes_of_it}" in lines  # noqa: RUF001


def test_everything_else_on_the_board_is_told_with_what_is_known_of_it() -> None:
    lines = elsewhere(NAMES, near_sawayama("date-two-mon").view("east"))
    assert "Sawayama: 4 blocks of theirs, known: Ishida Mitsunari" in lines
    assert "Aizu: castle of West, 1 block of theirs" in lines
    assert lines[-1].startswith("Unclaimed resource locations: ")
    assert not [line for line in lines if line.startswith("Kyoto")]
