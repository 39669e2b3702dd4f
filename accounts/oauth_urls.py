"""The addresses of OAuth, by the names that django-oauth-toolkit looks for."""

from django.urls import path
from oauth2_provider.views.metadata import OAuthServerMetadataView

from accounts.views import oauth

app_name = "oauth2_provider"
urlpatterns = [
    path("oauth/authorize/", oauth.authorize, name="authorize"),
    path("oauth/token/", oauth.token, name="token"),
    path("oauth/revoke/", oauth.revoke, name="revoke-token"),
    path(
        ".well-known/oauth-authorization-server",
        OAuthServerMetadataView.as_view(),
        name="oauth-server-metadata",
    ),
]
