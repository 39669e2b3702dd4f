"""Pages of moderation: reporting somebody, and the desks of the site and of clubs."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts import restrictions
from accounts.models.person import Person
from accounts.models.restriction import LONGEST_WORDS, Restricted, Restriction
from accounts.pages import for_person
from games.ladders import person_pages
from games.ladders.models.club import Club
from games.ladders.models.report import Report, ReportedFor
from games.ladders.moderation import reports
from games.models.game import Game
from games.services.messages import reportable_by
from games.web.clubs import sentences
from games.web.clubs.finding import done, for_arbiter
from games.web.visitors import opened_games
from sekigahara.errors.exceptions import Limited, Refused, or_404

REPORTS_ON_DESK = 20
DECISIONS_ON_DESK = 30
MESSAGES_ON_FORM = 50


class ReportForm(forms.Form):
    """What somebody is reported for, and what happened."""

    why = forms.ChoiceField(
        label=gettext_lazy("What is it about?"),
        choices=[
            (ReportedFor.BEHAVIOUR, ReportedFor.BEHAVIOUR.label),
            (ReportedFor.NAME, ReportedFor.NAME.label),
        ],
        widget=forms.RadioSelect,
    )
    words = forms.CharField(
        label=gettext_lazy("What happened?"),
        max_length=LONGEST_WORDS,
        widget=forms.Textarea({"rows": 4}),
        help_text=gettext_lazy("Only those who judge read this."),
    )


class DecisionForm(forms.Form):
    """A note, and for the desk of the site a restriction, if there is to be one."""

    words = forms.CharField(
        label=gettext_lazy("Note"),
        max_length=LONGEST_WORDS,
        widget=forms.Textarea({"rows": 2}),
        help_text=gettext_lazy("What you found. Only those who judge read it."),
    )
    restrict = forms.MultipleChoiceField(
        label=gettext_lazy("They may no longer"),
        choices=Restricted.choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    days = forms.IntegerField(
        label=gettext_lazy("for how many days"),
        min_value=1,
        max_value=restrictions.MOST_DAYS,
        initial=14,
        required=False,
    )
    reason = forms.CharField(
        label=gettext_lazy("because"),
        max_length=LONGEST_WORDS,
        required=False,
        widget=forms.Textarea({"rows": 2}),
        help_text=gettext_lazy("They are mailed this, and may appeal."),
    )


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, person: Person, key: str) -> HttpResponse:
    """Report somebody for their name, for how they behave, or for the message that the address names."""
    page = person_pages.page_of(key, person, opened=opened_games(request))
    about = page.person if page else or_404(reports.author_to(person, key))
    if about == person:
        raise Http404
    back = reverse("games:player", args=[key]) if page else reverse("games:mine")
    number = request.GET.get("message", "")
    named = request.GET.get("game", "").replace("\0", "")
    received: QuerySet[Any] = reportable_by(person).filter(author=about).select_related("game")
    message = None
    if number.isdecimal() and len(number) < 7:
        message = received.filter(game__public_id=named, number=number).first()
    game = message.game if message else Game.objects.filter(public_id=named, seats__player=person).first()
    form = ReportForm(request.POST if request.method == "POST" else None, initial={"why": "behaviour"})
    if message:
        del form.fields["why"]
    status = 400 if form.is_bound else 200
    if form.is_valid():
        why = ReportedFor.MESSAGE if message else ReportedFor(form.cleaned_data["why"])
        try:
            reports.report(
                by=person,
                about=about,
                why=why,
                words=form.cleaned_data["words"],
                game=None if why == ReportedFor.NAME else game,
                number=message.number if message else 0,
            )
        except Refused as error:
            form.add_error(None, sentences.refused(error))
            status = 429 if isinstance(error, Limited) else 400
        else:
            messages.success(request, _("Thank you. Those who judge will look at it; nobody else is told."))
            return redirect(back)
    context = {
        "about": about,
        "back": back,
        "form": form,
        "message": message,
        "game": game,
        "gone": [] if message else received.filter(is_gone=True)[:MESSAGES_ON_FORM],
    }
    return render(request, "games/moderation/report.html", context, status=status)


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def site_desk(request: HttpRequest, person: Person) -> HttpResponse:
    """The desk of the site's moderators: reports, appeals, restrictions, and what was decided."""
    if not person.is_moderator:
        raise Http404
    if request.method == "POST":
        if "restriction" in request.POST:
            return _rule_on_appeal(request, person)
        return _decide(request, person, None, "games:moderation")
    appeals = Restriction.objects.filter(appealed_at__isnull=False, answered_at=None).exclude(person=person)
    context = {
        "reports": _cases(reports.waiting_for(person)),
        "appeals": [row for row in appeals.select_related("person", "by") if row.is_in_force],
        "restricted": Restriction.objects.select_related("person", "by").order_by("-begun_at")[
            :DECISIONS_ON_DESK
        ],
        "decided": reports.decided(person)[:DECISIONS_ON_DESK],
        "form": DecisionForm(),
        "longest": LONGEST_WORDS,
    }
    return render(request, "games/moderation/desk.html", context)


@for_arbiter
@require_http_methods(["GET", "HEAD", "POST"])
def club_desk(request: HttpRequest, person: Person, club: Club) -> HttpResponse:
    """The reports that a club's arbiters judge."""
    if request.method == "POST":
        return _decide(request, person, club, "arbitration:reports", club.slug)
    form = DecisionForm()
    for name in ("restrict", "days", "reason"):
        del form.fields[name]
    context = {"club": club, "reports": _cases(reports.waiting_for(person, club)), "form": form}
    return render(request, "games/moderation/desk.html", context)


def _cases(rows: Iterable[Report]) -> list[dict[str, Any]]:
    """Reports with how often the same person was reported or restricted before."""
    return [
        {
            "report": row,
            "before": Report.objects.filter(reported=row.reported).exclude(pk=row.pk).count(),
            "restrictions": Restriction.objects.filter(person=row.reported).count(),
        }
        for row in list(rows)[:REPORTS_ON_DESK]
    ]


def _decide(request: HttpRequest, person: Person, club: Club | None, back: str, *parts: str) -> HttpResponse:
    rows = Report.objects.filter(club=club, public_id=request.POST.get("report", "").replace("\0", ""))
    row = or_404(rows.select_related("reported").first())
    form = DecisionForm(request.POST)
    if club is not None and "hand-on" in request.POST:
        done(
            request,
            partial(reports.hand_on, report=row, by=person),
            _("The moderators of the site have it now."),
        )
    elif form.is_valid():
        values = form.cleaned_data
        settle = partial(
            reports.settle,
            report=row,
            by=person,
            words=values["words"],
            restrict=[] if club else [Restricted(each) for each in values["restrict"]],
            days=values["days"] or 0,
            reason=values["reason"],
        )
        done(request, settle, _("Decided."))
    else:
        messages.error(request, _("Write a note of what you found, and choose 1 to 365 days."))
    return redirect(back, *parts)


def _rule_on_appeal(request: HttpRequest, person: Person) -> HttpResponse:
    row = or_404(Restriction.objects.filter(key=request.POST["restriction"].replace("\0", "")).first())
    if "lift" in request.POST and (not row.appeal or row.answered_at):
        done(request, partial(restrictions.lift, restriction=row, by=person), _("The restriction is lifted."))
    else:
        answer = partial(
            restrictions.answer_appeal,
            restriction=row,
            by=person,
            words=request.POST.get("words", ""),
            lifts="lift" in request.POST,
        )
        done(request, answer, _("Answered."))
    return redirect("games:moderation")
