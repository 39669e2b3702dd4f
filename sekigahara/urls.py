"""All addresses of the service; each app has its own module of them."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.cache import cache_control
from django.views.i18n import JavaScriptCatalog

from sekigahara.pages import api, error_codes, health, privacy, theme

# Pages name their language after a question mark, so that browsers keep a catalogue for each.
catalog = cache_control(private=True, max_age=3600)(JavaScriptCatalog.as_view(packages=["games"]))

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("games.api.urls")),
    path("api/", api.index, name="api"),
    path("api/guide.txt", api.guide, name="api-guide"),
    path("api/errors/", error_codes.index, name="problem-codes"),
    path("api/errors/<slug:code>/", error_codes.page, name="problem-code"),
    path("", include("accounts.urls")),
    path("", include("notifications.urls")),
    path("", include("games.web.urls")),
    path("", include("games.web.ladders.urls")),
    path("clubs/<slug:slug>/desk/", include("games.web.arbitration.urls")),
    path("clubs/", include("games.web.clubs.urls")),
    path("privacy/", privacy.privacy, name="privacy"),
    path("theme/", theme.choose, name="theme"),
    path("dev/mail/", include("sekigahara.dev.mail_box")),
    path("catalog.js", catalog, name="javascript-catalog"),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
]

handler400 = "sekigahara.errors.problems.bad_request"
handler403 = "sekigahara.errors.problems.forbidden"
handler404 = "sekigahara.errors.problems.not_found"
handler500 = "sekigahara.errors.problems.server_error"
