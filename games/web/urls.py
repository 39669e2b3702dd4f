from django.urls import path

from games.web import clock, edition, game, history, links, lists, lobby, ratings, replay, rulebook, verify

app_name = "games"
urlpatterns = [
    path("", lists.home, name="home"),
    path("games/", lists.mine, name="mine"),
    path("games/new/", lobby.new_game, name="new"),
    path("games/open/", lists.open_games, name="open"),
    path("games/next/", lists.next_game, name="next"),
    path("games/<slug:public_id>/", game.game, name="game"),
    path("games/<slug:public_id>/undo/", game.undo, name="undo"),
    path("games/<slug:public_id>/resign/", game.resign, name="resign"),
    path("games/<slug:public_id>/claim/", clock.claim, name="claim"),
    path("games/<slug:public_id>/more-time/", clock.give_time, name="more-time"),
    path("games/<slug:public_id>/history/", history.history, name="history"),
    path("games/<slug:public_id>/moments/<int:number>/", replay.moment, name="moment"),
    path("games/<slug:public_id>/record.json", history.record, name="record"),
    path("games/<slug:public_id>/verify/", verify.verify, name="verify"),
    path("games/<slug:public_id>/invitation/", lobby.invitation, name="invitation"),
    path("games/<slug:public_id>/join/", lobby.join, name="join"),
    path("games/<slug:public_id>/call-off/", lobby.call_off, name="call-off"),
    path("games/<slug:public_id>/links/", links.revoke_links, name="revoke-links"),
    path("t/<slug:public_id>/<slug:side>/<str:token>/", links.turn_link, name="turn-link"),
    path("i/<slug:public_id>/<str:token>/", links.invitation_link, name="invitation-link"),
    path("link/unknown/", links.link_unknown, name="link-unknown"),
    path("link/expired/", links.link_expired, name="link-expired"),
    path("link/sent/", links.link_sent, name="link-sent"),
    path("ratings/", ratings.best, name="ratings"),
    path("players/<slug:key>/", ratings.player, name="player"),
    path("editions/<slug:named>/", edition.edition, name="edition"),
    path("rules/", rulebook.rules, name="rules"),
]
