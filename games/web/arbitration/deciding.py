"""An arbiter decides: what it is to be is filled in, shown once more, and done."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models.person import Person
from games.engine.errors import GameIsOver
from games.errors import Frozen, Refused
from games.ladders.arbitration import questions
from games.ladders.models.club_game import ClubGame
from games.ladders.models.ruling import Ruling
from games.ladders.models.ruling_request import RulingRequest
from games.log import position
from games.models.seat import Seat
from games.web.arbitration.finding import for_case
from games.web.arbitration.forms import SURE, VERBS
from games.web.arbitration.pages import possible
from games.web.arbitration.question_forms import Answer
from games.web.arbitration.seen import shown
from games.web.clubs import sentences
from sekigahara.errors.codes import CODES


@for_case
@require_http_methods(["GET", "HEAD", "POST"])
def decide(
    request: HttpRequest, person: Person, held: ClubGame, seats: list[Seat], verb: str
) -> HttpResponse:
    """One decision: its form, the question whether it is meant, and then it is made."""
    if verb not in VERBS:
        raise Http404
    if request.method != "POST" and verb not in possible(held.game, seats):
        return redirect("desk:game", held.club.slug, held.game.public_id)
    data = request.POST if request.method == "POST" else None
    if data is not None and SURE in data:
        # By what it has done the same form may not be valid any more.
        before = Ruling.objects.filter(game=held.game, arbiter=person, nonce=data.get("nonce", "")).first()
        if before is not None:
            return _done(request, held, verb, before)
    form = VERBS[verb](data, held=held, seats=seats, by=person)
    context = {"club": held.club, "game": held.game, "seats": seats, "form": form, "verb": verb}
    status = 400 if form.is_bound else 200
    if form.is_valid():
        if SURE not in request.POST:
            return render(request, "games/desk/sure.html", context | {"said": _said(form)})
        try:
            decided = form.decide()
        except Frozen:
            raise
        except (Refused, GameIsOver) as error:
            form.add_error(None, _refused(error))
            status = 409
        else:
            return _done(request, held, verb, decided)
    return render(request, "games/desk/verb.html", context, status=status)


def _done(request: HttpRequest, held: ClubGame, verb: str, decided: Ruling) -> HttpResponse:
    messages.success(request, _("Decided. Both players are mailed."))
    if verb == "open":
        return redirect("desk:opened", held.club.slug, held.game.public_id, decided.public_id)
    return redirect("desk:game", held.club.slug, held.game.public_id)


@for_case
@require_http_methods(["GET", "HEAD", "POST"])
def question(
    request: HttpRequest, person: Person, held: ClubGame, seats: list[Seat], question: str
) -> HttpResponse:
    """A question with what its asker saw, for who has said that they read it; and the answer."""
    rows = RulingRequest.objects.select_related("game", "asker", "answer")
    asked = rows.filter(game=held.game, public_id=question, readers=person).first()
    if asked is None:
        raise Http404
    form = Answer(request.POST if request.method == "POST" else None)
    context = {
        "club": held.club,
        "game": held.game,
        "seats": seats,
        "asked": asked,
        "shown": shown(position.rules_of(held.game), asked.view),
        "form": form,
    }
    status = 400 if form.is_bound else 200
    if form.is_valid():
        given = form.cleaned_data
        if SURE not in request.POST:
            return render(request, "games/desk/sure_answer.html", context)
        try:
            questions.answer(request=asked, by=person, nonce=given["nonce"], text=given["text"])
        except Frozen:
            raise
        except Refused as error:
            form.add_error(None, sentences.refused(error))
            status = 409
        else:
            messages.success(request, _("Answered. Both players are mailed."))
            return redirect("desk:game", held.club.slug, held.game.public_id)
    return render(request, "games/desk/question.html", context, status=status)


def _refused(error: Refused | GameIsOver) -> str:
    if isinstance(error, Refused):
        return sentences.refused(error)
    return CODES[error.code].sentence(error.parameters)


def _said(form: forms.Form) -> list[tuple[Any, str]]:
    """What was filled in, in words."""
    told = []
    for field in form.visible_fields():
        value = field.value()
        if isinstance(field.field, forms.ChoiceField):
            value = next(words for key, words in field.field.widget.choices if key == value)
        if value:
            told.append((field.label, str(value)))
    return told
