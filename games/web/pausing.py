"""Pages between two players about their time: a pause by consent, and asking again."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.models import both_seats
from games.models.clocks import LONGEST_PAUSE
from games.reads import pauses
from games.reads.access import Viewer
from games.reads.deadlines import moment
from games.services import asking_again, pausing
from games.web.decision_rules import in_words
from games.web.mail_links import opened_by_link
from games.web.visitors import player_in, to_seat
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Refused
from sekigahara.requests.never_refused import never_refused

_DAYS = forms.IntegerField(min_value=1, max_value=LONGEST_PAUSE, required=False)


def shown(viewer: Viewer) -> dict[str, Any] | None:
    """What a player is told of a pause, and what they can do about it; None for others."""
    seat = viewer.seat
    if seat is None or viewer.game.is_over:
        return None
    return {
        "words": pauses.in_words(seat),
        "may_answer": pauses.is_asked_for(seat),
        "may_withdraw": viewer.game.paused_at is None and viewer.game.pause_asked_by == seat.side,
        "may_end": viewer.game.is_paused_by_players,
        "may_ask": pausing.may_ask(viewer.both),
        "longest": LONGEST_PAUSE,
    }


def again(viewer: Viewer) -> dict[str, Any] | None:
    """Whether a player can ask the other again, and from when; None if there is nothing to say of it."""
    if viewer.seat is None or viewer.others:
        return None
    other = viewer.both[viewer.seat.plays.enemy]
    refusal = asking_again.refusal(other, service_time.now())
    at = refusal and refusal.parameters.get("when")
    if refusal and not at:
        return None
    return {"name": other.played_by, "at": moment(datetime.fromisoformat(at)) if at else ""}


@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def pause(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for a pause, answer the opponent, or end the pause."""
    viewer, seat = player_in(request, public_id)
    if request.method != "POST":
        context = {"game": viewer.game, "viewer": viewer, "pause": shown(viewer)}
        return render(request, "games/pause.html", context)
    what = request.POST.get("do", "")
    try:
        if what in pausing.PAUSE_ANSWERS:
            pausing.PAUSE_ANSWERS[what](seat=seat)
        else:
            pausing.ask(seat=seat, days=_DAYS.clean(request.POST.get("days")))
        words = pauses.in_words(both_seats.of_game(seat.game_id)[seat.plays])
        messages.success(request, words or _("There is no pause. The clock runs."))
    except forms.ValidationError:
        messages.warning(request, _("A pause has at most %(most)d days.") % {"most": LONGEST_PAUSE})
    except Refused as refused:
        messages.warning(request, in_words(viewer.game, refused))
    return to_seat(viewer)


@require_safe
@never_refused("GET", "HEAD")
def pause_link(request: HttpRequest, public_id: str, side: str, token: str) -> HttpResponse:
    """Open the seat in this browser and redirect to the page of the pause, without the token."""
    return opened_by_link(request, (public_id, side, token), reverse("games:pause", args=[public_id]))


@require_POST
@never_refused("POST")
def ask_again(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send the opponent the mail that the game waits for them once more."""
    viewer, seat = player_in(request, public_id)
    try:
        asking_again.ask(seat=seat)
        messages.success(request, _("Your opponent has been asked again."))
    except Refused as refused:
        messages.warning(request, in_words(viewer.game, refused))
    return to_seat(viewer)
