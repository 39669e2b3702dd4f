"""The page of a game that waits for its players to check in."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models.game import Game
from games.reads.access import Viewer
from games.reads.deadlines import deadline
from games.services import check_in as service
from games.web.new_game import OwnChance
from games.web.visitors import open_seat, person_of, show_game, viewer_in
from sekigahara.errors.exceptions import Conflict, Unacceptable
from sekigahara.requests.never_refused import never_refused


def is_awaited(viewer: Viewer) -> bool:
    """Whether a game has both players, so that it waits for check-ins, or was called off without one."""
    return all(seat.is_taken for seat in viewer.both)


def shown(request: HttpRequest, viewer: Viewer, form: OwnChance, *, status: int = 200) -> HttpResponse:
    """Show whom a game waits for, and the button if it is the viewer.

    Raises:
        Http404: the viewer does not play in the game.
    """
    if viewer.seat is None:
        raise Http404
    game = viewer.game
    is_off = game.status == Game.Status.CALLED_OFF
    absent = service.late(viewer.both) if is_off else service.missing(game)
    other = viewer.both[viewer.seat.plays.enemy]
    is_asked = viewer.seat.plays in absent
    promised = game.nonce_hash if is_asked and viewer.seat.side == game.first else ""
    if promised:
        form.fields["nonce"].widget.attrs["data-promised"] = promised
    context = {
        "opponent": other.played_by,
        "other": other,
        "is_asked": is_asked,
        "is_opponent_asked": other.plays in absent,
        "deadline": deadline(viewer.seat if is_asked else other),
        "promised": promised,
        "own_nonce": game.nonces[viewer.seat.side],
        "form": form,
    }
    return show_game(request, viewer, "games/check_in.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("POST")
def check_in(request: HttpRequest, public_id: str) -> HttpResponse:
    """Check in to a game; a GET request is redirected to the game, because mail scanners follow links."""
    viewer = viewer_in(request, public_id)
    if viewer.seat is None or not is_awaited(viewer):
        raise Http404
    if request.method != "POST":
        return redirect("games:game", public_id)
    form = OwnChance(request.POST)
    if not form.is_valid():
        return shown(request, viewer, form, status=400)
    try:
        seat = service.check_in(seat=viewer.seat, nonce=form.cleaned_data["nonce"])
    except Unacceptable:
        form.add_error("nonce", _("This is not what you promised: its hash is different."))
        return shown(request, viewer, form, status=400)
    except Conflict:
        messages.info(request, _("This game was called off."))
    else:
        # Sides may have been drawn, and then the link of the mail has opened the other seat.
        if person_of(request) is None and seat.player is not None and seat.side != viewer.seat.side:
            open_seat(request, seat, seat.player)
    return redirect("games:game", public_id)
