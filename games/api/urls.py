"""Every address of the API, below ``/api/v1/``."""

from django.urls import path

from games.api.views import clocks, clubs, documents, games, lists, looking, me, playing, printed, streams

app_name = "games-api"
urlpatterns = [
    path("me/", me.Me.as_view(), name="me"),
    path("me/stream/", streams.MyEvents.as_view(), name="my-stream"),
    path("games/", lists.Games.as_view(), name="games"),
    path("games/next/", lists.NextGame.as_view(), name="next"),
    path("games/<slug:public_id>/", games.Game.as_view(), name="game"),
    path("games/<slug:public_id>/join/", games.Join.as_view(), name="join"),
    path("games/<slug:public_id>/decline/", games.Decline.as_view(), name="decline"),
    path("games/<slug:public_id>/call-off/", games.CallOff.as_view(), name="call-off"),
    path("games/<slug:public_id>/view/", looking.View.as_view(), name="view"),
    path("games/<slug:public_id>/options/", looking.Options.as_view(), name="options"),
    path("games/<slug:public_id>/history/", looking.History.as_view(), name="history"),
    path("games/<slug:public_id>/stream/", streams.GameEvents.as_view(), name="stream"),
    path("games/<slug:public_id>/moments/<int:moment>/", looking.Moment.as_view(), name="moment"),
    path("games/<slug:public_id>/record/", looking.Record.as_view(), name="record"),
    path("games/<slug:public_id>/actions/", playing.Actions.as_view(), name="actions"),
    path("games/<slug:public_id>/preview/", playing.Preview.as_view(), name="preview"),
    path("games/<slug:public_id>/undo/", playing.Undo.as_view(), name="undo"),
    path("games/<slug:public_id>/resign/", playing.Resign.as_view(), name="resign"),
    path("clubs/", clubs.Clubs.as_view(), name="clubs"),
    path("clubs/<slug:slug>/", clubs.Club.as_view(), name="club"),
    path("clubs/<slug:slug>/members/", clubs.Members.as_view(), name="club-members"),
    path("clubs/<slug:slug>/join/", clubs.Join.as_view(), name="club-join"),
    path("clubs/<slug:slug>/leave/", clubs.Leave.as_view(), name="club-leave"),
    path("clubs/<slug:slug>/requests/", clubs.Requests.as_view(), name="club-requests"),
    path("clubs/<slug:slug>/requests/<slug:request_id>/", clubs.Decide.as_view(), name="club-request"),
    path("games/<slug:public_id>/claim/", clocks.Claim.as_view(), name="claim"),
    path("games/<slug:public_id>/more-time/", clocks.MoreTime.as_view(), name="more-time"),
    path("editions/", printed.Editions.as_view(), name="editions"),
    path("editions/<slug:edition>/", printed.Edition.as_view(), name="edition"),
    path("rules/", printed.Rules.as_view(), name="rules"),
    path("rules/<str:number>/", printed.Rule.as_view(), name="rule"),
    path("schemas/<slug:name>.json", documents.Schema.as_view(), name="schema"),
    path("openapi.json", documents.OpenAPI.as_view(), name="openapi"),
]
