"""The addresses of clubs. Those of a club's webhooks are the same pages as a person's."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse

from accounts.models.person import Person
from games.ladders.clubs.webhook_events import group_of
from games.ladders.models.club import Club
from games.web import calendar
from games.web.clubs import announcements, inviting, lists, member, organising, pages, stand_in
from games.web.clubs.finding import for_organiser
from notifications.webhooks.owners import Owner
from notifications.webhooks.urls import pages as webhook_pages
from notifications.webhooks.views import Shelf


def _of_club(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Call a view of webhooks with those of a club, for its organisers only."""

    @for_organiser
    @wraps(view)
    def page(request: HttpRequest, person: Person, club: Club, **parts: Any) -> HttpResponse:  # noqa: ARG001 - one of several
        base, up = (reverse(name, args=[club.slug]) for name in ("clubs:webhooks", "clubs:club"))
        return view(request, Shelf(Owner(group=group_of(club)), base, up, club.name), **parts)

    return page


app_name = "clubs"
urlpatterns = [
    path("", lists.clubs, name="clubs"),
    path("new/", lists.new_club, name="new"),
    path("<slug:slug>/", pages.club, name="club"),
    path("<slug:slug>/games/", pages.games, name="games"),
    path("<slug:slug>/calendar.ics", calendar.club_feed, name="calendar"),
    path("<slug:slug>/members/", pages.members, name="members"),
    path("<slug:slug>/members/<slug:member>/", member.member, name="member"),
    path("<slug:slug>/announcements/", announcements.listed, name="announcements"),
    path("<slug:slug>/announcements/new/", announcements.write, name="announce"),
    path("<slug:slug>/announcements/<slug:announcement>/", announcements.announcement, name="announcement"),
    path("<slug:slug>/news/<str:token>/", announcements.news, name="news"),
    path("<slug:slug>/join/", pages.join, name="join"),
    path("<slug:slug>/join/<str:link>/", pages.follow_link, name="link"),
    path("<slug:slug>/invited/<slug:invitation>/<str:token>/", pages.follow_invitation, name="invitation"),
    path("<slug:slug>/invite/", inviting.invite, name="invite"),
    path("<slug:slug>/leave/", pages.leave, name="leave"),
    path("<slug:slug>/stand-in/", stand_in.stand_in, name="stand-in"),
    path("<slug:slug>/dissolve/", organising.dissolve, name="dissolve"),
    *webhook_pages(_of_club, "<slug:slug>/webhooks/"),
    path("<slug:slug>/settings/", organising.settings, name="settings"),
    path("<slug:slug>/link/", organising.renew_link, name="renew-link"),
    path("<slug:slug>/requests/", organising.requests, name="requests"),
    path("<slug:slug>/requests/<slug:request_id>/", organising.decide, name="decide"),
    path("<slug:slug>/removals/<slug:removal>/", organising.allow_back, name="allow-back"),
]
