"""Pages about a rematch: the offer on the page of a finished game, and the page with that offer alone."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.rate_limits import sender_of, waiting_time
from games.reads.access import Viewer
from games.reads.rematches import in_one_line, may_be_played_again, shown_to
from games.services import rematch
from games.services.guest_games import TooManyRunningError
from games.web import play_now
from games.web.decision_rules import in_words
from games.web.mail_links import opened_by_link
from games.web.new_game import OwnChance
from games.web.visitors import player_in, show_game, to_seat
from sekigahara.errors.exceptions import Limited, Refused
from sekigahara.requests.never_refused import never_refused


def shown(viewer: Viewer) -> dict[str, Any] | None:
    """What there is of a rematch for a player of a game that is over; None for others."""
    seat = viewer.seat
    if seat is None or not viewer.game.is_over:
        return None
    other = viewer.both[seat.plays.enemy]
    if not may_be_played_again(seat, other):
        return None
    there = shown_to(seat, other)
    return {
        "there": there,
        "may_offer": there.game is None and not there.has_offered,
        "line": in_one_line(viewer.game, None if viewer.others else seat.plays.enemy),
        "name": other.played_by,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def offered(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what there is of a rematch, with one button. Sent, it offers or accepts one, and leads to it."""
    viewer, seat = player_in(request, public_id)
    if request.method != "POST":
        found = shown(viewer)
        if found is None:
            return to_seat(viewer)
        return show_game(request, viewer, "games/rematch.html", {"rematch": found})
    chance = OwnChance(request.POST)
    nonce = chance.cleaned_data["nonce"] if chance.is_valid() else ""
    try:
        game = rematch.offer(seat=seat, nonce=nonce, sender=sender_of(request))
    except TooManyRunningError:
        return play_now.enough(request)
    except Limited as limited:
        sentence = _("Too many games and invitations for now. Try again in %(time)s.")
        messages.error(request, sentence % {"time": waiting_time(limited.seconds)})
        return to_seat(viewer)
    except Refused as refused:
        messages.error(request, in_words(viewer.game, refused))
        return to_seat(viewer)
    return play_now.seated(request, game, seat.player)


@require_safe
@never_refused("GET", "HEAD")
def rematch_link(request: HttpRequest, public_id: str, side: str, token: str) -> HttpResponse:
    """Open the seat in this browser and redirect to the page of the rematch, without the token."""
    return opened_by_link(request, (public_id, side, token), reverse("games:rematch", args=[public_id]))
