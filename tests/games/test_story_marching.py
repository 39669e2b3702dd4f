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


def near_sawayama(blocks: str, decision: str = "movement") -> Table:
    return position(
        f"""
        week = 3
        pending = "{decision}"
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
    assert f"Kyoto–Sawayama: 4 blocks, {comes_of_it}" in lines  # noqa: RUF001


def test_ways_without_an_enemy_are_told_as_a_reply_can_write_them() -> None:
    table = near_sawayama("date-two-mon")
    (row, *_) = marching(NAMES, table.view("east"), engine.options(table.rules, table.state, EAST)).rows
    (clear,) = [line for line in row.more if line.startswith("Free to go as far as: ")]
    ways = clear.removeprefix("Free to go as far as: ").split("; ")
    dash = "\N{EN DASH}"
    assert {f"Ayabe{dash}Himeji", f"Ayabe{dash}Tanabe"} <= {*ways}
    assert not {"Ayabe", "Sawayama"} & {*ways}
    assert len(ways) == len(set(ways))


def test_enemies_one_road_away_are_told_when_the_level_is_chosen() -> None:
    table = near_sawayama("date-two-mon", "level")
    rows = marching(NAMES, table.view("east"), engine.options(table.rules, table.state, EAST)).rows
    lines = [line for row in rows for line in row.more]
    assert lines == ["One road away, Sawayama: 4 blocks"]


def test_everything_else_on_the_board_is_told_with_what_is_known_of_it() -> None:
    lines = elsewhere(NAMES, near_sawayama("date-two-mon").view("east"))
    assert "Sawayama: 4 blocks of theirs, known: Ishida Mitsunari" in lines
    assert "Aizu: castle of West, 1 block of theirs" in lines
    assert lines[-1].startswith("Unclaimed resource locations: ")
    assert not [line for line in lines if line.startswith("Kyoto")]
