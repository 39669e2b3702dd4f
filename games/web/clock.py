"""Pages about the opponent's time: claim the win once it is over, or give more time."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games.engine.errors import EngineError
from games.models.seat import Seat
from games.reads import deadlines
from games.reads.access import Viewer
from games.reads.competition import competition
from games.reads.deadlines import deadline, moment, policy_now
from games.services import clock
from games.web.decision_rules import in_words
from games.web.visitors import player_in, show_game, to_seat
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict
from sekigahara.requests.never_refused import never_refused


def rights(viewer: Viewer, seats: Sequence[Seat]) -> dict[str, Any] | None:
    """What a viewer can do about the opponent's time; None if nothing.

    ``what_follows`` is a sentence once the deadline is over, and ``more`` the days that can be added to it.

    Args:
        viewer: of the page.
        seats: East's and West's.
    """
    if viewer.seat is None:
        return None
    other = seats[viewer.seat.plays.enemy]
    until = deadline(other)
    if until is None or other.due_at is None or viewer.game.pace is None:
        return None
    is_enough = other.extensions >= clock.MOST_EXTENSIONS
    more = 0 if is_enough or other.computer else viewer.game.pace
    name = other.played_by
    return {
        "name": name,
        "deadline": until,
        "what_follows": str(policy_now(viewer.game).for_opponent) % {"name": name} if until.is_over else "",
        "silence": competition().agreed_on_silence(viewer.game) if until.is_over else "",
        "may_claim": deadlines.may_be_claimed(other, service_time.now()),
        "more": more,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("POST")
def claim(request: HttpRequest, public_id: str) -> HttpResponse:
    """Claim the win, after a confirmation page."""
    viewer, seat = player_in(request, public_id)
    if request.method != "POST":
        other = _opponent(seat)
        until = deadline(other)
        if until is None or not deadlines.may_be_claimed(other, service_time.now()):
            return to_seat(viewer)
        context = {"name": other.played_by, "until": until}
        return show_game(request, viewer, "games/claim.html", context)
    try:
        clock.claim(seat=seat)
    except EngineError:
        messages.info(request, _("The game is over already."))
    except Conflict as refused:
        messages.warning(request, in_words(viewer.game, refused))
    return to_seat(viewer)


@require_POST
@never_refused("POST")
def give_time(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give the opponent more time."""
    viewer, seat = player_in(request, public_id)
    try:
        is_given = clock.give_time(seat=seat, due_at=_deadline_in(request))
    except Conflict as refused:
        messages.warning(request, in_words(viewer.game, refused))
        return to_seat(viewer)
    other = _opponent(seat)
    if not is_given or other.due_at is None:
        messages.info(request, _("No time was added: that was done already, or they have answered."))
        return to_seat(viewer)
    values = {"name": other.played_by, "when": moment(other.due_at)}
    messages.success(request, f"{_('%(name)s has time until %(when)s.') % values} {_remaining(other)}")
    return to_seat(viewer)


def _opponent(seat: Seat) -> Seat:
    return Seat.objects.select_related("game", "player").get(game=seat.game_id, side=seat.plays.enemy)


def _deadline_in(request: HttpRequest) -> datetime:
    """The deadline in a form; for an invalid one the present time, which matches no deadline."""
    try:
        due_at = datetime.fromisoformat(request.POST.get("due_at", ""))
    except ValueError:
        return service_time.now()
    return due_at if timezone.is_aware(due_at) else service_time.now()


def _remaining(seat: Seat) -> str:
    left = clock.MOST_EXTENSIONS - seat.extensions
    if not left:
        return _("That was the last time in this game.")
    words = ngettext(
        "You can do this %(count)d more time in this game.",
        "You can do this %(count)d more times in this game.",
        left,
    )
    return words % {"count": left}
