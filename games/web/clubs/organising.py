"""Pages for the organisers of a club: settings, requests to join, dissolving."""

from functools import partial

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.freshness import is_fresh
from accounts.models.person import Person
from games.ladders.clubs import dissolving, founding, membership
from games.ladders.clubs import queries as club_queries
from games.ladders.models.club import Club, JoinRequest, Removal
from games.web.clubs import sentences
from games.web.clubs.finding import done, for_organiser
from games.web.clubs.forms import ClubForm, as_it_is
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Refused

REQUESTS_A_PAGE = 25


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, person: Person, club: Club) -> HttpResponse:
    """Show and change the settings of a club."""
    form = ClubForm(request.POST if request.method == "POST" else None, initial=as_it_is(club))
    if form.is_valid():
        try:
            founding.edit(club=club, by=person, terms=form.terms())
        except Refused as error:
            form.add_error("name", sentences.refused(error))
        else:
            messages.success(request, _("Saved."))
            return redirect("clubs:settings", club.slug)
    context = {"club": club, "form": form}
    return render(request, "games/clubs/settings.html", context, status=400 if form.is_bound else 200)


@for_organiser
@require_POST
def renew_link(request: HttpRequest, person: Person, club: Club) -> HttpResponse:
    """Replace the invitation link that the page showed by a new one."""
    old = request.POST.get("old", "")
    success = _("There is a new link. The old one no longer works.")
    done(request, partial(founding.renew_link, club=club, by=person, old=old), success)
    return redirect("clubs:invite", club.slug)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def dissolve(request: HttpRequest, person: Person, club: Club) -> HttpResponse:
    """Dissolve the club after a confirmation page and a fresh sign-in, if nothing is active in it."""
    fresh = is_fresh(request)
    if request.method == "POST" and fresh:
        success = _("The club is dissolved. What was played there stays here.")
        end = partial(dissolving.dissolve, club=club, by=person, now=service_time.now())
        if done(request, end, success):
            return redirect("clubs:clubs") if club.is_private else redirect("clubs:club", club.slug)
    try:
        dissolving.refuse_busy(club)
    except Refused as error:
        reason = sentences.refused(error)
    else:
        reason = ""
    context = {"club": club, "reason": reason, "is_fresh": fresh}
    status = 403 if request.method == "POST" and not fresh else 200
    return render(request, "games/clubs/dissolve.html", context, status=status)


@for_organiser
@require_safe
def requests(request: HttpRequest, person: Person, club: Club) -> HttpResponse:  # noqa: ARG001 - one of several
    """List requests to join, and removed members who may not join again."""
    context = {
        "club": club,
        "page": Paginator(club_queries.requests_to([club]), REQUESTS_A_PAGE).get_page(
            request.GET.get("page")
        ),
        "removals": Paginator(club_queries.removals_of(club), REQUESTS_A_PAGE).get_page(
            request.GET.get("removed")
        ),
    }
    return render(request, "games/clubs/requests.html", context)


@for_organiser
@require_POST
def decide(request: HttpRequest, person: Person, club: Club, request_id: str) -> HttpResponse:
    """Accept or decline a request to join."""
    join_request = (
        JoinRequest.objects.select_related("club", "person").filter(club=club, public_id=request_id).first()
    )
    answer = request.POST.get("answer")
    if join_request is None:
        messages.info(request, _("The request has been withdrawn."))
    elif answer in ("accept", "decline"):
        accept = answer == "accept"
        success = _("%(name)s is a member now.") if accept else _("%(name)s was not let in.")
        decided = partial(membership.decide, request=join_request, by=person, accept=accept)
        done(request, decided, success % {"name": join_request.person})
    return redirect("clubs:requests", club.slug)


@for_organiser
@require_POST
def allow_back(request: HttpRequest, person: Person, club: Club, removal: str) -> HttpResponse:
    """Let somebody who was removed join again."""
    row = Removal.objects.select_related("club", "person").filter(club=club, public_id=removal).first()
    if row is not None:
        success = _("%(name)s may join again.") % {"name": row.person}
        done(request, partial(membership.allow_back, removal=row, by=person), success)
    return redirect("clubs:requests", club.slug)
