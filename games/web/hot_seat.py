"""Two people who share one device: a screen between their turns, so that neither sees the other's hand."""

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.engine.side import LABELS
from games.reads.access import Viewer
from games.web.visitors import player_in, to_seat

HOT_SEATS: Final = "hot seats"
"""In the session: the label of the side that has the device, by the ids of the games that are shared."""


def is_shared(request: HttpRequest, viewer: Viewer) -> bool:
    """Whether two people play this game on this device."""
    return bool(viewer.others) and viewer.game.public_id in request.session.get(HOT_SEATS, {})


def hand_over(request: HttpRequest, viewer: Viewer) -> HttpResponse | None:
    """The screen before the page of a side that does not have the device; None where it may be shown."""
    if not is_shared(request, viewer) or viewer.game.is_over or viewer.seat is None:
        return None
    if request.session[HOT_SEATS][viewer.game.public_id] == viewer.label:
        return None
    context = {"game": viewer.game, "side": viewer.label}
    return render(request, "games/hand_over.html", context)


@require_POST
def share(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give the device to a side, as ``to`` says; with ``nobody`` it is one person's again."""
    viewer, _seat = player_in(request, public_id)
    if not viewer.others:
        messages.info(request, _("Only a game in which one player has both sides can be shared."))
        return to_seat(viewer)
    shared: dict[str, Any] = request.session.get(HOT_SEATS, {})
    to = request.POST.get("to")
    if to in LABELS:
        shared[public_id] = to
    else:
        shared.pop(public_id, None)
        to = viewer.label
    request.session[HOT_SEATS] = shared
    return HttpResponseRedirect(reverse("games:game", args=[public_id], query={"as": to}))
