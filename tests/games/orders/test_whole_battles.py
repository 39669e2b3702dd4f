"""Whole battles through the services, by two people who come once to plan and seldom again."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import time_machine

from games import engine
from games.engine.actions import Finish, encode
from games.engine.side import SIDES, Side
from games.engine.state import State
from games.models.log import Entry
from games.rulebook.editions import DEFAULT, ruleset
from games.services import windows
from tests.games.orders.in_battle import battle, give, is_to_deploy, shown, steps
from tests.kit.table import Table, table_where

pytestmark = [pytest.mark.django_db, pytest.mark.both, pytest.mark.usefixtures("games_replay")]

ALL_OF_IT = {"go_on": {"rule": "all"}, "stop_if_challenged": False, "then": "stop"}


def test_two_people_come_twice(time: time_machine.Traveller) -> None:
    """Once to plan, and once more at most, where the other side has stopped or something is to be chosen."""
    table = table_where(is_to_deploy)
    (side,) = table.asked()
    visits = _fought(table, time, {each: _orders(table, each) for each in SIDES}, side)
    assert max(visits.values()) <= 2
    assert Entry.objects.filter(game=table.game, by_order="plan").count() >= 4


@pytest.mark.parametrize(
    ("mine", "theirs", "ending"),
    [
        pytest.param({"stop_if_they_gain": 1}, {}, "they-gained", id="they gain"),
        pytest.param({}, None, "they-finished", id="they stop deploying"),
        pytest.param({"stop_if_challenged": True}, {}, "challenged", id="they challenge"),
        pytest.param({"then": "ask", "most": 1}, {}, "complete", id="it is complete"),
    ],
)
def test_a_battle_with_each_stop(
    time: time_machine.Traveller, mine: dict[str, Any], theirs: dict[str, Any] | None, ending: str
) -> None:
    """The plan stops, nothing more of it is done, its player is asked, and the battle comes to its end."""
    table = table_where(_can_be_challenged if ending == "challenged" else is_to_deploy)
    (side,) = table.asked()
    given = {side: _orders(table, side, **{**ALL_OF_IT, **mine}), side.enemy: _orders(table, side.enemy)}
    if theirs is None:
        given[side.enemy].pop("battles")
    if ending == "challenged":
        given[side.enemy] |= {"loyalty": {"answer": "challenge-from", "impact": 1}}
    visits = _fought(table, time, given, side)
    lately = [deed for deed in shown(table, side).lately if deed.kind == "plan"]
    assert [deed.ending for deed in lately if deed.ending] == [ending]
    assert lately[-1].ending == ending, "nothing more of it was done"
    assert all(count <= 4 for count in visits.values())


def _can_be_challenged(state: State) -> bool:
    """The side that waits holds a challenge card."""
    if not is_to_deploy(state):
        return False
    side = engine.pending(state)[0].side.enemy
    return bool(state.hand[side][ruleset(DEFAULT).components.loyalty[side]])


def _orders(table: Table, side: Side, most: int = 9, **more: Any) -> dict[str, Any]:
    """A plan for everything that may be deployed, and an order for all that comes after."""
    location = battle(table, side).location
    plan = {"steps": steps(table, side, most), **(more or ALL_OF_IT)}
    return {"battles": {location: {"plan": plan}}, "loyalty": {"answer": "never"}, "losses": {}}


def _fought(
    table: Table, time: time_machine.Traveller, orders: dict[Side, dict[str, Any]], first: Side
) -> Counter[Side]:
    """Fight a battle to its end: both give orders, the one who waits first; how often each came."""
    combat = table.state.combat
    assert combat is not None
    location, visits = combat.location, Counter(orders.keys())
    give(table, first.enemy, **orders[first.enemy])
    give(table, first, **orders[first])
    while (fought := table.state.combat) is not None and fought.location == location:
        (side,) = table.asked()
        held_until = table.seat(side).held_until
        if held_until is not None:
            time.move_to(held_until)
            assert windows.answer_held()
            continue
        visits[side] += 1
        while table.asked() == [side] and table.state.combat is not None:
            table.submit(side, _by_hand(table, side))
    return visits


def _by_hand(table: Table, side: Side) -> bytes:
    """Who comes again deploys nothing more, and chooses anything."""
    offered = table.options(side)
    return encode(Finish()) if Finish() in offered else table.any_action(side)
