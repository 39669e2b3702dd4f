from django.urls import path

from games.web.clubs import lists, organising, page, webhooks

app_name = "clubs"
urlpatterns = [
    path("", lists.clubs, name="clubs"),
    path("new/", lists.new_club, name="new"),
    path("<slug:slug>/", page.club, name="club"),
    path("<slug:slug>/games/", page.games, name="games"),
    path("<slug:slug>/members/", page.members, name="members"),
    path("<slug:slug>/members/<slug:member>/", organising.member, name="member"),
    path("<slug:slug>/join/", page.join, name="join"),
    path("<slug:slug>/join/<str:link>/", page.follow_link, name="link"),
    path("<slug:slug>/leave/", page.leave, name="leave"),
    path("<slug:slug>/dissolve/", organising.dissolve, name="dissolve"),
    *webhooks.urlpatterns,
    path("<slug:slug>/settings/", organising.settings, name="settings"),
    path("<slug:slug>/link/", organising.renew_link, name="renew-link"),
    path("<slug:slug>/requests/", organising.requests, name="requests"),
    path("<slug:slug>/requests/<slug:request_id>/", organising.decide, name="decide"),
    path("<slug:slug>/removals/<slug:removal>/", organising.allow_back, name="allow-back"),
]
