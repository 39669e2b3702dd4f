"""Grave answers in the analysis: named by the fact, with why they were grave."""

from games.analysis import graves, sentences
from games.analysis.course import Course, EffectiveStep
from games.engine import Side, apply
from games.engine.actions import Action
from games.engine.history import ALL, Step
from games.story import Names
from tests.kit.positions import Table, position

LOSING = """
    active = "east"
    east.at.edo = "ieyasu, tokugawa-two-mon"
    west.at.edo = "mori-two-mon x3"

    [combat]
    location = "edo"
    east.finished = true
    west.finished = true
"""


def course_of(table: Table, *actions: Action) -> Course:
    """East's actions one after the other, as the course of a game."""
    state, steps = table.state, []
    for number, action in enumerate(actions, start=1):
        before = state
        state, events = apply(table.rules, before, Side.EAST, action)
        step = Step((number, number), Side.EAST, action, events, ALL, state)
        steps.append(EffectiveStep(number - 1, step, before))
    return Course([], [], [each.step for each in steps], steps)


def test_a_leader_given_up_for_a_block_is_named_with_the_reason() -> None:
    table = position(LOSING)
    course = course_of(table, table.action("east", "losses", blocks=["ieyasu"]))
    (deed,) = graves.grave_deeds(table.rules, course)
    assert (deed.side, deed.reasons, deed.moment) == ("east", ("loses-leader",), 0)
    assert deed.done[0]["kinds"] == ("ieyasu",)
    assert sentences.why_grave(Names(table.rules), deed) == [
        "With Tokugawa Ieyasu the game was lost, and another answer was legal."
    ]


def test_a_block_given_up_for_a_leader_is_not_named() -> None:
    table = position(LOSING)
    course = course_of(table, table.action("east", "losses", blocks="tokugawa-two-mon"))
    assert graves.grave_deeds(table.rules, course) == []
