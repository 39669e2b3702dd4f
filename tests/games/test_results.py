"""What stays in sight until its player acts again: how bids, fights and weeks ended."""

import pytest

from games.engine.side import EAST, WEST, Side
from games.reads.briefing import briefing_for
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def results(table: Table, side: Side) -> list[str]:
    return [each.event for each in briefing_for(table.game, side, since=table.seat(side).version).results]


def test_the_bids_stay_in_sight_of_both_until_each_has_acted_again() -> None:
    table = Table(2)
    for side in table.wander():
        if "bids-revealed" in results(table, side):
            break
    for each in (EAST, WEST):
        assert "bids-revealed" in results(table, each), "whoever bid last sees the other bid too"
    last = table.seat(EAST).version
    for side in table.wander():
        if side == EAST:
            break
    assert table.seat(EAST).version > last
    assert "bids-revealed" not in results(table, EAST)


def test_a_week_begins_with_what_both_sides_hold_but_not_the_first() -> None:
    table = Table(2)
    assert not results(table, EAST)
    for _side in table.wander():
        if table.state.week > 1:
            break
    for side in (EAST, WEST):
        assert "week-began" in results(table, side)


def test_all_since_ones_own_action_is_news_against_a_computer_player_also_on_the_second_look() -> None:
    table = Table(2)
    sides = []
    for side in table.wander():
        sides.append(side)
        if sides[-2:] == [WEST, WEST] and EAST in sides:
            break
    seen = table.seat(EAST).version
    once = briefing_for(table.game, EAST, since=seen).recap.chapters
    again = briefing_for(table.game, EAST, since=seen, from_own=True).recap.chapters
    assert not once
    assert again


def test_an_attack_is_told_until_one_fights_oneself() -> None:
    table = Table(2)
    told = 0
    for _side in table.wander():
        combat = table.state.combat
        for side in (EAST, WEST):
            line = briefing_for(table.game, side, since=table.seat(side).version).attack
            if combat is None or combat.finished[side]:
                assert not line
            elif line:
                assert line.startswith(f"{combat.attacker.label.title()} attacks at "), line
                told += combat.attacker != side
        if told > 2:
            break
    assert told > 2
