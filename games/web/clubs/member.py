"""The page of a member for organisers: what they do in the club, their role, and removing them."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.freshness import is_fresh
from accounts.models.person import Person
from games.ladders.clubs import membership
from games.ladders.clubs import queries as club_queries
from games.ladders.models.club import Club, Membership
from games.web.clubs import removing
from games.web.clubs.finding import done, for_organiser
from games.web.clubs.forms import RemovalForm, RoleForm
from games.web.clubs.member_facts import facts_of


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def member(request: HttpRequest, person: Person, club: Club, member: str) -> HttpResponse:
    """Show one member; set their role, hand the club over to them, or remove them.

    To make somebody an organiser takes a fresh sign-in: they could then dissolve the club.
    """
    row = club_queries.members_of(club).filter(public_id=member).first()
    if row is None:
        if request.method != "POST":
            raise Http404
        return redirect("clubs:members", club.slug)  # a double click on removing them
    row.club = club
    role, removal = RoleForm(initial={"role": row.role}), RemovalForm()
    fresh = is_fresh(request)
    is_refused = not fresh and _makes_organiser(request.POST)
    match request.POST.get("what"):
        case _ if is_refused:
            role = RoleForm(initial={"role": request.POST.get("role") or row.role})
        case "role":
            role = RoleForm(request.POST)
            if role.is_valid() and _sets_role(
                request, person, row, Membership.Role(role.cleaned_data["role"])
            ):
                return redirect("clubs:members", club.slug)
        case "hand-over":
            success = _("You have handed the club over to %(name)s.") % {"name": row.person}
            if done(request, partial(membership.hand_over, member=row, by=person), success):
                return redirect("clubs:club", club.slug)
        case "remove":
            removal = RemovalForm(request.POST)
            if (answer := removing.go_on(request, person, row, removal)) is not None:
                return answer
    context = {
        "club": club,
        "member": row,
        "facts": facts_of(row, person),
        "is_oneself": row.person_id == person.pk,
        "role": role,
        "removal": removal,
        "games": removing.listed(row, person),
        "is_fresh": fresh,
        "is_refused": is_refused,
    }
    status = 403 if is_refused else 400 if request.method == "POST" else 200
    return render(request, "games/clubs/member.html", context, status=status)


def _makes_organiser(form: Mapping[str, Any]) -> bool:
    return form.get("what") == "hand-over" or form.get("role") == Membership.Role.ORGANISER


def _sets_role(request: HttpRequest, person: Person, row: Membership, role: Membership.Role) -> bool:
    success = _("%(name)s: %(role)s.") % {"name": row.person, "role": role.label}
    return done(request, partial(membership.set_role, member=row, by=person, role=role), success)
