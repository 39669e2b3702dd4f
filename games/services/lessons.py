"""Lessons that are played: beginning one, and how far a player has come.

A lesson is a game for practice against a computer player. ``running_orders.finish`` ends it
in its log: the side that loses it concludes it. So it is reached if the learner has won.
"""

from typing import Literal

from django.db.models import F, QuerySet

from accounts.models.person import Person
from accounts.rate_limits import Limit, refuse_often
from games.engine.actions import Conclude
from games.engine.ruleset import REVISION
from games.models.game import Game
from games.models.seat import Seat
from games.rulebook.editions import text_with
from games.rulebook.lessons import Lesson
from games.services import practice
from games.services.lobby import Computer
from games.services.practice import Beginning
from games.services.table import held

TRIES = Limit.declare("lessons of a person", 200, 24 * 60 * 60)
"""Of all lessons together. They are short, and a try is soon begun again."""

TEACHER = "ashigaru"
"""The computer player that has the other side."""

LessonOutcome = Literal["running", "reached", "missed"]


def begin(*, player: Person, lesson: Lesson) -> Game:
    """Begin a lesson. An earlier try that still runs ends.

    Args:
        player: a guest, or a person.
        lesson: to begin.

    Raises:
        Limited: the player started too many lessons within a day.
    """
    refuse_often(TRIES, player.email)
    for seat in _tries(player, lesson).filter(game__status=Game.Status.RUNNING, game__frozen_at=None):
        _end(seat)
    rules = lesson.position.rules
    text = text_with(rules.edition.id, rules.chosen)

    def enter(game: Game) -> None:
        game.lesson = lesson.name

    return practice.create(
        player=player,
        beginning=Beginning(rules.edition.id, text, REVISION, lesson.text),
        side=lesson.side,
        opponent=Computer(TEACHER),
        enter=enter,
    )


def running(player: Person, lesson: Lesson) -> Game | None:
    """The newest try of a lesson that still runs; None for none."""
    tries = _tries(player, lesson).filter(game__status=Game.Status.RUNNING, game__frozen_at=None)
    seat = tries.order_by("-game__created_at", "game__public_id").first()
    return None if seat is None else seat.game


def running_of(player: Person) -> set[str]:
    """The names of the lessons that a player is in the middle of."""
    seats = Seat.objects.filter(player=player, game__status=Game.Status.RUNNING, game__frozen_at=None)
    return set(seats.exclude(game__lesson="").values_list("game__lesson", flat=True))


def reached_by(player: Person) -> set[str]:
    """The names of the lessons whose goal a player has reached."""
    seats = Seat.objects.filter(player=player, game__winner=F("side")).exclude(game__lesson="")
    return set(seats.values_list("game__lesson", flat=True))


def outcome(seat: Seat) -> LessonOutcome:
    """How far the learner at a seat has come in a lesson."""
    if not seat.game.is_over:
        return "running"
    return "reached" if seat.game.winner == seat.side else "missed"


def _tries(player: Person, lesson: Lesson) -> QuerySet[Seat]:
    return Seat.objects.select_related("game").filter(player=player, game__lesson=lesson.name)


def _end(seat: Seat) -> None:
    """End a try that is begun again, unless it has ended in the meantime."""
    with held(seat.game_id) as table:
        table.load()
        if table.state.result is None:
            table.lose(seat.plays, Conclude())
            table.record()
