"""Arriving by a turn link."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.turn_links import followed
from games.web.visitors import open_seat


@require_safe
@never_cache
def turn_link(request: HttpRequest, public_id: str, side: str, token: str) -> HttpResponse:
    """Open the seat in this browser and go on to an address without the token."""
    link = followed(public_id, side, token)
    if link is None:
        return render(request, "games/link_unknown.html", status=404)
    open_seat(request, link.seat)
    response = HttpResponseRedirect(f"/games/{public_id}/?as={side}")
    response["Referrer-Policy"] = "no-referrer"
    return response
