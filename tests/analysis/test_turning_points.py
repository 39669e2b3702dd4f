"""Turning points: a blunder is found, with its reason, by what its side knew then."""

from functools import cache
from random import Random

import pytest

from games.analysis import turning_points
from games.analysis.course import Turn, compared, course_of
from games.analysis.reasons import FactKind
from games.analysis.rehearsing import Stage
from games.analysis.turning_points import CostDifference, Screened, TurningPoint
from games.engine.redeal import redeal
from games.engine.side import EAST
from tests.kit.recorded import recorded

NAME = "ieyasu-slain-in-battle"
"""East marches its leader into reach of the enemy in week 2, and loses him there."""


@cache
def stage_of(name: str) -> Stage:
    return Stage.of(recorded(name).rules)


def stage() -> Stage:
    return stage_of(NAME)


@cache
def blunder() -> Turn:
    game = recorded(NAME)
    turns = course_of(game.rules, game.log).turns
    return next(each for each in turns if (each.week, each.turn, each.side) == (2, "A", EAST))


@cache
def found() -> Screened:
    return turning_points.screened(stage(), blunder())


def test_a_leader_led_into_danger_is_a_turning_point() -> None:
    point = turning_points.measured(stage(), blunder(), found(), 82)
    assert point.counts
    assert point.hindsight.cost > turning_points.LEAST_COST
    assert point.reasons[0].kind == FactKind.LOST
    assert point.reasons[0].played > point.reasons[0].preferred
    stand = point.reasons[1]
    assert (stand.kind, stand.leader) == (FactKind.STAND, "ieyasu")
    assert (stand.played_place, stand.played) == ("gifu", 3)
    assert stand.preferred_place not in ("", "gifu")
    assert turning_points.chosen([point]) == [point]


def test_the_plan_that_is_preferred_is_no_turning_point_itself() -> None:
    better = blunder()._replace(actions=found().plan)
    assert turning_points.screened(stage(), better).cost < found().cost / 2


def test_the_cost_of_a_turn_follows_from_what_its_side_knew() -> None:
    hidden = redeal(stage().rules, blunder().before, EAST.enemy, Random(7))
    assert hidden != blunder().before
    assert turning_points.screened(stage(), blunder()._replace(before=hidden)) == found()


def point(step: int, cost: float, error: float = 0.01) -> TurningPoint:
    difference = CostDifference(cost, error)
    return TurningPoint(step, step, 1, "A", "east", difference, difference, (), (), (), None, 60)


def test_the_three_that_cost_most_are_told_in_the_order_of_the_game() -> None:
    listed = [point(9, 0.06), point(3, 0.2), point(5, 0.1), point(1, 0.07)]
    assert [each.step for each in turning_points.chosen(listed)] == [1, 3, 5]


def test_a_small_or_uncertain_cost_is_no_turning_point() -> None:
    assert turning_points.chosen([point(1, 0.049), point(2, 0.2, 0.11), point(3, -0.3)]) == []


def test_the_turns_that_seemed_to_cost_most_are_measured() -> None:
    plan = ({"type": "end-movement"},)
    screened = [Screened(number / 100, plan if number % 2 else ()) for number in range(40)]
    measured = turning_points.worth_measuring(screened)
    assert measured == [*range(40 - 2 * turning_points.MEASURED + 1, 40, 2)]
    assert turning_points.worth_measuring([]) == []


def test_a_plan_keeps_no_move_that_gains_nothing() -> None:
    simpler = turning_points.simplified(stage(), blunder(), found())
    assert len(simpler) < len(found().plan)
    own = compared(blunder().actions, simpler).preferred
    # What matters is where its leader goes.
    assert any(move["type"] == "move" and "ieyasu" in move["groups"][0]["blocks"] for move in own)
    worlds = turning_points._known_worlds(stage(), blunder())
    rehearsal = turning_points._rehearsal(stage(), blunder(), worlds, turning_points.SIMPLIFYING)
    whole, less = (
        turning_points._mean(rehearsal, plan, turning_points.SIMPLER) for plan in (found().plan, simpler)
    )
    assert less > whole - len(found().plan) * turning_points.SLIGHT


def test_a_plan_that_needs_fewer_cards_pays_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    best = found()
    monkeypatch.setattr(turning_points, "_mean", lambda rehearsal, plan, worlds: 0.5)
    simpler = turning_points.simplified(stage(), blunder(), best)
    # Every move it shares with the turn that was played stays, and there are too many of those.
    assert simpler[0]["level"] == "total"
    alone = blunder()._replace(actions=())
    assert turning_points.simplified(stage(), alone, best) == (
        {"type": "level", "level": "minimal", "cards": []},
        turning_points.END,
    )


def turns_of(name: str) -> list[Turn]:
    game = recorded(name)
    return course_of(game.rules, game.log).turns


def test_a_turn_is_looked_at_as_a_whole_whatever_it_was_told_on_the_way() -> None:
    kinds = [[event["event"] for event in each.events] for each in turns_of("revision-2")]
    assert any("overrun" in each[:-1] for each in kinds)
    assert blunder().actions[-1] == turning_points.END


def test_a_plan_goes_on_after_an_overrun_that_makes_its_enemy_draw() -> None:
    for each in turns_of("revision-2"):
        carried_out = [*turning_points._carried_out(stage_of("revision-2"), each, each.actions)]
        assert len(carried_out) == len(each.actions)
