"""The links in mails that lead to one answer: a page that shows it, with one button.

To follow a link changes nothing, because mail scanners follow links too. The button sends what the form of
the game's page sends, to the same address; so a grave answer is asked about there.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import engine, story
from games.engine.side import SIDES
from games.log import position
from games.reads.access import Viewer
from games.story.answers import Answer, possible
from games.web.mail_links import opened_by_link
from games.web.visitors import player_in
from sekigahara.requests.never_refused import never_refused


@require_safe
@never_refused("GET", "HEAD")
def answer_link(
    request: HttpRequest, public_id: str, side: str, token: str, tap: str, version: int
) -> HttpResponse:
    """Open the seat in this browser and redirect to the page of the answer, without the token."""
    page = reverse("games:answer", args=[public_id, tap, version])
    return opened_by_link(request, (public_id, side, token), page)


@require_safe
@never_refused("GET", "HEAD")
def one_answer(request: HttpRequest, public_id: str, tap: str, version: int) -> HttpResponse:
    """Show one answer with its button; where the game has gone on since that version, say so."""
    viewer, seat = player_in(request, public_id)
    is_stale = version < seat.asked_at or bool(viewer.game.frozen_at)
    question, answer = (None, None) if is_stale else _found(viewer, tap)
    context = {"game": viewer.game, "viewer": viewer, "question": question, "answer": answer}
    return render(request, "games/one_answer.html", context)


def _found(viewer: Viewer, tap: str) -> tuple[story.Question | None, Answer | None]:
    """The question, and the answer that the word of an address stands for; None if it is not offered."""
    rules, state = position.load(viewer.game)
    side = SIDES[viewer.side]
    options = engine.options(rules, state, side)
    if options is None:
        return None, None
    names, seen = story.Names(rules), engine.view(rules, state, side)
    answers = possible(names, seen, options)
    answer = next((each for each in answers if tap and each.tap == tap), None)
    return story.question(names, seen, options), answer
