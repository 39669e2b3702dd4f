"""Arriving by a link of a mail."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access import viewer_of
from games.models.seat import Seat
from games.services import links
from games.services.errors import Limited
from games.turn_links import followed, invited
from games.web.visitors import open_invitation, open_seat, visitor_of

EXPIRED = "expired seat"
"""In the session: the seat whose link was followed too late."""


@require_safe
@never_cache
def turn_link(request: HttpRequest, public_id: str, side: str, token: str) -> HttpResponse:
    """Open the seat in this browser and go on to an address without the token."""
    link = followed(public_id, side, token)
    if link is None:
        return _without_token(reverse("games:link-unknown"))
    if not link.is_alive:
        request.session[EXPIRED] = link.seat.pk
        return _without_token(reverse("games:link-expired"))
    open_seat(request, link.seat)
    return _without_token(reverse("games:game", args=[public_id]) + f"?as={side}")


@require_safe
@never_cache
def invitation_link(request: HttpRequest, public_id: str, token: str) -> HttpResponse:
    """Let this browser answer the invitation, at an address without the token."""
    invitation = invited(public_id, token)
    if invitation is None:
        return _without_token(reverse("games:link-unknown"))
    open_invitation(request, invitation)
    return _without_token(reverse("games:invitation", args=[public_id]))


def _without_token(address: str) -> HttpResponse:
    response = HttpResponseRedirect(address)
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_safe
def link_unknown(request: HttpRequest) -> HttpResponse:
    """The link was cut off, or was made for somebody else."""
    return render(request, "games/link_unknown.html", status=404)


@require_http_methods(["GET", "HEAD", "POST"])
def link_expired(request: HttpRequest) -> HttpResponse:
    """One button that mails a fresh link to the address the old one went to."""
    expired: int = request.session.get(EXPIRED, 0)
    seat = Seat.objects.select_related("game", "player").filter(pk=expired, player__isnull=False).first()
    if seat is None:
        raise Http404
    if request.method != "POST":
        return render(request, "games/link_expired.html", {"game": seat.game})
    try:
        links.send_fresh(seat=seat)
    except Limited as limited:
        context = {"game": seat.game, "minutes": -(-limited.seconds // 60)}
        return render(request, "games/link_expired.html", context, status=429)
    del request.session[EXPIRED]
    return render(request, "games/link_sent.html", {"game": seat.game})


@require_POST
def revoke_links(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make every link mailed so far void, and mail a fresh one."""
    viewer = viewer_of(visitor_of(request), public_id, request.GET.get("as"))
    if viewer.seat is None:
        raise Http404
    links.revoke(seat=viewer.seat)
    return redirect("games:game", public_id)
