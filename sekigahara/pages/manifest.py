"""What a browser has to know to install the pages like an app, as on the home screen of a phone."""

from typing import Any, Final

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

PAPER: Final = {"light": "#f3ead7", "dark": "#17130f"}
"""The colour of pages, which a browser paints around them and before the first is there."""
ICONS: Final = ((192, "any"), (512, "any"), (512, "maskable"))


# A browser asks for it without cookies, so its address says whether the pages are dark.
@cache_control(max_age=24 * 60 * 60)
@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """The web app manifest: the same for everybody with this language and these colours."""
    colour = PAPER["dark" if "dark" in request.GET else "light"]
    content = {
        "id": "/",
        "name": "Sekigahara",
        "short_name": "Sekigahara",
        "description": _("Japan, autumn 1600. Played by mail."),
        "lang": get_language(),
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": colour,
        "background_color": colour,
        "icons": [_icon(size, purpose) for size, purpose in ICONS],
    }
    return JsonResponse(content, content_type="application/manifest+json")


def _icon(size: int, purpose: str) -> dict[str, Any]:
    name = f"icons/icon_{size}.png" if purpose == "any" else f"icons/{purpose}_{size}.png"
    return {"src": static(name), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
