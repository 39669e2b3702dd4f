"""The webhooks of a club, on the same pages as those of a person."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from accounts.models.person import Person
from games.ladders.clubs.webhook_events import group_of
from games.ladders.models.club import Club
from games.web.clubs.finding import for_organiser
from notifications.webhooks.owners import Owner
from notifications.webhooks.urls import pages
from notifications.webhooks.views import Shelf


def _of_club(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Call a view of webhooks with those of a club, for its organisers only."""

    @for_organiser
    @wraps(view)
    def page(request: HttpRequest, person: Person, club: Club, **parts: Any) -> HttpResponse:  # noqa: ARG001 - one of several
        base, up = (reverse(name, args=[club.slug]) for name in ("clubs:webhooks", "clubs:club"))
        return view(request, Shelf(Owner(group=group_of(club)), base, up, club.name), **parts)

    return page


urlpatterns = pages(_of_club, "<slug:slug>/webhooks/")
