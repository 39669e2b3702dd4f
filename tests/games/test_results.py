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


def test_an_attack_is_told_to_whoever_is_attacked_while_it_is_fought() -> None:
    table = Table(2)
    told = {True: 0, False: 0}
    for _side in table.wander():
        combat = table.state.combat
        if combat is None:
            continue
        for side in (EAST, WEST):
            is_attacked = combat.attacker != side
            if "combat-declared" in results(table, side):
                assert is_attacked
                assert results(table, side)[-1] == "combat-declared"
            told[is_attacked] += "combat-declared" in results(table, side)
        if told[True] > 2:
            break
    assert told == {True: 3, False: 0}
