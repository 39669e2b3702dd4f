"""Taking back by consent, on the page of a game."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.reads.access import Viewer
from games.reads.briefing import latest_deed
from games.services import take_back
from games.web.decision_rules import in_words
from games.web.visitors import named_version, player_in, to_seat
from sekigahara.errors.exceptions import Refused, Stale
from sekigahara.requests.never_refused import never_refused


def shown(viewer: Viewer) -> dict[str, Any] | None:
    """What a player is told of taking back by consent, and can do about it; None if there is nothing.

    Who plays both sides, and is shown the one that decides, can take back the latest action of the other.
    """
    seat = viewer.seat
    if seat is None or viewer.game.is_over:
        return None
    other = viewer.both[seat.plays.enemy]
    found = {"name": other.played_by, "seat": seat, "does": "", "deed": ""}
    if take_back.is_asked_by(other):
        deed = latest_deed(viewer.game, seat.plays, other.plays, seat.version)
        refused = take_back.refusal(seat, other)
        why = "" if refused is None else in_words(viewer.game, refused)
        return {**found, "does": "agree", "deed": deed, "refused": why}
    if take_back.is_asked_by(seat):
        return {**found, "does": "wait"}
    if viewer.others and seat.asked:
        return {**found, "does": "both", "seat": other} if take_back.can_be_asked_for(other, seat) else None
    return {**found, "does": "ask"} if take_back.can_be_asked_for(seat, other) else None


@require_POST
@never_refused("POST")
def ask_or_agree(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask to take back one's latest action, or agree that the other takes back theirs."""
    viewer, seat = player_in(request, public_id)
    try:
        done = take_back.ask_or_agree(seat=seat, expected_version=named_version(request))
        if done.version != seat.version:
            messages.success(request, _("It is taken back."))
    except Stale:
        messages.warning(request, _("The game moved on; nothing was sent. Look at it again."))
    except Refused as refused:
        messages.warning(request, in_words(viewer.game, refused))
    return to_seat(viewer)
