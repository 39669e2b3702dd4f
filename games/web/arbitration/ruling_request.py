"""The page on which a player asks the arbiters of the club for a ruling."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.ladders.arbitration import jurisdiction, questions
from games.ladders.clubs.queries import standing_of
from games.ladders.models.club import ClubGame
from games.models.seat import Seat
from games.reads.access import Viewer
from games.web.arbitration.forms import QuestionForm
from games.web.arbitration.record import record_for
from games.web.clubs import sentences
from games.web.visitors import to_seat, viewer_in
from sekigahara.errors.exceptions import Refused


@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for a ruling. The page says before what arbiters will be shown."""
    viewer = viewer_in(request, public_id)
    held = ClubGame.objects.select_related("club").filter(game=viewer.game).first()
    if viewer.seat is None or held is None or not viewer.game.length:
        raise Http404
    form = QuestionForm(request.POST if request.method == "POST" else None)
    status = 400 if form.is_bound else 200
    if form.is_valid():
        try:
            return _ask(request, viewer, viewer.seat, form.cleaned_data["text"])
        except Refused as error:
            status = sentences.refused_on(form, error)
    context = {
        "game": viewer.game,
        "viewer": viewer,
        "club": held.club,
        "is_free": jurisdiction.arbiters_of(held).exists(),
        "is_organiser": standing_of(held.club, viewer.seat.player).is_organiser,
        "form": form,
        "record": record_for(viewer),
    }
    return render(request, "games/arbitration/ask.html", context, status=status)


def _ask(request: HttpRequest, viewer: Viewer, seat: Seat, text: str) -> HttpResponse:
    questions.ask(seat=seat, text=text)
    messages.success(request, _("The arbiters are asked. Both players will be mailed the answer."))
    return to_seat(viewer)
