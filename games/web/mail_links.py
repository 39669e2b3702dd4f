"""Pages that the links in mails open."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.rate_limits import sender_of, waiting_time
from games.models.game import Game
from games.reads.turn_links import followed, invited
from games.services import link_renewal
from games.web.link_sessions import begin_session
from games.web.orders.forms import LOYALTY_ALONE
from games.web.visitors import (
    EXPIRED,
    expired_in,
    open_invitation,
    open_seat,
    speak_to_reader,
    to_seat,
    viewer_in,
    without_token,
)
from sekigahara.errors.exceptions import Limited
from sekigahara.requests.never_refused import never_refused


@require_safe
@never_refused("GET", "HEAD")
def turn_link(request: HttpRequest, public_id: str, side: str, token: str) -> HttpResponse:
    """Open the seat in this browser and redirect to an address without the token."""
    return opened_by_link(request, (public_id, side, token), reverse("games:game", args=[public_id]))


def opened_by_link(request: HttpRequest, link_parts: tuple[str, str, str], page: str) -> HttpResponse:
    """Open the seat of a turn link in this browser, and redirect.

    Args:
        request: from the browser.
        link_parts: the id of the game, the side and the token.
        page: the address that shows the game as one side sees it.
    """
    link = followed(*link_parts)
    if link is None:
        return without_token(request, reverse("games:link-unknown"))
    if not link.is_alive:
        begin_session(request)
        request.session[EXPIRED] = link.seat.pk
        return without_token(request, reverse("games:link-expired"))
    open_seat(request, link.seat, link.person)
    if request.GET.get("only") == LOYALTY_ALONE:
        orders = reverse("games:game-orders", args=[link_parts[0]])
        return without_token(request, f"{orders}?as={link.seat.plays.label}&only=loyalty")
    return without_token(request, f"{page}?as={link.seat.plays.label}")


@require_safe
@never_refused("GET", "HEAD")
def invitation_link(request: HttpRequest, public_id: str, token: str) -> HttpResponse:
    """Let this browser answer the invitation, and redirect to an address without the token."""
    invitation = invited(public_id, token)
    if invitation is None:
        return without_token(request, reverse("games:link-unknown"))
    open_invitation(request, invitation)
    return without_token(request, reverse("games:invitation", args=[public_id]))


@require_safe
@never_refused("GET", "HEAD")
def link_unknown(request: HttpRequest) -> HttpResponse:
    """Say that the link is incomplete, or was made for somebody else."""
    return render(request, "games/link_unknown.html", status=404)


@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def link_expired(request: HttpRequest) -> HttpResponse:
    """Offer to mail a fresh link to the address of the old one, and do so."""
    seat = expired_in(request)
    if seat is None or seat.player is None:
        raise Http404
    speak_to_reader(request, seat.player)
    if request.method != "POST":
        return render(request, "games/link_expired.html", {"game": seat.game})
    try:
        link_renewal.send_fresh(seat=seat, sender=sender_of(request))
    except Limited as limited:
        return _later(request, seat.game, limited.seconds)
    return redirect("games:link-sent")


def _later(request: HttpRequest, game: Game, seconds: int) -> HttpResponse:
    context = {"game": game, "wait": waiting_time(seconds)}
    response = render(request, "games/link_expired.html", context, status=429)
    response["Retry-After"] = str(seconds)
    return response


@require_safe
def link_sent(request: HttpRequest) -> HttpResponse:
    """Say that a fresh link was mailed."""
    limit = link_renewal.FRESH_LINKS_TO
    return render(request, "games/link_sent.html", {"most": limit.most, "time": waiting_time(limit.seconds)})


@require_POST
def revoke_links(request: HttpRequest, public_id: str) -> HttpResponse:
    """Revoke every link mailed so far, and mail a fresh one."""
    viewer = viewer_in(request, public_id)
    if viewer.seat is None:
        raise Http404
    if viewer.seat.player is not None and viewer.seat.player.is_guest:
        messages.info(request, _("You play as a guest: no link to this seat was ever mailed."))
        return to_seat(viewer)
    if seconds := link_renewal.revoke(seat=viewer.seat, sender=sender_of(request)):
        request.session[EXPIRED] = viewer.seat.pk
        return _later(request, viewer.game, seconds)
    return redirect("games:link-sent")
