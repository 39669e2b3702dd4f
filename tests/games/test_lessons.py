"""Lessons: each can be played to its goal, and ends when that is reached or out of reach."""

import json
import re
from typing import Any

import msgspec
import pytest

from accounts.models.person import Person
from accounts.rate_limits import Limit
from games.engine import position as positions
from games.engine.actions import Action, Challenge, EndMovement, Finish, Pass
from games.engine.side import EAST, Side
from games.log import position
from games.models.game import Game
from games.models.orders import SeatOrders
from games.models.seat import Seat
from games.reads import queries
from games.reads.personal_data import games_of
from games.rulebook.editions import ruleset
from games.rulebook.lessons import LESSONS as LESSONS_AT
from games.rulebook.lessons import Lesson, LessonError, all_lessons, read
from games.services import computers, guest_games, lessons, play, repair
from notifications.models import Notification
from sekigahara.errors.exceptions import Limited
from tests.factories.people import PersonFactory

NAMES = ["march", "muster", "battle", "loyalty", "siege", "scoring"]
LESSONS = pytest.mark.parametrize("lesson", all_lessons(), ids=[each.name for each in all_lessons()])


IDLE: dict[str, Action] = {"movement": EndMovement(), "deploy": Finish(), "window": Pass()}
"""The least that one can answer."""


def seat_of(game: Game, side: Side) -> Seat:
    return Seat.objects.select_related("game").get(game=game, side=side)


def act(game: Game, side: Side, action: Any) -> None:
    seat = seat_of(game, side)
    body = json.dumps(msgspec.to_builtins(action))
    play.submit(seat=seat, bodies=[body], expected_version=seat.version)


def with_ids(game: Game, side: Side, action: Any) -> Any:
    where = position.load(Game.objects.get(pk=game.pk))
    return positions.with_ids(where.rules.components, where.state, side, action)


def test_six_lessons_exist() -> None:
    assert [each.name for each in all_lessons()] == NAMES


@LESSONS
def test_lesson_is_reached_by_its_actions(lesson: Lesson) -> None:
    start = lesson.position.state
    *before, last = [step.reached.state for step in positions.steps(lesson.position)]
    assert lesson.is_reached(start, last)
    assert not any(lesson.is_past(start, state) for state in before)


@pytest.mark.django_db
@LESSONS
def test_each_is_played_to_its_goal_against_the_computer(lesson: Lesson) -> None:
    learner = Person.objects.at("learner@example.org")
    game = lessons.begin(player=learner, lesson=lesson)
    for side, action in lesson.position.actions:
        assert lessons.outcome(seat_of(game, lesson.side)) == "running"
        if side == lesson.side:
            act(game, side, with_ids(game, side, action))
        computers.play_computers()
    assert lessons.outcome(seat_of(game, lesson.side)) == "reached"
    assert lessons.reached_by(learner) == {lesson.name}
    assert repair.first_difference(game.public_id) is None
    assert not Notification.objects.exists()


@pytest.mark.django_db
@LESSONS
def test_lesson_is_missed_once_out_of_reach(lesson: Lesson) -> None:
    """The learner does the least that they can, until their turn is over."""
    game = lessons.begin(player=Person.objects.at("learner@example.org"), lesson=lesson)
    for _ in range(12):
        seat = seat_of(game, lesson.side)
        if seat.game.is_over:
            break
        if seat.asked in IDLE:
            act(game, lesson.side, IDLE[seat.asked])
        elif seat.asked:
            computers.act(seat, "random")
        else:
            computers.play_computers()
    assert lessons.outcome(seat_of(game, lesson.side)) == "missed"
    assert lessons.reached_by(Person.objects.at("learner@example.org")) == set()
    assert repair.first_difference(game.public_id) is None


@pytest.mark.django_db
def test_a_challenge_that_is_refuted_ends_the_lesson_of_loyalty() -> None:
    (loyalty,) = (each for each in all_lessons() if each.name == "loyalty")
    game = lessons.begin(player=Person.objects.at("learner@example.org"), lesson=loyalty)
    act(game, EAST, Challenge())
    assert lessons.outcome(seat_of(game, EAST)) == "missed"


@pytest.mark.django_db
def test_a_try_that_is_begun_again_ends_and_is_in_no_list_and_no_count() -> None:
    learner = PersonFactory.create(guest=True)
    march, muster = all_lessons()[:2]
    first, second = (lessons.begin(player=learner, lesson=march) for _ in range(2))
    assert lessons.outcome(seat_of(first, EAST)) == "missed"
    assert lessons.running(learner, march) == second
    for lesson in all_lessons():
        lessons.begin(player=learner, lesson=lesson)
    assert lessons.running(learner, muster) is not None
    assert lessons.running_of(learner) == set(NAMES)
    assert guest_games.running_alone(learner) is None
    assert guest_games.foretell(learner) == []
    assert not queries.seats_of(learner).exists()
    assert queries.next_waiting(learner) is None
    assert queries.seats_with_opponents(learner, 25) == []
    for _ in range(guest_games.GUEST_GAMES_AT_ONCE):
        guest_games.begin(player=learner)
    assert len(queries.seats_with_opponents(learner, 25)) == guest_games.GUEST_GAMES_AT_ONCE


@pytest.mark.django_db
def test_the_export_of_personal_data_says_which_games_are_lessons() -> None:
    learner = Person.objects.at("learner@example.org")
    for lesson in all_lessons()[:2]:
        lessons.begin(player=learner, lesson=lesson)
    guest_games.begin(player=learner)
    assert [row["lesson"] for row in games_of(learner)] == ["march", "muster", None]


@pytest.mark.django_db
def test_usual_orders_answer_nothing_in_a_lesson() -> None:
    game = lessons.begin(player=Person.objects.at("learner@example.org"), lesson=all_lessons()[0])
    assert not SeatOrders.objects.filter(seat__game=game).exists()


@pytest.mark.django_db
def test_lessons_are_begun_within_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "TRIES", Limit("lessons of a person", 2, 60))
    learner = Person.objects.at("learner@example.org")
    for _ in range(2):
        lessons.begin(player=learner, lesson=all_lessons()[0])
    with pytest.raises(Limited):
        lessons.begin(player=learner, lesson=all_lessons()[0])


FAULTS = {
    "no table": ("[lesson]", "[lessons]", "lessons"),
    "no such place": ("kiyosu = 6", "kyosu = 6", 'no location "kyosu"'),
    "no goal": ("goal.blocks = { kiyosu = 6 }", "goal.blocks = {}", "it says nothing"),
    "no such goal": ("goal.blocks", "goal.blokcs", "blokcs"),
    "reached already": ("{ kiyosu = 6 }", "{ sunpu = 4 }", "reached at the beginning"),
    "out of reach": ("goal.blocks = { kiyosu = 6 }", "goal.defected = 1", "out of reach at the beginning"),
    "another side": ('side = "east"\nabout', 'side = "west"\nabout', "nothing is asked of west"),
    "one hint": ("hints = [", "hints = [] #", "hints"),
    "no title": ('title = "March and roads"', 'title = ""', "title: it is missing"),
    "many words": ('task = "Bring', f'task = "{"very " * 41}Bring', "task: more than 40 words"),
    "no position": ("at.edo", "at.nowhere", "nowhere"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_file_that_is_wrong_is_refused_with_what_is_wrong(fault: str) -> None:
    before, after, said = FAULTS[fault]
    text = (LESSONS_AT / "march.toml").read_text(encoding="utf-8")
    if fault == "one hint":
        start, end = text.index("hints = ["), text.index("learned")
        text = text[:start] + 'hints = ["One."]\n' + text[end:]
    else:
        assert before in text
        text = text.replace(before, after)
    with pytest.raises(LessonError, match=re.escape(said)):
        read("march", text)


def test_stored_position_is_that_of_the_lesson_file() -> None:
    for lesson in all_lessons():
        assert positions.read(lesson.text, ruleset).state == lesson.position.state
