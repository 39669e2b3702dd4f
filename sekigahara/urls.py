"""Every address of the service; each app brings its own."""

from django.urls import URLPattern, URLResolver, include, path

from sekigahara import api_pages, code_pages, health, privacy

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("games.api.urls")),
    path("api/", api_pages.index, name="api"),
    path("api/guide.txt", api_pages.guide, name="api-guide"),
    path("api/errors/", code_pages.index, name="problem-codes"),
    path("api/errors/<slug:code>/", code_pages.page, name="problem-code"),
    path("", include("accounts.urls")),
    path("", include("notifications.urls")),
    path("", include("games.web.urls")),
    path("", include("games.web.ladders.urls")),
    path("clubs/<slug:slug>/desk/", include("games.web.desk.urls")),
    path("clubs/", include("games.web.clubs.urls")),
    path("privacy/", privacy.privacy, name="privacy"),
    path("dev/mail/", include("sekigahara.dev_mail")),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
]

handler400 = "sekigahara.problems.bad_request"
handler403 = "sekigahara.problems.forbidden"
handler404 = "sekigahara.problems.not_found"
handler500 = "sekigahara.problems.server_error"
