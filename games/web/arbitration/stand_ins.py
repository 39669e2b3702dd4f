"""The page on which an arbiter has stand-ins asked in turn for a seat, or stops asking them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models.person import Person
from games.engine.side import LABELS, Side
from games.ladders.arbitration import stand_ins as services
from games.ladders.arbitration.verbs.base import Hearing
from games.ladders.models.club import ClubGame
from games.ladders.models.ruling import StandInSearch
from games.models.seat import Seat
from games.web.arbitration.forms import StandInsForm
from games.web.clubs import sentences
from games.web.clubs.finding import for_case
from sekigahara.errors.exceptions import Refused


@for_case
@require_http_methods(["GET", "HEAD", "POST"])
def stand_ins(request: HttpRequest, person: Person, held: ClubGame, seats: list[Seat]) -> HttpResponse:
    """Show who is asked for a seat of a game; ask in turn, or stop."""
    form = StandInsForm(request.POST if request.method == "POST" else None, Hearing(held, seats, person))
    status = 400 if form.is_bound else 200
    if (stopped := request.POST.get("stop")) in LABELS:
        services.stop(game=held.game, by=person, side=Side.named(stopped))
        messages.success(request, _("Nobody is asked for this seat any more."))
        return redirect("arbitration:game", held.club.slug, held.game.public_id)
    if form.is_valid():
        try:
            search = services.begin(game=held.game, by=person, **form.cleaned_data)
        except Refused as error:
            status = sentences.refused_on(form, error)
        else:
            messages.success(request, _("%(name)s is asked first.") % {"name": search.person})
            return redirect("arbitration:stand-ins", held.club.slug, held.game.public_id)
    searches = StandInSearch.objects.select_related("person").filter(game=held.game).order_by("side")
    context = {
        "club": held.club,
        "game": held.game,
        "seats": seats,
        "form": form,
        "searches": [(search, seats[search.side]) for search in searches],
        "days": services.TIME_TO_STAND_IN.days,
    }
    return render(request, "games/arbitration/stand_ins.html", context, status=status)
