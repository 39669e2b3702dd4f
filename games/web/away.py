"""The page on which people say when they are away: holidays and weekends off."""

from datetime import date, timedelta

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models.person import Person
from accounts.pages import for_person
from accounts.services import say_here
from accounts.time_away import DAYS_A_YEAR
from games.services import away
from sekigahara.db import service_time
from sekigahara.errors.codes import CODES
from sekigahara.errors.exceptions import Refused


class HolidayForm(forms.Form):
    """The days of a holiday. Empty for the first begins it now."""

    first = forms.DateField(
        label=gettext_lazy("First day"), widget=forms.DateInput({"type": "date"}), required=False
    )
    last = forms.DateField(label=gettext_lazy("Last day"), widget=forms.DateInput({"type": "date"}))


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def time_away(request: HttpRequest, person: Person) -> HttpResponse:
    """Begin, plan and end holidays, and choose whether weekends are off."""
    now = service_time.now()
    form = HolidayForm(request.POST if "last" in request.POST else None)
    if request.method == "POST":
        refused = _changed(request, person, form)
        if not refused and not form.errors:
            messages.success(request, _("Your days off are saved."))
            return redirect("games:away")
        if refused:
            form.add_error(None, refused)
    found = away.time_away_of(person)
    today = found.today(now)
    context = {
        "form": form,
        "today": today,
        "until": found.until(now),
        "coming": found.coming(now),
        "left": [(year, found.left(year)) for year in (today.year, today.year + 1)],
        "most": DAYS_A_YEAR,
        "weekends": found.weekends,
    }
    return render(request, "games/away.html", context, status=400 if form.errors else 200)


def _changed(request: HttpRequest, person: Person, form: HolidayForm) -> str:
    """Make the change that was sent. Return why it was refused; empty if it was not."""
    now = service_time.now()
    try:
        if "end" in request.POST:
            away.come_back(person=person, first=_named(request.POST["end"]), now=now)
        elif "weekends" in request.POST:
            away.take_weekends(person=person, are_off=request.POST["weekends"] == "off", now=now)
        elif form.is_valid():
            away.go(person=person, now=now, **form.cleaned_data)
    except Refused as refused:
        return CODES[refused.code].sentence(refused.parameters)
    return ""


def _named(text: str) -> date:
    """The day in a form; for an invalid one a day on which no holiday begins."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return date.min + timedelta(days=1)


@for_person
@require_POST
def here(request: HttpRequest, person: Person) -> HttpResponse:
    """Somebody who let games pass unseen says that they are here."""
    say_here(person=person)
    messages.success(request, _("Good. You can play open games again."))
    return redirect("games:open")
