from django.urls import path

from games.web.clubs import lists, organising, pages, webhooks

app_name = "clubs"
urlpatterns = [
    path("", lists.clubs, name="clubs"),
    path("new/", lists.new_club, name="new"),
    path("<slug:slug>/", pages.club, name="club"),
    path("<slug:slug>/games/", pages.games, name="games"),
    path("<slug:slug>/members/", pages.members, name="members"),
    path("<slug:slug>/members/<slug:member>/", organising.member, name="member"),
    path("<slug:slug>/join/", pages.join, name="join"),
    path("<slug:slug>/join/<str:link>/", pages.follow_link, name="link"),
    path("<slug:slug>/leave/", pages.leave, name="leave"),
    path("<slug:slug>/dissolve/", organising.dissolve, name="dissolve"),
    *webhooks.urlpatterns,
    path("<slug:slug>/settings/", organising.settings, name="settings"),
    path("<slug:slug>/link/", organising.renew_link, name="renew-link"),
    path("<slug:slug>/requests/", organising.requests, name="requests"),
    path("<slug:slug>/requests/<slug:request_id>/", organising.decide, name="decide"),
    path("<slug:slug>/removals/<slug:removal>/", organising.allow_back, name="allow-back"),
]
