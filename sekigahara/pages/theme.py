"""Light or dark pages: as a browser's own setting says, unless its visitor chooses one of them.

The choice is a cookie, so that it needs no account. A visitor who never chooses gets no cookie.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt  # noqa: TID251 - said below
from django.views.decorators.http import require_POST

COOKIE = "theme"
"""After the prefix that the settings give all cookies. Earlier releases gave this one none."""
CHOSEN = ("light", "dark")
"""What the cookie may say. Without it pages follow the browser."""
THEME_KEPT_FOR = 365 * 24 * 60 * 60  # seconds


# Without a token in every page: that would be a cookie for every visitor, and a forged request could only
# change the colours.
@csrf_exempt
@never_cache
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Keep what a visitor chose in a cookie, and lead back to where it was chosen on its page.

    A page whose address holds a secret does not say where it is; from there one is led to the first page.
    Anything else than "light" or "dark" means the browser's own setting, and deletes the cookie.
    """
    back = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    response = redirect(f"{back if is_ours else '/'}#theme")
    chosen = request.POST.get("theme", "")
    if chosen not in CHOSEN:
        for name in {COOKIE, f"{settings.COOKIE_PREFIX}{COOKIE}"}:
            response.delete_cookie(name, samesite="Lax")
        return response
    response.set_cookie(
        f"{settings.COOKIE_PREFIX}{COOKIE}",
        chosen,
        max_age=THEME_KEPT_FOR,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def offer(request: HttpRequest) -> dict[str, str]:
    """For every template: the chosen theme as `theme`, empty for none."""
    chosen = request.COOKIES.get(f"{settings.COOKIE_PREFIX}{COOKIE}") or request.COOKIES.get(COOKIE, "")
    return {"theme": chosen if chosen in CHOSEN else ""}
