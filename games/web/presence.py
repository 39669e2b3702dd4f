"""On the page of a game: whether the other player has it open too."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.reads.access import Viewer
from games.services import presence
from games.web.visitors import player_in, to_seat
from sekigahara.errors.exceptions import Conflict


def shown(viewer: Viewer) -> dict[str, Any] | None:
    """The other player's name, and what the viewer may know of their presence.

    None to spectators, and where two people do not play each other.
    """
    if viewer.seat is None or not presence.is_possible(viewer.both):
        return None
    other = viewer.both[viewer.seat.plays.enemy]
    return {"name": other.played_by, "now": presence.shown(viewer.seat, viewer.both)}


@require_POST
def switch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Switch presence on or off for the player's side."""
    viewer, seat = player_in(request, public_id)
    is_on = request.POST.get("on") == "yes"
    try:
        presence.switch(seat, on=is_on)
    except Conflict:
        messages.info(request, _("Only two people who are playing each other can use this."))
        return to_seat(viewer)
    if is_on:
        messages.success(
            request, _("Presence is on: you see each other once both of you have switched it on.")
        )
    else:
        messages.success(request, _("Presence is off: neither of you sees the other."))
    return to_seat(viewer)
