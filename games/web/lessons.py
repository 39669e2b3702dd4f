"""Lessons: the page that lists them, beginning one, and what the page of its game says of it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from games.models.game import Game
from games.models.seat import Seat
from games.rulebook.lessons import after, all_lessons, lesson_named
from games.services import lessons
from games.web import play_now
from sekigahara.errors.exceptions import or_404


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """List all lessons, and say which are done."""
    player = play_now.known_player(request)
    reached = set() if player is None else lessons.reached_by(player)
    running = set() if player is None else lessons.running_of(player)
    cards = [
        {"lesson": each, "is_reached": each.name in reached, "is_running": each.name in running}
        for each in all_lessons()
    ]
    following = next((card for card in cards if not card["is_reached"]), None)
    return render(request, "games/lessons/list.html", {"cards": cards, "following": following})


@require_POST
def begin(request: HttpRequest, name: str) -> HttpResponse:
    """Go on with a lesson, or begin it; nobody has to be signed in. The field ``again`` begins it again."""
    lesson = or_404(lesson_named(name))
    player = play_now.known_player(request)
    is_new = player is None or bool(request.POST.get("again"))
    game = None if player is None or is_new else lessons.running(player, lesson)
    if game is not None:
        return play_now.seated(request, game, player)
    return play_now.started(request, lambda player: lessons.begin(player=player, lesson=lesson))


def taught(game: Game, seat: Seat | None) -> dict[str, Any] | None:
    """What the page of a game says of a lesson to its learner: how far they have come, and what comes next.

    None in other games, and once there is no such lesson.
    """
    lesson = lesson_named(game.lesson) if game.lesson else None
    if lesson is None or seat is None:
        return None
    return {
        "lesson": lesson,
        "of": len(all_lessons()),
        "outcome": lessons.outcome(seat),
        "next": after(lesson),
    }
