"""The calendar of a person's deadlines, the page with its secret address, and the calendars of clubs."""

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_http_methods, require_safe

from accounts import services
from accounts.models.person import Person
from accounts.pages import for_person
from games.ladders.models.club import Club
from games.reads.calendar_address import address_of, person_at
from games.web.appointments import calendar_of, calendar_of_club
from games.web.clubs.finding import found, kept_by_anybody
from sekigahara.db import service_time
from sekigahara.errors.exceptions import or_404

CLUB_CALENDAR_KEPT_FOR: Final = 3600
"""Seconds for which anybody may keep the calendar of a club."""


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
def feed(_request: HttpRequest, token: str) -> HttpResponse:
    """The calendar at a secret address."""
    person = or_404(person_at(token))
    with translation.override(person.reads):
        content = calendar_of(person, service_time.now())
    response = _file(content, "sekigahara")
    response["Content-Language"] = person.reads
    response["X-Robots-Tag"] = "noindex"
    return response


@require_safe
@kept_by_anybody(CLUB_CALENDAR_KEPT_FOR, found)
def club_feed(_request: HttpRequest, club: Club) -> HttpResponse:
    """The calendar of a club: rounds and ends of seasons."""
    return _file(calendar_of_club(club, service_time.now()), club.slug)


def _file(content: bytes, name: str) -> HttpResponse:
    response = HttpResponse(content, "text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{name}.ics"'
    return response


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Where one finds the address of one's calendar, makes another, or takes it away."""
    if request.method == "POST":
        if "end" in request.POST:
            services.end_calendar(person=person)
            messages.success(request, _("Your calendar has no address any more."))
        else:
            services.renew_calendar(person=person)
            messages.success(request, _("Your calendar has a new address."))
        return redirect("games:calendar-address")
    address = address_of(person)
    over_webcal = None if address is None else f"webcal:{address.partition(':')[2]}"
    return render(request, "games/calendar.html", {"address": address, "over_webcal": over_webcal})
