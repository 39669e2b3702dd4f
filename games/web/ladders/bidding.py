"""Bidding for sides in a paired game: the page, and the link in mails that opens it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models.person import Person
from games.ladders.bidding import auction
from games.ladders.bidding import queries as bid_queries
from games.ladders.bidding import sealed_bids as service
from games.ladders.bidding import sentences as bid_words
from games.ladders.bidding.links import followed
from games.ladders.models.bidding import Bidding
from games.models.seat import Seat
from games.reads.deadlines import moment
from games.web.clubs import sentences
from games.web.ladders.forms import BidForm
from games.web.visitors import (
    EXPIRED,
    bidder_in,
    holds_seat,
    open_bidding,
    open_seat,
    person_of,
    speak_to_reader,
    without_token,
)
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Refused, or_404
from sekigahara.requests.never_refused import never_refused


@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("POST")
def bidding(request: HttpRequest, bidding: str) -> HttpResponse:
    """Bid for a side. Once the bids are open, show them and their result."""
    person = bidder_in(request, bidding)
    if person is None:
        return redirect_to_login(request.get_full_path())
    found = or_404(bid_queries.bidding_at(bidding, person))
    speak_to_reader(request, person)
    if request.method != "POST":
        return _shown(request, found, person, BidForm(initial=_bid_in(found, person)))
    form = BidForm(request.POST)
    if not form.is_valid():
        return _shown(request, found, person, form, status=400)
    return _bid(request, found, person, form)


@require_safe
@never_refused("GET", "HEAD")
def bidding_link(request: HttpRequest, bidding: str, token: str) -> HttpResponse:
    """Let this browser bid, and redirect to an address without the token."""
    person = followed(bidding, token)
    if person is not None:
        open_bidding(request, bidding, person)
    to = reverse("games:link-unknown") if person is None else reverse("ladders:bidding", args=[bidding])
    return without_token(request, to)


def _bid(request: HttpRequest, found: Bidding, person: Person, form: BidForm) -> HttpResponse:
    values, now = form.cleaned_data, service_time.now()
    try:
        done = service.bid(
            bidding=found,
            person=person,
            side=values["side"],
            points=values["points"],
            nonce=values["nonce"],
            now=now,
        )
    except Refused as error:
        messages.error(request, sentences.refused(error))
    else:
        if done.is_waiting:
            messages.success(request, _("Your bid is sealed. You may change it until both are opened."))
        # A repeated bid does not open the seat: its links may have been revoked since.
        has_begun_it = done.opened_at == now
        if has_begun_it and (seat := _seat(done, person)) is not None and person_of(request) != person:
            open_seat(request, seat, person, at=now)
    return redirect("ladders:bidding", found.public_id)


def _shown(
    request: HttpRequest, found: Bidding, person: Person, form: BidForm, *, status: int = 200
) -> HttpResponse:
    mine = found.bid_of(person)
    seat = _seat(found, person)
    is_open = seat is not None and holds_seat(request, seat)
    if seat is not None and not is_open:
        request.session[EXPIRED] = seat.pk  # a bidding opens the seat only once, when the game begins
    context = {
        "bidding": found,
        "ladder": found.season.ladder,
        "opponent": found.opponent_of(person),
        "until": moment(found.due_at),
        "rule": bid_words.rule(),
        "mine": None if mine is None else bid_words.made(mine),
        "form": form,
        "story": list(bid_words.story(found)) if found.opened_at is not None else [],
        "coin": _coin(found) if found.opened_at is not None else None,
        "is_open": is_open,
        "is_first": found.first_id == person.pk,
    }
    return render(request, "games/ladders/bidding.html", context, status=status)


def _bid_in(found: Bidding, person: Person) -> dict[str, Any]:
    """A person's present bid, as initial values of the form."""
    place = 0 if found.first_id == person.pk else 1
    made = found.bids[place]
    if made is None:
        return {}
    return {"side": made.side.label, "points": made.points, "nonce": found.nonces[place]}


def _coin(found: Bidding) -> dict[str, Any]:
    """The result of the coin toss, and the data to verify it."""
    return {
        "is_used": auction.is_for_the_coin(*found.bids),
        "seed": bytes(found.seed).hex(),
        "winner": found.players[service.coin_of(found)],
        "names": service.COIN_NAMES,
        "has_nonces": bool(found.game_seed),
    }


def _seat(found: Bidding, person: Person) -> Seat | None:
    """A person's seat in the game that the bidding led to; None before it begins."""
    if found.match is None:
        return None
    seats = Seat.objects.select_related("game", "player")
    return seats.filter(game=found.match.game_id, player=person).first()
