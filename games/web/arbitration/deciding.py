"""Pages on which an arbiter decides: a form, a confirmation, and the ruling."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models.person import Person
from games.engine.errors import GameIsOver
from games.ladders.arbitration.verbs import VERBS
from games.ladders.arbitration.verbs.answer import AnswerQuestion
from games.ladders.arbitration.verbs.base import Hearing
from games.ladders.models.club import ClubGame
from games.ladders.models.ruling import Ruling, RulingRequest
from games.log import position
from games.models.seat import Seat
from games.web.arbitration.forms import SURE, AnswerForm, RulingForm
from games.web.arbitration.pages import shown
from games.web.clubs import sentences
from games.web.clubs.finding import for_case
from sekigahara.errors.exceptions import Refused, or_404


@for_case
@require_http_methods(["GET", "HEAD", "POST"])
def decide(
    request: HttpRequest, person: Person, held: ClubGame, seats: list[Seat], verb: str
) -> HttpResponse:
    """Show the form for a decision, then a confirmation, then carry it out."""
    chosen = VERBS.get(verb)
    if chosen is None or not chosen.is_offered:
        raise Http404
    hearing = Hearing(held, seats, person)
    if request.method != "POST" and not chosen.is_possible(hearing):
        return redirect("arbitration:game", held.club.slug, held.game.public_id)
    data = request.POST if request.method == "POST" else None
    if data is not None and SURE in data:
        # Once carried out, the same form may no longer be valid.
        before = Ruling.objects.filter(game=held.game, arbiter=person, nonce=data.get("nonce", "")).first()
        if before is not None:
            return _done(request, held, before)
    form = RulingForm(data, verb=chosen, hearing=hearing)
    context = {"club": held.club, "game": held.game, "seats": seats, "form": form}
    status = 400 if form.is_bound else 200
    if form.is_valid():
        if SURE not in request.POST:
            return render(request, "games/arbitration/sure.html", context | {"summary": _summary(form)})
        try:
            decided = form.decide()
        except (Refused, GameIsOver) as error:
            status = sentences.refused_on(form, error)
        else:
            return _done(request, held, decided)
    return render(request, "games/arbitration/verb.html", context, status=status)


def _done(request: HttpRequest, held: ClubGame, ruling: Ruling) -> HttpResponse:
    messages.success(request, _("Decided. Both players are mailed."))
    if VERBS[ruling.kind].shows_hidden:
        return redirect("arbitration:opened", held.club.slug, held.game.public_id, ruling.public_id)
    return redirect("arbitration:game", held.club.slug, held.game.public_id)


@for_case
@require_http_methods(["GET", "HEAD", "POST"])
def question(
    request: HttpRequest, person: Person, held: ClubGame, seats: list[Seat], question: str
) -> HttpResponse:
    """Show a question, with what its asker saw, to an arbiter who opened it; answer it."""
    rows = RulingRequest.objects.select_related("game", "asker", "answer")
    row = or_404(rows.filter(game=held.game, public_id=question, readers=person).first())
    form = AnswerForm(request.POST if request.method == "POST" else None)
    context = {
        "club": held.club,
        "game": held.game,
        "seats": seats,
        "question": row,
        "shown": shown(position.rules_of(held.game), row.view),
        "form": form,
    }
    status = 400 if form.is_bound else 200
    if form.is_valid():
        values = form.cleaned_data
        if SURE not in request.POST:
            return render(request, "games/arbitration/sure_answer.html", context)
        try:
            AnswerQuestion(question=row, reason=values["text"]).decide(
                game=held.game, by=person, nonce=values["nonce"]
            )
        except Refused as error:
            status = sentences.refused_on(form, error)
        else:
            messages.success(request, _("Answered. Both players are mailed."))
            return redirect("arbitration:game", held.club.slug, held.game.public_id)
    return render(request, "games/arbitration/question.html", context, status=status)


def _summary(form: forms.Form) -> list[tuple[Any, str]]:
    """The labels and values of a submitted form."""
    rows = []
    for field in form.visible_fields():
        value = field.value()
        if isinstance(field.field, forms.ChoiceField):
            value = next(words for key, words in field.field.widget.choices if key == value)
        if value:
            rows.append((field.label, str(value)))
    return rows
