"""Lessons: each can be played to its goal, and ends when that is reached or out of reach."""

import json
from typing import Any

import msgspec
import pytest

from accounts.models.person import Person
from games.engine import position as positions
from games.engine.side import Side
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.rulebook.lessons import Lesson, all_lessons
from games.services import lessons, play, repair

NAMES = ["march", "muster", "battle", "loyalty", "siege", "scoring"]
LESSONS = pytest.mark.parametrize("lesson", all_lessons(), ids=[each.name for each in all_lessons()])


def seat_of(game: Game, side: Side) -> Seat:
    return Seat.objects.select_related("game").get(game=game, side=side)


def act(game: Game, side: Side, action: Any) -> None:
    seat = seat_of(game, side)
    body = json.dumps(msgspec.to_builtins(action))
    play.submit(seat=seat, bodies=[body], expected_version=seat.version)


def with_ids(game: Game, side: Side, action: Any) -> Any:
    where = position.load(Game.objects.get(pk=game.pk))
    return positions.with_ids(where.rules.components, where.state, side, action)


def test_there_are_six() -> None:
    assert [each.name for each in all_lessons()] == NAMES


@LESSONS
def test_its_actions_lead_to_its_goal(lesson: Lesson) -> None:
    start = lesson.position.state
    *before, last = [step.reached.state for step in positions.steps(lesson.position)]
    assert lesson.is_reached(start, last)
    assert not any(lesson.is_past(start, state) for state in before)


@pytest.mark.django_db
@LESSONS
def test_each_is_played_to_its_goal(lesson: Lesson) -> None:
    learner = Person.objects.at("learner@example.org")
    game = lessons.begin(player=learner, lesson=lesson)
    for side, action in lesson.position.actions:
        assert lessons.outcome(seat_of(game, lesson.side)) == "running"
        if seat_of(game, side).asked:
            act(game, side, with_ids(game, side, action))
    assert lessons.outcome(seat_of(game, lesson.side)) == "reached"
    assert lessons.reached_by(learner) == {lesson.name}
    assert repair.first_difference(game.public_id) is None
