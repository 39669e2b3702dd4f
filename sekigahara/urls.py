"""All addresses of the service; each app has its own module of them."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from sekigahara.pages import api, health, manifest, metrics, offline, theme

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("games.api.urls")),
    path("api/", api.index, name="api"),
    path("api/guide.txt", api.guide, name="api-guide"),
    path("api/bots.txt", api.bots, name="api-bots"),
    path("api/errors/", api.codes, name="problem-codes"),
    path("api/errors/<slug:code>/", api.code, name="problem-code"),
    path("", include("accounts.urls")),
    path("", include("accounts.oauth_urls")),
    path("", include("notifications.urls")),
    path("", include("games.web.urls")),
    path("", include("games.web.ladders.urls")),
    path("clubs/<slug:slug>/desk/", include("games.web.arbitration.urls")),
    path("clubs/", include("games.web.clubs.urls")),
    path("theme/", theme.choose, name="theme"),
    path("offline/", offline.page, name="offline"),
    path("worker.js", offline.worker, name="worker"),
    path("manifest.webmanifest", manifest.manifest, name="manifest"),
    path("dev/mail/", include("sekigahara.dev.mail_box")),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("metrics", metrics.metrics),
]

if settings.MAIL_PROVIDER:
    urlpatterns.append(path("mail/provider/", include("anymail.urls")))

handler400 = "sekigahara.errors.problems.bad_request"
handler403 = "sekigahara.errors.problems.forbidden"
handler404 = "sekigahara.errors.problems.not_found"
handler500 = "sekigahara.errors.problems.server_error"
