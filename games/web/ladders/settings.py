"""The page where an organiser changes the settings of a ladder that may change."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models.person import Person
from accounts.pages import for_person
from games.ladders import changing
from games.ladders.clubs import queries as club_queries
from games.web.clubs import sentences
from games.web.clubs.finding import found_ladder
from games.web.ladders.forms import LadderSettingsForm
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Refused


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, person: Person, ladder: str) -> HttpResponse:
    """Show and change the settings of a ladder."""
    found = found_ladder(request, ladder)
    if not club_queries.standing_of(found.club, person).is_organiser:
        raise Http404
    known = {"name": found.name, **changing.rules_of(found)._asdict()}
    form = LadderSettingsForm(request.POST if request.method == "POST" else None, initial=known)
    if form.is_valid():
        name, rules = form.cleaned_data["name"], form.rules()
        try:
            changing.change(ladder=found, by=person, name=name, rules=rules, now=service_time.now())
        except Refused as error:
            form.add_error("name", sentences.refused(error))
        else:
            messages.success(request, _("Saved. The players are mailed what changes."))
            return redirect("ladders:ladder", found.public_id)
    context = {"ladder": found, "form": form}
    return render(request, "games/ladders/settings.html", context, status=400 if form.is_bound else 200)
