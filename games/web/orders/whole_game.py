"""Pages for orders that hold for a whole game, and for those with which a person begins new games."""

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models.person import Person
from accounts.pages import for_person
from games import story
from games.engine.errors import EngineError
from games.engine.orders.shapes import GameOrders
from games.log import position
from games.rulebook import editions
from games.services import orders as service
from games.story import orders as words
from games.web.orders.game_form import GameForm
from games.web.orders.mine import named_version, refusal, to_overview
from games.web.visitors import player_in, to_seat
from sekigahara.errors.exceptions import Refused, Stale


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def of_game(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the form for the orders of a whole game, or give them."""
    viewer, seat = player_in(request, public_id)
    if viewer.game.is_over:
        return to_seat(viewer)
    rules = position.rules_of(viewer.game)
    shown = service.shown(seat)
    form = GameForm(rules, seat.plays, shown.orders, request.POST if request.method == "POST" else None)
    problems, status = [], 422 if form.is_bound else 200
    if form.is_valid():
        changed = msgspec.structs.asdict(form.orders())
        try:
            service.lay(
                seat=seat,
                orders=msgspec.structs.replace(shown.orders, **changed),
                expected_version=named_version(request),
            )
        except (EngineError, Refused) as refused:
            problems = [refusal(story.Names(rules), refused)]
            status = 409 if isinstance(refused, Stale) else 422
        else:
            messages.success(request, _("Your orders are given."))
            return to_overview(viewer)
    elif form.is_bound:
        problems = [_("Something is missing below; nothing was sent.")]
    context = {
        "game": viewer.game,
        "viewer": viewer,
        "form": form,
        "version": shown.version,
        "places": _places(story.Names(rules), shown.orders),
        "problems": problems,
    }
    return render(request, "games/orders/game.html", context, status=status)


def _places(names: story.Names, orders: GameOrders) -> list[str]:
    """Sentences about retreats from certain places, which the form does not show."""
    if orders.retreat is None or not orders.retreat.places:
        return []
    return words.retreat(names, msgspec.structs.replace(orders.retreat, toward=None, stay=0))


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def usual(request: HttpRequest, person: Person) -> HttpResponse:
    """Show the form for the orders with which a person begins new games, or store them."""
    rules = editions.ruleset(editions.DEFAULT)
    known = service.usual(person)
    form = GameForm(rules, None, known, request.POST if request.method == "POST" else None)
    if form.is_valid():
        service.set_usual(person, form.orders())
        messages.success(request, _("Your usual orders are saved."))
        return redirect("games:usual-orders")
    problems = [_("Something is missing below; nothing was sent.")] if form.is_bound else []
    context = {"form": form, "problems": problems}
    return render(request, "games/orders/usual.html", context, status=422 if form.is_bound else 200)
