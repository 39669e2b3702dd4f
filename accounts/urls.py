from django.urls import path

from accounts.views import data, me, oauth, restrictions, sign_in, tokens

app_name = "accounts"
urlpatterns = [
    path("sign-in/", sign_in.ask, name="sign-in"),
    path("sign-in/sent/", sign_in.sent, name="sign-in-sent"),
    path("sign-in/finish/", sign_in.finish, name="sign-in-finish"),
    path("sign-in/fresh/", sign_in.fresh, name="sign-in-fresh"),
    path("sign-in/<str:token>/", sign_in.follow, name="sign-in-link"),
    path("sign-out/", me.sign_out, name="sign-out"),
    path("me/", me.me, name="me"),
    path("me/end-everything/", me.end_everything, name="end-everything"),
    path("me/sessions/end/", me.end_sessions, name="end-sessions"),
    path("me/data/", data.data, name="data"),
    path("me/data/everything.json", data.everything, name="data-everything"),
    path("me/data/everything.zip", data.archive, name="data-archive"),
    path("me/data/close/", data.close, name="close"),
    path("me/blocks/<slug:key>/take-back/", me.take_back_block, name="take-back-block"),
    path("me/restrictions/", restrictions.own_restrictions, name="restrictions"),
    path("me/apps/", oauth.apps, name="apps"),
    path("me/apps/<slug:client_id>/end/", oauth.end, name="end-app"),
    path("me/apps/<slug:client_id>/remove/", oauth.remove, name="remove-app"),
    path("me/tokens/", tokens.tokens, name="tokens"),
    path("me/tokens/<slug:token_key>/revoke/", tokens.revoke, name="revoke-token"),
]
