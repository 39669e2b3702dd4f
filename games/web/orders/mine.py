"""“My orders”: what a player has ordered in one game, what orders did recently, and cancelling them."""

from collections.abc import Sequence
from typing import Any

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from games import engine, story
from games.engine.errors import EngineError
from games.engine.orders.keeping import Deed
from games.engine.orders.shapes import Orders, Step
from games.log import position
from games.models.seat import Seat
from games.reads.access import Viewer
from games.services import orders as service
from games.services.orders import Battle, InForce
from games.story import orders as words
from games.web.orders.forms import LoyaltyForm, loyalty_initial
from games.web.visitors import named_version, player_in, show_game, to_seat
from sekigahara.errors.exceptions import Refused, Stale

DEEDS_UNFOLDED = 6
"""The most sentences about what orders did recently that are shown unfolded."""
PLANNING = ("movement", "declare", "deploy", "window")
"""The decisions beside which battles can be planned."""


@require_safe
def overview(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what is in force, and what orders did recently."""
    viewer, seat = player_in(request, public_id)
    if viewer.game.is_over:
        return to_seat(viewer)
    shown = service.shown(seat)
    rules = position.rules_of(viewer.game)
    names = story.Names(rules)
    view = engine.view(*position.load(viewer.game), seat.plays)
    lately = [words.did(names, deed) for deed in reversed(shown.lately)]
    context = {
        "rules": rules,
        "is_empty": shown.orders == Orders(),
        "places": [_place(names, battle, shown.lately, view) for battle in shown.battles],
        "standing": _standing(names, shown.orders),
        "is_standing": msgspec.structs.replace(shown.orders, battles={}) != Orders(),
        "lately": lately[:DEEDS_UNFOLDED],
        "earlier": lately[DEEDS_UNFOLDED:],
    }
    return show_game(request, viewer, "games/orders/mine.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    """Cancel all orders, or those for one battle, after a confirmation page."""
    viewer, seat = player_in(request, public_id)
    if viewer.game.is_over:
        return to_seat(viewer)
    shown = service.shown(seat)
    rules = position.rules_of(viewer.game)
    names = story.Names(rules)
    place = request.POST.get("place", "") or request.GET.get("place", "")
    if place and place not in shown.orders.battles:
        messages.info(request, _("There are no orders for that battle."))
        return to_overview(viewer)
    problems = []
    if request.method == "POST":
        left = without(shown.orders, place) if place else Orders()
        if left == shown.orders:
            return to_overview(viewer)  # it was pressed twice
        try:
            service.lay(seat=seat, orders=left, expected_version=named_version(request))
        except (EngineError, Refused) as refused:
            problems = [refusal(names, refused)]
            shown = service.shown(seat)
        else:
            done = _("These orders are cancelled.") if place else _("All orders are cancelled.")
            messages.success(request, done)
            return to_overview(viewer)
    view = engine.view(*position.load(viewer.game), seat.plays)
    here = [battle for battle in shown.battles if place in ("", battle.location)]
    context = {
        "version": shown.version,
        "place": place,
        "name": names.place(place) if place else "",
        "places": [_place(names, each, shown.lately, view) for each in here if each.orders is not None],
        "problems": problems,
    }
    return show_game(request, viewer, "games/orders/cancel.html", context, status=409 if problems else 200)


def to_overview(viewer: Viewer) -> HttpResponse:
    """Redirect to “My orders”, from the same viewpoint."""
    path = reverse("games:orders", args=[viewer.game.public_id])
    return HttpResponseRedirect(f"{path}?as={viewer.label}" if viewer.others else path)


def refusal(names: story.Names, refused: EngineError | Refused) -> str:
    """Why orders were not given, in a sentence."""
    if isinstance(refused, Stale):
        return _("Your orders have changed in the meantime, so nothing was sent. Look at them again.")
    return story.refusal(names, refused)


def has_finished(view: dict[str, Any], place: str) -> bool:
    """Whether the viewer has stopped deploying in the combat at a place, so that there is nothing to plan."""
    combat = view["combat"]
    return bool(combat and combat["location"] == place and combat["finished"][view["viewer"]])


def without(orders: Orders, place: str) -> Orders:
    """Orders without those for the battle at a place."""
    left = {name: battle for name, battle in orders.battles.items() if name != place}
    return msgspec.structs.replace(orders, battles=left)


def lines(
    names: story.Names, steps: Sequence[Step], done: int, totals: Sequence[int]
) -> list[dict[str, Any]]:
    """The steps of a plan, as ``games/orders/_steps.html`` shows them.

    Args:
        names: of the edition.
        steps: all of them.
        done: how many were carried out.
        totals: the impact after each of the others, as far as they can be carried out.
    """
    after = dict(enumerate(totals, start=done))
    return [
        {
            "blocks": step.blocks,
            "card": step.card,
            "text": words.step(names, step),
            "after": _("Then your impact is %(impact)d.") % {"impact": after[number]}
            if number in after
            else "",
            "is_done": number < done,
        }
        for number, step in enumerate(steps)
    ]


def _standing(names: story.Names, orders: Orders) -> list[tuple[str, list[str]]]:
    """The orders for the whole game: sentences under labels."""
    return [
        (_("Loyalty"), [words.loyalty(orders.loyalty)]),
        (_("Losses"), words.losses(names, orders.losses)),
        (_("Retreat"), words.retreat(names, orders.retreat)),
        (_("Castles"), words.castles(names, orders)),
    ]


def _place(
    names: story.Names, battle: Battle, lately: Sequence[Deed], view: dict[str, Any]
) -> dict[str, Any]:
    """A place where a battle can be ordered, with what is ordered there."""
    ordered = battle.orders
    plan = None if ordered is None else ordered.plan
    said = []
    if plan is not None and plan.steps and battle.ended is None:
        said = [words.going_on(plan), words.stopping(plan), words.ending(plan)]
    if ordered is not None and ordered.loyalty is not None:
        said.append(_("In this battle: %(order)s") % {"order": words.loyalty(ordered.loyalty)})
    looked = None if battle.rest is None else battle.rest.outlook
    totals = () if looked is None else looked.totals
    outlook = "" if looked is None else " ".join([words.outlook(looked), words.theirs(looked)]).strip()
    return {
        "location": battle.location,
        "name": names.place(battle.location),
        "is_ordered": ordered is not None,
        "progress": _progress(names, battle, lately),
        "has_stopped": battle.ended is not None,
        "lines": [] if plan is None else lines(names, plan.steps, battle.done, totals),
        "outlook": outlook,
        "rules": said,
        "may_plan": not has_finished(view, battle.location),
    }


def _progress(names: story.Names, battle: Battle, lately: Sequence[Deed]) -> str:
    """How far a plan has come, or why it stopped; empty without one."""
    if battle.orders is None or battle.orders.plan is None:
        return ""
    if battle.ended is None:
        count = len(battle.orders.plan.steps)
        if not count:
            return _("You stop deploying as soon as it is your turn.")
        text = ngettext("%(done)d of %(count)d step is done.", "%(done)d of %(count)d steps are done.", count)
        return text % {"done": battle.done, "count": count}
    ends = [deed for deed in lately if deed.location == battle.location and deed.ending is not None]
    return words.did(names, ends[-1]) if ends else ""


def summary(seat: Seat | None, names: story.Names, view: dict[str, Any]) -> dict[str, Any] | None:
    """What the page of a game says of its player's orders; None for the public, and if the game is over.

    Args:
        seat: of the player who looks.
        names: of the edition.
        view: of the seat.
    """
    if seat is None or view["result"] is not None:
        return None
    found = service.in_force(seat)
    kept = found.kept
    fought = "" if view["combat"] is None else view["combat"]["location"]
    planned = {place for place in found.places if kept.plan_at(place) is not None}
    is_open = fought in found.places and fought not in planned and not has_finished(view, fought)
    is_asked = not seat.asked or seat.asked in PLANNING
    return {
        "line": words.in_short(names, kept),
        "stopped": _stopped(seat, names, found, fought),
        "here": fought if is_asked and is_open else "",
        "others": [
            (place, names.place(place), place in planned)
            for place in found.places
            if is_asked and place != fought
        ],
        "from_now_on": _from_now_on(seat, found, view),
    }


def _from_now_on(seat: Seat, found: InForce, view: dict[str, Any]) -> dict[str, Any] | None:
    """The form for a loyalty order, beside a deployment that could be challenged."""
    window = (view["combat"] or {}).get("window")
    if not seat.asked or window is None or window["deployer"] == view["viewer"]:
        return None
    form = LoyaltyForm(initial=loyalty_initial(found.kept.orders.loyalty))
    return {"version": found.version, "form": form}


def _stopped(seat: Seat, names: story.Names, found: InForce, fought: str) -> str:
    """Why a plan stopped. One that was carried out to its end did what was asked of it."""
    progress = found.kept.progress.get(fought)
    if seat.asked != "deploy" or progress is None or progress.ended in (None, "complete"):
        return ""
    return words.stopped(names, fought, progress.week, progress.ended)
