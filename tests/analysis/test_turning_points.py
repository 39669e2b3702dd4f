"""Turning points: a blunder is found, with its reason, by what its side knew then."""

from functools import cache
from random import Random

import msgspec

from games.analysis import turning_points
from games.analysis.course import Turn, course_of
from games.analysis.reasons import Facts, Kind, reasons
from games.analysis.rehearsing import Stage
from games.analysis.turning_points import Difference, Screened, TurningPoint
from games.engine.redeal import redeal
from games.engine.side import EAST
from tests.kit.recorded import recorded

NAME = "ieyasu-slain-in-battle"
"""East marches its leader into reach of the enemy in week 2, and loses him there."""


@cache
def stage() -> Stage:
    return Stage.of(recorded(NAME).rules)


@cache
def blunder() -> Turn:
    game = recorded(NAME)
    turns = course_of(game.rules, game.log).turns
    return next(each for each in turns if (each.week, each.turn, each.side) == (2, "A", EAST))


@cache
def found() -> Screened:
    return turning_points.screened(stage(), blunder())


def test_a_leader_led_into_danger_is_a_turning_point() -> None:
    point = turning_points.measured(stage(), blunder(), found().plan, 82)
    assert point.counts
    assert point.hindsight.cost > turning_points.LEAST_COST
    assert point.reasons[0].kind == Kind.LOST
    assert point.reasons[0].played > point.reasons[0].preferred
    assert turning_points.chosen([point]) == [point]


def test_the_plan_that_is_preferred_is_no_turning_point_itself() -> None:
    better = blunder()._replace(actions=found().plan)
    assert turning_points.screened(stage(), better).cost < found().cost / 2


def test_what_a_turn_cost_follows_from_what_its_side_knew() -> None:
    hidden = redeal(stage().rules, blunder().before, EAST.enemy, Random(7))
    assert hidden != blunder().before
    assert turning_points.screened(stage(), blunder()._replace(before=hidden)) == found()


def point(step: int, cost: float, error: float = 0.01) -> TurningPoint:
    difference = Difference(cost, error)
    return TurningPoint(step, step, 1, "A", "east", difference, difference, (), (), ())


def test_the_three_that_cost_most_are_told_in_the_order_of_the_game() -> None:
    listed = [point(9, 0.06), point(3, 0.2), point(5, 0.1), point(1, 0.07)]
    assert [each.step for each in turning_points.chosen(listed)] == [1, 3, 5]


def test_what_cost_little_or_is_not_certain_is_none() -> None:
    assert turning_points.chosen([point(1, 0.049), point(2, 0.2, 0.11), point(3, -0.3)]) == []


def test_the_turns_that_seemed_to_cost_most_are_measured() -> None:
    plan = ({"type": "end-movement"},)
    screened = [Screened(number / 100, plan if number % 2 else ()) for number in range(40)]
    measured = turning_points.worth_measuring(screened)
    assert measured == [*range(40 - 2 * turning_points.MEASURED + 1, 40, 2)]
    assert turning_points.worth_measuring([]) == []


FACTS = Facts({"ieyasu": 3}, lost=0.1, won=0.0, points=2.0, own_losses=1.0, enemy_losses=2.0, cards=4.0)


def test_alike_turns_give_no_reason() -> None:
    assert reasons(FACTS, FACTS) == []


def test_a_guard_is_a_reason_only_where_leaders_are_lost() -> None:
    left = msgspec.structs.replace(FACTS, guards={"ieyasu": 0})
    assert reasons(left, FACTS) == []
    lost = msgspec.structs.replace(left, lost=0.3)
    assert [each.kind for each in reasons(lost, FACTS)] == [Kind.LOST, Kind.GUARD]
    assert reasons(lost, FACTS)[1].leader == "ieyasu"


def test_at_most_three_reasons_are_given_and_those_that_decide_come_first() -> None:
    worse = Facts({"ieyasu": 0}, lost=0.3, won=0.0, points=0.0, own_losses=4.0, enemy_losses=0.0, cards=1.0)
    assert [each.kind for each in reasons(worse, FACTS)] == [Kind.LOST, Kind.GUARD, Kind.POINTS]
    kinds = [each.kind for each in reasons(msgspec.structs.replace(worse, lost=0.1, points=2.0), FACTS)]
    assert kinds == [Kind.OWN_LOSSES, Kind.ENEMY_LOSSES, Kind.CARDS]
