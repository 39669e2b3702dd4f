"""Ashigaru's orders in advance: battle plans, loyalty and retreats."""

from __future__ import annotations

from typing import cast

import pytest

from games.bots.players import Planner
from games.engine.orders import planning
from games.engine.orders.shapes import ChallengeFrom, Orders, Plan, UntilAhead
from games.engine.side import SIDES, Side
from games.rule_numbers import CASTLE_LIMIT
from games.simulation import arena
from games.simulation.ordering import Book, of_planner
from tests.games.simulation.playing import KESSEN
from tests.kit.bots import SEEDS
from tests.kit.positions import Table, position


def ordered(table: Table, side: str, seed: int) -> Orders:
    """What ashigaru orders there."""
    number = Side.named(side)
    player = arena.seat(table.rules, ("ashigaru", "ashigaru"), str(seed))[number]
    return of_planner(table.rules, table.state, number, cast("Planner", player))


def plan_for(table: Table, side: str, seed: int, place: str) -> Plan:
    plan = ordered(table, side, seed).battles[place].plan
    assert plan is not None
    assert planning.outlook(table.rules, table.state, Side.named(side), place, plan.steps).refused is None
    return plan


FIELD = """
    pending = "deploy"
    east.at.suwa = "tokugawa-two-mon x3, tokugawa-three-mon, ieyasu"
    east.hand = "tokugawa-plain x3, date-plain"
    west.at.suwa = "mori-two-mon x3"
    west.hand = "mori-plain x3"
    [combat]
    location = "suwa"
"""


@SEEDS
def test_ashigaru_plans_what_fits_the_strongest_first(seed: int) -> None:
    plan = plan_for(position(FIELD), "east", seed, "suwa")
    assert plan.steps[0].blocks[0].startswith("tokugawa-three-mon")
    assert {step.card for step in plan.steps if step.card} == {"tokugawa-plain"}
    assert plan.then == "stop"


@SEEDS
def test_a_plan_does_not_begin_with_the_leader(seed: int) -> None:
    plan = plan_for(position(FIELD), "east", seed, "suwa")
    assert all("ieyasu" not in step.blocks for step in plan.steps[:2])


TWO_FIELDS = FIELD.replace(
    "[combat]",
    """east.at.kuwana = "date-two-mon x2"
    west.at.kuwana = "ukita-two-mon x2"
    [combat]""",
)


@SEEDS
def test_two_plans_do_not_use_a_card_twice(seed: int) -> None:
    orders = ordered(position(TWO_FIELDS), "east", seed)
    used = [step.card for battle in orders.battles.values() if battle.plan for step in battle.plan.steps]
    held = {"tokugawa-plain": 3, "date-plain": 1}
    assert all(used.count(card) <= held[card] for card in used if card is not None)


@SEEDS
@pytest.mark.parametrize(
    ("army", "then"), [("date-two-mon x2", "stop"), ("date-two-mon, tokugawa-two-mon", "ask")]
)
def test_a_later_plan_asks_at_its_end_if_a_drawn_card_would_probably_fit(
    seed: int, army: str, then: str
) -> None:
    later = (
        ordered(position(TWO_FIELDS.replace("date-two-mon x2", army)), "east", seed).battles["kuwana"].plan
    )
    assert later is not None
    assert later.then == then


STOPPED = FIELD + "    east.impact = 1\n    west.impact = 2\n"


@SEEDS
def test_nothing_is_planned_by_who_has_stopped(seed: int) -> None:
    stopped = position(STOPPED + "    east.finished = true\n")
    assert "suwa" not in ordered(stopped, "east", seed).battles


@SEEDS
def test_once_the_enemy_has_stopped_enough_is_planned_to_win_and_to_stop(seed: int) -> None:
    stopped = position(STOPPED + "    west.finished = true\n")
    plan = plan_for(stopped, "east", seed, "suwa")
    totals = planning.outlook(stopped.rules, stopped.state, Side.named("east"), "suwa", plan.steps).totals
    assert totals[-1] > 2
    assert isinstance(plan.go_on, UntilAhead)
    assert plan.then == "stop"


@SEEDS
def test_a_battle_in_which_no_card_fits_is_planned_to_stop(seed: int) -> None:
    field = FIELD.replace("tokugawa-plain x3, date-plain", "date-plain").replace(", ieyasu", "")
    plan = plan_for(position(field), "east", seed, "suwa")
    assert plan == Plan((), plan.go_on, stop_if_challenged=False, then="stop")


@SEEDS
def test_loyalty_is_the_same_whatever_the_hand_holds(seed: int) -> None:
    with_card = position(FIELD.replace("date-plain", "east-loyalty"))
    orders = [ordered(table, "east", seed).loyalty for table in (position(FIELD), with_card)]
    assert orders[0] == orders[1]
    assert isinstance(orders[0], ChallengeFrom)


@SEEDS
@pytest.mark.parametrize("garrison", ["tokugawa-three-mon x3", "tokugawa-two-mon, ieyasu"])
def test_ashigaru_holds_its_castle_by_order_whoever_is_in_it(seed: int, garrison: str) -> None:
    """Inside as long as it can, and some stay there when it retreats; its temper says whether."""
    table = position(f"""
        pending = "movement"
        active = "west"
        east.at.anotsu = "{garrison}"
        west.at.anotsu = "mori-two-mon"
        east.at.suwa = "tokugawa-two-mon"
        west.at.suwa = "mori-two-mon"
    """)
    orders = ordered(table, "east", seed)
    assert orders.castles == {"anotsu": "inside"}
    assert orders.retreat is not None
    assert set(orders.retreat.places) == {"anotsu", "suwa"}
    assert orders.retreat.stay in (0, CASTLE_LIMIT)


@SEEDS
def test_ashigaru_names_every_neighbour_to_retreat_to(seed: int) -> None:
    table = position(FIELD)
    retreat = ordered(table, "east", seed).retreat
    assert retreat is not None
    c = table.rules.components
    around = {c.locations[road.to] for road in c.roads_from[c.location_index["suwa"]]}
    assert set(retreat.places["suwa"]) == around


def test_a_game_with_orders_on_both_sides_ends_like_any_other() -> None:
    """Every action by order is legal, and the invariants hold after each."""
    seated = arena.seat(KESSEN, ("ashigaru", "ashigaru"), "orders")
    east, west = (cast("Planner", seated[side]) for side in SIDES)
    *_others, last = arena.play(KESSEN, seated, "orders", Book(KESSEN, (east, west)))
    assert last.after.result is not None
