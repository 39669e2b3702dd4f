"""Finds the club and the game of an arbiter's page and checks who may see it."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models.person import Person
from accounts.pages import for_person
from games.ladders.arbitration import jurisdiction
from games.ladders.models.club import Club
from games.models.seat import Seat
from games.web.clubs import sentences
from games.web.clubs.finding import found
from sekigahara.errors.exceptions import Forbidden


def for_arbiter(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Call a view with the signed-in arbiter or organiser, the club, and the other parameters of the URL.

    Others get a 404.
    """

    @for_person
    def page(request: HttpRequest, person: Person, /, slug: str, **parts: str) -> HttpResponse:
        club = found(slug)
        if not jurisdiction.may_rule_in(club, person):
            raise Http404
        return view(request, person, club, **parts)

    return wraps(view)(page)


def for_case(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Call a view with the arbiter, a game of the club, and its seats.

    Others than the club's arbiters and organisers get a 404. An arbiter who plays or played in the game is
    redirected to the overview.
    """

    @for_arbiter
    def page(
        request: HttpRequest, person: Person, club: Club, /, public_id: str, **parts: str
    ) -> HttpResponse:
        held = jurisdiction.held_in(club, public_id)
        if held is None:
            raise Http404
        seats = list(Seat.objects.select_related("player").filter(game=held.game).order_by("side"))
        for seat in seats:
            seat.game = held.game
        try:
            jurisdiction.refuse_others(held, seats, person)
        except Forbidden as error:
            messages.error(request, sentences.refused(error))
            return redirect("arbitration:overview", held.club.slug)
        return view(request, person, held, seats, **parts)

    return wraps(view)(page)
