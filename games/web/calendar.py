"""The calendar of a person's deadlines, and the page with its secret address."""

import hashlib

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts import services
from accounts.models.person import Person
from accounts.pages import for_person
from games.reads.calendar_address import address_of, person_at
from games.web.appointments import calendar_of
from sekigahara.db import service_time
from sekigahara.errors.exceptions import or_404


@require_safe
@cache_control(private=True, no_cache=True)
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """The calendar at a secret address."""
    person = or_404(person_at(token))
    with translation.override(person.reads):
        content = calendar_of(person, service_time.now())
    response = HttpResponse(content, "text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="sekigahara.ics"'
    response["Content-Language"] = person.reads
    response["X-Robots-Tag"] = "noindex"
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    response["ETag"] = tag
    answer = get_conditional_response(request, etag=tag, response=response)
    return response if answer is None else answer


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
